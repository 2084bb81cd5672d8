#include "modal/variability.hpp"

#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

void check(const std::vector<ForceDissipation>& data) {
  if (data.size() < 2)
    throw Failure(Problem{"variability", "", "one data set", "needs two or more",
                          "give --data once for each test of the joint"});
  constexpr double kSameForce = 1e-6;  // relative: rounding in the files
  std::vector<Problem> problems;
  for (const ForceDissipation& set : data) {
    bool same = set.size() == data.front().size();
    for (std::size_t k = 0; same && k < set.size(); ++k)
      same = std::abs(set.force[k] / data.front().force[k] - 1) < kSameForce;
    if (!same)
      problems.push_back({set.source, "force", "other forces than in " + data.front().source,
                          "data sets are compared force by force",
                          "bring them to the same forces, or identify each by itself"});
  }
  throw_if_any(std::move(problems));
}

/// The joint of the mean parameters, without set `left_out`.
IwanJoint mean_of(const std::vector<IwanJoint>& joints, std::size_t left_out) {
  double chi = 0, beta = 0, phi_max = 0;
  const auto count = static_cast<double>(joints.size() - (left_out < joints.size() ? 1 : 0));
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (i == left_out) continue;
    chi += joints[i].chi() / count;
    beta += joints[i].beta() / count;
    phi_max += joints[i].phi_max() / count;
  }
  return IwanJoint::from_phi_max(joints.front().slip_force(), phi_max, chi, beta);
}

double distance(const ForceDissipation& set, const IwanJoint& joint) {
  double sum = 0;
  for (std::size_t k = 0; k < set.size(); ++k) {
    const double ratio = set.dissipation[k] / joint.dissipation(joint.amplitude(set.force[k]));
    sum += std::log(ratio) * std::log(ratio) / static_cast<double>(set.size());
  }
  return sum;
}

double distance_to_mean(const std::vector<ForceDissipation>& data, const ForceDissipation& set) {
  double sum = 0;
  for (std::size_t k = 0; k < set.size(); ++k) {
    double mean = 0;
    for (const ForceDissipation& other : data)
      mean += other.dissipation[k] / static_cast<double>(data.size());
    const double log_ratio = std::log(set.dissipation[k] / mean);
    sum += log_ratio * log_ratio / static_cast<double>(set.size());
  }
  return sum;
}

}  // namespace

JointVariability variability_of_sets(const std::vector<ForceDissipation>& data,
                                     const std::vector<IwanJoint>& joints) {
  check(data);
  JointVariability result{{}, 0, 0, 0, mean_of(joints, joints.size())};
  const auto count = static_cast<double>(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const SetVariability set{data[i].source, distance_to_mean(data, data[i]),
                             distance(data[i], result.mean_joint),
                             distance(data[i], mean_of(joints, i))};
    result.experiment += set.experiment / count;
    result.model += set.model / count;
    result.leave_one_out += set.leave_one_out / count;
    result.sets.push_back(set);
  }
  return result;
}

}  // namespace slipfront
