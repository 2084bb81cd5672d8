#include "results/front_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/number.hpp"
#include "results/markup.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

// The page of one plot, in SVG user units (CSS pixels at the natural size).
constexpr double kWidth = 620, kHeight = 470;
constexpr double kLeft = 72, kRight = 16, kTop = 34, kBottom = 56;
constexpr double kMarker = 3.4;     // half the size of a marker
constexpr double kCross = 6;        // half the size of the corner's cross
constexpr double kLegendSize = 14;  // of a marker in the legend
constexpr double kMargin = 0.08;    // decades left free around the data
constexpr double kLeastSpan = 0.5;  // decades an axis spans at least
constexpr double kTickLength = 5;
constexpr int kFewDecades = 3;   // with fewer decades in it, labels are 0.1 0.2 0.5 1 ...
constexpr int kManyDecades = 8;  // with more decades, every second one is labelled

// Okabe and Ito (2008), without the yellow that is hard to see on white.
constexpr std::array<const char*, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#e69f00", "#56b4e9", "#000000"};
constexpr std::size_t kShapes = 4;  // circle, square, triangle, diamond

/// A coordinate to a tenth of a pixel: "12.5", "12".
std::string xy(double value) {
  std::string text = fixed_text(value, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

bool drawable(const ErrorPair& pair) {
  return std::isfinite(pair.frequency) && std::isfinite(pair.damping) && pair.frequency > 0 &&
         pair.damping > 0;
}

/// One logarithmic axis: value -> pixel.
struct Axis {
  double low = 0, high = 0;  // decimal logarithms at the ends
  double from = 0, to = 0;   // pixels at the ends

  double pixel(double value) const {
    return from + (to - from) * (std::log10(value) - low) / (high - low);
  }
};

Axis axis_over(std::vector<double> values, double from, double to) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  Axis axis = {std::log10(*least) - kMargin, std::log10(*most) + kMargin, from, to};
  const double missing = kLeastSpan - (axis.high - axis.low);
  if (missing > 0) {
    axis.low -= 0.5 * missing;
    axis.high += 0.5 * missing;
  }
  return axis;
}

struct Tick {
  double value = 0;
  std::string label;  // SVG text content; empty on an unlabelled tick
};

std::vector<Tick> ticks(const Axis& axis) {
  constexpr int kDigits = 9;  // 1 .. 9 times a power of ten
  const int first = static_cast<int>(std::floor(axis.low));
  const int last = static_cast<int>(std::floor(axis.high));
  const int whole = last - static_cast<int>(std::ceil(axis.low)) + 1;
  const bool few = whole < kFewDecades;
  std::vector<Tick> list;
  for (int decade = first; decade <= last; ++decade)
    for (int digit = 1; digit <= kDigits; ++digit) {
      const double value = digit * std::pow(10.0, decade);
      const double position = std::log10(value);
      if (position < axis.low || position > axis.high) continue;
      std::string label;
      if (few && (digit == 1 || digit == 2 || digit == 5))
        label = to_text(value, 1);
      else if (digit == 1 && (whole <= kManyDecades || decade % 2 == 0))
        label = "10<tspan dy=\"-5\" font-size=\"9\">" +
                (decade < 0 ? "\u2212" + std::to_string(-decade) : std::to_string(decade)) +
                "</tspan>";
      list.push_back({value, label});
    }
  return list;
}

std::string line(double x1, double y1, double x2, double y2, const char* style) {
  return "<line x1=\"" + xy(x1) + "\" y1=\"" + xy(y1) + "\" x2=\"" + xy(x2) + "\" y2=\"" + xy(y2) +
         "\" " + style + "/>";
}

std::string text(double x, double y, const char* style, const std::string& content) {
  return "<text x=\"" + xy(x) + "\" y=\"" + xy(y) + "\" " + style + ">" + content + "</text>\n";
}

const char* colour(std::size_t series) { return kColours[series % kColours.size()]; }

/// Colour and shape differ from one series to the next; 28 pairs, then hollow markers.
std::string paint(std::size_t series) {
  const bool hollow = series / (kColours.size() * kShapes) % 2 == 1;
  return std::string("fill=\"") + (hollow ? "#ffffff" : colour(series)) + "\" stroke=\"" +
         colour(series) + "\"";
}

/// Path data of a marker around (x, y).
std::string marker(std::size_t series, double x, double y, double r) {
  // Areas about equal to the circle's: a square of half side 0.89 r, and so on.
  const double square = 0.89 * r, diamond = 1.25 * r, up = 1.3 * r, base = 0.8 * r, side = 1.25 * r;
  const auto move = [](double a, double b) { return "M" + xy(a) + " " + xy(b); };
  const auto by = [](double a, double b) { return "l" + xy(a) + " " + xy(b); };
  switch (series % kShapes) {
    case 0:
      return move(x - r, y) + "a" + xy(r) + " " + xy(r) + " 0 1 0 " + xy(2 * r) + " 0a" + xy(r) +
             " " + xy(r) + " 0 1 0 " + xy(-2 * r) + " 0z";
    case 1:
      return move(x - square, y - square) + "h" + xy(2 * square) + "v" + xy(2 * square) + "h" +
             xy(-2 * square) + "z";
    case 2:
      return move(x, y - up) + by(side, up + base) + by(-2 * side, 0) + "z";
    default:
      return move(x, y - diamond) + by(diamond, diamond) + by(-diamond, diamond) +
             by(-diamond, -diamond) + "z";
  }
}

std::string draw_axes(const Axis& x, const Axis& y) {
  constexpr char kGrid[] = "stroke=\"#e4e4e4\"";
  constexpr char kFaint[] = "stroke=\"#f3f3f3\"";
  constexpr char kInk[] = "stroke=\"#333333\"";
  std::string svg;
  for (const Tick& tick : ticks(x)) {
    const double at = x.pixel(tick.value);
    svg += line(at, y.from, at, y.to, tick.label.empty() ? kFaint : kGrid) +
           line(at, y.from, at, y.from + (tick.label.empty() ? 0.5 : 1) * kTickLength, kInk) + "\n";
    if (!tick.label.empty())
      svg += text(at, y.from + 20, "text-anchor=\"middle\"", tick.label);  // below the tick
  }
  for (const Tick& tick : ticks(y)) {
    const double at = y.pixel(tick.value);
    svg += line(x.from, at, x.to, at, tick.label.empty() ? kFaint : kGrid) +
           line(x.from - (tick.label.empty() ? 0.5 : 1) * kTickLength, at, x.from, at, kInk) + "\n";
    if (!tick.label.empty())
      svg += text(x.from - 8, at + 4, "text-anchor=\"end\"", tick.label);  // left of the tick
  }
  return svg;
}

std::string rectangle(double left, double top, double right, double bottom, const char* style) {
  return "<rect x=\"" + xy(left) + "\" y=\"" + xy(top) + "\" width=\"" + xy(right - left) +
         "\" height=\"" + xy(bottom - top) + "\" " + style + "/>\n";
}

}  // namespace

