#include "results/report/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number.hpp"
#include "results/markup.hpp"
#include "results/report/label_places.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

// One chart in SVG user units (CSS pixels at the natural size).
constexpr double kWidth = 520, kHeight = 390;
constexpr double kLeft = 74, kRight = 16, kTop = 34, kBottom = 54;
constexpr double kLegendWidth = 270, kLegendLine = 17;
constexpr double kMarker = 3.4;        // half the size of a marker
constexpr double kCross = 6;           // half the size of the corner's cross
constexpr double kLogMargin = 0.06;    // decades left free around the data
constexpr double kLeastDecades = 0.4;  // an axis spans at least
constexpr double kShare = 0.05;        // of a linear axis left free around the data
constexpr double kSame = 1e-9;         // of their size: values that differ by less are one
constexpr double kLeastSpan = 1e-12;   // of an axis on which all values are 0
constexpr double kFewDecades = 2.2;    // with fewer, ticks are 1 2 5
constexpr double kBase = 10;
constexpr int kLinearTicks = 5;
constexpr int kDigits = 6;

std::string xy(double value) { return fixed_text(value, 1); }

struct Axis {
  bool logarithmic = false;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double from = 0, to = 1;  // pixels

  bool shows(double v) const { return std::isfinite(v) && (!logarithmic || v > 0); }
  double place(double v) const { return logarithmic ? std::log10(v) : v; }
  void see(double v) {
    if (!shows(v)) return;
    low = std::min(low, place(v));
    high = std::max(high, place(v));
  }
  void settle() {
    if (!(low <= high)) {
      low = logarithmic ? -1 : 0;
      high = logarithmic ? 0 : 1;
    }
    if (logarithmic) {
      const double lack = std::max(0.0, kLeastDecades - (high - low));
      low -= kLogMargin + lack / 2;
      high += kLogMargin + lack / 2;
    } else {
      const double size = std::max(std::abs(low), std::abs(high));
      const double span = high - low > kSame * size ? high - low : std::max(size, kLeastSpan);
      low -= kShare * span;
      high += kShare * span;
    }
  }
  double pixel(double v) const { return from + (to - from) * (place(v) - low) / (high - low); }

  struct Tick {
    double value;
    bool labelled;
  };
  std::vector<Tick> ticks() const {
    std::vector<Tick> all;
    if (logarithmic) {
      const bool few = high - low < kFewDecades;
      for (int decade = static_cast<int>(std::floor(low)); decade <= std::ceil(high); ++decade)
        for (const int digit : {1, 2, 3, 4, 5, 6, 7, 8, 9}) {
          const double value = digit * std::pow(kBase, decade);
          if (place(value) < low || place(value) > high) continue;
          constexpr int kFive = 5;
          all.push_back({value, digit == 1 || (few && (digit == 2 || digit == kFive))});
        }
      return all;
    }
    const double wanted = (high - low) / kLinearTicks;
    const double decade = std::pow(kBase, std::floor(std::log10(wanted)));
    double step = kBase * decade;
    for (const double digit : {5.0, 2.0, 1.0})
      if (digit * decade >= wanted) step = digit * decade;
    for (double i = std::ceil(low / step); i * step <= high; ++i)
      all.push_back({i * step + 0.0, true});  // + 0.0: no "-0"
    return all;
  }
};

std::string tick_text(double value, bool logarithmic) {
  // 10^k in place of many zeros; the digits of a tick are few.
  constexpr double kSmall = 1e-3, kLarge = 1e5;
  const double size = std::abs(value);
  if (size == 0 || (size >= kSmall * (1 - 1e-9) && size < kLarge)) return to_text(value, kDigits);
  const int power = static_cast<int>(std::floor(std::log10(size) + 1e-9));
  const std::string mantissa = to_text(value / std::pow(kBase, power), 3);
  const std::string ten =
      "10<tspan dy=\"-5\" font-size=\"9\">" + std::to_string(power) + "</tspan>";
  return mantissa == "1" && logarithmic ? ten : mantissa + "\u00b7" + ten;
}

std::string text(double x, double y, const std::string& attributes, const std::string& content) {
  return "<text x=\"" + xy(x) + "\" y=\"" + xy(y) + "\" " + attributes + ">" + content +
         "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return "<line x1=\"" + xy(x1) + "\" y1=\"" + xy(y1) + "\" x2=\"" + xy(x2) + "\" y2=\"" + xy(y2) +
         "\" " + attributes + "/>\n";
}

