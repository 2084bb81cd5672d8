#include "modal/variability.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "modal/iwan_data.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

ForceDissipation scaled(const ForceDissipation& data, double factor, const std::string& name) {
  ForceDissipation result = data;
  result.source = name;
  for (double& d : result.dissipation) d *= factor;
  return result;
}

}  // namespace

TEST_CASE("sets that differ by a factor: the measures by hand (eq 41-44)") {
  const IwanJoint joint = IwanJoint::from_phi_max(504, 7.3e-4, -0.58, 10);
  const ForceDissipation base = dissipation_of(joint, 5, 0.5, 0, 1);
  const std::vector<double> factors = {0.9, 1.0, 1.1, 1.6};
  // D is proportional to phi_max: each set's joint is known.
  std::vector<ForceDissipation> data;
  std::vector<IwanJoint> joints;
  for (const double f : factors) {
    data.push_back(scaled(base, f, "set"));
    joints.push_back(IwanJoint::from_phi_max(504, 7.3e-4 * f, -0.58, 10));
  }
  const JointVariability v = variability_of_sets(data, joints);
  double sum = 0, loo = 0;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const double mean = 4.6 / 4, others = (4.6 - factors[i]) / 3;
    CHECK(v.sets[i].experiment == Approx(std::pow(std::log(factors[i] / mean), 2)).margin(1e-13));
    CHECK(v.sets[i].model == Approx(std::pow(std::log(factors[i] / mean), 2)).margin(1e-12));
    CHECK(v.sets[i].leave_one_out ==
          Approx(std::pow(std::log(factors[i] / others), 2)).margin(1e-12));
    sum += v.sets[i].experiment / 4;
    loo += v.sets[i].leave_one_out / 4;
  }
  CHECK(v.experiment == Approx(sum));
  CHECK(v.leave_one_out == Approx(loo));
  CHECK(v.leave_one_out > v.experiment);
  CHECK(v.mean_joint.phi_max() == Approx(7.3e-4 * 1.15));
  CHECK(v.sets[3].leave_one_out > 10 * v.sets[1].experiment);
}

TEST_CASE("one set, or sets at other forces, are refused") {
  const IwanJoint joint = IwanJoint::from_phi_max(504, 7.3e-4, -0.58, 10);
  const ForceDissipation five = dissipation_of(joint, 5, 0.5, 0, 1);
  ForceDissipation moved = dissipation_of(joint, 5, 0.52, 0, 1);
  moved.source = "moved.csv";
  CHECK_THROWS_WITH(variability_of_sets({five}, {joint}), Contains("two or more"));
  CHECK_THROWS_WITH(variability_of_sets({five, moved}, {joint, joint}),
                    Contains("moved.csv") && Contains("same forces"));
}
