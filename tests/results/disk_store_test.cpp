// Evaluations on disk: exact, thread-safe, and whole again after an interruption.
#include "results/disk_store.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <thread>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "core/hash.hpp"
#include "io/append_log.hpp"
#include "io/atomic_file.hpp"

namespace fs = std::filesystem;
using namespace slipfront;

namespace {

Evaluation evaluation(double x) {
  Evaluation e;
  e.parameters = {x, 1.0 / 3, -0.0, 1e-308};
  e.frequency_objective = std::log10(std::abs(x) + 1);
  e.damping_objective = -x;
  e.residual = 1e-12;
  e.residual_l1 = 2e-12;
  e.frequency_hz = {180.1, 179.9};
  e.damping = {0.001, 0.1 + 0.2};
  return e;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
  return true;
}

bool same(const Evaluation& a, const Evaluation& b) {
  return same_bits(a.parameters, b.parameters) && same_bits(a.frequency_hz, b.frequency_hz) &&
         same_bits(a.damping, b.damping) &&
         same_bits({a.frequency_objective, a.damping_objective, a.residual, a.residual_l1},
                   {b.frequency_objective, b.damping_objective, b.residual, b.residual_l1}) &&
         a.failed_amplitudes == b.failed_amplitudes && a.reason == b.reason;
}

std::string key(double x) { return evaluation_key("combination", std::vector<double>{x}); }

}  // namespace

TEST_CASE("what is added is found, also after opening again", "[disk_store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("combos/a");
  Evaluation failed = evaluation(-1);
  failed.failed_amplitudes = 3;
  failed.reason = "not converged; \"quoted\", ζ\nsecond line";
  failed.residual = std::numeric_limits<double>::infinity();
  failed.damping_objective = -std::numeric_limits<double>::infinity();
  failed.damping[0] = std::numeric_limits<double>::quiet_NaN();
  {
    DiskEvaluationStore store(path);
    CHECK_FALSE(store.find(key(1)));
    store.add(key(1), evaluation(1));
    store.add(key(2), failed);
    REQUIRE(store.find(key(1)));
    CHECK(same(*store.find(key(1)), evaluation(1)));
  }
  const DiskEvaluationStore store(path);
  CHECK(store.size() == 2);
  CHECK(store.notes().empty());
  REQUIRE(store.find(key(1)));
  REQUIRE(store.find(key(2)));
  CHECK(same(*store.find(key(1)), evaluation(1)));
  CHECK(same(*store.find(key(2)), failed));
  CHECK_FALSE(store.find(key(2))->feasible());
  // Neither the word nor a bare infinity is JSON; neither may stand in the file.
  const std::string text = read_file(path + "/evaluations.log");
  CHECK(text.find("nan") == std::string::npos);
  CHECK(text.find(":inf") == std::string::npos);
}

TEST_CASE("the first of two evaluations under one key is kept", "[disk_store]") {
  const TemporaryFolder folder;
  std::string second_record;
  {
    DiskEvaluationStore other(folder.file("other"));
    other.add(key(1), evaluation(2));
    second_record = AppendLog::read_log(folder.file("other/evaluations.log")).lines.at(0);
  }
  {
    DiskEvaluationStore store(folder.file("a"));
    store.add(key(1), evaluation(1));
    store.add(key(1), evaluation(2));
    CHECK(same(*store.find(key(1)), evaluation(1)));
    AppendLog log(folder.file("a/evaluations.log"));
    log.append(log.found().lines.at(0));  // the same again is no contradiction
    log.append(second_record);
  }
  const DiskEvaluationStore store(folder.file("a"));
  CHECK(store.size() == 1);
  CHECK(same(*store.find(key(1)), evaluation(1)));
  REQUIRE(store.notes().size() == 1);
  CHECK(store.notes()[0].find("two different evaluations") != std::string::npos);
}

TEST_CASE("an interrupted log opens with its whole lines and goes on", "[disk_store]") {
  const TemporaryFolder folder;
  const std::string log = folder.file("evaluations.log");
  {
    DiskEvaluationStore store(folder.path.string());
    for (int i = 0; i < 5; ++i) store.add(key(i), evaluation(i));
  }
  const std::string whole = read_file(log);
  write_atomically(log, whole.substr(0, whole.size() - 9));
  {
    DiskEvaluationStore store(folder.path.string());
    CHECK(store.size() == 4);
    REQUIRE(store.notes().size() == 1);
    CHECK(store.notes()[0].find("line 5") != std::string::npos);
    store.add(key(4), evaluation(4));
  }
  CHECK(read_file(log) == whole);

  std::string damaged = whole;
  damaged[whole.find('\n') + 40] ^= 1;
  write_atomically(log, damaged);
  const DiskEvaluationStore store(folder.path.string());
  CHECK(store.size() == 4);
  CHECK_FALSE(store.find(key(1)));
  CHECK(store.find(key(4)));
}