std::string grid(const Axis& x, const Axis& y) {
  constexpr double kBelow = 18, kBeside = 7, kHalfLetter = 4;
  std::string svg;
  const char* strong = "stroke=\"#d0d0d0\"";
  const char* weak = "stroke=\"#eeeeee\"";
  for (const Axis::Tick& tick : x.ticks()) {
    const double at = x.pixel(tick.value);
    svg += line(at, y.to, at, y.from, tick.labelled ? strong : weak);
    if (tick.labelled)
      svg +=
          text(at, y.from + kBelow, "text-anchor=\"middle\"", tick_text(tick.value, x.logarithmic));
  }
  for (const Axis::Tick& tick : y.ticks()) {
    const double at = y.pixel(tick.value);
    svg += line(x.from, at, x.to, at, tick.labelled ? strong : weak);
    if (tick.labelled)
      svg += text(x.from - kBeside, at + kHalfLetter, "text-anchor=\"end\"",
                  tick_text(tick.value, y.logarithmic));
  }
  return svg + "<rect x=\"" + xy(x.from) + "\" y=\"" + xy(y.to) + "\" width=\"" +
         xy(x.to - x.from) + "\" height=\"" + xy(y.from - y.to) +
         "\" fill=\"none\" stroke=\"#666666\"/>\n";
}

std::string band_path(const ChartBand& band, const Axis& x, const Axis& y) {
  const auto inside = [&](double v) {
    return std::clamp(y.shows(v) ? y.pixel(v) : y.from, y.to, y.from);
  };
  std::string path;
  for (std::size_t i = 0; i < band.x.size(); ++i)
    path += (i == 0 ? "M" : "L") + xy(x.pixel(band.x[i])) + " " + xy(inside(band.upper[i]));
  for (std::size_t i = band.x.size(); i-- > 0;)
    path += "L" + xy(x.pixel(band.x[i])) + " " + xy(inside(band.lower[i]));
  return "<path d=\"" + path + "Z\" fill=\"#d9d9d9\" fill-opacity=\"0.7\"/>\n";
}

std::string rectangle(const ChartRectangle& r, const Axis& x, const Axis& y) {
  const auto at = [](const Axis& axis, double v) {
    const double low = std::min(axis.from, axis.to), high = std::max(axis.from, axis.to);
    return axis.shows(v) ? std::clamp(axis.pixel(v), low, high) : axis.from;
  };
  const double left = at(x, r.left), right = at(x, r.right), top = at(y, r.top),
               bottom = at(y, r.bottom);
  return "<rect x=\"" + xy(left) + "\" y=\"" + xy(top) + "\" width=\"" +
         xy(std::max(0.0, right - left)) + "\" height=\"" + xy(std::max(0.0, bottom - top)) +
         "\" " +
         (r.dashed ? "fill=\"none\" stroke=\"#333333\" stroke-dasharray=\"5 3\""
                   : "fill=\"#bdbdbd\" fill-opacity=\"0.35\"") +
         "/>\n";
}

/// The points of a series that have a place on the axes.
std::vector<Pixel> pixels_of(const PlotSeries& s, const Axis& x, const Axis& y) {
  std::vector<Pixel> points;
  for (std::size_t i = 0; i < s.x.size(); ++i)
    if (x.shows(s.x[i]) && y.shows(s.y[i])) points.push_back({x.pixel(s.x[i]), y.pixel(s.y[i])});
  return points;
}

std::string series_svg(const PlotSeries& s, const std::vector<Pixel>& points) {
  std::string path, markers;
  for (const Pixel& p : points) {
    path += (path.empty() ? "M" : "L") + xy(p.x) + " " + xy(p.y);
    if (s.markers) markers += marker_path(s.style.marker, p.x, p.y, kMarker);
  }
  std::string svg = "<g><title>" + escape_html(s.name) + "</title>\n";
  if (s.line && !path.empty())
    svg += "<path d=\"" + path + "\" fill=\"none\" stroke-width=\"1.6\" stroke=\"" +
           s.style.colour + "\"" +
           (s.style.dash.empty() ? std::string() : " stroke-dasharray=\"" + s.style.dash + "\"") +
           "/>\n";
  if (!markers.empty()) svg += "<path d=\"" + markers + "\" " + marker_paint(s.style) + "/>\n";
  return svg + "</g>\n";
}

