// What the parts of the conformance kit share: the case at hand (a law bound to one
// parameter set), the list of findings, and the comparison of derivatives.
#pragma once

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "models/conformance.hpp"

namespace slipfront {

/// Keeps the first failure of each kind of check and counts the rest.
class Findings {
 public:
  void add(const std::string& check, const std::string& detail);
  std::vector<std::string> sentences() const;

 private:
  struct Entry {
    std::string first;
    int count = 0;
  };
  std::map<std::string, Entry> entries_;
};

class ConformanceCase {
 public:
  ConformanceCase(const FrictionLaw& law, Framework framework, std::vector<double> values,
                  double normal, const ConformanceOptions& options, std::mt19937_64& random,
                  Findings& findings);

  const BoundLaw& bound() const { return *bound_; }
  const std::vector<double>& values() const { return values_; }
  const std::vector<Parameter>& parameters() const { return law_.parameters(framework_); }
  const ConformanceOptions& options() const { return options_; }
  bool pressure_dependent() const { return law_.description().pressure_dependent; }
  bool coupled() const { return law_.description().coupled; }
  double normal() const { return normal_; }

  /// The law with other values; null if they are outside the domain.
  std::unique_ptr<const BoundLaw> with(const std::vector<double>& values) const;
  /// The law with parameter i changed; null if that leaves the domain.
  std::unique_ptr<const BoundLaw> with(std::size_t i, double value) const;
  /// A length that parameter i can be moved by, relative to which it is differentiated.
  double parameter_scale(std::size_t i) const;

  /// Displacements at which the law begins to bend, and has lost nearly all stiffness.
  double knee() const { return knee_; }
  double slip() const { return slip_; }
  /// Log-uniform between knee/100 and 10 slip.
  double draw_displacement();
  double uniform(double low, double high);

  /// Records a failure, with the parameters, unless `good`.
  void expect(bool good, const std::string& check, const std::string& detail);
  /// |a - b| <= tolerance * scale, both finite.
  void expect_near(double a, double b, double scale, double tolerance, const std::string& check,
                   const std::string& where);

  /// The derivative `claimed` of f at x, against differences with steps of many sizes and
  /// on both sides, so that one on the same side of every kink is among them. f gives NaN
  /// where it is not defined. `size` is the size of f's own rounding.
  void expect_derivative(const std::function<double(double)>& f, double x, double x_scale,
                         double claimed, double size, const std::string& check,
                         const std::string& where);

 private:
  void find_scales();

  const FrictionLaw& law_;
  Framework framework_;
  std::vector<double> values_;
  double normal_;
  const ConformanceOptions& options_;
  std::mt19937_64& random_;
  Findings& findings_;
  std::unique_ptr<const BoundLaw> bound_;
  double knee_ = 0, slip_ = 0;
};

/// The declared units.
void check_units(ConformanceCase& at);
/// Many points at once, and outputs that are not asked for.
void check_batches(ConformanceCase& at);
/// The virgin curve.
void check_virgin(ConformanceCase& at);
/// Random paths in one or two directions.
void check_hysteretic(ConformanceCase& at, std::size_t directions);
/// Starts, cut paths and Masing loops in one direction.
void check_paths(ConformanceCase& at);
/// The law's own spring, and points that settle.
void check_spring(ConformanceCase& at);
/// Rotations, and the coupled law along a line.
void check_coupled(ConformanceCase& at);

}  // namespace slipfront
