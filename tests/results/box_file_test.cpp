// Boxes kept in a file: what is written is read, and wrong files are told apart.
#include "results/box_file.hpp"

#include <catch2/catch.hpp>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "results/ranking_text.hpp"

using namespace slipfront;

namespace {

std::string message_of(const std::string& path) {
  try {
    read_box_file(path);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("boxes are read back exactly", "[box_file]") {
  const TemporaryFolder folder;
  const std::map<int, Box> boxes = {{1, {{7.12e-4, 1.0 / 3}, {0.17, 0.5}}},
                                    {12, {{1e-300, 0.1 + 0.2}, {1, 2}}}};
  write_box_file(folder.file("box.json"), boxes);
  CHECK(read_box_file(folder.file("box.json")) == boxes);
}

TEST_CASE("the JSON of a ranking is a box file", "[box_file]") {
  const TemporaryFolder folder;
  RankingOptions options;
  options.fitted_modes = {1};
  const Ranking ranking = make_ranking({{"a", "", {{1, {{0.01, 0.1}}}}}}, options);
  write_atomically(folder.file("ranking.json"), format_ranking(ranking, "json"));
  CHECK(read_box_file(folder.file("ranking.json")) == ranking.boxes);
}

TEST_CASE("a wrong box file names the file, the place and the rule", "[box_file]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("box.json");
  const auto message = [&](const std::string& text) {
    write_atomically(path, text);
    const std::string found = message_of(path);
    CHECK(found.find(path) != std::string::npos);
    return found;
  };
  CHECK(message("{\n\"boxes\": {,}}").find("line 2") != std::string::npos);
  CHECK(message("[]").find("must be an object") != std::string::npos);
  CHECK(message("{}").find("/boxes") != std::string::npos);
  CHECK(message("{\"boxes\": {}}").find("one box per mode") != std::string::npos);
  CHECK(message("{\"boxes\": {\"one\": {}}}").find("must be a mode number") != std::string::npos);
  CHECK(message(R"({"boxes": {"1": {"lower": [0, 0], "upper": [1]}}})").find("/boxes/1/upper") !=
        std::string::npos);
  CHECK(message(R"({"boxes": {"1": {"lower": [0, 2], "upper": [1, 1]}}})")
            .find("lower must be below upper") != std::string::npos);
  // All that is wrong is reported at once.
  const std::string both = message(R"({"boxes": {"1": {"lower": 3, "upper": [1, null]}}})");
  CHECK(both.find("/boxes/1/lower") != std::string::npos);
  CHECK(both.find("/boxes/1/upper") != std::string::npos);
  CHECK(message_of(folder.file("none")).find("No such file") != std::string::npos);
}
