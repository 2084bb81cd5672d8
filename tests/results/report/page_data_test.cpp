#include "results/report/page_data.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "../../io/temporary_folder.hpp"
#include "../synthetic_run.hpp"
#include "results/json_file.hpp"

using namespace slipfront;

namespace {

struct SyntheticReport {
  SyntheticReport(std::size_t combinations, int points) {
    synthetic::Size size;
    size.combinations = combinations;
    size.points = points;
    size.evaluations = 6;
    synthetic::write_run(run, size, "page");
    ranking = synthetic::ranking_of(run);
    data = gather_report(run, ranking, "page");
  }
  TemporaryFolder folder;
  RunFolder run = RunFolder::open(folder.file("run"));
  Ranking ranking;
  ReportData data;
};

}  // namespace

TEST_CASE("the page's numbers: exact errors, backbones to their unit", "[page_data]") {
  const SyntheticReport report(2, 4);
  const Ranking& ranking = report.ranking;
  const ReportData& data = report.data;
  const std::string text = page_data_json(data);
  CHECK(text.find('<') == std::string::npos);
  const Json json = parse_json(text, "page");
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& c = json.at("combinations").at(i);
    const ReportedCombination& one = data.combinations[i];
    CHECK(c.at("area").get<double>() == ranking.rows[i].average.area);
    for (const int mode : {1, 2, 3}) {
      const Json& stored = c.at("backbones").at(std::to_string(mode));
      for (int p = 0; p < 4; ++p) {
        const ErrorPair e = *one.front.points[static_cast<std::size_t>(p)].errors.at(mode);
        const Json& pair = c.at("errors").at(std::to_string(mode)).at(static_cast<std::size_t>(p));
        CHECK(pair.at(0).get<double>() == e.frequency);
        CHECK(pair.at(1).get<double>() == e.damping);
        const Backbone& b = *backbone_of(one, p, mode);
        double f = 0, z = 0;
        for (std::size_t k = 0; k < b.size(); ++k) {
          f += stored.at("f").at(static_cast<std::size_t>(p)).at(k).get<double>();
          z += stored.at("z").at(static_cast<std::size_t>(p)).at(k).get<double>();
          CHECK(f * stored.at("fu").get<double>() == Approx(b.frequency_hz[k]).epsilon(1e-6));
          CHECK(z * stored.at("zu").get<double>() == Approx(b.damping[k]).epsilon(1e-4));
        }
      }
    }
  }
}

TEST_CASE("a damping that is next to nothing does not spoil the others", "[page_data]") {
  SyntheticReport report(1, 1);
  ReportData& data = report.data;
  for (BackboneRecord& record : data.combinations[0].backbones) {
    REQUIRE(record.backbone.damping.size() > 3);
    record.backbone.damping[0] = -1e-23;
    record.backbone.damping[1] = 1e-3;
    record.backbone.damping[2] = 5e-2;
  }
  const Json json = parse_json(page_data_json(data), "page");
  const Json& stored = json.at("combinations").at(0).at("backbones").at("1");
  const double unit = stored.at("zu").get<double>();
  double z = 0;
  const double expected[] = {0, 1e-3, 5e-2};
  for (std::size_t k = 0; k < 3; ++k) {
    z += stored.at("z").at(0).at(k).get<double>();
    CHECK(std::abs(z) < 9e15);  // what a browser counts exactly
    CHECK(z * unit == Approx(expected[k]).epsilon(1e-4).margin(1e-20));
  }
}
