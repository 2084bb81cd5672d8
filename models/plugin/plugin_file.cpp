#include "models/plugin/plugin_file.hpp"

#include <dlfcn.h>

#include <filesystem>

#include "core/failure.hpp"
#include "core/law_failure.hpp"
#include "models/plugin/text.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kTextSize = 2048;  // of a sentence that a plugin may write

[[noreturn]] void refuse(const std::string& file, std::string found, std::string rule,
                         std::string remedy) {
  throw Failure(Problem{file, "", std::move(found), std::move(rule), std::move(remedy)});
}

LawFailure reported(const char* text) { return LawFailure("reported \"" + printable(text) + "\""); }

int framework_bit(Framework framework) {
  return framework == Framework::masing ? SLIPFRONT_MASING : SLIPFRONT_NON_MASING;
}

class PluginBoundLaw final : public BoundLaw {
 public:
  PluginBoundLaw(const slipfront_plugin_v1* table, void* law) : table_(table), law_(law) {}
  ~PluginBoundLaw() override { table_->release(law_); }
  PluginBoundLaw(const PluginBoundLaw&) = delete;
  PluginBoundLaw& operator=(const PluginBoundLaw&) = delete;

  std::size_t parameter_count() const override { return table_->parameter_count; }
  std::size_t history_size(std::size_t directions) const override {
    return table_->history_size(law_, directions);
  }
  void start_history(std::size_t directions, const double* displacement,
                     double* history) const override {
    char text[kTextSize] = "";
    if (table_->start_history(law_, directions, displacement, history, text, sizeof text))
      throw reported(text);
  }
  double spring_stiffness() const override { return table_->spring_stiffness(law_); }
  void settle_history(std::size_t directions, const double* displacement, const double* origin,
                      double* history) const override {
    char text[kTextSize] = "";
    if (table_->settle_history(law_, directions, displacement, origin, history, text, sizeof text))
      throw reported(text);
  }
  void virgin(const VirginBatch& b) const override {
    const slipfront_virgin_v1 batch = {b.points,  b.displacement, b.normal_traction, b.traction,
                                       b.tangent, b.loop_area,    b.d_traction,      b.d_loop_area};
    char text[kTextSize] = "";
    if (table_->virgin(law_, &batch, text, sizeof text)) throw reported(text);
  }
  void hysteretic(const HystereticBatch& b) const override {
    const slipfront_hysteretic_v1 batch = {
        b.points,  b.directions, b.displacement, b.normal_traction, b.history, b.traction,
        b.tangent, b.d_normal,   b.work,         b.new_history,     b.jacobian};
    char text[kTextSize] = "";
    if (table_->hysteretic(law_, &batch, text, sizeof text)) throw reported(text);
  }

 private:
  const slipfront_plugin_v1* table_;
  void* law_;
};

class PluginLaw final : public FrictionLaw {
 public:
  explicit PluginLaw(const slipfront_plugin_v1* table) : table_(table) {
    about_.name = table->name;
    about_.title = table->title;
    about_.source = table->source;
    about_.version = table->version;
    about_.pressure_dependent = table->pressure_dependent != 0;
    about_.has_post_slip = table->has_post_slip != 0;
    about_.coupled = table->coupled != 0;
    for (const Framework framework : {Framework::masing, Framework::non_masing})
      if (table->frameworks & framework_bit(framework)) about_.frameworks.push_back(framework);
    for (std::size_t i = 0; i < table->parameter_count; ++i) {
      const slipfront_parameter_v1& p = table->parameters[i];
      parameters_.push_back({p.name, p.symbol, p.unit, p.log10_scale ? Scale::log10 : Scale::linear,
                             p.lower, p.upper, p.area_scaled != 0});
    }
  }

