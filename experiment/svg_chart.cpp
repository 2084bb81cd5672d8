#include "experiment/svg_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number.hpp"

namespace slipfront {

namespace {

// The page, in SVG user units (CSS pixels at the natural size).
constexpr double kWidth = 720, kPanel = 300, kLeft = 84, kRight = 20, kTop = 40, kBottom = 52;
constexpr double kGap = 24;       // from one panel's axis title to the next panel
constexpr double kMargin = 0.04;  // share of the span left free around the data
constexpr double kDot = 1.7;
constexpr int kTicks = 6;                     // about as many on a linear axis
constexpr std::size_t kMostVertices = 20000;  // of a curve: more than any screen resolves

std::string xy(double value) {
  constexpr double kTenth = 10;
  return to_text(std::round(kTenth * value) / kTenth);
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (static_cast<unsigned char>(c) >= ' ')
      safe += c;
  }
  return safe;
}

std::string text(double x, double y, const std::string& style, const std::string& content) {
  return "<text x=\"" + xy(x) + "\" y=\"" + xy(y) + "\" " + style + ">" + escaped(content) +
         "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
  return "<line x1=\"" + xy(x1) + "\" y1=\"" + xy(y1) + "\" x2=\"" + xy(x2) + "\" y2=\"" + xy(y2) +
         "\" " + style + "/>\n";
}

class Axis {
 public:
  Axis(bool log, double from, double to) : log_(log), from_(from), to_(to) {}

  bool shows(double value) const { return std::isfinite(value) && (!log_ || value > 0); }
  void reach(double value) {
    if (!shows(value)) return;
    low_ = std::min(low_, place(value));
    high_ = std::max(high_, place(value));
  }
  void settle() {
    if (low_ > high_) low_ = high_ = log_ ? 0 : 1;
    const double least = log_ ? 0.1 : 1e-9 * std::max(std::abs(low_), std::abs(high_)) + 1e-300;
    const double margin = std::max(kMargin * (high_ - low_), least);
    low_ -= margin;
    high_ += margin;
  }
  double pixel(double value) const {
    return from_ + (to_ - from_) * (place(value) - low_) / (high_ - low_);
  }
  /// The value at the lower edge.
  double lowest() const { return log_ ? std::pow(10.0, low_) : low_; }
  double from() const { return from_; }
  double to() const { return to_; }

  std::vector<double> ticks() const {
    std::vector<double> list;
    if (log_) {
      constexpr int kFewDecades = 2;
      const bool few = high_ - low_ < kFewDecades;
      for (int e = static_cast<int>(std::floor(low_)); e <= static_cast<int>(high_); ++e)
        for (const double digit : {1.0, 2.0, 5.0})
          if ((few || digit == 1) && std::log10(digit) + e >= low_ &&
              std::log10(digit) + e <= high_)
            list.push_back(digit * std::pow(10.0, e));
      return list;
    }
    const double rough = (high_ - low_) / kTicks,
                 power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double digit : {5.0, 2.0, 1.0})
      if (digit * power >= rough) step = digit * power;
    for (double k = std::ceil(low_ / step); k * step <= high_; ++k) list.push_back(k * step);
    return list;
  }

  std::string label(double value) const {
    constexpr int kDigits = 5;
    constexpr double kZero = 1e-12;  // of the span: rounding of k step
    if (!log_ && std::abs(value) < kZero * (high_ - low_)) return "0";
    return to_text(value, kDigits);
  }

 private:
  double place(double value) const { return log_ ? std::log10(value) : value; }
  bool log_;
  double from_, to_;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
};

std::string draw_axes(const ChartPanel& panel, const Axis& x, const Axis& y) {
  constexpr double kBelow = 17, kBeside = 7, kHalfLetter = 4, kTitleBelow = 38, kTitleBeside = 66;
  const std::string grid = "stroke=\"#e4e4e4\"";
  std::string svg;
  for (const double value : x.ticks()) {
    svg += line(x.pixel(value), y.from(), x.pixel(value), y.to(), grid);
    svg += text(x.pixel(value), y.from() + kBelow, "text-anchor=\"middle\"", x.label(value));
  }
  for (const double value : y.ticks()) {
    svg += line(x.from(), y.pixel(value), x.to(), y.pixel(value), grid);
    svg += text(x.from() - kBeside, y.pixel(value) + kHalfLetter, "text-anchor=\"end\"",
                y.label(value));
  }
  const double centre = 0.5 * (x.from() + x.to()), middle = 0.5 * (y.from() + y.to());
  const double beside = x.from() - kTitleBeside;
  svg += text(centre, y.from() + kTitleBelow, "text-anchor=\"middle\"", panel.x_title);
  svg +=
      text(beside, middle,
           "text-anchor=\"middle\" transform=\"rotate(-90 " + xy(beside) + " " + xy(middle) + ")\"",
           panel.y_title);
  return svg;
}

/// Path data through the points that can be shown; breaks where one cannot.
std::string path(const std::vector<double>& xs, const std::vector<double>& ys, const Axis& x,
                 const Axis& y) {
  std::string data;
  bool pen = false;
  const std::size_t stride = xs.size() / kMostVertices + 1;
  for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); i += stride) {
    const bool shown = x.shows(xs[i]) && y.shows(ys[i]);
    if (shown) data += (pen ? "L" : "M") + xy(x.pixel(xs[i])) + " " + xy(y.pixel(ys[i]));
    pen = shown;
  }
  return data;
}

