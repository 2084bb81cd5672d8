#include "results/report/series_style.hpp"

#include <array>

#include "results/wording.hpp"

namespace slipfront {

namespace {

struct Family {
  const char* colour;
  std::array<const char*, 4> models;
  const char* kind;
};

// Okabe and Ito (2008).
constexpr Family kFamilies[] = {
    {"#0072b2", {"jenkins", "", "", ""}, "bilinear"},
    {"#d55e00", {"elastic_dry_friction", "", "", ""}, "bilinear"},
    {"#e69f00", {"prager", "generalized_jenkins_prager", "", ""}, "bilinear"},
    {"#009e73", {"iwan4", "iwan5", "", ""}, "microslip"},
    {"#cc79a7", {"bouc_wen", "bouc_wen_1", "bouc_wen_2", ""}, "microslip"},
    {"#56b4e9", {"valanis", "", "", ""}, "microslip"},
};
constexpr char kOtherColour[] = "#000000";
constexpr int kMarkers = 8;

const Family* family_of(const std::string& model) {
  for (const Family& family : kFamilies)
    for (const char* name : family.models)
      if (!model.empty() && model == name) return &family;
  return nullptr;
}

std::string dash_of(const CombinationSummary& summary) {
  bool viscous = false;
  for (const auto& [mode, zeta] : summary.zeta0) viscous = viscous || zeta > 0;
  if (!viscous && !summary.zeta0.empty()) return "1.5 3";
  if (summary.interface == "elements") return "8 3 2 3";
  return summary.framework == "non_masing" ? "6 3" : "";
}

std::string at(double x, double y) { return fixed_text(x, 1) + " " + fixed_text(y, 1); }

}  // namespace

std::string kind_of_law(const std::string& model) {
  const Family* family = family_of(model);
  return family ? family->kind : "other";
}

std::map<std::string, SeriesStyle> series_styles(const std::vector<CombinationSummary>& summaries) {
  std::map<std::string, const CombinationSummary*> by_id;  // ascending: the order of markers
  for (const CombinationSummary& summary : summaries) by_id[summary.id] = &summary;
  std::map<std::string, int> used;  // by colour
  std::map<std::string, SeriesStyle> styles;
  for (const auto& [id, summary] : by_id) {
    const Family* family = family_of(summary->model);
    SeriesStyle& style = styles[id];
    style.colour = family ? family->colour : kOtherColour;
    const int place = used[style.colour]++;
    style.marker = static_cast<Marker>(place % kMarkers);
    style.hollow = place / kMarkers % 2 == 1;
    style.dash = dash_of(*summary);
  }
  return styles;
}

std::string marker_path(Marker marker, double x, double y, double s) {
  constexpr double kTriangle = 0.9, kDiamond = 1.25;  // so that all look equally large
  switch (marker) {
    case Marker::circle:
      return "M" + at(x - s, y) + "a" + at(s, s) + " 0 1 0 " + at(2 * s, 0) + "a" + at(s, s) +
             " 0 1 0 " + at(-2 * s, 0) + "Z";
    case Marker::square:
      return "M" + at(x - s, y - s) + "h" + fixed_text(2 * s, 1) + "v" + fixed_text(2 * s, 1) +
             "h" + fixed_text(-2 * s, 1) + "Z";
    case Marker::triangle:
      return "M" + at(x, y - s * kDiamond) + "L" + at(x + s, y + s * kTriangle) + "L" +
             at(x - s, y + s * kTriangle) + "Z";
    case Marker::triangle_down:
      return "M" + at(x, y + s * kDiamond) + "L" + at(x + s, y - s * kTriangle) + "L" +
             at(x - s, y - s * kTriangle) + "Z";
    case Marker::diamond:
      return "M" + at(x, y - s * kDiamond) + "L" + at(x + s * kDiamond, y) + "L" +
             at(x, y + s * kDiamond) + "L" + at(x - s * kDiamond, y) + "Z";
    case Marker::plus:
      return "M" + at(x - s, y) + "L" + at(x + s, y) + "M" + at(x, y - s) + "L" + at(x, y + s);
    case Marker::cross:
      return "M" + at(x - s, y - s) + "L" + at(x + s, y + s) + "M" + at(x - s, y + s) + "L" +
             at(x + s, y - s);
    case Marker::star:
      return "M" + at(x - s, y) + "L" + at(x + s, y) + "M" + at(x - s / 2, y - s) + "L" +
             at(x + s / 2, y + s) + "M" + at(x - s / 2, y + s) + "L" + at(x + s / 2, y - s);
  }
  return "";
}

std::string marker_paint(const SeriesStyle& style) {
  const bool lines =
      style.marker == Marker::plus || style.marker == Marker::cross || style.marker == Marker::star;
  const std::string stroke = "stroke=\"" + style.colour + "\"";
  if (lines) return "fill=\"none\" stroke-width=\"1.6\" " + stroke;
  if (style.hollow) return "fill=\"#ffffff\" stroke-width=\"1.4\" " + stroke;
  return "fill=\"" + style.colour + "\" stroke-width=\"1\" " + stroke;
}

std::string swatch_svg(const SeriesStyle& style) {
  constexpr double kHeight = 14, kMiddle = 15, kSize = 4;  // 30 x 14 pixels
  std::string svg =
      "<svg class=\"swatch\" width=\"30\" height=\"14\" viewBox=\"0 0 30 14\" aria-hidden=\"true\">"
      "<path d=\"M0 7H30\" fill=\"none\" stroke-width=\"1.6\" stroke=\"" +
      style.colour + "\"";
  if (!style.dash.empty()) svg += " stroke-dasharray=\"" + style.dash + "\"";
  return svg + "/><path d=\"" + marker_path(style.marker, kMiddle, kHeight / 2, kSize) + "\" " +
         marker_paint(style) + "/></svg>";
}

}  // namespace slipfront
