#include "rom/built_in.hpp"

#include <cstdlib>

#include "core/failure.hpp"
#include "core/hash.hpp"
#include "core/suggest.hpp"
#include "io/atomic_file.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"
#include "rom/mesh/lap_beam.hpp"
#include "rom/reduce/build_models.hpp"

namespace slipfront {

namespace {

// Raised whenever the same dimensions give other matrices.
constexpr const char* kFactoryVersion = "1";
constexpr std::size_t kKeyDigits = 16;  // of the fingerprint, in a file's name

const std::string kWhole = "brb-wjrom", kFull = "brb-fjrom", kLapJoint = "lap-joint";

Structure build(const std::string& name, const LapBeamSpec& spec, const Progress& progress) {
  tell(progress, "mesh of " + spec.name);
  const JointModel joint = make_lap_beam(spec);
  const RelativeSystem system = relative_system(joint);
  Structure rom = name == kWhole ? build_whole_joint(joint, system, spec.reduction, progress)
                                 : build_full_joint(joint, system, spec.reduction, progress);
  rom.name = name;
  rom.source = "built-in:" + name;
  return rom;
}

}  // namespace

const std::vector<std::string>& built_in_names() {
  static const std::vector<std::string> names = {kLapJoint, kWhole, kFull};
  return names;
}

std::string rom_cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
    return std::string(cache) + "/slipfront";
  if (const char* home = std::getenv("HOME"); home && *home)
    return std::string(home) + "/.cache/slipfront";
  return {};
}

Structure built_in_rom(const std::string& name, const Progress& progress) {
  if (name == kLapJoint) return make_lap_joint();
  if (name != kWhole && name != kFull)
    throw Failure(Problem{"built-in:" + name, "", "'" + name + "'", "is no built-in reduced model",
                          suggestion(name, built_in_names())});
  const LapBeamSpec spec;
  const std::string folder = rom_cache_folder();
  const std::string key =
      fingerprint(lap_beam_text(spec) + kFactoryVersion + name).substr(0, kKeyDigits);
  const std::string path = folder + "/" + name + "-" + key + ".mat";
  const auto load = [&] {
    Structure rom = load_structure(path);
    rom.source = "built-in:" + name;
    return rom;
  };
  if (!folder.empty() && file_exists(path)) {
    try {
      return load();
    } catch (const Failure&) {
      tell(progress, path + " is damaged and is built again");
    }
  }
  Structure rom = build(name, spec, progress);
  if (folder.empty()) return rom;
  try {
    make_folder(folder);
    save_structure(rom, path);
    tell(progress, "kept in " + path);
    return load();  // so that the first use and the next give the same bits
  } catch (const Failure& failure) {
    tell(progress, std::string("not kept: ") + failure.what());
    return rom;
  }
}

}  // namespace slipfront
