#include "app/plugin_template.hpp"

namespace slipfront {

namespace {

constexpr auto kCMake = R"(cmake_minimum_required(VERSION 3.18)
project(@name@ LANGUAGES CXX)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# The slipfront that made this folder; another one by -Dslipfront_DIR=...
find_package(slipfront REQUIRED HINTS "@package_dir@")

add_library(@name@ MODULE @name@.cpp)
target_link_libraries(@name@ PRIVATE slipfront::sdk)

enable_testing()
add_test(NAME conformance
         COMMAND $<TARGET_FILE:slipfront::slipfront> plugin test $<TARGET_FILE:@name@>)
)";

constexpr auto kHead =
    R"(// A friction law for slipfront. What may stand in the class: slipfront_plugin.hpp.
#include <slipfront_plugin.hpp>

namespace {

struct @class@ {
  static constexpr slipfront::plugin::Law law = {
      .name = "@name@", .title = "@title@", .source = "@source@"};

  // Values and search bounds are per area. A log10 scale suits what spans decades.
  static constexpr slipfront::plugin::Parameter parameters[] = {
      {.name = "slip_traction", .symbol = "ts", .unit = "N/m^2", .log10_scale = true,
       .lower = 3e3, .upper = 5e6, .area_scaled = true},
      {.name = "tangential_stiffness", .symbol = "kt", .unit = "N/m^3", .log10_scale = true,
       .lower = 3e10, .upper = 1e18, .area_scaled = true},
  };
)";

constexpr auto kForce = R"(
  // Loading from the origin, u >= 0 [m]; traction [N/m^2]. slipfront makes it odd, takes
  // tangents and parameter derivatives from T, and the loop area by quadrature.
  template <class T>
  static T force(const T& u, const T* p) {
    const T &ts = p[0], &kt = p[1];
    return kt * u / (1.0 + kt * u / ts);
  }

  // Unloading and reloading by Masing's second rule, for the framework non_masing too.
  static constexpr bool masing_branches = true;
};
)";

constexpr auto kRate = R"(
  // dt/du at displacement u [m] and traction t [N/m^2], while moving in direction s = +1
  // or -1. slipfront integrates it, with the derivatives that T carries.
  template <class T>
  static T rate(const T& /*u*/, const T& t, double s, const T* p) {
    const T &ts = p[0], &kt = p[1];
    return kt * (1.0 - s * t / ts);
  }
};
)";

constexpr auto kTail = R"(
}  // namespace

SLIPFRONT_EXPORT_LAW(@class@)
)";

constexpr auto kReadme = R"(# @name@

A friction law for slipfront in `@name@.cpp`. It works as it stands; put your own law in its
place.

    cmake -B build && cmake --build build     # makes build/lib@name@.so
    ctest --test-dir build                    # the conformance kit
    slipfront joint loop --plugin build/lib@name@.so --model @name@ \
      --params '{"slip_traction":1e5,"tangential_stiffness":1e12}' --amplitude 5e-7 \
      --format svg -o loop.svg
    slipfront backbone --plugin build/lib@name@.so --rom built-in:lap-joint --model @name@ \
      --framework masing --mode 1 --amplitude-range 1e-6:1e-4:10 \
      --params '{"slip_traction":1e5,"tangential_stiffness":1e12,"normal_stiffness":1e13}'

In a study: `"plugins": ["build/lib@name@.so"]` (relative to the study file) and
`"model": "@name@"`.
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// For a quoted argument of CMake.
std::string quoted(std::string text) {
  for (const char* special : {"\\", "\"", "$"})
    text = replaced(std::move(text), special, std::string("\\") + special);
  return text;
}

/// "my_law" -> "MyLaw".
std::string class_name(const std::string& name) {
  std::string text;
  bool upper = true;
  for (const char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    text += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return text;
}

std::string title_of(const std::string& name) {
  std::string text = replaced(name, "_", " ");
  text[0] = class_name(name)[0];
  return text;
}

}  // namespace

std::vector<TemplateFile> plugin_files(const PluginTemplate& plugin) {
  const auto filled = [&](std::string text) {
    text = replaced(std::move(text), "@name@", plugin.name);
    text = replaced(std::move(text), "@class@", class_name(plugin.name));
    text = replaced(std::move(text), "@title@", title_of(plugin.name));
    text = replaced(std::move(text), "@package_dir@", quoted(plugin.package_dir));
    return replaced(std::move(text), "@source@",
                    plugin.rate ? "Dahl 1968, exponent 1" : "Kondner 1963, hyperbola");
  };
  const std::string source = std::string(kHead) + (plugin.rate ? kRate : kForce) + kTail;
  return {{"CMakeLists.txt", filled(kCMake)},
          {plugin.name + ".cpp", filled(source)},
          {"README.md", filled(kReadme)}};
}

}  // namespace slipfront
