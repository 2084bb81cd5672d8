#include "rom/closure.hpp"

#include <catch2/catch.hpp>

#include "rom/lap_joint.hpp"

using namespace slipfront;

namespace {
/// One point, three unknowns, held by 1e9 N/m in x and y and free along the bolt.
Structure one_point(InterfaceKind kind, double normal_sign) {
  constexpr double kArea = 1e-3;
  Structure s;
  s.stiffness = Eigen::Vector3d(1e9, 1e9, 0).asDiagonal();
  s.mass = Eigen::Matrix3d::Identity();
  s.bolt_load = Eigen::Vector3d(0, 0, 1);
  s.interface.kind = kind;
  s.interface.displacement = Eigen::Vector3d(1, 1, normal_sign).asDiagonal();
  const double weight = kind == InterfaceKind::patches ? 1 : kArea;
  s.interface.force = weight * s.interface.displacement.transpose();
  s.interface.areas = Eigen::VectorXd::Constant(1, kArea);
  return s;
}
}  // namespace

TEST_CASE("interface springs are area times stiffness for both kinds of interface") {
  for (const InterfaceKind kind : {InterfaceKind::patches, InterfaceKind::elements}) {
    const Eigen::MatrixXd k = interface_springs(one_point(kind, 1), 2e12, 3e12);
    CHECK(k.isApprox(Eigen::MatrixXd(Eigen::Vector3d(2e9, 2e9, 3e9).asDiagonal())));
  }
}

TEST_CASE("a free joint passes the whole bolt load, with the sign of its normal") {
  for (const InterfaceKind kind : {InterfaceKind::patches, InterfaceKind::elements}) {
    CHECK(bolt_closure(one_point(kind, 1)) == Approx(1));
    CHECK(bolt_closure(one_point(kind, -1)) == Approx(-1));
  }
}

TEST_CASE("three bolts press with three newtons; no bolt load presses not at all") {
  Structure joint = make_lap_joint();
  CHECK(bolt_closure(joint) == Approx(3).epsilon(1e-6));
  joint.bolt_load.setZero();
  CHECK(bolt_closure(joint) == 0);
}
