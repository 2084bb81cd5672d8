#include "studies/predict.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>

#include "optimize/errors.hpp"

namespace slipfront {

namespace {

std::vector<const FitMode*> all_modes(const PreparedCombination& prepared) {
  std::vector<const FitMode*> modes;
  for (const FitMode& mode : prepared.fitted) modes.push_back(&mode);
  for (const FitMode& mode : prepared.predicted) modes.push_back(&mode);
  return modes;
}

}  // namespace

std::optional<std::vector<BackboneRecord>> front_backbones(
    const PreparedCombination& prepared, const std::vector<std::vector<double>>& points,
    int threads, const std::function<bool()>& stop, PredictionLog* done) {
  const std::vector<const FitMode*> modes = all_modes(prepared);
  std::vector<BackboneRecord> records(points.size() * modes.size());
  std::atomic<bool> stopped = false;
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, records.size(), [&](std::size_t i) {
      if (stopped || (stop && stop())) {
        stopped = true;
        return;
      }
      const std::size_t point = i / modes.size();
      const FitMode& mode = *modes[i % modes.size()];
      records[i] = {static_cast<int>(point), mode.mode, {}};
      Backbone& backbone = records[i].backbone;
      if (auto known = done ? done->find(points[point], mode.mode) : std::nullopt) {
        backbone = std::move(*known);
        return;
      }
      backbone = prepared.solver->backbone(prepared.contact, points[point], mode.measured.amplitude,
                                           mode.options);
      if (done) done->add(points[point], mode.mode, backbone);
    });
  });
  if (stopped) return {};
  return records;
}

Front front_with_errors(const PreparedCombination& prepared,
                        const std::vector<std::vector<double>>& points,
                        const std::vector<BackboneRecord>& backbones) {
  const std::vector<const FitMode*> modes = all_modes(prepared);
  Front front;
  for (const Parameter& parameter : prepared.bounds)
    front.parameter_names.push_back(parameter.name);
  for (const FitMode* mode : modes) front.modes.push_back(mode->mode);
  for (std::size_t i = 0; i < points.size(); ++i) {
    FrontPoint point;
    point.parameters = points[i];
    for (std::size_t m = 0; m < modes.size(); ++m) {
      const Backbone& backbone = backbones[i * modes.size() + m].backbone;
      std::optional<ErrorPair>& errors = point.errors[modes[m]->mode];
      if (backbone.failed() == 0)
        errors = error_pair(backbone.frequency_hz, backbone.damping, modes[m]->measured);
    }
    front.points.push_back(std::move(point));
  }
  return front;
}

}  // namespace slipfront
