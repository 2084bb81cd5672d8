#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/program.hpp"

namespace {

struct FrontFile {
  TemporaryFolder folder;
  explicit FrontFile(const std::string& text) { std::ofstream(path()) << text; }
  std::string path() const { return folder.file("front.csv"); }
};

}  // namespace

TEST_CASE("the area of one point is that of the formula") {
  // 1 - (1 - 0.25)(1 - 0.5) / 1 = 0.625
  const FrontFile front("f,z\n0.25,0.5\n");
  const std::vector<std::string> words = {"area", "--front", front.path(), "--lower",
                                          "0,0",  "--upper", "1,1"};
  const Printed text = slipfront_run(words);
  CHECK(text.code == 0);
  CHECK(text.out == "0.625\n");
  auto with_json = words;
  with_json.insert(with_json.end(), {"--format", "json"});
  CHECK(nlohmann::json::parse(slipfront_run(with_json).out).at("area") == 0.625);
}

TEST_CASE("trapezoid and staircase differ by the triangle between two points") {
  // Points (0.2, 0.6) and (0.6, 0.2): the triangle has the area 0.4 * 0.4 / 2 = 0.08.
  const FrontFile front("f,z\n0.2,0.6\n0.6,0.2\n");
  const auto area = [&](const std::string& rule) {
    return std::stod(slipfront_run({"area", "--front", front.path(), "--lower=0,0", "--upper=1,1",
                                    "--rule", rule})
                         .out);
  };
  CHECK(area("staircase") - area("trapezoid") == Approx(0.08));
}

TEST_CASE("wrong boxes and files are refused") {
  const FrontFile front("f,z\n0.2,0.6\n"), broken("f,z\n0.2,x\n");
  CHECK_REFUSED(({"area", "--front", front.path(), "--lower", "0,0"}), "--upper: found nothing");
  CHECK_REFUSED(({"area", "--front", front.path(), "--lower", "0", "--upper", "1,1"}), "--lower");
  CHECK_REFUSED(({"area", "--front", front.path(), "--lower", "1,0", "--upper", "1,1"}), "lower");
  CHECK_REFUSED(({"area", "--front", front.path(), "--lower", "0,0", "--upper", "1,x"}), "'x'");
  CHECK_REFUSED(({"area", "--front", broken.path(), "--lower", "0,0", "--upper", "1,1"}),
                "front.csv");
  CHECK_REFUSED(({"area", "--front", "none.csv", "--lower", "0,0", "--upper", "1,1"}), "none.csv");
}
