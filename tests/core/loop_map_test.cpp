#include "core/loop_map.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>

#include "models/registry.hpp"
#include "simple_laws.hpp"

using namespace slipfront;

namespace {

const FrictionLaw& law(const char* name) { return Registry::built_in().find(name); }

ContactRows rows_of(const char* model, const std::vector<double>& values,
                    InterfaceKind kind = InterfaceKind::patches, int points = 2) {
  return ContactRows(Eigen::VectorXd::LinSpaced(points, 1e-4, 2e-4), kind,
                     ContactModel(law(model), Framework::non_masing), values);
}

const std::vector<double> kBoucWen{3e10, 1e6, -0.4, 1e11};  // A, alpha, beta/alpha, kn
const std::vector<double> kJenkins{1e3, 3e10, 1e11};        // ts, kt, kn
const std::vector<double> kValanis{3e10, 1e9, 1e6, 0.3, 1e11};

}  // namespace

TEST_CASE("many loops are a geometric sum, also where it does not converge") {
  Eigen::Matrix3d b;
  b << 0.5, 0.2, 0, 0, 0.9, 0.1, 0, 0, 1;  // eigenvalues 0.5, 0.9, 1
  const Eigen::Vector3d x(1, -2, 3);
  Eigen::Vector3d power = x, sum = Eigen::Vector3d::Zero();
  for (int k = 0; k < 7; ++k) {
    sum += power;
    power = b * power;
  }
  const LoopSum seven = sum_of_loops(b, x, 7);
  CHECK((seven.sum - sum).norm() < 1e-14);
  CHECK((seven.last - power).norm() < 1e-14);
  // A part of eigenvalue 1 moves on for ever, evenly; without it the sum is (1 - B)^-1 x.
  const LoopSum many = sum_of_loops(b, x, 1000), more = sum_of_loops(b, x, 2000);
  CHECK(more.sum(2) == Approx(2 * many.sum(2)));
  const Eigen::Matrix2d part = b.topLeftCorner<2, 2>();
  const Eigen::Vector2d still =
      (Eigen::Matrix2d::Identity() - part).inverse() * Eigen::Vector2d(1, -2);
  CHECK((sum_of_loops(part, Eigen::Vector2d(1, -2), 1000).sum - still).norm() < 1e-12);
  CHECK(sum_of_loops(b, x, 0).sum.norm() == 0);
}

TEST_CASE("of a history is felt what the loop neither forgets nor keeps") {
  // Displacement u0 and traction t0 of the reversal point; k the stiffness after it, and s
  // what a traction is worth at the end of the half loop: t = s (t0 - k u0) + ...
  const double k = 2e10, s = 0.3;
  const auto point = [&](double share) {
    Eigen::MatrixXd m(3, 2);  // traction; new u0, t0
    m << -k * share, share, 0, 0, -k * share, share;
    return m;
  };
  const std::vector<Eigen::MatrixXd> half{point(1), point(s), point(0)};
  const FeltHistory felt = FeltHistory::of(half, half, Eigen::Vector2d(1e-6, 1e4));
  REQUIRE(felt.out.rows() == 6);
  REQUIRE(felt.out.cols() == 1);  // the first sticks, the last forgets
  CHECK((felt.in * felt.out)(0) == Approx(1));
  CHECK(felt.out.col(0).segment(2, 2).norm() == Approx(felt.out.norm()));
  // Along the branch nothing changes.
  Eigen::VectorXd along = Eigen::VectorXd::Zero(6);
  along.segment(2, 2) << 1e-7, k * 1e-7;
  Eigen::VectorXd across = along;
  across[3] = 0;
  CHECK(std::abs((felt.in * along)(0)) < 1e-12 * std::abs((felt.in * across)(0)));
  // At fixed displacements one loop leaves s^2 of it.
  const Eigen::VectorXd after =
      half[1].bottomRows(2) * half[1].bottomRows(2) * felt.out.block(2, 0, 2, 1);
  CHECK((felt.in.block(0, 2, 1, 2) * after)(0) == Approx(s * s));
}

TEST_CASE("histories of displacements and tractions add up, lists of reversals do not") {
  const auto adds_up = [](const char* model, const std::vector<double>& values) {
    const ContactRows rows = rows_of(model, values);
    ContactRows::Workspace work = rows.make_workspace();
    return history_adds_up(rows, work);
  };
  CHECK(adds_up("jenkins", kJenkins));
  CHECK(adds_up("generalized_jenkins_prager", {1e3, 3e10, 1e9, 1e11}));
  CHECK(adds_up("bouc_wen_1", kBoucWen));
  CHECK(adds_up("valanis", kValanis));
  CHECK_FALSE(adds_up("iwan4", {1e3, 3e10, -0.4, 0.1, 1e11}));
  CHECK_FALSE(adds_up("elastic_dry_friction", {0.5, 3e10, 1e11}));  // penalty contact
}

TEST_CASE("the response to the history is the derivative of turning by it") {
  const auto compare = [](const char* model, const std::vector<double>& values,
                          InterfaceKind kind) {
    const ContactRows rows = rows_of(model, values, kind);
    ContactRows::Workspace work = rows.make_workspace();
    Eigen::VectorXd z(6);
    z << 2.1e-8, -1.4e-8, 0, -3.3e-8, 0.9e-8, 0;
    const ContactHistory begin = rows.turn(z, rows.unloaded(), work);
    const Eigen::VectorXd back = -0.6 * z;
    const auto response = rows.history_response(back, begin, work);
    const Eigen::Index past = rows.law_history();
    REQUIRE(static_cast<Eigen::Index>(begin.law.size()) ==
            past * static_cast<Eigen::Index>(response.size()));
    for (std::size_t entry = 0; entry < begin.law.size(); ++entry) {
      const double h = 1e-5 * (std::abs(begin.law[entry]) + 1e-9);
      ContactHistory up = begin, down = begin;
      up.law[entry] += h;
      down.law[entry] -= h;
      const ContactHistory more = rows.turn(back, up, work), less = rows.turn(back, down, work);
      const auto point = static_cast<Eigen::Index>(entry) / past;
      const auto column = static_cast<Eigen::Index>(entry) % past;
      for (Eigen::Index row = 0; row < past; ++row) {
        const auto at = static_cast<std::size_t>(point * past + row);
        const double slope = (more.law[at] - less.law[at]) / (2 * h);
        const Eigen::MatrixXd& mine = response[static_cast<std::size_t>(point)];
        CAPTURE(model, entry, row);
        CHECK(mine(mine.rows() - past + row, column) ==
              Approx(slope).epsilon(1e-6).margin(
                  1e-6 * mine.row(mine.rows() - past + row).cwiseAbs().maxCoeff()));
      }
    }
  };
  compare("jenkins", kJenkins, InterfaceKind::patches);
  compare("jenkins", kJenkins, InterfaceKind::elements);
  compare("bouc_wen_1", kBoucWen, InterfaceKind::patches);
  compare("valanis", kValanis, InterfaceKind::patches);
}
