#include "models/plugin/isolated_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <mutex>

#include "core/failure.hpp"
#include "core/hash.hpp"
#include "core/law_failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

// Doubles that a point may remember: ten times as many as any built-in law's, and a jacobian
// of its square still fits into memory.
constexpr std::uint64_t kMostHistory = 3000;

std::string fingerprint_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return fingerprint(std::string(std::istreambuf_iterator<char>(stream), {}));
}

/// A plugin file and its idle workers.
class Plugin {
 public:
  Plugin(std::string file, const IsolationOptions& options)
      : file_(std::move(file)), options_(options), build_(fingerprint_of(file_)) {}

  /// `write` puts the request into the memory, `read` takes the answer out of it; `doing`
  /// says what was asked, should it fail: "evaluating ...".
  template <class Write, class Read, class Doing>
  void call(const Write& write, const Read& read, const Doing& doing) const {
    auto worker = take();
    write(worker->memory());
    const std::string lost = worker->ask();
    if (!lost.empty()) throw failure(lost, doing());
    WireHeader& header = worker->memory().header();
    if (header.answer == WireAnswer::failed) {
      const std::string said = header.read();
      give_back(std::move(worker));
      throw failure(said, doing());
    }
    if (header.answer == WireAnswer::refused) throw refused(header);
    read(worker->memory());
    give_back(std::move(worker));
  }

  void describe() {
    auto worker = take();
    worker->memory().header().request = WireRequest::describe;
    const std::string lost = worker->ask();
    if (!lost.empty())
      throw Failure(Problem{file_, "", "a plugin that " + lost + " while it was loaded",
                            "must load and describe its law", "mend the plugin"});
    WireHeader& header = worker->memory().header();
    if (header.answer == WireAnswer::refused) throw refused(header);
    try {
      unpack_description(worker->memory().bytes(header.points), about, parameters);
    } catch (const std::exception& error) {
      throw Failure(Problem{file_, "", "a plugin that gives " + std::string(error.what()),
                            "must load and describe its law", "mend the plugin"});
    }
    about.build = build_;
    give_back(std::move(worker));
  }

  const std::string& file() const { return file_; }

  LawDescription about;
  std::vector<Parameter> parameters;

 private:
  LawFailure failure(const std::string& what, const std::string& doing) const {
    return LawFailure("plugin " + file_ + ", model " + about.name + ": " + what + " while " +
                      doing);
  }

  Failure refused(const WireHeader& header) const {
    std::array<std::string, 3> texts;  // found, rule, remedy
    try {
      std::ranges::move(unpack_texts(header.read(), texts.size()), texts.begin());
    } catch (const std::runtime_error&) {
      texts[1] = "cannot be loaded";
    }
    return Failure(Problem{file_, "", texts[0], texts[1], texts[2]});
  }

  std::unique_ptr<WorkerProcess> take() const {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    if (fingerprint_of(file_) != build_)
      throw Failure(Problem{file_, "", "a file that has changed since it was loaded",
                            "a run goes on only with the plugin that it began with",
                            "put the old file back, or run this model again with --fresh"});
    return std::make_unique<WorkerProcess>(file_, options_);
  }
  void give_back(std::unique_ptr<WorkerProcess> worker) const {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(worker));
  }

  const std::string file_;
  const IsolationOptions options_;
  const std::string build_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<WorkerProcess>> idle_;
};

/// A law with its values: what every request of a bound law begins with.
struct Binding {
  std::shared_ptr<const Plugin> plugin;
  Framework framework;
  std::vector<double> values;

  /// Room for the values and `doubles` more; the header's fields, and the values.
  void begin(WireMemory& memory, WireRequest request, std::size_t doubles) const {
    memory.reserve(values.size() + doubles);
    WireHeader& header = memory.header();
    header.request = request;
    header.framework = framework;
    header.values = values.size();
    std::copy(values.begin(), values.end(), memory.data());
  }
  std::string doing(const std::string& what) const {
    std::string text = what + " (" + to_text(framework);
    for (std::size_t i = 0; i < values.size(); ++i)
      text += ", " + plugin->parameters[i].name + " = " + to_text(values[i]);
    return text + ")";
  }
};

class IsolatedBoundLaw final : public BoundLaw {
 public:
  IsolatedBoundLaw(Binding binding, std::size_t one, std::size_t two, double spring)
      : binding_(std::move(binding)), history_{one, two}, spring_(spring) {}

  std::size_t parameter_count() const override { return binding_.values.size(); }
  std::size_t history_size(std::size_t directions) const override {
    return directions == 1 || directions == 2 ? history_[directions - 1] : 0;
  }

  void start_history(std::size_t directions, const double* displacement,
                     double* history) const override {
    const auto sizes = start_sizes(directions, history_size(directions));
    exchange<kStartInputs>(WireRequest::start, 1, directions, sizes, {displacement}, {history},
                           "starting a history");
  }

  double spring_stiffness() const override { return spring_; }
  void settle_history(std::size_t directions, const double* displacement, const double* origin,
                      double* history) const override {
    const auto sizes = settle_sizes(directions, history_size(directions));
    exchange<kSettleInputs>(WireRequest::settle, 1, directions, sizes, {displacement, origin},
                            {history}, "settling a history");
  }

  void virgin(const VirginBatch& b) const override {
    const auto sizes = virgin_sizes(b.points, parameter_count());
    exchange<kVirginInputs>(
        WireRequest::virgin, b.points, 1, sizes, {b.displacement, b.normal_traction},
        {b.traction, b.tangent, b.loop_area, b.d_traction, b.d_loop_area}, "evaluating");
  }