std::string draw(const ChartSeries& s, const Axis& x, const Axis& y) {
  const std::string paint = "\"" + s.colour + "\"";
  switch (s.kind) {
    case ChartSeries::Kind::span: {
      const double a = x.pixel(s.x[0]), b = x.pixel(s.x[1]);
      return "<rect x=\"" + xy(a) + "\" y=\"" + xy(y.to()) + "\" width=\"" + xy(b - a) +
             "\" height=\"" + xy(y.from() - y.to()) + "\" fill=" + paint +
             " fill-opacity=\"0.18\"/>\n";
    }
    case ChartSeries::Kind::area: {
      std::vector<double> xs, ys;
      const auto edge = [&](const std::vector<double>& values) {
        for (std::size_t i = 0; i < s.x.size(); ++i)
          if (x.shows(s.x[i]) && std::isfinite(values[i])) {
            xs.push_back(s.x[i]);
            ys.push_back(y.shows(values[i]) ? values[i] : y.lowest());
          }
      };
      edge(s.y2);
      std::reverse(xs.begin(), xs.end());
      std::reverse(ys.begin(), ys.end());
      edge(s.y);
      return "<path d=\"" + path(xs, ys, x, y) + "Z\" fill=" + paint +
             " fill-opacity=\"0.22\" stroke=\"none\"/>\n";
    }
    case ChartSeries::Kind::dots: {
      std::string data;
      for (std::size_t i = 0; i < s.x.size(); ++i)
        if (x.shows(s.x[i]) && y.shows(s.y[i]))
          data += "M" + xy(x.pixel(s.x[i])) + " " + xy(y.pixel(s.y[i])) + "h0";
      return "<path d=\"" + data + "\" fill=\"none\" stroke=" + paint + " stroke-width=\"" +
             to_text(2 * kDot) + "\" stroke-linecap=\"round\" stroke-opacity=\"0.55\"/>\n";
    }
    default:
      return "<path d=\"" + path(s.x, s.y, x, y) + "\" fill=\"none\" stroke=" + paint +
             " stroke-width=\"1.6\"/>\n";
  }
}

/// One row above the panel: nothing of the panel is hidden.
std::string draw_legend(const ChartPanel& panel, double right, double bottom) {
  constexpr double kSwatch = 18, kHalfLetter = 4, kBeside = 6, kApart = 16;
  // Widths of names: short ones have wide letters more often.
  constexpr double kLetter = 5.9, kOfAName = 13;
  std::string svg;
  for (auto it = panel.series.rbegin(); it != panel.series.rend(); ++it) {
    const ChartSeries& s = *it;
    if (s.name.empty()) continue;
    const double left =
        right - kSwatch - kBeside - kOfAName - kLetter * static_cast<double>(s.name.size());
    const bool broad = s.kind == ChartSeries::Kind::area || s.kind == ChartSeries::Kind::span;
    svg += line(left, bottom, left + kSwatch, bottom,
                "stroke=\"" + s.colour + "\" stroke-width=\"" + (broad ? "9" : "2.5") +
                    "\" stroke-opacity=\"" + (broad ? "0.25" : "1") + "\"" +
                    (s.kind == ChartSeries::Kind::dots
                         ? " stroke-dasharray=\"0 5\" stroke-linecap=\"round\""
                         : ""));
    svg += text(left + kSwatch + kBeside, bottom + kHalfLetter, "", s.name);
    right = left - kApart;
  }
  return svg;
}

}  // namespace

std::string chart_svg(const std::string& title, const std::vector<ChartPanel>& panels) {
  constexpr double kTitleHeight = 22;
  const auto count = static_cast<double>(panels.size());
  const double height = kTop + count * (kPanel + kBottom) + (count - 1) * kGap;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + xy(kWidth) +
                    "\" height=\"" + xy(height) + "\" viewBox=\"0 0 " + xy(kWidth) + " " +
                    xy(height) + "\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\"" +
                    " fill=\"#222222\">\n<title>" + escaped(title) + "</title>\n" +
                    "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" +
                    text(kLeft, kTitleHeight, "font-size=\"14\" font-weight=\"bold\"", title);
  double top = kTop;
  for (const ChartPanel& panel : panels) {
    Axis x(panel.log_x, kLeft, kWidth - kRight), y(panel.log_y, top + kPanel, top);
    for (const ChartSeries& s : panel.series) {
      for (const double value : s.x) x.reach(value);
      if (s.kind == ChartSeries::Kind::span) continue;
      for (const double value : s.y) y.reach(value);
      for (const double value : s.y2) y.reach(value);
    }
    x.settle();
    y.settle();
    svg += draw_axes(panel, x, y);
    for (const ChartSeries& s : panel.series) svg += draw(s, x, y);
    svg += "<rect x=\"" + xy(kLeft) + "\" y=\"" + xy(top) + "\" width=\"" +
           xy(kWidth - kRight - kLeft) + "\" height=\"" + xy(kPanel) +
           "\" fill=\"none\" stroke=\"#333333\"/>\n";
    constexpr double kAbove = 10;
    svg += draw_legend(panel, kWidth - kRight, top - kAbove);
    top += kPanel + kBottom + kGap;
  }
  return svg + "</svg>\n";
}

}  // namespace slipfront