TEST_CASE("a record of something else is passed over with a note", "[disk_store]") {
  const TemporaryFolder folder;
  {
    AppendLog log(folder.file("evaluations.log"));
    for (const char* record : {"not json", "[1]", "{\"key\":\"a\"}", "5"}) log.append(record);
  }
  const DiskEvaluationStore store(folder.path.string());
  CHECK(store.size() == 0);
  CHECK(store.notes().size() == 4);
}

TEST_CASE("threads add and find at once", "[disk_store]") {
  const TemporaryFolder folder;
  constexpr int kThreads = 4, kEach = 150;
  {
    DiskEvaluationStore store(folder.path.string());
    std::vector<std::thread> threads;
    std::vector<int> wrong(kThreads, 0);
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        // Every key is added by two threads: only one record may stand in the log.
        for (int i = 0; i < kEach; ++i) {
          const double x = (t / 2) * kEach + i;
          store.add(key(x), evaluation(x));
          const auto found = store.find(key(x));
          wrong[t] += found && same(*found, evaluation(x)) ? 0 : 1;
        }
      });
    for (std::thread& thread : threads) thread.join();
    for (const int count : wrong) CHECK(count == 0);
  }
  const ReadLog log = AppendLog::read_log(folder.file("evaluations.log"));
  CHECK(log.lines.size() == kThreads / 2 * kEach);
  CHECK(log.dropped.empty());
  CHECK(DiskEvaluationStore(folder.path.string()).size() == kThreads / 2 * kEach);
}

TEST_CASE("the checkpoint is what was saved last, or a failure if damaged", "[disk_store]") {
  const TemporaryFolder folder;
  const std::string state("bytes\n\0of any kind\xff", 20);
  {
    DiskEvaluationStore store(folder.path.string());
    CHECK_FALSE(store.load_checkpoint());
    store.save_checkpoint("older");
    store.save_checkpoint(state);
  }
  const DiskEvaluationStore store(folder.path.string());
  CHECK(store.load_checkpoint() == state);
  const std::string path = folder.file("checkpoint");
  const std::string bytes = read_file(path);
  for (const std::string& damaged :
       {bytes.substr(0, bytes.size() - 1), std::string("x"), std::string(), bytes + "more"}) {
    write_atomically(path, damaged);
    CHECK_THROWS_AS(store.load_checkpoint(), Failure);
  }
}

TEST_CASE("an empty state is a checkpoint too", "[disk_store]") {
  const TemporaryFolder folder;
  DiskEvaluationStore store(folder.path.string());
  store.save_checkpoint("");
  CHECK(store.load_checkpoint() == "");
}

TEST_CASE("a store whose folder cannot be made is a failure", "[disk_store]") {
  const TemporaryFolder folder;
  write_atomically(folder.file("f"), "x");
  CHECK_THROWS_AS(DiskEvaluationStore(folder.file("f/combos/a")), Failure);
}

TEST_CASE("a log is read in its order, without being changed", "[disk_store]") {
  const TemporaryFolder folder;
  CHECK(read_evaluations(folder.file("none")).empty());
  const std::string own = folder.file("combo");
  {
    DiskEvaluationStore store(own);
    for (const double value : {3.0, 1.0, 2.0}) {
      Evaluation e;
      e.parameters = {value};
      store.add("key" + std::to_string(value), e);
    }
  }
  const std::string bytes = read_file(own + "/evaluations.log");
  write_atomically(own + "/evaluations.log", bytes + "cut off in the mid");
  const std::vector<Evaluation> read = read_evaluations(own);
  REQUIRE(read.size() == 3);
  CHECK(read[0].parameters == std::vector<double>{3});
  CHECK(read[2].parameters == std::vector<double>{2});
  CHECK(read_file(own + "/evaluations.log") == bytes + "cut off in the mid");
}