  void hysteretic(const HystereticBatch& b) const override {
    const auto sizes =
        hysteretic_sizes(b.points, b.directions, history_size(b.directions), parameter_count());
    exchange<kHystereticInputs>(
        WireRequest::hysteretic, b.points, b.directions, sizes,
        {b.displacement, b.normal_traction, b.history},
        {b.traction, b.tangent, b.d_normal, b.work, b.new_history, b.jacobian},
        "evaluating hysteresis");
  }

 private:
  /// Copies the inputs there and the outputs back, those that are not null.
  template <std::size_t kInputs, std::size_t kAll>
  void exchange(WireRequest request, std::size_t points, std::size_t directions,
                const std::array<std::size_t, kAll>& sizes,
                const std::array<const double*, kInputs>& inputs,
                const std::array<double*, kAll - kInputs>& outputs, const char* what) const {
    if (points == 0) return;
    std::uint32_t present = 0;
    for (std::size_t i = 0; i < kInputs; ++i) present |= (inputs[i] ? 1u : 0u) << i;
    for (std::size_t i = kInputs; i < kAll; ++i) present |= (outputs[i - kInputs] ? 1u : 0u) << i;
    const auto arrays = [&](WireMemory& memory) {
      return place(memory.data() + binding_.values.size(), sizes, present);
    };
    binding_.plugin->call(
        [&](WireMemory& memory) {
          binding_.begin(memory, request, total(sizes, present));
          WireHeader& header = memory.header();
          header.points = points;
          header.directions = directions;
          header.present = present;
          const auto at = arrays(memory);
          for (std::size_t i = 0; i < kInputs; ++i)
            if (at[i]) std::copy_n(inputs[i], sizes[i], at[i]);
          // What the plugin does not write is no answer, least of all that to an earlier request.
          constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
          for (std::size_t i = kInputs; i < kAll; ++i)
            if (at[i]) std::fill_n(at[i], sizes[i], kNothing);
        },
        [&](WireMemory& memory) {
          const auto at = arrays(memory);
          for (std::size_t i = kInputs; i < kAll; ++i)
            if (at[i]) std::copy_n(at[i], sizes[i], outputs[i - kInputs]);
        },
        [&] {
          std::string at = " at u = " + to_text(inputs[0][0]);
          if (points > 1) at += " and " + std::to_string(points - 1) + " more points";
          return binding_.doing(what + at);
        });
  }

  Binding binding_;
  std::size_t history_[2];
  double spring_;
};

class IsolatedLaw final : public FrictionLaw {
 public:
  explicit IsolatedLaw(std::shared_ptr<const Plugin> plugin) : plugin_(std::move(plugin)) {}

  const LawDescription& description() const override { return plugin_->about; }
  const std::vector<Parameter>& parameters(Framework) const override { return plugin_->parameters; }

  std::string domain_violation(Framework framework, std::span<const double> values) const override {
    const std::string wrong = count_or_finite(values);
    if (!wrong.empty()) return wrong;
    const Binding binding = make_binding(framework, values);
    std::string rule;
    try {
      plugin_->call([&](WireMemory& memory) { binding.begin(memory, WireRequest::domain, 0); },
                    [&](WireMemory& memory) { rule = memory.header().read(); },
                    [&] { return binding.doing("checking its domain"); });
    } catch (const LawFailure&) {
      return {};  // not known; bind meets the same and tells
    }
    return rule;
  }

  std::unique_ptr<const BoundLaw> bind(Framework framework,
                                       std::span<const double> values) const override {
    const std::string wrong = count_or_finite(values);
    if (!wrong.empty())
      throw Failure(Problem{"model '" + plugin_->about.name + "'", "parameters", "", wrong,
                            "choose values that obey the rule"});
    const Binding binding = make_binding(framework, values);
    std::uint64_t one = 0, two = 0;
    double spring = 0;
    plugin_->call([&](WireMemory& memory) { binding.begin(memory, WireRequest::bind, 0); },
                  [&](WireMemory& memory) {
                    one = memory.header().history[0];
                    two = memory.header().history[1];
                    spring = memory.header().spring;
                  },
                  [&] { return binding.doing("binding"); });
    if (std::max(one, two) > kMostHistory)
      throw LawFailure("plugin " + plugin_->file() + ", model " + plugin_->about.name +
                       ": wants to remember " + std::to_string(std::max(one, two)) +
                       " numbers per point, more than the " + std::to_string(kMostHistory) +
                       " that are possible");
    if (!(spring >= 0 && std::isfinite(spring)))
      throw LawFailure("plugin " + plugin_->file() + ", model " + plugin_->about.name +
                       ": its own spring has a stiffness of " + to_text(spring) +
                       ", which must be finite and not negative");
    return std::make_unique<IsolatedBoundLaw>(binding, one, two, spring);
  }

 private:
  Binding make_binding(Framework framework, std::span<const double> values) const {
    return {plugin_, framework, {values.begin(), values.end()}};
  }
  std::string count_or_finite(std::span<const double> values) const {
    const std::vector<Parameter>& known = plugin_->parameters;
    if (values.size() != known.size())
      return "needs " + std::to_string(known.size()) + " parameters";
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::isfinite(values[i])) return known[i].name + " must be finite";
    return {};
  }

  std::shared_ptr<const Plugin> plugin_;
};

}  // namespace

std::unique_ptr<FrictionLaw> isolate_plugin(const std::string& file,
                                            const IsolationOptions& options) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored))
    throw Failure(Problem{file, "", std::filesystem::exists(file, ignored) ? "no file" : "nothing",
                          "must be a plugin's shared library", "check the path"});
  auto plugin = std::make_shared<Plugin>(file, options);
  plugin->describe();
  return std::make_unique<IsolatedLaw>(std::move(plugin));
}

}  // namespace slipfront
