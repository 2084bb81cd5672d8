#include "studies/inputs.hpp"

#include <filesystem>
#include <set>

#include "core/hash.hpp"
#include "core/number.hpp"
#include "experiment/backbone_file.hpp"
#include "io/atomic_file.hpp"
#include "rom/built_in.hpp"
#include "rom/load.hpp"

namespace slipfront {

namespace {

/// The numbers of a measured backbone as text: a file rewritten with other spaces or
/// another order of columns is the same measurement.
std::string measured_text(const MeasuredBackbone& measured) {
  std::string text = measured.response_amplitude ? "response\n" : "modal\n";
  for (const auto* column : {&measured.amplitude, &measured.frequency_hz, &measured.frequency_lower,
                             &measured.frequency_upper, &measured.damping, &measured.damping_lower,
                             &measured.damping_upper}) {
    for (const double value : *column) text += to_text(value) + " ";
    text += "\n";
  }
  return text;
}

/// Runs `load`; a Failure becomes problems that also name the study's key.
template <typename Load>
void collecting(const std::string& key, std::vector<Problem>& problems, const Load& load) {
  try {
    load();
  } catch (const Failure& failure) {
    for (Problem problem : failure.problems()) {
      problem.where += " (" + key + " of the study)";
      problems.push_back(std::move(problem));
    }
  }
}

}  // namespace

const LoadedExperiment* StudyInputs::measured(const Combination& combination, int mode) const {
  const auto own = combination.experiment.find(mode);
  if (own != combination.experiment.end()) {
    const auto found = own_experiment.find(own->second);
    return found == own_experiment.end() ? nullptr : &found->second;
  }
  const auto found = experiment.find(mode);
  return found == experiment.end() ? nullptr : &found->second;
}

std::shared_ptr<const Structure> load_rom(const Study& study, const RomSource& source,
                                          const Progress& progress) {
  if (!source.built_in.empty())
    return std::make_shared<const Structure>(built_in_rom(source.built_in, progress));
  return std::make_shared<const Structure>(load_structure(study.path_of(source.file)));
}

StudyInputs load_inputs(const Study& study, std::vector<Problem>& problems,
                        const Progress& progress) {
  StudyInputs inputs;
  for (const auto& [id, source] : study.roms) {
    if (source.file.empty() && source.built_in.empty()) continue;
    collecting("/roms/" + id, problems, [&, &id = id, &source = source] {
      LoadedRom rom;
      rom.structure = load_rom(study, source, progress);
      rom.solver = std::make_shared<const ModalSolver>(rom.structure);
      rom.fingerprint = fingerprint(source.built_in.empty() ? structure_bytes(*rom.structure)
                                                            : built_in_recipe(source.built_in));
      inputs.roms[id] = std::move(rom);
      if (!source.file.empty())
        inputs.file_bytes[source.file] = fingerprint(read_file(study.path_of(source.file)));
    });
  }
  const auto load_experiment = [&](const std::string& file) {
    LoadedExperiment experiment;
    experiment.measured = read_backbone(study.path_of(file));
    experiment.fingerprint = fingerprint(measured_text(experiment.measured));
    inputs.file_bytes[file] = fingerprint(read_file(study.path_of(file)));
    return experiment;
  };
  for (const auto& [mode, file] : study.experiment) {
    if (file.empty()) continue;
    collecting("/experiment/" + std::to_string(mode), problems,
               [&, mode = mode, &file = file] { inputs.experiment[mode] = load_experiment(file); });
  }
  std::set<std::string> tried;  // a file of several combinations is loaded, and reported, once
  for (std::size_t i = 0; i < study.combinations.size(); ++i)
    for (const auto& [mode, file] : study.combinations[i].experiment) {
      if (file.empty() || !tried.insert(file).second) continue;
      const std::string key =
          "/combinations/" + std::to_string(i) + "/experiment/" + std::to_string(mode);
      collecting(key, problems,
                 [&, &file = file] { inputs.own_experiment[file] = load_experiment(file); });
    }
  for (const std::string& file : study.plugins) {
    // One that cannot be read has been reported when the plugins were loaded.
    const std::string path = study.path_of(file);
    if (std::filesystem::is_regular_file(path))
      inputs.plugins[file] = inputs.file_bytes[file] = fingerprint(read_file(path));
  }
  return inputs;
}

}  // namespace slipfront
