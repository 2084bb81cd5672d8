#include "app/rom_argument.hpp"

#include <iostream>

#include "rom/built_in.hpp"
#include "rom/load.hpp"
#include "rom/matrix_folder.hpp"

namespace slipfront {

std::shared_ptr<const Structure> rom_argument(const std::string& text) {
  const std::string prefix = "built-in:";
  if (text.ends_with(".json")) return std::make_shared<const Structure>(load_matrix_folder(text));
  if (!text.starts_with(prefix)) return std::make_shared<const Structure>(load_structure(text));
  const auto progress = [](const std::string& what) { std::cerr << what << "\n"; };
  return std::make_shared<const Structure>(built_in_rom(text.substr(prefix.size()), progress));
}

}  // namespace slipfront
