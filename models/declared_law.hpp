// A FrictionLaw from a declaration: description, parameter lists, the rule of its
// domain, and a function that binds values. Checks everything before it binds, so a
// law's file holds nothing but its mechanics.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/friction_law.hpp"

namespace slipfront {

struct LawDeclaration {
  LawDescription description;
  std::vector<Parameter> masing;      // parameters in the Masing framework
  std::vector<Parameter> non_masing;  // and in the non-Masing one

  /// Empty, or the rule that the values break. Called with the right number of finite values.
  std::function<std::string(Framework, std::span<const double>)> violation;
  /// Called with values that break no rule.
  std::function<std::unique_ptr<const BoundLaw>(Framework, std::span<const double>)> bind;
};

class DeclaredLaw final : public FrictionLaw {
 public:
  explicit DeclaredLaw(LawDeclaration declaration) : declaration_(std::move(declaration)) {}

  const LawDescription& description() const override { return declaration_.description; }
  const std::vector<Parameter>& parameters(Framework framework) const override;
  std::string domain_violation(Framework framework, std::span<const double> values) const override;
  std::unique_ptr<const BoundLaw> bind(Framework framework,
                                       std::span<const double> values) const override;

 private:
  LawDeclaration declaration_;
};

}  // namespace slipfront
