#include "rom/built_in.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "core/failure.hpp"
#include "core/hash.hpp"
#include "core/suggest.hpp"
#include "io/atomic_file.hpp"
#include "rom/frictional_beam.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"
#include "rom/mesh/lap_beam.hpp"
#include "rom/pictures.hpp"
#include "rom/reduce/build_models.hpp"

namespace slipfront {

namespace {

// Raised whenever the same dimensions give other matrices.
constexpr const char* kFactoryVersion = "2";
constexpr std::size_t kKeyDigits = 16;  // of the fingerprint, in a file's name

const std::string kWhole = "brb-wjrom", kFull = "brb-fjrom", kLapJoint = "lap-joint",
                  kFrictionalBeam = "frictional-beam";

/// Bytes under a name that readers can open, for as long as the object lives; in memory.
class BytesAsFile {
 public:
  explicit BytesAsFile(std::string_view bytes) : file_(memfd_create("slipfront", MFD_CLOEXEC)) {
    if (file_ < 0 ||
        ::write(file_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      throw Failure(Problem{"built-in:" + kWhole, "", "no memory for a file", "",
                            "free memory and try again"});
  }
  ~BytesAsFile() {
    if (file_ >= 0) ::close(file_);
  }
  BytesAsFile(const BytesAsFile&) = delete;
  BytesAsFile& operator=(const BytesAsFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

Structure named(Structure rom, const std::string& name) {
  rom.name = name;
  rom.source = "built-in:" + name;
  return rom;
}

/// The file of the FJROM in the cache; empty if there is no cache.
std::string cached_file(const LapBeamSpec& spec) {
  const std::string folder = rom_cache_folder();
  if (folder.empty()) return {};
  return folder + "/" + kFull + "-" +
         fingerprint(lap_beam_text(spec) + kFactoryVersion + kFull).substr(0, kKeyDigits) + ".mat";
}

[[noreturn]] void refuse_unknown(const std::string& name) {
  throw Failure(Problem{"built-in:" + name, "", "'" + name + "'", "is no built-in reduced model",
                        suggestion(name, built_in_names())});
}

}  // namespace

const std::vector<std::string>& built_in_names() {
  static const std::vector<std::string> names = {kLapJoint, kWhole, kFull, kFrictionalBeam};
  return names;
}

std::string built_in_recipe(const std::string& name) {
  const std::string version = "built-in:" + name + " version " + kFactoryVersion + "\n";
  if (name == kWhole) return version + std::string(shipped_wjrom());
  if (name == kFull) return version + lap_beam_text(LapBeamSpec{});
  if (name != kLapJoint && name != kFrictionalBeam) refuse_unknown(name);
  return version;
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
  if (name == kFrictionalBeam) return make_frictional_beam();
  if (name != kWhole && name != kFull) refuse_unknown(name);
  if (name == kWhole) return named(load_structure(BytesAsFile(shipped_wjrom()).path()), name);
  const LapBeamSpec spec;
  const std::string path = cached_file(spec);
  if (!path.empty() && file_exists(path)) {
    try {
      return named(load_structure(path), name);
    } catch (const Failure&) {
      tell(progress, path + " is damaged and is built again");
    }
  }
  tell(progress, "built on first use: mesh of " + spec.name);
  const JointModel joint = make_lap_beam(spec);
  const RelativeSystem system = relative_system(joint);
  JointFacts facts = facts_of_solid(full_modes(joint, system, kShownPenalty), kShownPenalty);
  facts.mesh = reduced_interface(joint, system, spec.reduction, progress);
  const PointRule rule = point_rule(spec.reduction);
  const Structure rom = named(
      full_joint_model(joint, system, *facts.mesh, rule, spec.reduction.modes, progress), name);
  if (path.empty()) return rom;
  try {
    make_folder(rom_cache_folder());
    save_structure(rom, path, facts_as_matrices(facts, rule));
    tell(progress, "kept in " + path);
    // So that the first use and the next give the same bits.
    return named(load_structure(path), name);
  } catch (const Failure& failure) {
    tell(progress, std::string("not kept: ") + failure.what());
    return rom;
  }
}

JointFacts built_in_facts(const std::string& name) {
  if (name == kWhole) return read_facts(BytesAsFile(shipped_wjrom()).path());
  if (name != kFull) return {};
  const std::string path = cached_file({});
  return path.empty() || !file_exists(path) ? JointFacts{} : read_facts(path);
}

}  // namespace slipfront
