#include "results/html.hpp"

#include <algorithm>
#include <cmath>

#include "results/markup.hpp"

namespace slipfront {

namespace {

constexpr char kNumberClass[] = "class=\"n\"";

struct Colour {
  double red, green, blue;  // 0 .. 255
};

// Stops at 0, a half and 1.
constexpr Colour kStops[] = {{255, 255, 255}, {158, 202, 225}, {8, 81, 156}};

Colour colour_of(double share) {
  const double at = std::clamp(share, 0.0, 1.0) * 2;  // two intervals between the stops
  const int first = at < 1 ? 0 : 1;
  const double t = at - first;
  const Colour &a = kStops[first], &b = kStops[first + 1];
  return {a.red + (b.red - a.red) * t, a.green + (b.green - a.green) * t,
          a.blue + (b.blue - a.blue) * t};
}

}  // namespace

std::string element(const char* name, const std::string& content, const std::string& attributes) {
  return std::string("<") + name + (attributes.empty() ? "" : " ") + attributes + ">" + content +
         "</" + name + ">";
}

std::string text_cell(const std::string& text) { return element("td", escape_html(text)); }

std::string number_cell(const std::string& text) {
  return element("td", escape_html(text), kNumberClass);
}

std::string id_text(const std::string& id) {
  return element("span", escape_html(id), "class=\"id\"");
}

std::string id_cell(const std::string& id) { return element("td", id_text(id)); }

std::string html_table(const std::vector<std::string>& columns, std::size_t texts,
                       const std::string& rows) {
  std::string head;
  for (std::size_t i = 0; i < columns.size(); ++i)
    head += element("th", escape_html(columns[i]), i < texts ? "" : kNumberClass);
  return element("div",
                 element("table",
                         element("thead", element("tr", head)) + "\n" + element("tbody", rows)),
                 "class=\"wide\"") +
         "\n";
}

std::string shade(double share) {
  const Colour c = colour_of(share);
  const auto byte = [](double value) { return std::to_string(std::lround(value)); };
  return "rgb(" + byte(c.red) + "," + byte(c.green) + "," + byte(c.blue) + ")";
}

bool is_dark(double share) {
  // Contrast is (L1 + 0.05) / (L2 + 0.05) with the relative luminance L of sRGB (WCAG 2.1).
  constexpr double kGamma = 2.2;  // close enough to the exact sRGB curve for this choice
  constexpr double kRed = 0.2126, kGreen = 0.7152, kBlue = 0.0722;
  constexpr double kFlare = 0.05;
  constexpr double kInk = 0.016;  // luminance of the page's text, #222
  constexpr double kFull = 255;
  const Colour c = colour_of(share);
  const auto linear = [](double value) { return std::pow(value / kFull, kGamma); };
  const double luminance = kRed * linear(c.red) + kGreen * linear(c.green) + kBlue * linear(c.blue);
  const double white = (1 + kFlare) / (luminance + kFlare);
  const double ink = (luminance + kFlare) / (kInk + kFlare);
  return white > ink;
}

}  // namespace slipfront