/// Rings and labels of all series, over every line.
std::string labels_svg(const std::vector<PlotSeries>& series,
                       const std::vector<std::vector<Pixel>>& points, const Axis& x,
                       const Axis& y) {
  constexpr double kRing = 6.5, kBaseline = 3.6;  // from a letter's middle to its foot
  LabelPlaces places(x.from, y.to, x.to, y.from);
  std::string rings, leaders, texts;
  for (std::size_t i = 0; i < series.size(); ++i) {
    // A line and its markers are one owner if they look the same.
    const auto same = std::find_if(series.begin(), series.end(), [&](const PlotSeries& other) {
      return other.style == series[i].style;
    });
    places.add(points[i], series[i].line, static_cast<int>(same - series.begin()));
    const std::optional<std::size_t> ring = series[i].ring;
    if (!ring || *ring >= series[i].x.size()) continue;
    const double vx = series[i].x[*ring], vy = series[i].y[*ring];
    if (!x.shows(vx) || !y.shows(vy)) continue;
    const Pixel at = {x.pixel(vx), y.pixel(vy)};
    places.block(at, kRing);
    rings += "<circle cx=\"" + xy(at.x) + "\" cy=\"" + xy(at.y) + "\" r=\"" + xy(kRing) +
             "\" fill=\"none\" stroke=\"#000000\" stroke-width=\"1.3\"/>\n";
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    const PlotSeries& s = series[i];
    if (s.label.empty()) continue;
    const auto same = std::find_if(series.begin(), series.end(),
                                   [&](const PlotSeries& other) { return other.style == s.style; });
    for (const LabelPlace& place :
         places.place(points[i], label_width(s.label), static_cast<int>(same - series.begin()))) {
      if (place.leader)
        leaders += line(place.anchor.x, place.anchor.y, place.middle.x, place.middle.y,
                        "stroke-width=\"0.7\" stroke=\"" + s.style.colour + "\"");
      texts += text(place.middle.x, place.middle.y + kBaseline,
                    "text-anchor=\"middle\" font-size=\"10\" font-weight=\"bold\" "
                    "paint-order=\"stroke\" stroke=\"#ffffff\" stroke-width=\"3\" fill=\"" +
                        s.style.colour + "\"",
                    escape_html(s.label));
    }
  }
  return rings + leaders + texts;
}

double chart_width(const Chart& chart) { return kWidth + (chart.legend ? kLegendWidth : 0); }

double chart_height(const Chart& chart) {
  const auto named = std::count_if(chart.series.begin(), chart.series.end(),
                                   [](const PlotSeries& s) { return !s.name.empty(); });
  const auto lines = static_cast<double>(named) + static_cast<double>(chart.notes.size()) + 1;
  return chart.legend ? std::max(kHeight, kTop + lines * kLegendLine) : kHeight;
}

