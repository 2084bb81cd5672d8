// A single joint as time integration meets it: force and tangent at a trial displacement,
// from a state that moves on only when a step is accepted.
//
//   LawJoint       any law of models/ that has a hysteretic form, with its history; as force
//                  of an interface of one square metre, so that tractions [N/m^2] read as
//                  forces [N] and stiffnesses per area as stiffnesses [N/m]
//   MasingJoint    a law that follows Masing's rules with complete memory (iwan4), from its
//                  virgin curve; remembers as many nested reversals as a decay has half
//                  cycles, where the law's own history ends after twelve
//                  (models/masing_memory.hpp)
//   SlidersJoint   the five-parameter Iwan law, which is not Masing, with the same memory
//                  (models/slider_bands.hpp)
//   ElementsJoint  Jenkins elements in parallel: a discretised Iwan (discrete_iwan.hpp)
//
// A step loads the joint in one direction; a path cut into steps gives the same forces.
#pragma once

#include <memory>
#include <vector>

#include "core/friction_law.hpp"
#include "modal/discrete_iwan.hpp"
#include "models/slider_bands.hpp"

namespace slipfront {

struct JointForce {
  double force = 0;    // [N]
  double tangent = 0;  // [N/m]
};

class Joint {
 public:
  virtual ~Joint() = default;
  /// At the end of a step to u [m]; the state stays.
  virtual JointForce at(double u) const = 0;
  /// The step ends at u.
  virtual void accept(double u) = 0;
};

class LawJoint final : public Joint {
 public:
  /// At rest at u = 0. A Failure if the law has no hysteretic form in one direction. The law
  /// must outlive the joint.
  explicit LawJoint(const BoundLaw& law);
  JointForce at(double u) const override;
  void accept(double u) override;

 private:
  const BoundLaw* law_;
  std::vector<double> history_, next_;
};

class MasingJoint final : public Joint {
 public:
  /// At rest at u = 0. The law must outlive the joint.
  explicit MasingJoint(const BoundLaw& law) : law_(&law), reversals_{{0, 0}} {}
  JointForce at(double u) const override;
  void accept(double u) override;

 private:
  struct Reversal {
    double displacement, force;
  };
  /// Where the branch that leads to u began: a reversal of the list, or a new one here.
  struct Branch {
    std::size_t level;
    bool turned;
  };
  Branch branch_to(double u) const;
  JointForce on(const Branch& branch, double u) const;

  const BoundLaw* law_;
  std::vector<Reversal> reversals_;  // the first is the origin of the virgin curve
  Reversal here_{0, 0};
  double sense_ = 0;  // of the last step: -1, 0, 1
};

class SlidersJoint final : public Joint {
 public:
  /// At rest at u = 0.
  explicit SlidersJoint(const IwanConstants<double>& constants);
  JointForce at(double u) const override;
  void accept(double u) override;

 private:
  using Bands = SliderBandsOf<1024>;  // of a ring-down of 500 cycles and more
  IwanConstants<double> constants_;
  std::vector<double> history_, next_;
};

class ElementsJoint final : public Joint {
 public:
  /// At rest at u = 0.
  explicit ElementsJoint(JenkinsElements elements);
  JointForce at(double u) const override;
  void accept(double u) override;

 private:
  JenkinsElements elements_;
  std::vector<double> slid_;  // how far each element has slid [m]
};

}  // namespace slipfront
