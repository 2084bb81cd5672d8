#include "app/rom_argument.hpp"

#include "core/failure.hpp"
#include "core/suggest.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"

namespace slipfront {

std::shared_ptr<const Structure> rom_argument(const std::string& text) {
  const std::string prefix = "built-in:", lap_joint = "lap-joint";
  if (!text.starts_with(prefix)) return std::make_shared<const Structure>(load_structure(text));
  const std::string name = text.substr(prefix.size());
  if (name != lap_joint)
    throw Failure(Problem{text, "", "'" + name + "'", "is no built-in reduced model",
                          suggestion(name, {lap_joint})});
  return std::make_shared<const Structure>(make_lap_joint());
}

}  // namespace slipfront
