#include "results/identity_parts.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"

namespace slipfront {

namespace {

constexpr std::string_view kSearch = "optimizer.";

/// What a part is called where two differ in it; empty: told elsewhere, or of no account.
std::string name_of(const std::string& part) {
  const auto begins = [&](std::string_view with) { return part.starts_with(with); };
  if (part == "rom") return "reduced model";
  if (begins("bounds.")) return "bounds";
  if (begins("mode_index.")) return "mode_index";
  if (begins("loop")) return "loops";  // loops, loop_tolerance, loop_rule
  if (part == "optimizer.seed") return "";
  if (part == "optimizer.engine") return "optimizer";
  if (begins("optimizer.seeds_from")) return "seeds";
  if (begins(kSearch)) return "search";
  for (const char* own : {"prestress", "dissipation", "preload", "quadrature", "residual_penalty",
                          "amplitudes", "method version", "elements version"})
    if (part == own) return part;
  if (part == "fit_modes" || part == "predict_modes") return "modes";
  return "";
}

}  // namespace

std::optional<IdentityParts> read_identity_parts(const std::string& path) {
  if (!std::filesystem::exists(path)) return {};
  try {
    return nlohmann::json::parse(read_file(path)).get<IdentityParts>();
  } catch (const nlohmann::json::exception&) {
    throw Failure(Problem{path, "", "a damaged file", "must hold the parts of an identity as text",
                          "run this combination again with --fresh"});
  }
}

std::vector<std::string> other_choices(const IdentityParts& a, const IdentityParts& b,
                                       bool same_interface) {
  std::vector<std::string> names;
  for (const auto& [part, value] : a) {
    const auto other = b.find(part);
    if (other == b.end() || other->second == value) continue;
    const std::string name = name_of(part);
    if (name.empty() || (part == "rom" && !same_interface)) continue;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  // Options of two engines cannot be compared.
  if (std::find(names.begin(), names.end(), "optimizer") != names.end())
    std::erase(names, std::string("search"));
  return names;
}

std::string choices_text(const IdentityParts& parts, bool search) {
  std::string text;
  for (const auto& [part, value] : parts) {
    const std::string name = name_of(part);
    // Seeds carry the fingerprint of another combination, and with it its measured curves.
    if (name.empty() || name == "seeds" || (!search && part.starts_with(kSearch))) continue;
    text += part + "=" + value + "\n";
  }
  return text;
}

}  // namespace slipfront