TEST_CASE("an evaluation with gradient keeps its factors to the bit") {
  const TemporaryFolder folder;
  Evaluation with = evaluation(0.3);
  with.frequency_factor = {1e-300, -0.1, 1.0 / 3};
  with.damping_factor = {0.1 + 0.2, 5, -7e5};
  {
    DiskEvaluationStore store(folder.file("gradient"));
    store.add("with", with);
    store.add("without", evaluation(0.3));
  }
  const DiskEvaluationStore store(folder.file("gradient"));
  CHECK(store.notes().empty());
  const auto read = store.find("with");
  REQUIRE(read);
  CHECK(read->has_gradient());
  CHECK(same_bits(read->frequency_factor, with.frequency_factor));
  CHECK(same_bits(read->damping_factor, with.damping_factor));
  CHECK_FALSE(store.find("without")->has_gradient());
}

TEST_CASE("what an earlier search found is found, and logged once it is asked for",
          "[disk_store]") {
  const TemporaryFolder folder;
  const std::string path = folder.path.string();
  {
    DiskEvaluationStore store(path);
    for (const double x : {1, 2, 3}) store.add(key(x), evaluation(x));
  }
  put_log_aside(path);
  CHECK(read_evaluations(path).empty());
  {
    DiskEvaluationStore store(path);
    CHECK(store.size() == 0);
    REQUIRE(store.find(key(2)));
    CHECK(same(*store.find(key(2)), evaluation(2)));
    CHECK_FALSE(store.find(key(4)));
    store.add(key(4), evaluation(4));
    store.add(key(1), evaluation(1));  // computed without asking
    CHECK(store.size() == 3);
  }
  const auto logged = [&] {
    std::vector<double> found;
    for (const Evaluation& e : read_evaluations(path)) found.push_back(e.parameters[0]);
    return found;
  };
  CHECK(logged() == std::vector<double>{2, 4, 1});
  // Once more: all four are at hand for the third search.
  put_log_aside(path);
  put_log_aside(path);  // nothing to do
  CHECK(logged().empty());
  const DiskEvaluationStore third(path);
  CHECK(third.notes().empty());
  for (const double x : {4, 3, 2, 1}) CHECK(same(third.find(key(x)).value(), evaluation(x)));
  CHECK(logged() == std::vector<double>{4, 3, 2, 1});
}

TEST_CASE("evaluations put aside have the keys of the search to come", "[disk_store]") {
  const TemporaryFolder folder;
  const std::string path = folder.path.string();
  const auto key_in = [](const std::string& search, double x) {
    return evaluation_key(search, evaluation(x).parameters);
  };
  Evaluation with_gradient = evaluation(2);
  with_gradient.frequency_factor = with_gradient.damping_factor = {1, 2};
  const auto fill = [&] {
    DiskEvaluationStore store(path);
    store.add(key_in("first", 1), evaluation(1));
    store.add(key_in("first", 2), evaluation(2));
    store.add(key_in("first", 2) + "-gradient", with_gradient);
  };
  const auto all_there = [&](const std::string& search) {
    const DiskEvaluationStore store(path);
    CHECK(store.size() == 0);
    for (const double x : {1, 2}) CHECK(same(store.find(key_in(search, x)).value(), evaluation(x)));
    CHECK(store.find(key_in(search, 2) + "-gradient").value().has_gradient());
  };
  fill();
  put_log_aside(path, "first", "second");
  CHECK_FALSE(DiskEvaluationStore(path).find(key_in("first", 1)));
  all_there("second");
  // What was found is in the log again, the rest still aside: all of it moves on.
  put_log_aside(path, "second", "third");
  all_there("third");
  // Killed between its last two steps: the log is still there beside what was made of it.
  const std::string log = path + "/evaluations.log", copy = path + "/copy";
  fs::remove(log);
  fs::remove(path + "/evaluations.earlier.log");
  fill();
  fs::copy_file(log, copy);
  put_log_aside(path, "first", "second");
  fs::remove(log);
  fs::rename(copy, log);
  put_log_aside(path, "first", "second");
  all_there("second");
  const TemporaryFolder empty;
  put_log_aside(empty.path.string(), "first", "second");
  CHECK(fs::is_empty(empty.path));
}

TEST_CASE("a parameter set that was come back to with its gradient counts once", "[disk_store]") {
  const TemporaryFolder folder;
  DiskEvaluationStore store(folder.path.string());
  Evaluation with_gradient = evaluation(1);
  with_gradient.frequency_factor = with_gradient.damping_factor = {1, 2};
  store.add(key(1), evaluation(1));
  store.add(key(2), evaluation(2));
  store.add(key(1) + "-gradient", with_gradient);
  CHECK(read_evaluations(folder.path.string()).size() == 2);
}
