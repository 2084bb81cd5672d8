// The files of a new plugin, as `slipfront plugin new` writes them: a law that works, to be
// replaced by the author's own line by line.
#pragma once

#include <string>
#include <vector>

namespace slipfront {

struct PluginTemplate {
  std::string name;         // "my_law": of the model, the library and the folder
  bool rate = false;        // a law in rate form in place of a virgin curve
  std::string package_dir;  // where find_package(slipfront) finds this slipfront
};

struct TemplateFile {
  std::string name, text;
};

/// CMakeLists.txt, <name>.cpp and README.md.
std::vector<TemplateFile> plugin_files(const PluginTemplate& plugin);

}  // namespace slipfront
