// The friction laws that are known by name: the built-in ones, and those that a study
// or a plugin adds. A registry owns its laws; a law found in it lives as long as it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/friction_law.hpp"

namespace slipfront {

class Registry {
 public:
  /// All laws of this program, in the order of the paper's section 2.
  static const Registry& built_in();

  /// A registry without laws.
  Registry() = default;
  /// A registry of its own with all built-in laws, for adding others to it.
  static Registry with_built_in();

  Registry(Registry&&) = default;
  Registry& operator=(Registry&&) = default;

  /// Throws a Failure with "did you mean" for a name that is not known.
  const FrictionLaw& find(const std::string& name) const;

  /// In the order in which the laws were added.
  std::vector<std::string> names() const;

  /// Throws a Failure if the name is empty or already taken.
  void add(std::unique_ptr<FrictionLaw> law);

 private:
  std::vector<std::unique_ptr<FrictionLaw>> laws_;
};

}  // namespace slipfront
