#include "results/report/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number.hpp"
#include "results/markup.hpp"
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
      const double span = high > low ? high - low : std::max(std::abs(high), 1e-12);
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

struct Place {
  double x, y;
};

/// A label beside a point, moved up or down until it covers none that is placed already.
std::string label_svg(const PlotSeries& s, double x, double y, const Axis& y_axis,
                      std::vector<Place>& placed) {
  constexpr double kAside = 5, kWide = 16, kHigh = 10, kStep = 3;
  constexpr int kTries = 60;
  Place at = {x + kAside, y - kAside};
  const auto free = [&](double height) {
    return height > y_axis.to + kHigh && height < y_axis.from - 2 &&
           std::none_of(placed.begin(), placed.end(), [&](const Place& p) {
             return std::abs(p.x - at.x) < kWide && std::abs(p.y - height) < kHigh;
           });
  };
  const double first = at.y;
  for (int i = 0; i < kTries && !free(at.y); ++i)
    at.y = first + (i % 2 == 0 ? -1 : 1) * (i / 2 + 1) * kStep;
  placed.push_back(at);
  return text(at.x, at.y,
              "font-size=\"10\" font-weight=\"bold\" paint-order=\"stroke\" stroke=\"#ffffff\" "
              "stroke-width=\"3\" fill=\"" +
                  s.style.colour + "\"",
              escape_html(s.label));
}

std::string series_svg(const PlotSeries& s, const Axis& x, const Axis& y, int& left_out,
                       std::vector<Place>& labels, std::string& on_top) {
  std::string path, markers, label;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    if (!x.shows(s.x[i]) || !y.shows(s.y[i])) {
      ++left_out;
      continue;
    }
    const double px = x.pixel(s.x[i]), py = y.pixel(s.y[i]);
    path += (path.empty() ? "M" : "L") + xy(px) + " " + xy(py);
    if (s.markers) markers += marker_path(s.style.marker, px, py, kMarker);
    if (label.empty() && !s.label.empty()) label = label_svg(s, px, py, y, labels);
  }
  std::string svg = "<g><title>" + escape_html(s.name) + "</title>\n";
  if (s.line && !path.empty())
    svg += "<path d=\"" + path + "\" fill=\"none\" stroke-width=\"1.6\" stroke=\"" +
           s.style.colour + "\"" +
           (s.style.dash.empty() ? std::string() : " stroke-dasharray=\"" + s.style.dash + "\"") +
           "/>\n";
  if (!markers.empty()) svg += "<path d=\"" + markers + "\" " + marker_paint(s.style) + "/>\n";
  on_top += label;
  return svg + "</g>\n";
}

double chart_width(const Chart& chart) { return kWidth + (chart.legend ? kLegendWidth : 0); }

double chart_height(const Chart& chart) {
  const auto named = std::count_if(chart.series.begin(), chart.series.end(),
                                   [](const PlotSeries& s) { return !s.name.empty(); });
  const double lines = static_cast<double>(named) + 1;
  return chart.legend ? std::max(kHeight, kTop + lines * kLegendLine) : kHeight;
}

std::string one_chart(const Chart& chart) {
  Axis x, y;
  x.logarithmic = chart.log_x;
  y.logarithmic = chart.log_y;
  x.from = kLeft;
  x.to = kWidth - kRight;
  y.from = kHeight - kBottom;
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
  int left_out = 0;
  std::vector<Place> labels;
  std::string on_top;  // labels, over every line
  for (const PlotSeries& s : chart.series) svg += series_svg(s, x, y, left_out, labels, on_top);
  svg += on_top;
  if (chart.cross && x.shows(chart.cross->frequency) && y.shows(chart.cross->damping))
    svg += "<path d=\"" +
           marker_path(Marker::cross, x.pixel(chart.cross->frequency),
                       y.pixel(chart.cross->damping), kCross) +
           "\" fill=\"none\" stroke=\"#000000\" stroke-width=\"2\"/>\n";
  svg += text(0.5 * (x.from + x.to), kHeight - kAxisTitle, "text-anchor=\"middle\"",
              escape_html(chart.x_label));
  const double middle = 0.5 * (y.from + y.to);
  svg += text(
      kAxisTitle, middle,
      "text-anchor=\"middle\" transform=\"rotate(-90 " + xy(kAxisTitle) + " " + xy(middle) + ")\"",
      escape_html(chart.y_label));
  if (left_out > 0)
    svg += text(x.to, kHeight - 2, "text-anchor=\"end\" font-size=\"10\"",
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
  return svg;
}

}  // namespace

std::string charts_svg(const std::vector<Chart>& charts, int columns, const std::string& title,
                       const std::string& heading) {
  constexpr double kHeading = 26, kHeadingLine = 18;
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
            one_chart(charts[i]) + "</g>\n";
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
