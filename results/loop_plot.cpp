#include "results/loop_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/number.hpp"
#include "results/markup.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

// The page in SVG user units (CSS pixels at the natural size).
constexpr double kWidth = 620, kHeight = 470;
constexpr double kLeft = 78, kRight = 18, kTop = 34, kBottom = 56;
constexpr double kMargin = 1.06;   // of the largest value, on both sides
constexpr double kTicksAside = 5;  // at most so many on each side of zero
constexpr int kDigits = 6;         // of a tick's number, more than it has

struct Prefix {
  double factor;
  const char* text;
};

/// The largest prefix that leaves the number at 1 or above.
Prefix prefix_for(double size) {
  constexpr std::array<Prefix, 9> kPrefixes = {{{1e9, "G"},
                                                {1e6, "M"},
                                                {1e3, "k"},
                                                {1, ""},
                                                {1e-3, "m"},
                                                {1e-6, "\u00b5"},
                                                {1e-9, "n"},
                                                {1e-12, "p"},
                                                {1e-15, "f"}}};
  for (const Prefix& prefix : kPrefixes)
    if (size >= prefix.factor) return prefix;
  return kPrefixes.back();
}

double largest(const std::vector<double>& a, const std::vector<double>& b) {
  double size = 0;
  for (const auto* values : {&a, &b})
    for (const double value : *values) size = std::max(size, std::abs(value));
  return size > 0 ? size : 1;
}

std::string xy(double value) { return fixed_text(value, 1); }

/// An axis that is symmetric about zero: value -> pixel.
struct Axis {
  Axis(double size, double from, double to)
      : reach(kMargin * size), middle(0.5 * (from + to)), half(0.5 * (to - from)) {
    prefix = prefix_for(size);
  }
  double pixel(double value) const { return middle + half * value / reach; }

  /// Whole steps of 1, 2 or 5 times a power of ten.
  std::vector<double> ticks() const {
    constexpr double kBase = 10, kFive = 5;
    const double wanted = reach / kTicksAside;
    const double decade = std::pow(kBase, std::floor(std::log10(wanted)));
    double step = kBase * decade;
    for (const double digit : {kFive, 2.0, 1.0})
      if (digit * decade >= wanted) step = digit * decade;
    std::vector<double> values;
    const int count = static_cast<int>(std::floor(reach / step));
    for (int i = -count; i <= count; ++i) values.push_back(i * step);
    return values;
  }

  double reach, middle, half;
  Prefix prefix{};
};

std::string text(double x, double y, const std::string& style, const std::string& content) {
  return "<text x=\"" + xy(x) + "\" y=\"" + xy(y) + "\" " + style + ">" + content + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const char* colour) {
  return "<line x1=\"" + xy(x1) + "\" y1=\"" + xy(y1) + "\" x2=\"" + xy(x2) + "\" y2=\"" + xy(y2) +
         "\" stroke=\"" + colour + "\"/>\n";
}

std::string curve(const Axis& x, const Axis& y, const std::vector<double>& u,
                  const std::vector<double>& t, const std::string& style) {
  std::string path;
  for (std::size_t i = 0; i < u.size(); ++i)
    path += (path.empty() ? "M" : "L") + xy(x.pixel(u[i])) + " " + xy(y.pixel(t[i]));
  return "<path d=\"" + path + "\" fill=\"none\" stroke-width=\"2\" " + style + "/>\n";
}

std::string grid(const Axis& x, const Axis& y) {
  constexpr double kBelow = 18, kBeside = 8, kHalfLetter = 4;
  const auto number = [](double value, const Axis& axis) {
    return to_text(value / axis.prefix.factor, kDigits);
  };
  const double left = kLeft, right = kWidth - kRight, top = kTop, bottom = kHeight - kBottom;
  std::string svg;
  for (const double value : x.ticks()) {
    svg += line(x.pixel(value), top, x.pixel(value), bottom, value == 0 ? "#888888" : "#e4e4e4");
    svg += text(x.pixel(value), bottom + kBelow, "text-anchor=\"middle\"", number(value, x));
  }
  for (const double value : y.ticks()) {
    svg += line(left, y.pixel(value), right, y.pixel(value), value == 0 ? "#888888" : "#e4e4e4");
    svg +=
        text(left - kBeside, y.pixel(value) + kHalfLetter, "text-anchor=\"end\"", number(value, y));
  }
  return svg;
}

}  // namespace

std::string loop_plot_svg(const LoopPlot& plot) {
  // Places of the texts around the axes.
  constexpr double kTitleHeight = 20, kAxisTitle = 14, kLegendUp = 12, kLegendIn = 12;
  const Axis x(largest(plot.first_displacement, plot.displacement), kLeft, kWidth - kRight);
  const Axis y(largest(plot.first_traction, plot.traction), kHeight - kBottom, kTop);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + xy(kWidth) + " " +
                    xy(kHeight) + "\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\"" +
                    " fill=\"#222222\">\n<title>" + escape_html(plot.title) + "</title>\n" +
                    "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
  svg += grid(x, y);
  svg += curve(x, y, plot.displacement, plot.traction, "stroke=\"#0072b2\"");
  svg += curve(x, y, plot.first_displacement, plot.first_traction,
               "stroke=\"#d55e00\" stroke-dasharray=\"6 4\"");
  svg +=
      text(kLeft, kTitleHeight, "font-size=\"14\" font-weight=\"bold\"", escape_html(plot.title));
  svg += text(x.middle, kHeight - kAxisTitle, "text-anchor=\"middle\"",
              std::string("displacement [") + x.prefix.text + "m]");
  const std::string turned = "rotate(-90 " + xy(kAxisTitle) + " " + xy(y.middle) + ")";
  svg += text(kAxisTitle, y.middle, "text-anchor=\"middle\" transform=\"" + turned + "\"",
              std::string("traction [") + y.prefix.text + "N/m\u00b2]");
  const double right = kWidth - kRight - kLegendIn, low = kHeight - kBottom - kLegendUp;
  svg += text(right, low, "text-anchor=\"end\" fill=\"#0072b2\"", "hysteresis loop");
  svg += text(right, low - kTitleHeight, "text-anchor=\"end\" fill=\"#d55e00\"", "first loading");
  return svg + "</svg>\n";
}

}  // namespace slipfront
