#include "rom/mesh/lap_beam_spec.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "io/atomic_file.hpp"
#include "io/json_text.hpp"

namespace slipfront {

namespace {

using Json = nlohmann::json;

constexpr int kFinest = 40;  // refinement: beyond it no machine at hand holds the mesh
constexpr int kMostBolts = 100;
constexpr double kLargestWhole = 1e9;  // of the whole numbers read
// A beam longer than this was described in millimetres.
constexpr double kLongest = 50;  // [m]

const std::vector<std::pair<std::string, PointRule>> kRules = {{"middle", PointRule::middle},
                                                               {"gauss", PointRule::gauss}};

/// One table of keys: reads an object, or writes it as text.
class Group {
 public:
  Group(const Json& json, std::string path, const std::string& source,
        std::vector<Problem>& problems)
      : json_(json), path_(std::move(path)), source_(source), problems_(problems) {
    if (!json_.is_object()) add("", json_.dump(), "must be an object {...}", "");
  }
  ~Group() {
    if (!json_.is_object()) return;
    for (const auto& entry : json_.items()) {
      if (known_.count(entry.key())) continue;
      add(entry.key(), "an unknown key", "is not read",
          suggestion(entry.key(), {known_.begin(), known_.end()}));
    }
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  void read(const std::string& key, double& value) {
    const Json* found = find(key);
    if (!found) return;
    if (found->is_number() && std::isfinite(found->get<double>()))
      value = found->get<double>();
    else
      add(key, found->dump(), "must be a number", "");
  }
  void read(const std::string& key, std::optional<double>& value) {
    if (!json_.is_object() || !json_.contains(key)) value.reset();
    double number = value.value_or(std::numeric_limits<double>::quiet_NaN());
    read(key, number);
    if (std::isfinite(number)) value = number;
  }
  void read(const std::string& key, int& value) {
    const Json* found = find(key);
    if (!found) return;
    if (found->is_number_integer() && std::abs(found->get<double>()) < kLargestWhole)
      value = found->get<int>();
    else
      add(key, found->dump(), "must be a whole number", "");
  }
  void read(const std::string& key, std::string& value) {
    const Json* found = find(key);
    if (!found) return;
    if (found->is_string())
      value = found->get<std::string>();
    else
      add(key, found->dump(), "must be a text", "");
  }
  template <typename Choice>
  void read(const std::string& key, Choice& value,
            const std::vector<std::pair<std::string, Choice>>& choices) {
    std::string text;
    if (!json_.is_object() || !json_.contains(key)) return void(known_.insert(key));
    read(key, text);
    std::string listed;
    for (const auto& [name, choice] : choices) {
      if (name == text) return void(value = choice);
      listed += (listed.empty() ? "" : ", ") + name;
    }
    add(key, "'" + text + "'", "must be one of: " + listed, "");
  }
  /// The object of that key; an empty one if there is none.
  const Json& object(const std::string& key) {
    static const Json none = Json::object();
    const Json* found = find(key);
    return found ? *found : none;
  }

 private:
  const Json* find(const std::string& key) {
    known_.insert(key);
    if (!json_.is_object()) return nullptr;
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }
  void add(const std::string& key, std::string found, std::string rule, std::string remedy) {
    constexpr std::size_t kShown = 60;  // characters of a wrong value
    if (found.size() > kShown) found = found.substr(0, kShown) + "...";
    problems_.push_back(
        {source_, path_ + "/" + key, std::move(found), std::move(rule), std::move(remedy)});
  }

  const Json& json_;
  std::string path_;
  const std::string& source_;
  std::vector<Problem>& problems_;
  std::set<std::string> known_;
};

void read_bolts(const Json& json, BoltSpec& bolts, const std::string& source,
                std::vector<Problem>& problems) {
  Group group(json, "/bolts", source, problems);
  group.read("count", bolts.count);
  group.read("pitch", bolts.pitch);
  group.read("diameter", bolts.diameter);
  group.read("length", bolts.length);
  group.read("hole_diameter", bolts.hole_diameter);
  for (auto& [key, hexagon] : {std::pair<std::string, HexagonSpec*>{"head", &bolts.head},
                               std::pair<std::string, HexagonSpec*>{"nut", &bolts.nut}}) {
    Group part(group.object(key), "/bolts/" + key, source, problems);
    part.read("across_flats", hexagon->across_flats);
    part.read("height", hexagon->height);
  }
  Group washer(group.object("washer"), "/bolts/washer", source, problems);
  washer.read("inner_diameter", bolts.washer.inner_diameter);
  washer.read("outer_diameter", bolts.washer.outer_diameter);
  washer.read("thickness", bolts.washer.thickness);
}

}  // namespace

LapBeamSpec parse_lap_beam(std::string_view text, const std::string& source) {
  LapBeamSpec spec;
  spec.source = source;
  const Json json = parse_json_text(text, source);
  std::vector<Problem> problems;
  {
    Group group(json, "", source, problems);
    group.read("name", spec.name);
    group.read("length", spec.length);
    group.read("width", spec.width);
    group.read("height", spec.height);
    group.read("lap", spec.lap);
    group.read("preload", spec.preload);
    group.read("refinement", spec.refinement);
    {
      Group material(group.object("material"), "/material", source, problems);
      material.read("young", spec.material.young);
      material.read("poisson", spec.material.poisson);
      material.read("density", spec.material.density);
    }
    read_bolts(group.object("bolts"), spec.bolts, source, problems);
    Group reduction(group.object("reduction"), "/reduction", source, problems);
    reduction.read("modes", spec.reduction.modes);
    reduction.read("elements", spec.reduction.elements);
    reduction.read("placement", spec.reduction.placement, node_placements());
    reduction.read("points", spec.reduction.points, kRules);
  }
  throw_if_any(std::move(problems));
  check_lap_beam(spec);
  return spec;
}

LapBeamSpec read_lap_beam(const std::string& path) { return parse_lap_beam(read_file(path), path); }

void check_lap_beam(const LapBeamSpec& spec) {
  std::vector<Problem> problems;
  const auto require = [&](bool good, const char* key, double value, const std::string& rule,
                           const std::string& remedy = "") {
    if (!good) problems.push_back({spec.source, key, to_text(value), rule, remedy});
  };
  const BoltSpec& bolts = spec.bolts;
  const std::pair<const char*, double> positive[] = {
      {"/length", spec.length},
      {"/width", spec.width},
      {"/height", spec.height},
      {"/lap", spec.lap},
      {"/material/young", spec.material.young},
      {"/material/density", spec.material.density},
      {"/preload", spec.preload.value_or(1)},
      {"/bolts/pitch", bolts.pitch},
      {"/bolts/diameter", bolts.diameter},
      {"/bolts/head/height", bolts.head.height},
      {"/bolts/nut/height", bolts.nut.height},
      {"/bolts/washer/thickness", bolts.washer.thickness}};
  for (const auto& [key, value] : positive)
    require(value > 0 && std::isfinite(value), key, value, "must be above 0");
  require(spec.length < kLongest, "/length", spec.length, "must be less than 50 (metres)",
          "give all lengths in metres");
  require(spec.material.poisson > -1 && spec.material.poisson < 0.5, "/material/poisson",
          spec.material.poisson, "must be between -1 and 0.5");
  require(spec.lap < spec.length, "/lap", spec.lap, "must be shorter than the length");
  require(bolts.count >= 1 && bolts.count <= kMostBolts, "/bolts/count", bolts.count,
          "must be from 1 to " + std::to_string(kMostBolts));
  require(bolts.count * bolts.pitch <= spec.lap * (1 + 1e-9), "/bolts/pitch", bolts.pitch,
          "bolts must stand inside the lap, half a pitch from its ends at least",
          "shorten the pitch or lengthen the lap");
  require(bolts.hole_diameter > bolts.diameter, "/bolts/hole_diameter", bolts.hole_diameter,
          "must be larger than the bolt's diameter");
  const double room = std::min(bolts.pitch, spec.width);
  require(bolts.hole_diameter < room, "/bolts/hole_diameter", bolts.hole_diameter,
          "must be smaller than the section's width and the pitch");
  require(bolts.washer.outer_diameter < room, "/bolts/washer/outer_diameter",
          bolts.washer.outer_diameter, "must be smaller than the section's width and the pitch");
  require(bolts.washer.inner_diameter >= bolts.diameter, "/bolts/washer/inner_diameter",
          bolts.washer.inner_diameter, "must not be smaller than the bolt's diameter");
  for (const auto& [key, across] : {std::pair("/bolts/head/across_flats", bolts.head.across_flats),
                                    std::pair("/bolts/nut/across_flats", bolts.nut.across_flats)})
    require(across > bolts.washer.inner_diameter && across > bolts.diameter, key, across,
            "must be larger than the bolt and the hole of the washer");
  require(bolts.washer.outer_diameter > bolts.hole_diameter &&
              bolts.washer.outer_diameter > bolts.washer.inner_diameter,
          "/bolts/washer/outer_diameter", bolts.washer.outer_diameter,
          "must be larger than the hole and its own inner diameter");
  const double grip = spec.height + 2 * bolts.washer.thickness;
  require(bolts.length >= bolts.head.height + grip + bolts.nut.height * (1 - 1e-3), "/bolts/length",
          bolts.length,
          "must reach through head, washers, beam and nut: " +
              to_text(bolts.head.height + grip + bolts.nut.height, 6) + " at least");
  require(spec.refinement >= 2 && spec.refinement <= kFinest, "/refinement", spec.refinement,
          "must be from 2 to " + std::to_string(kFinest));
  try {
    check_reduction(spec.reduction, spec.source);
  } catch (const Failure& failure) {
    problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
  }
  throw_if_any(std::move(problems));
}

std::string lap_beam_text(const LapBeamSpec& spec) {
  const BoltSpec& b = spec.bolts;
  std::string text = spec.name + "\n";
  for (const double value : {spec.length,
                             spec.width,
                             spec.height,
                             spec.lap,
                             spec.material.young,
                             spec.material.poisson,
                             spec.material.density,
                             double(b.count),
                             b.pitch,
                             b.diameter,
                             b.length,
                             b.hole_diameter,
                             b.head.across_flats,
                             b.head.height,
                             b.nut.across_flats,
                             b.nut.height,
                             b.washer.inner_diameter,
                             b.washer.outer_diameter,
                             b.washer.thickness,
                             spec.preload.value_or(0),
                             double(spec.refinement),
                             double(spec.reduction.modes),
                             double(spec.reduction.elements),
                             double(static_cast<int>(spec.reduction.placement)),
                             double(static_cast<int>(spec.reduction.points))})
    text += to_text(value) + " ";
  return text;
}

}  // namespace slipfront
