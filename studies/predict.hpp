// What the points of a front say about every mode, fitted or only predicted: their
// backbones, and their errors against the measurement (Porter et al., 3.7).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/front.hpp"
#include "results/prediction_log.hpp"
#include "results/records.hpp"
#include "studies/prepare_combination.hpp"

namespace slipfront {

/// The backbones of every mode (fitted first) at every point, point after point, solved by
/// `threads`. Nothing if `stop` (asked before each) said so. Those that `done` has are taken from
/// there, the others added to it.
std::optional<std::vector<BackboneRecord>> front_backbones(
    const PreparedCombination& prepared, const std::vector<std::vector<double>>& points,
    int threads, const std::function<bool()>& stop = {}, PredictionLog* done = nullptr);

/// The front with its errors: none for a mode in which an amplitude failed.
Front front_with_errors(const PreparedCombination& prepared,
                        const std::vector<std::vector<double>>& points,
                        const std::vector<BackboneRecord>& backbones);

}  // namespace slipfront
