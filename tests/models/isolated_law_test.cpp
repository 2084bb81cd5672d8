#include "models/plugin/isolated_law.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <limits>
#include <thread>

#include "core/failure.hpp"
#include "core/law_failure.hpp"
#include "io/temporary_folder.hpp"
#include "models/probe.hpp"
#include "models/registry.hpp"
#include "test_plugin.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

const std::vector<double> kValues = {2e5, 1e12};  // slips at 0.2 um

std::string failure_of(const std::string& plugin, const IsolationOptions& options = {}) {
  const auto law = isolate_plugin(test_plugin(plugin), options);
  try {
    const auto bound = law->bind(Framework::masing, std::vector{1e12});
    virgin_traction(*bound, 1e-6);
  } catch (const LawFailure& failure) {
    return failure.what();
  }
  return "no failure";
}

}  // namespace

TEST_CASE("a law in a worker gives the numbers of the same law in this process") {
  const auto far = isolate_plugin(test_plugin("jenkins_2d"));
  const FrictionLaw& near = Registry::built_in().find("jenkins");
  CHECK(far->description().name == "jenkins_2d");
  CHECK(far->description().version == 3);
  CHECK(far->description().coupled);
  CHECK(far->description().build.size() == 32);
  for (const Framework framework : {Framework::masing, Framework::non_masing}) {
    const auto a = far->bind(framework, kValues), b = near.bind(framework, kValues);
    CHECK(a->parameter_count() == 2);
    for (const double u : {-1e-6, 1e-9, 3e-7}) {
      const VirginAnswer x = virgin_at(*a, u), y = virgin_at(*b, u);
      CHECK(x.traction == y.traction);
      CHECK(x.tangent == y.tangent);
      CHECK(x.loop_area == Approx(y.loop_area));
      for (std::size_t i = 0; i < 4; ++i) {
        CHECK(x.d_traction[i] == Approx(y.d_traction[i]));
        CHECK(x.d_loop_area[i] == Approx(y.d_loop_area[i]).margin(1e-12));
      }
    }
    for (const std::vector<double>& u : {std::vector{1e-7}, {3e-7, -2e-7}, {1e-8, 1e-8}}) {
      const std::size_t d = u.size();
      CHECK(a->history_size(d) == b->history_size(d));
      const std::vector<double> start(d, 2e-8);
      const auto history = start_at(*a, start);
      CHECK(history == start_at(*b, start));
      const auto x = load_to(*a, u, history), y = load_to(*b, u, history);
      for (std::size_t i = 0; i < d; ++i) CHECK(x.traction[i] == Approx(y.traction[i]));
      REQUIRE(x.new_history.size() == y.new_history.size());
      for (std::size_t i = 0; i < x.new_history.size(); ++i)
        CHECK(x.new_history[i] == Approx(y.new_history[i]));
      CHECK(x.work == Approx(y.work));
      for (std::size_t i = 0; i < d * d; ++i) CHECK(x.tangent[i] == Approx(y.tangent[i]).margin(1));
      REQUIRE(x.jacobian.size() == y.jacobian.size());
      for (std::size_t i = 0; i < x.jacobian.size(); ++i)
        CHECK(x.jacobian[i] == Approx(y.jacobian[i]).margin(1e-9));
    }
  }
}

TEST_CASE("a law's own spring and settled points come through the worker") {
  const std::vector<double> values = {2e5, 1e12, 3e10};
  const auto far = isolate_plugin(test_plugin("prager_2d"));
  const FrictionLaw& near = Registry::built_in().find("generalized_jenkins_prager");
  CHECK(far->description().has_post_slip);
  const auto a = far->bind(Framework::non_masing, values);
  const auto b = near.bind(Framework::non_masing, values);
  CHECK(a->spring_stiffness() == 3e10);
  CHECK(isolate_plugin(test_plugin("jenkins_2d"))
            ->bind(Framework::masing, kValues)
            ->spring_stiffness() == 0);
  const double u[] = {1e-7, -2e-7}, origin[] = {3e-8, 5e-7};
  for (const std::size_t d : {1, 2}) {
    std::vector<double> x(a->history_size(d)), y(b->history_size(d));
    a->settle_history(d, u, origin, x.data());
    b->settle_history(d, u, origin, y.data());
    CHECK(x == y);
  }
}

TEST_CASE("a batch of many points and wanted outputs is one request") {
  const auto bound = isolate_plugin(test_plugin("jenkins_2d"))->bind(Framework::masing, kValues);
  constexpr std::size_t kPoints = 20000;  // more than the memory holds at first
  std::vector<double> u(kPoints), rows(4 * kPoints, -1);
  for (std::size_t i = 0; i < kPoints; ++i) u[i] = 1e-11 * static_cast<double>(i);
  bound->virgin({.points = kPoints, .displacement = u.data(), .d_traction = rows.data()});
  CHECK(rows[4 * 100] == 1e12);
  CHECK(rows[4 * (kPoints - 1)] == Approx(1e12));
  bound->virgin({});  // no points: nothing to ask
}

TEST_CASE("the domain is the plugin's own, and finite numbers are needed") {
  const auto law = isolate_plugin(test_plugin("none"));
  CHECK(law->domain_violation(Framework::masing, std::vector{1e12}).empty());
  CHECK(law->domain_violation(Framework::masing, std::vector{-1.0}) == "stiffness must be above 0");
  const std::vector nothing{std::numeric_limits<double>::quiet_NaN()};
  CHECK(law->domain_violation(Framework::masing, nothing) == "stiffness must be finite");
  CHECK(law->domain_violation(Framework::masing, kValues) == "needs 1 parameters");
  CHECK_THROWS_AS(law->bind(Framework::masing, nothing), Failure);
  CHECK_THROWS_WITH(law->bind(Framework::masing, std::vector{-1.0}),
                    Contains("stiffness must be above 0"));
}