std::string front_plot_svg(const FrontPlot& plot) {
  std::vector<double> frequencies, dampings;
  std::size_t left_out = 0;
  const auto reach = [&](const ErrorPair& pair) {
    if (!drawable(pair)) return;
    frequencies.push_back(pair.frequency);
    dampings.push_back(pair.damping);
  };
  reach(plot.box.lower);
  reach(plot.box.upper);
  if (plot.variability) reach(*plot.variability);
  for (const PlotSeries& series : plot.series)
    for (const ErrorPair& pair : series.points) {
      reach(pair);
      left_out += drawable(pair) ? 0 : 1;
    }
  if (frequencies.empty()) reach({1, 1});  // nothing to draw: axes around one

  const Axis x = axis_over(frequencies, kLeft, kWidth - kRight);
  const Axis y = axis_over(dampings, kHeight - kBottom, kTop);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + xy(kWidth) + " " +
                    xy(kHeight) + "\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\"" +
                    " fill=\"#222222\">\n<title>" + escape_html(plot.title) + "</title>\n";
  svg += rectangle(0, 0, kWidth, kHeight, "fill=\"#ffffff\"");
  if (plot.variability && drawable(*plot.variability))
    svg +=
        rectangle(x.from, y.pixel(plot.variability->damping), x.pixel(plot.variability->frequency),
                  y.from, "class=\"variability\" fill=\"#e2e2e2\"");
  svg += draw_axes(x, y);
  svg += rectangle(x.from, y.to, x.to, y.from, "fill=\"none\" stroke=\"#333333\"");
  if (drawable(plot.box.lower) && drawable(plot.box.upper) &&
      plot.box.lower.frequency < plot.box.upper.frequency &&
      plot.box.lower.damping < plot.box.upper.damping) {
    const double left = x.pixel(plot.box.lower.frequency);
    const double bottom = y.pixel(plot.box.lower.damping);
    svg +=
        rectangle(left, y.pixel(plot.box.upper.damping), x.pixel(plot.box.upper.frequency), bottom,
                  "class=\"box\" fill=\"none\" stroke=\"#555555\" stroke-dasharray=\"6 4\"");
    svg += "<path d=\"M" + xy(left - kCross) + " " + xy(bottom - kCross) + "l" + xy(2 * kCross) +
           " " + xy(2 * kCross) + "m0 " + xy(-2 * kCross) + "l" + xy(-2 * kCross) + " " +
           xy(2 * kCross) + "\" stroke=\"#555555\" stroke-width=\"1.5\" fill=\"none\"/>\n";
  }

  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const PlotSeries& series = plot.series[i];
    std::vector<ErrorPair> points;
    std::copy_if(series.points.begin(), series.points.end(), std::back_inserter(points), drawable);
    if (points.empty()) continue;
    svg += "<g " + paint(i) + "><title>" + escape_html(series.name) + "</title>";
    std::string joined;
    for (const std::size_t index : non_dominated(points))
      joined += (joined.empty() ? "M" : "L") + xy(x.pixel(points[index].frequency)) + " " +
                xy(y.pixel(points[index].damping));
    svg += "<path d=\"" + joined + "\" fill=\"none\" stroke-opacity=\"0.7\"/><path d=\"";
    for (const ErrorPair& pair : points)
      svg += marker(i, x.pixel(pair.frequency), y.pixel(pair.damping), kMarker);
    svg += "\" fill-opacity=\"0.75\" stroke-width=\"0.6\"/></g>\n";
  }

  const double middle = 0.5 * (y.from + y.to);
  svg += text(kLeft, 20, "font-size=\"14\" font-weight=\"bold\"", escape_html(plot.title));
  svg += text(0.5 * (x.from + x.to), kHeight - 14, "text-anchor=\"middle\"",
              "frequency error (relative)");
  svg += text(18, middle,
              ("text-anchor=\"middle\" transform=\"rotate(-90 18 " + xy(middle) + ")\"").c_str(),
              "damping error (of ln \u03b6)");
  if (left_out > 0)
    svg += text(x.to, 20, "text-anchor=\"end\" fill=\"#666666\"",
                std::to_string(left_out) + " without a place on logarithmic axes");
  return svg + "</svg>\n";
}

std::string legend_marker_svg(std::size_t series) {
  const std::string size = xy(kLegendSize);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" height=\"" + size +
         "\" viewBox=\"0 0 " + size + " " + size + "\" aria-hidden=\"true\"><path d=\"" +
         marker(series, 0.5 * kLegendSize, 0.5 * kLegendSize, 1.2 * kMarker) + "\" " +
         paint(series) + "/></svg>";
}

}  // namespace slipfront