  const LawDescription& description() const override { return about_; }
  const std::vector<Parameter>& parameters(Framework) const override { return parameters_; }
  std::string domain_violation(Framework framework, std::span<const double> values) const override {
    char text[kTextSize] = "";
    if (!table_->domain_violation(framework_bit(framework), values.data(), text, sizeof text))
      return {};
    return text[0] ? printable(text) : "a rule that the plugin does not name";
  }
  std::unique_ptr<const BoundLaw> bind(Framework framework,
                                       std::span<const double> values) const override {
    const std::string rule = domain_violation(framework, values);
    if (!rule.empty()) throw LawFailure("got values outside its domain: " + rule);
    char text[kTextSize] = "";
    void* const law = table_->bind(framework_bit(framework), values.data(), text, sizeof text);
    if (!law) throw reported(text);
    return std::make_unique<PluginBoundLaw>(table_, law);
  }

 private:
  const slipfront_plugin_v1* table_;
  LawDescription about_;
  std::vector<Parameter> parameters_;
};

void check_table(const slipfront_plugin_v1* table, const std::string& file) {
  if (!table) refuse(file, "slipfront_plugin() that returns nothing", "must return a table", "");
  if (table->abi_version != SLIPFRONT_PLUGIN_ABI)
    refuse(file, "a plugin built for plugin ABI " + std::to_string(table->abi_version),
           "this slipfront speaks plugin ABI " + std::to_string(SLIPFRONT_PLUGIN_ABI) + " only",
           "rebuild it against the installed SDK");
  if (table->struct_size != sizeof *table)
    refuse(file, "a plugin table of " + std::to_string(table->struct_size) + " bytes",
           "that of plugin ABI " + std::to_string(SLIPFRONT_PLUGIN_ABI) + " has " +
               std::to_string(sizeof *table),
           "rebuild it against the installed SDK");
  const bool whole = table->name && table->title && table->source && table->domain_violation &&
                     table->bind && table->release && table->history_size && table->start_history &&
                     table->spring_stiffness && table->settle_history && table->virgin &&
                     table->hysteretic && (table->parameters || table->parameter_count == 0);
  if (!whole)
    refuse(file, "a plugin table with null pointers", "every text and function must be there",
           "make the table with SLIPFRONT_EXPORT_LAW");
  constexpr std::size_t kMostParameters = 1000;  // far more than can be searched
  if (table->parameter_count > kMostParameters)
    refuse(file, "a plugin with " + std::to_string(table->parameter_count) + " parameters",
           "there may be " + std::to_string(kMostParameters) + " at most",
           "make the table with SLIPFRONT_EXPORT_LAW");
  for (std::size_t i = 0; i < table->parameter_count; ++i) {
    const slipfront_parameter_v1& p = table->parameters[i];
    if (!p.name || !p.symbol || !p.unit)
      refuse(
          file,
          "parameter " + std::to_string(i + 1) + " of model '" + table->name + "' without a text",
          "every parameter needs name, symbol and unit", "");
  }
}

}  // namespace

std::unique_ptr<FrictionLaw> law_of_table(const slipfront_plugin_v1* table,
                                          const std::string& file) {
  check_table(table, file);
  return std::make_unique<PluginLaw>(table);
}

std::unique_ptr<FrictionLaw> open_plugin(const std::string& file) {
  const std::string rule = "must be a plugin: a shared library built with the slipfront SDK";
  // A path with a slash: dlopen would look for a bare name in the system's folders.
  const std::string path = std::filesystem::absolute(file).string();
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* why = dlerror();
    refuse(file,
           "a file that cannot be loaded (" + std::string(why ? why : "no reason given") + ")",
           rule, "build it for this machine, see docs/plugins.md");
  }
  void* const symbol = dlsym(library, SLIPFRONT_PLUGIN_FUNCTION);
  if (!symbol)
    refuse(file, "a shared library without the function slipfront_plugin", rule,
           "export the law with SLIPFRONT_EXPORT_LAW(...)");
  return law_of_table(reinterpret_cast<slipfront_plugin_function_v1>(symbol)(), file);
}

}  // namespace slipfront
