#include "studies/export_run.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>

#include "io/atomic_file.hpp"
#include "io/csv.hpp"
#include "io/mat_file.hpp"
#include "results/experiment_record.hpp"
#include "results/ranking_record.hpp"
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
  const std::vector<std::string> columns = {"point",   "mode",     "amplitude", "frequency_hz",
                                            "damping", "residual", "converged"};
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
          b.damping[i], b.residual[i], b.status[i] == PointStatus::converged ? 1 : 0;
    }
  matrices.emplace_back(name, std::move(matrix));
  texts.emplace_back(name + "_columns", lines(columns));
}

/// One matrix per mode, named <prefix>experiment_mode_<m>.
void add_experiment(const MeasuredModes& modes, const std::string& prefix, Matrices& matrices,
                    Texts& texts) {
  for (const auto& [mode, m] : modes) {
    texts.emplace_back(prefix + "amplitude_mode_" + std::to_string(mode),
                       m.response_amplitude ? "response" : "modal");
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

/// How sure the ranking is, what it depends on, and the course of each search.
void add_record(const RankingRecord& record, const std::vector<std::string>& names,
                Matrices& matrices, Texts& texts) {
  if (record.stability) {
    const auto& rows = record.stability->rows;
    constexpr Eigen::Index kColumns = 5;
    Eigen::MatrixXd table(static_cast<Eigen::Index>(rows.size()), kColumns);
    for (std::size_t i = 0; i < rows.size(); ++i)
      table.row(static_cast<Eigen::Index>(i)) << rows[i].average.lower, rows[i].average.upper,
          rows[i].best_three, rows[i].area_lower, rows[i].area_upper;
    matrices.emplace_back("stability", std::move(table));
    texts.emplace_back("stability_columns", lines({"rank_lower", "rank_upper", "best_three",
                                                   "area_lower", "area_upper"}));
  }
  const std::vector<AttributeEffect>& effects = record.effects.attributes;
  std::vector<std::string> attributes;
  Eigen::MatrixXd shares(static_cast<Eigen::Index>(effects.size()), 3);
  for (std::size_t i = 0; i < effects.size(); ++i) {
    attributes.push_back(effects[i].attribute);
    shares.row(static_cast<Eigen::Index>(i)) << effects[i].alone, effects[i].unique,
        effects[i].share;
  }
  matrices.emplace_back("effects", std::move(shares));
  texts.emplace_back("effects_rows", lines(attributes));
  texts.emplace_back("effects_columns", lines({"alone", "unique", "share"}));
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < record.histories.size(); ++i) {
    const std::vector<HistoryStep>& steps = record.histories[i].steps;
    constexpr Eigen::Index kColumns = 4;
    Eigen::MatrixXd course(static_cast<Eigen::Index>(steps.size()), kColumns);
    for (std::size_t k = 0; k < steps.size(); ++k)
      course.row(static_cast<Eigen::Index>(k)) << static_cast<double>(steps[k].evaluations),
          steps[k].best_frequency, steps[k].best_damping, steps[k].area.value_or(kNone);
    matrices.emplace_back(names[i] + "_convergence", std::move(course));
  }
  texts.emplace_back("convergence_columns",
                     lines({"evaluations", "best_frequency", "best_damping", "area"}));
}

/// Where each parameter was searched, and what made modal amplitudes of measured ones.
void add_summary(const CombinationSummary& summary, const std::string& name, Matrices& matrices,
                 Texts& texts) {
  std::vector<std::string> parameters;
  Eigen::MatrixXd bounds(2, static_cast<Eigen::Index>(summary.parameters.size()));
  for (std::size_t i = 0; i < summary.parameters.size(); ++i) {
    const ParameterRange& p = summary.parameters[i];
    parameters.push_back(p.name);
    bounds.col(static_cast<Eigen::Index>(i)) << p.lower, p.upper;
  }
  matrices.emplace_back(name + "_bounds", std::move(bounds));
  texts.emplace_back(name + "_bounds_columns", lines(parameters));
  Eigen::MatrixXd factors(static_cast<Eigen::Index>(summary.amplitude_factor.size()), 2);
  Eigen::Index row = 0;
  for (const auto& [mode, factor] : summary.amplitude_factor) factors.row(row++) << mode, factor;
  if (factors.rows() > 0) matrices.emplace_back(name + "_amplitude_factor", std::move(factors));
}

/// matlab_name of each id; where two are the same, the later ones are numbered.
std::vector<std::string> matlab_names(const Ranking& ranking) {
  std::vector<std::string> names;
  std::set<std::string> used;
  for (const RankingRow& row : ranking.rows) {
    const std::string plain = matlab_name(row.combination.id);
    std::string name = plain;
    for (int number = 2; !used.insert(name).second; ++number)
      name = plain + "_" + std::to_string(number);
    names.push_back(name);
  }
  return names;
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
    add_experiment(read_experiment(measured), "", matrices, texts);
    texts.emplace_back("experiment_columns",
                       lines({"amplitude", "frequency_hz", "frequency_lower", "frequency_upper",
                              "damping", "damping_lower", "damping_upper"}));
    own = read_own_experiments(measured);
  }
  const std::vector<std::string> names = matlab_names(ranking);
  texts.emplace_back("combination_names", lines(names));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const RankedCombination& combination = ranking.rows[i].combination;
    const std::string &id = combination.id, &name = names[i];
    const std::string from = folder.combination_folder(id);
    add_table(from + "/front.csv", {}, name + "_front", matrices, texts);
    add_table(from + "/loops.csv", {}, name + "_loops", matrices, texts);
    add_backbones(from + "/backbones.csv", name + "_backbones", matrices, texts);
    add_summary(read_summary(from + "/summary.json"), name, matrices, texts);
    add_experiment(own[id], name + "_", matrices, texts);
    if (!combination.experiment.empty())
      add_variability(combination.variability, name + "_", matrices);
  }
  add_record(ranking_record(folder, ranking), names, matrices, texts);
  write_mat(file, matrices, texts);
}

}  // namespace slipfront