/// `height` of the plot with its axis titles; the legend may be taller.
std::string one_chart(const Chart& chart, double height) {
  Axis x, y;
  x.logarithmic = chart.log_x;
  y.logarithmic = chart.log_y;
  x.from = kLeft;
  x.to = kWidth - kRight;
  y.from = height - kBottom;
  y.to = kTop;
  for (const PlotSeries& s : chart.series)
    for (std::size_t i = 0; i < s.x.size(); ++i)
      if (x.shows(s.x[i]) && y.shows(s.y[i])) {
        x.see(s.x[i]);
        y.see(s.y[i]);
      }
  for (const ChartBand& band : chart.bands)
    for (std::size_t i = 0; i < band.x.size(); ++i) {
      x.see(band.x[i]);
      y.see(band.lower[i]);
      y.see(band.upper[i]);
    }
  if (chart.cross) {
    x.see(chart.cross->frequency);
    y.see(chart.cross->damping);
  }
  for (const ChartRectangle& r : chart.rectangles) {
    x.see(r.right);
    y.see(r.top);
  }
  x.settle();
  y.settle();

  constexpr double kTitleHeight = 20, kAxisTitle = 15;
  std::string svg =
      text(kLeft, kTitleHeight, "font-size=\"14\" font-weight=\"bold\"", escape_html(chart.title));
  for (const ChartRectangle& r : chart.rectangles)
    if (!r.dashed) svg += rectangle(r, x, y);
  svg += grid(x, y);
  for (const ChartBand& band : chart.bands) svg += band_path(band, x, y);
  for (const ChartRectangle& r : chart.rectangles)
    if (r.dashed) svg += rectangle(r, x, y);
  std::size_t left_out = 0;
  std::vector<std::vector<Pixel>> points;
  for (const PlotSeries& s : chart.series) {
    points.push_back(pixels_of(s, x, y));
    left_out += s.x.size() - points.back().size();
    svg += series_svg(s, points.back());
  }
  svg += labels_svg(chart.series, points, x, y);
  if (chart.cross && x.shows(chart.cross->frequency) && y.shows(chart.cross->damping))
    svg += "<path d=\"" +
           marker_path(Marker::cross, x.pixel(chart.cross->frequency),
                       y.pixel(chart.cross->damping), kCross) +
           "\" fill=\"none\" stroke=\"#000000\" stroke-width=\"2\"/>\n";
  svg += text(0.5 * (x.from + x.to), height - kAxisTitle, "text-anchor=\"middle\"",
              escape_html(chart.x_label));
  const double middle = 0.5 * (y.from + y.to);
  svg += text(
      kAxisTitle, middle,
      "text-anchor=\"middle\" transform=\"rotate(-90 " + xy(kAxisTitle) + " " + xy(middle) + ")\"",
      escape_html(chart.y_label));
  if (left_out > 0)
    svg += text(x.to, height - 2, "text-anchor=\"end\" font-size=\"10\"",
                std::to_string(left_out) + " points cannot be shown on these axes");
  if (!chart.legend) return svg;
  double at = kTop + kLegendLine / 2;
  for (const PlotSeries& s : chart.series) {
    if (s.name.empty()) continue;
    constexpr double kSwatch = 30, kGap = 14, kHalfLetter = 4;
    const double left = kWidth + kGap / 2;
    if (s.legend_line)
      svg += line(left, at, left + kSwatch, at,
                  "stroke-width=\"1.6\" stroke=\"" + s.style.colour + "\"" +
                      (s.style.dash.empty() ? "" : " stroke-dasharray=\"" + s.style.dash + "\""));
    if (s.markers)
      svg += "<path d=\"" + marker_path(s.style.marker, left + kSwatch / 2, at, kMarker) + "\" " +
             marker_paint(s.style) + "/>\n";
    svg += text(left + kSwatch + kGap / 2, at + kHalfLetter, "", escape_html(s.name));
    at += kLegendLine;
  }
  for (const std::string& note : chart.notes) {
    constexpr double kAside = 7, kHalfLetter = 4;
    svg += text(kWidth + kAside, at + kHalfLetter, "font-size=\"11\" fill=\"#555555\"",
                escape_html(note));
    at += kLegendLine;
  }
  return svg;
}

}  // namespace

std::string charts_svg(const std::vector<Chart>& charts, int columns, const std::string& title,
                       const std::string& heading) {
  constexpr double kHeading = 26, kHeadingLine = 18;
  // A single plot beside a long legend has many lines: it may be as tall, up to a square.
  const double plot_height =
      charts.size() == 1 ? std::min(chart_height(charts[0]), kWidth) : kHeight;
  double width = 0, height = heading.empty() ? 0 : kHeading, row_width = 0, row_height = 0;
  std::string body;
  if (!heading.empty())
    body += text(2, kHeadingLine, "font-size=\"15\" font-weight=\"bold\"", escape_html(heading));
  for (std::size_t i = 0; i < charts.size(); ++i) {
    if (i % static_cast<std::size_t>(columns) == 0) {
      height += row_height;
      row_width = row_height = 0;
    }
    body += "<g transform=\"translate(" + xy(row_width) + " " + xy(height) + ")\">\n" +
            one_chart(charts[i], plot_height) + "</g>\n";
    row_width += chart_width(charts[i]);
    row_height = std::max(row_height, chart_height(charts[i]));
    width = std::max(width, row_width);
  }
  height += row_height;
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + xy(width) + "\" height=\"" +
         xy(height) + "\" viewBox=\"0 0 " + xy(width) + " " + xy(height) +
         "\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" "
         "fill=\"#222222\">\n<title>" +
         escape_html(title) +
         "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + body + "</svg>\n";
}

}  // namespace slipfront
