// The combinations of the study with the ranges of their Pareto-optimal parameters (Porter
// et al., Tables 11-15, in search scale: log10 where the parameter is searched so) and with
// the study's prestress, loops and dissipation (Table 6; sections 3.5 and 4).
//
// The tables are of another beam: the ranges are where a study of this kind looks, and are
// drawn from uniformly, each parameter on its own. beta of Iwan is cut at 1e-20.
#pragma once

#include <vector>

#include "core/backbone_options.hpp"
#include "core/contact.hpp"

namespace slipfront::test {

struct Range {
  double low, high;
};

struct Combination {
  const char* name;
  const char* model;
  Framework framework = Framework::masing;
  ContactOptions contact = {};
  std::vector<Range> ranges = {};  // the law's, then kp where it is added, then kn
  PrestressKind prestress = PrestressKind::full;
  int loops = 40;
  double tolerance = 1e-4;
  Dissipation dissipation = Dissipation::local;
  int quadrature = 51;
  bool viscous = true;  // zeta0 is added

  BackboneOptions options() const {
    // Of the order of a bolted beam's damping at low amplitude.
    constexpr double kZeta0 = 1e-3;
    BackboneOptions out;
    out.prestress = prestress;
    out.loops = loops;
    out.loop_tolerance = tolerance;
    out.dissipation = dissipation;
    out.quadrature = quadrature;
    out.zeta0 = viscous ? kZeta0 : 0;
    return out;
  }
};

inline const std::vector<Combination>& patch_combinations() {
  constexpr auto kLoops = Framework::non_masing;
  constexpr auto kConservative = PrestressKind::conservative;
  constexpr ContactOptions kSpring{.post_slip = true};
  static const std::vector<Combination> all{
      {.name = "iwan4-kp-wj",
       .model = "iwan4",
       .contact = kSpring,
       .ranges = {{5.02, 5.30},
                  {12.11, 13.11},
                  {-0.84, 0},
                  {-3.76, -1.47},
                  {3.83, 11.07},
                  {14.51, 18.50}}},
      {.name = "iwan4-wj",
       .model = "iwan4",
       .ranges = {{4.94, 5.30}, {11.72, 13.10}, {-0.84, 0.09}, {-6.53, -3.31}, {16.29, 19.17}}},
      {.name = "bouc-wen-wj",
       .model = "bouc_wen",
       .ranges = {{12.60, 12.94}, {6.92, 10.29}, {0.50, 1.08}, {15.97, 18.27}}},
      {.name = "iwan5-wj",
       .model = "iwan5",
       .ranges = {{4.85, 5.30},
                  {11.57, 13.07},
                  {-0.82, 0.17},
                  {-4.84, -2.87},
                  {0.88, 1},
                  {13.91, 18.40}}},
      {.name = "bouc-wen-2-wj",
       .model = "bouc_wen_2",
       .ranges = {{11.53, 12.78}, {1.81, 2.25}, {17.64, 19.33}}},
      {.name = "bouc-wen-1-kp-wj",
       .model = "bouc_wen_1",
       .contact = kSpring,
       .ranges = {{12.68, 12.83}, {7.40, 7.55}, {10.14, 10.59}, {13.43, 18.60}}},
      {.name = "valanis-wj",
       .model = "valanis",
       .ranges = {{12.66, 12.82}, {5.76, 10.58}, {7.38, 7.53}, {0, 0.01}, {18.16, 19.88}}},
      {.name = "bouc-wen-1-wj",
       .model = "bouc_wen_1",
       .ranges = {{12.67, 12.84}, {7.39, 7.55}, {16.18, 18.54}}},
      {.name = "gjp-wj",
       .model = "generalized_jenkins_prager",
       .ranges = {{4.58, 5.16}, {11.66, 12.79}, {11.12, 11.38}, {12.12, 18.51}}},
      {.name = "jenkins-wj",
       .model = "jenkins",
       .ranges = {{5.21, 5.29}, {12.76, 17.24}, {11.32, 17.76}}},
      {.name = "iwan4-wj-noviscous",
       .model = "iwan4",
       .ranges = {{5.28, 5.32}, {13.19, 15.64}, {-1.00, -0.88}, {-20, -3.79}, {13.32, 18.42}},
       .viscous = false},
      {.name = "prager-wj",
       .model = "prager",
       .ranges = {{5.25, 5.26}, {11.52, 11.63}, {12.35, 12.36}}},
      {.name = "edf-wj",
       .model = "elastic_dry_friction",
       .ranges = {{0.75, 2.07}, {12.38, 14.37}, {12.28, 12.33}},
       .dissipation = Dissipation::modal},
      {.name = "jenkins-wj-nm",
       .model = "jenkins",
       .framework = kLoops,
       .ranges = {{5.18, 5.28}, {12.67, 13.63}, {11.27, 16.92}},
       .loops = 3,
       .quadrature = 42},
      {.name = "edf-wj-nm",
       .model = "elastic_dry_friction",
       .framework = kLoops,
       .ranges = {{0.84, 1.03}, {13.83, 14.96}, {12.29, 12.31}},
       .loops = 6,
       .dissipation = Dissipation::modal,
       .quadrature = 42},
      {.name = "bouc-wen-1-wj-nm",
       .model = "bouc_wen_1",
       .framework = kLoops,
       .ranges = {{12.64, 12.82}, {7.11, 7.28}, {-0.89, -0.35}, {13.96, 14.88}},
       .prestress = kConservative,
       .quadrature = 42},
      {.name = "bouc-wen-1-wj-nm-noviscous",
       .model = "bouc_wen_1",
       .framework = kLoops,
       .ranges = {{12.77, 12.84}, {7.58, 8.43}, {0.08, 0.91}, {13.18, 14.72}},
       .prestress = kConservative,
       .quadrature = 42,
       .viscous = false},
      {.name = "valanis-wj-nm",
       .model = "valanis",
       .framework = kLoops,
       .ranges = {{12.62, 12.81}, {8.65, 11.04}, {7.30, 7.58}, {0.01, 0.34}, {13.51, 19.5}},
       .prestress = kConservative,
       .quadrature = 42},
      {.name = "valanis-wj-nm-noviscous",
       .model = "valanis",
       .framework = kLoops,
       .ranges = {{12.10, 12.85}, {10.96, 11.76}, {7.13, 7.83}, {0, 0.06}, {14.18, 21.31}},
       .prestress = kConservative,
       .quadrature = 42,
       .viscous = false},
      {.name = "bouc-wen-1-kp-wj-nm",
       .model = "bouc_wen_1",
       .framework = kLoops,
       .contact = kSpring,
       .ranges = {{12.62, 12.82}, {7.09, 7.29}, {-0.77, -0.37}, {8.48, 10.26}, {13.82, 14.84}},
       .prestress = kConservative,
       .loops = 100,
       .quadrature = 42},
      {.name = "bouc-wen-1-kp-wj-nm-noviscous",
       .model = "bouc_wen_1",
       .framework = kLoops,
       .contact = kSpring,
       .ranges = {{12.77, 12.86}, {7.82, 8.49}, {0.45, 0.91}, {6.04, 10.14}, {12.87, 14.75}},
       .prestress = kConservative,
       .loops = 100,
       .quadrature = 42,
       .viscous = false},
  };
  return all;
}

inline const std::vector<Combination>& element_combinations() {
  constexpr auto kLoops = Framework::non_masing;
  static const std::vector<Combination> all{
      {.name = "jenkins-fj",
       .model = "jenkins",
       .framework = kLoops,
       .ranges = {{5.28, 5.43}, {15.12, 15.52}, {10.77, 11.92}},
       .loops = 3,
       .tolerance = 0,
       .dissipation = Dissipation::modal,
       .quadrature = 4},
      {.name = "gjp-fj",
       .model = "generalized_jenkins_prager",
       .framework = kLoops,
       .ranges = {{5.27, 5.40}, {14.91, 15.63}, {9.03, 11.23}, {10.79, 11.92}},
       .loops = 3,
       .tolerance = 0,
       .dissipation = Dissipation::modal,
       .quadrature = 4},
      {.name = "edf-fj",
       .model = "elastic_dry_friction",
       .framework = kLoops,
       .ranges = {{0.65, 1.47}, {13.93, 15.26}, {11.74, 11.78}},
       .loops = 3,
       .dissipation = Dissipation::modal,
       .quadrature = 4},
      {.name = "edf-kp-fj",
       .model = "elastic_dry_friction",
       .framework = kLoops,
       .contact = {.post_slip = true},
       .ranges = {{0.67, 1.57}, {13.75, 15.5}, {0, 7.90}, {11.73, 11.78}},
       .loops = 3,
       .dissipation = Dissipation::modal,
       .quadrature = 4},
      {.name = "gjp-penalty-fj",
       .model = "generalized_jenkins_prager",
       .framework = kLoops,
       .contact = {.normal = NormalContact::penalty},
       .ranges = {{5.30, 5.70}, {13.28, 15.52}, {7.43, 10.76}, {11.78, 13.16}},
       .loops = 3,
       .dissipation = Dissipation::modal,
       .quadrature = 4},
  };
  return all;
}

}  // namespace slipfront::test
