#include "studies/export_run.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "io/csv.hpp"
#include "io/mat_file.hpp"
#include "results/experiment_record.hpp"
#include "results/records.hpp"
#include "studies/rank_run.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kLongestName = 40;  // MATLAB allows 63, and endings are added

using Matrices = std::vector<std::pair<std::string, Eigen::MatrixXd>>;
using Texts = std::vector<std::pair<std::string, std::string>>;

std::string lines(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "\n") + name;
  return text;
}

/// Some columns of a CSV file as a matrix; all if `names` is empty.
void add_table(const std::string& path, std::vector<std::string> names, const std::string& name,
               Matrices& matrices, Texts& texts) {
  const CsvTable table = read_csv(path);
  if (names.empty()) names = table.names;
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(table.rows()),
                         static_cast<Eigen::Index>(names.size()));
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    const std::vector<double>& column = table.column(names[static_cast<std::size_t>(j)]);
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      matrix(i, j) = column[static_cast<std::size_t>(i)];
  }
  matrices.emplace_back(name, std::move(matrix));
  texts.emplace_back(name + "_columns", lines(names));
}

void add_backbones(const std::string& path, const std::string& name, Matrices& matrices,
                   Texts& texts) {
  const std::vector<std::string> columns = {"point",        "mode",    "amplitude",
                                            "frequency_hz", "damping", "residual"};
  const std::vector<BackboneRecord> records = read_backbones_csv(path);
  Eigen::Index rows = 0;
  for (const BackboneRecord& record : records)
    rows += static_cast<Eigen::Index>(record.backbone.size());
  Eigen::MatrixXd matrix(rows, static_cast<Eigen::Index>(columns.size()));
  Eigen::Index row = 0;
  for (const BackboneRecord& record : records)
    for (std::size_t i = 0; i < record.backbone.size(); ++i) {
      const Backbone& b = record.backbone;
      matrix.row(row++) << record.point, record.mode, b.amplitude[i], b.frequency_hz[i],
          b.damping[i], b.residual[i];
    }
  matrices.emplace_back(name, std::move(matrix));
  texts.emplace_back(name + "_columns", lines(columns));
}

/// One matrix per mode, named <prefix>experiment_mode_<m>.
void add_experiment(const MeasuredModes& modes, const std::string& prefix, Matrices& matrices) {
  for (const auto& [mode, m] : modes) {
    const std::vector<double>* columns[] = {&m.amplitude,       &m.frequency_hz, &m.frequency_lower,
                                            &m.frequency_upper, &m.damping,      &m.damping_lower,
                                            &m.damping_upper};
    Eigen::MatrixXd matrix(static_cast<Eigen::Index>(m.size()),
                           static_cast<Eigen::Index>(std::size(columns)));
    for (Eigen::Index j = 0; j < matrix.cols(); ++j)
      matrix.col(j) = Eigen::Map<const Eigen::VectorXd>(columns[j]->data(), matrix.rows());
    matrices.emplace_back(prefix + "experiment_mode_" + std::to_string(mode), std::move(matrix));
  }
}

/// Errors of the experiment's own scatter: mode, frequency, damping.
void add_variability(const std::map<int, ErrorPair>& modes, const std::string& prefix,
                     Matrices& matrices) {
  constexpr Eigen::Index kColumns = 3;
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(modes.size()), kColumns);
  Eigen::Index row = 0;
  for (const auto& [mode, pair] : modes) matrix.row(row++) << mode, pair.frequency, pair.damping;
  matrices.emplace_back(prefix + "variability", std::move(matrix));
}

void add_ranking(const Ranking& ranking, Matrices& matrices, Texts& texts) {
  std::vector<std::string> ids, columns = {"rank_average", "area_average"};
  for (const int mode : ranking.modes) {
    columns.push_back("area_" + std::to_string(mode));
    columns.push_back("rank_" + std::to_string(mode));
  }
  Eigen::MatrixXd table(static_cast<Eigen::Index>(ranking.rows.size()),
                        static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < ranking.rows.size(); ++i) {
    const RankingRow& row = ranking.rows[i];
    const auto at = static_cast<Eigen::Index>(i);
    ids.push_back(row.combination.id);
    table(at, 0) = row.average.rank;
    table(at, 1) = row.average.area;
    Eigen::Index j = 2;
    for (const int mode : ranking.modes) {
      table(at, j++) = row.modes.at(mode).area;
      table(at, j++) = row.modes.at(mode).rank;
    }
  }
  texts.emplace_back("combinations", lines(ids));
  matrices.emplace_back("ranking", std::move(table));
  texts.emplace_back("ranking_columns", lines(columns));

  constexpr Eigen::Index kBoxColumns = 5;
  Eigen::MatrixXd box(static_cast<Eigen::Index>(ranking.boxes.size()), kBoxColumns);
  Eigen::Index row = 0;
  for (const auto& [mode, corners] : ranking.boxes)
    box.row(row++) << mode, corners.lower.frequency, corners.lower.damping, corners.upper.frequency,
        corners.upper.damping;
  matrices.emplace_back("box", std::move(box));
  add_variability(ranking.variability, "", matrices);
}

}  // namespace

std::string matlab_name(const std::string& id) {
  std::string name = id.substr(0, kLongestName);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  if (!std::isalpha(static_cast<unsigned char>(name.front()))) name = "c_" + name;
  return name;
}

void export_run(const RunFolder& folder, const std::string& file) {
  const Ranking ranking = rank_run(folder).ranking;
  Matrices matrices;
  Texts texts;
  add_ranking(ranking, matrices, texts);
  const std::string measured = folder.file("experiment.json");
  OwnExperiments own;
  if (file_exists(measured)) {
    add_experiment(read_experiment(measured), "", matrices);
    texts.emplace_back("experiment_columns",
                       lines({"amplitude", "frequency_hz", "frequency_lower", "frequency_upper",
                              "damping", "damping_lower", "damping_upper"}));
    own = read_own_experiments(measured);
  }
  std::set<std::string> used;
  for (const RankingRow& row : ranking.rows) {
    const std::string& id = row.combination.id;
    const std::string name = matlab_name(id), from = folder.combination_folder(id);
    if (!used.insert(name).second)
      throw Failure(Problem{folder.path(), "combination '" + id + "'", "the MATLAB name " + name,
                            "another combination has the same", "give it another id"});
    add_table(from + "/front.csv", {}, name + "_front", matrices, texts);
    add_table(from + "/loops.csv", {}, name + "_loops", matrices, texts);
    add_backbones(from + "/backbones.csv", name + "_backbones", matrices, texts);
    add_experiment(own[id], name + "_", matrices);
    if (!row.combination.experiment.empty())
      add_variability(row.combination.variability, name + "_", matrices);
  }
  write_mat(file, matrices, texts);
}

}  // namespace slipfront
