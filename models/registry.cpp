#include "models/registry.hpp"

#include <utility>

#include "core/failure.hpp"
#include "core/suggest.hpp"
#include "models/laws.hpp"

namespace slipfront {

Registry Registry::with_built_in() {
  Registry registry;
  registry.add(make_iwan4());
  registry.add(make_iwan5());
  registry.add(make_bouc_wen());
  registry.add(make_bouc_wen_1());
  registry.add(make_bouc_wen_2());
  registry.add(make_valanis());
  registry.add(make_jenkins());
  registry.add(make_elastic_dry_friction());
  registry.add(make_prager());
  registry.add(make_generalized_jenkins_prager());
  return registry;
}

const Registry& Registry::built_in() {
  static const Registry registry = with_built_in();
  return registry;
}

const FrictionLaw& Registry::find(const std::string& name) const {
  for (const auto& law : laws_)
    if (law->description().name == name) return *law;
  throw Failure(Problem{"model", "", "'" + name + "'", "must be the name of a known model",
                        suggestion(name, names())});
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> result;
  for (const auto& law : laws_) result.push_back(law->description().name);
  return result;
}

void Registry::add(std::unique_ptr<FrictionLaw> law) {
  const std::string& name = law->description().name;
  if (name.empty())
    throw Failure(Problem{"model", "name", "an empty text", "must be a name", "name the model"});
  for (const auto& other : laws_)
    if (other->description().name == name)
      throw Failure(Problem{"model", "name", "'" + name + "'", "is already taken by another model",
                            "give the new model a name of its own"});
  laws_.push_back(std::move(law));
}

}  // namespace slipfront
