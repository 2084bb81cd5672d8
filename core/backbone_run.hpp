// One backbone from its parts, in steps: contact rows, prestress, linear modes of the stuck
// structure, then the path through the amplitudes and, in the non-Masing framework, the
// hysteresis loop at each of them.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/backbone.hpp"
#include "core/backbone_options.hpp"
#include "core/condensed.hpp"
#include "core/contact_rows.hpp"
#include "core/element_structure.hpp"
#include "core/linear_modes.hpp"
#include "core/modal_path.hpp"
#include "core/path_work.hpp"

namespace slipfront {

/// Reference springs that suit an interface: those of many points are solved by
/// core/element_newton.hpp, the others by core/dense_newton.hpp.
ReferenceSprings reference_springs_for(const Structure& structure);

/// Slopes of every amplitude: not a number, until one is solved.
void no_slopes(Backbone& backbone, Eigen::Index parameters);

class BackboneRun {
 public:
  BackboneRun(const Structure& structure, const CondensedStructure& condensed,
              const ContactModel& contact, std::span<const double> values,
              const BackboneOptions& options);

  Backbone trace(std::span<const double> amplitudes);

 private:
  bool many_points() const;
  void condense_elements();
  bool solve_prestress(Backbone& backbone);
  bool choose_linear_mode(Backbone& backbone);
  void trace_masing(Backbone& backbone, ModalPath& path);
  void trace_loops(Backbone& backbone, ModalPath& path);
  PointStatus load(ModalPath& path, double amplitude, const LobattoRule& rule);
  int quadrature_points() const;
  /// What an amplitude gave, until the residuals of all are taken at once.
  struct Found {
    std::size_t amplitude;
    double omega;
    Work dissipation;
    Eigen::RowVectorXd d_omega;
    std::vector<Instant> states;  // whose residuals count
  };
  void report(Backbone& backbone);

  const Structure& structure_;
  const CondensedStructure& condensed_;
  BackboneOptions options_;
  std::string source_;
  ContactRows contact_;
  ContactHistory rest_;
  std::optional<ContactHistorySlope> rest_slope_;
  Eigen::VectorXd stuck_, scaling_;
  std::unique_ptr<ElementStructure> elements_;  // interfaces of many points
  ModalBasis basis_;
  std::unique_ptr<ModalEquations> equations_;
  std::vector<Found> found_;
};

}  // namespace slipfront
