// A structure, a contact model and the equations between them, put together for tests of
// what walks on them: paths, loops, and the work along them.
#pragma once

#include <memory>

#include "core/dense_newton.hpp"
#include "core/linear_modes.hpp"
#include "core/modal_path.hpp"
#include "models/registry.hpp"
#include "simple_laws.hpp"
#include "simple_structures.hpp"

namespace slipfront::test {

struct Equations {
  Structure structure;
  CondensedStructure condensed;
  ContactRows rows;
  ContactHistory rest;
  std::optional<ContactHistorySlope> rest_slope;
  std::unique_ptr<DenseNewton> newton;

  /// At rest at `z` from the unloaded state (empty: at 0). Slopes: of z by parameters 0.
  Equations(const Structure& s, const ContactModel& contact, const std::vector<double>& values,
            int mode = 0, const Eigen::VectorXd& z = {}, bool slopes = false)
      : structure(s),
        condensed(s),
        rows(s.interface.areas, s.interface.kind, contact, values),
        rest(rows.settle(z.size() > 0 ? z : Eigen::VectorXd::Zero(rows.rows()),
                         PrestressKind::full)) {
    if (slopes)
      rest_slope = rows.settle_slope(Eigen::MatrixXd::Zero(rows.rows(), rows.parameters()), rest,
                                     PrestressKind::full);
    const Eigen::VectorXd stuck = rows.stuck_stiffness();
    newton = std::make_unique<DenseNewton>(condensed, rows,
                                           modes_with_springs(condensed, stuck, 12), mode, stuck);
  }
  ModalPath path() { return ModalPath(*newton, rest, rest_slope); }
};

inline const FrictionLaw& law(const char* name) { return Registry::built_in().find(name); }

}  // namespace slipfront::test