TEST_CASE("crashes, exits, reports and hangs name file, model, and what was asked") {
  const std::string crashed = failure_of("segfault");
  CHECK_THAT(crashed, Contains("libsegfault.so, model spring: crashed with signal 11"));
  CHECK_THAT(crashed, Contains("while evaluating at u = 1e-06 (masing, stiffness = 1e+12)"));
  CHECK_THAT(failure_of("exit"), Contains("exit code 3"));
  CHECK_THAT(failure_of("reports"), Contains("reported \"table not found\" while evaluating"));
  CHECK_THAT(failure_of("bind_refuses"), Contains("no memory for 1e+12") && Contains("binding"));
  CHECK_THAT(failure_of("hang", impatient()), Contains("libhang.so, model spring: gave no answer "
                                                       "within 0.5 s while evaluating"));
  CHECK_THAT(failure_of("spin", impatient()), Contains("gave no answer within 0.5 s"));
  CHECK_THAT(failure_of("nan_spring"), Contains("libnan_spring.so, model spring: its own spring"));
  CHECK_THAT(failure_of("none"), Contains("no failure"));
}

TEST_CASE("a plugin that asks for more memory than there can be is told so") {
  CHECK_THAT(failure_of("huge_history"), Contains("libhuge_history.so, model spring: wants to "
                                                  "remember") &&
                                             Contains("numbers per point"));
}

TEST_CASE("a crash is over with the next call, however many there were") {
  const auto law = isolate_plugin(test_plugin("crashes_sometimes"));
  const auto wild = law->bind(Framework::masing, std::vector{1e12});   // 12000 mod 7 = 2
  const auto crash = law->bind(Framework::masing, std::vector{1e14});  // 14000 mod 7 = 0
  for (int i = 0; i < 20; ++i) {
    CHECK_THROWS_AS(virgin_traction(*crash, 1e-6), LawFailure);
    CHECK(virgin_traction(*wild, 1e-6) == 1e6);
  }
}

TEST_CASE("what a plugin throws leaves its worker alive") {
  const auto law = isolate_plugin(test_plugin("throwing"));
  const auto bound = law->bind(Framework::masing, std::vector{1e12});
  CHECK_THROWS_WITH(virgin_traction(*bound, 2), Contains("reported \"one metre is too far\""));
  CHECK(virgin_traction(*bound, 0.5) == 0.5e12);
}

TEST_CASE("an exception that leaves a plugin against the rules is told, and its worker goes on") {
  const auto law = isolate_plugin(test_plugin("throws"));
  const auto wild = law->bind(Framework::masing, std::vector{1e12});
  const auto throws = law->bind(Framework::masing, std::vector{1e14});
  CHECK_THROWS_WITH(virgin_traction(*throws, 1e-6), Contains("libthrows.so, model spring: out of "
                                                             "range while evaluating"));
  CHECK(virgin_traction(*wild, 1e-6) == 1e6);
}

TEST_CASE("threads evaluate beside each other") {
  const auto bound = isolate_plugin(test_plugin("jenkins_2d"))->bind(Framework::masing, kValues);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      for (int i = 1; i <= 100; ++i)
        if (virgin_traction(*bound, i * 1e-9) != 1e12 * (i * 1e-9)) ++wrong[t];
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(4, 0));
}

TEST_CASE("a file that is no plugin, or crashes when loaded, is a Failure") {
  CHECK_THROWS_WITH(isolate_plugin(test_plugin("wrong_abi")),
                    Contains("libwrong_abi.so") && Contains("plugin ABI 7"));
  CHECK_THROWS_WITH(isolate_plugin(test_plugin("old_abi")),
                    Contains("libold_abi.so") && Contains("built for plugin ABI 0") &&
                        Contains("speaks plugin ABI 1 only") && Contains("rebuild it"));
  CHECK_THROWS_WITH(isolate_plugin(test_plugin("wrong_size")),
                    Contains("libwrong_size.so") && Contains("a plugin table of"));
  CHECK_THROWS_WITH(isolate_plugin(test_plugin("wrong_count")),
                    Contains("libwrong_count.so") && Contains("100000000 parameters"));
  CHECK_THROWS_WITH(
      isolate_plugin(test_plugin("crash_on_load")),
      Contains("libcrash_on_load.so") && Contains("crashed with signal 11") && Contains("loaded"));
  CHECK_THROWS_WITH(isolate_plugin("/nowhere/libx.so"), Contains("/nowhere/libx.so"));
  CHECK_THROWS_AS(isolate_plugin("/"), Failure);
  CHECK_THROWS_AS(isolate_plugin(std::string(SLIPFRONT_SOURCE_DIR) + "/README.md"), Failure);
}

TEST_CASE("a plugin built anew under a running program is not used in its place") {
  const TemporaryFolder folder;
  const std::string file = folder.file("libspring.so");
  std::filesystem::copy_file(test_plugin("segfault"), file);
  const auto law = isolate_plugin(file);
  const auto bound = law->bind(Framework::masing, std::vector{1e12});
  CHECK_THROWS_AS(virgin_traction(*bound, 1), LawFailure);
  std::filesystem::remove(file);
  std::filesystem::copy_file(test_plugin("none"), file);
  CHECK_THROWS_WITH(virgin_traction(*bound, 1), Contains("has changed since it was loaded"));
}
