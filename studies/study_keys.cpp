#include "studies/study_keys.hpp"

#include "core/number.hpp"
#include "optimize/optimizer.hpp"
#include "rom/built_in.hpp"

namespace slipfront {

namespace {

// Two points are always on a curve: errors mean something from three on. Thousands of
// amplitudes would only repeat the interpolation between the measured ones.
constexpr double kFewestAmplitudes = 3;
constexpr double kMostAmplitudes = 1000;
// No structure has ten thousand modes that anybody measures.
constexpr double kMostModes = 9999;
// Fewer parameter sets have no spread to breed from.
constexpr double kFewestIndividuals = 4;
// More than any published run of this problem; guards against a slip of the keyboard.
constexpr double kMostIndividuals = 100000;
constexpr double kMostGenerations = 1000000;
// More points or loops than any integral here has use for.
constexpr double kMostPoints = 10000;
constexpr double kMostLoops = 1000000;
// A day, in seconds: no search goes on from there.
constexpr double kLongestEvaluation = 86400;

// Two ends and one between.
constexpr double kFewestAngles = 3;

std::vector<std::string> optimizer_names() {
  std::vector<std::string> names;
  for (const OptimizerEngine engine : optimizer_engines()) names.push_back(to_text(engine));
  return names;
}

std::vector<StudyKey> make_table() {
  using enum KeyKind;
  return {
      {.path = "$schema",
       .kind = text,
       .about =
           "Where an editor finds the schema of study files (`slipfront check --schema` writes "
           "it). Nothing depends on it."},
      {.path = "include",
       .kind = paths,
       .fallback = "[]",
       .about = "Studies that this one builds on: they are read first and this file goes over "
                "them, objects key by key and combinations by id."},
      {.path = "name",
       .kind = text,
       .required = true,
       .about = "Short name of the study; heads its tables and its report."},
      {.path = "title",
       .kind = text,
       .fallback = "\"\"",
       .about = "One line for readers of the report; the name if empty."},
      {.path = "seed",
       .kind = whole_number,
       .fallback = "1",
       .at_least = 0,
       .at_most = kLargestExactWhole,
       .about = "Start of every random sequence: each combination draws its own seed from this "
                "number and its id."},
      {.path = "roms",
       .kind = table,
       .required = true,
       .about = "The reduced models, by a name that combinations refer to."},
      {.path = "roms.*", .kind = group, .about = "One reduced model: `file` or `built_in`."},
      {.path = "roms.*.file",
       .kind = path,
       .about = "A reduced model as MATLAB file, in any layout that `slipfront rom info` reads."},
      {.path = "roms.*.built_in",
       .kind = text,
       .allowed = built_in_names(),
       .about = "A reduced model that slipfront generates itself, in place of a file."},
      {.path = "experiment",
       .kind = table,
       .required = true,
       .about = "The measured backbones, by mode number (\"1\", \"2\", ...)."},
      {.path = "experiment.*",
       .kind = path,
       .about = "Backbone file (CSV) of this mode: amplitude, frequency and damping with bounds."},
      {.path = "plugins",
       .kind = paths,
       .fallback = "[]",
       .about = "Plugins (shared libraries) with friction models of their own."},
      {.path = "plugin_time_limit",
       .kind = number,
       .fallback = "10",
       .above = 0,
       .at_most = kLongestEvaluation,
       .about = "Seconds that a plugin may take for one evaluation of an interface; a parameter "
                "set that needs more is recorded as failed."},
      {.path = "amplitudes",
       .kind = whole_number,
       .fallback = "20",
       .at_least = kFewestAmplitudes,
       .at_most = kMostAmplitudes,
       .about = "Number of amplitudes, log-spaced over each mode's own measured range, at which "
                "model and measurement are compared."},
      {.path = "box_upper",
       .kind = group,
       .fallback = "{}",
       .about = "Upper corner of the box in which the area of a front is taken (Table 4)."},
      {.path = "box_upper.frequency",
       .kind = number,
       .fallback = "0.17",
       .above = 0,
       .about = "Frequency error at that corner."},
      {.path = "box_upper.damping",
       .kind = number,
       .fallback = "0.5",
       .above = 0,
       .about = "Damping error at that corner."},
      {.path = "area_rule",
       .kind = text,
       .fallback = "\"trapezoid\"",
       .allowed = {"trapezoid", "staircase"},
       .about = "How the area between the points of a front is taken: straight lines (the paper) "
                "or the dominated area itself."},
      {.path = "bounds",
       .kind = table,
       .fallback = "{}",
       .about = "Search bounds in place of the model's own, by parameter name."},
      {.path = "bounds.*", .kind = group, .about = "Search bounds of one parameter."},
      {.path = "bounds.*.lower",
       .kind = number,
       .about = "Lower search bound, in physical units; the model's own if left out."},
      {.path = "bounds.*.upper",
       .kind = number,
       .about = "Upper search bound, in physical units; the model's own if left out."},
      {.path = "defaults",
       .kind = group,
       .fallback = "{}",
       .about = "Any key of a combination except `id` and `title`; combinations that do not say "
                "otherwise take it from here."},
      {.path = "combinations",
       .kind = list,
       .required = true,
       .about = "The table of the study: every entry is fitted and ranked."},
      {.path = "combinations[].id",
       .kind = text,
       .required = true,
       .about = "Unique name of the combination, used as folder name: letters, digits, '-', '_' "
                "and '.'."},
      {.path = "combinations[].title",
       .kind = text,
       .fallback = "\"\"",
       .about = "The combination in words, for tables and the report; the id if empty."},
      {.path = "combinations[].rom",
       .kind = text,
       .required = true,
       .about = "Name of one of the `roms`."},
      {.path = "combinations[].model",
       .kind = text,
       .required = true,
       .about = "Name of a friction model, as listed by `slipfront models`."},
      {.path = "combinations[].framework",
       .kind = text,
       .fallback = "\"masing\"",
       .allowed = {"masing", "non_masing"},
       .about = "Damping from the initial loading curve alone (Masing) or from traced loops."},
      {.path = "combinations[].post_slip",
       .kind = yes_no,
       .fallback = "false",
       .about = "Adds a post-slip stiffness kp to a model that has none of its own."},
      {.path = "combinations[].normal",
       .kind = text,
       .fallback = "\"spring\"",
       .allowed = {"spring", "penalty"},
       .about = "Normal contact: a linear spring (eq 1-2) or one that opens (eq 3-4)."},
      {.path = "combinations[].viscous",
       .kind = yes_no,
       .fallback = "true",
       .about = "Adds each mode's own lowest-amplitude measured damping to the model's (eq 40)."},
      {.path = "combinations[].prestress",
       .kind = text,
       .fallback = "\"full\"",
       .allowed = {"full", "conservative", "none"},
       .about = "Forces that act in the bolt-up solution: all, all but friction, or no bolt-up."},
      {.path = "combinations[].preload",
       .kind = number,
       .above = 0,
       .about = "Bolt force [N per bolt] in place of the reduced model's own."},
      {.path = "combinations[].dissipation",
       .kind = text,
       .fallback = "\"local\"",
       .allowed = {"local", "modal"},
       .about = "Where the loop area is taken: at the points (closed form, or path integral of "
                "tractions), or as modal force against modal amplitude."},
      {.path = "combinations[].quadrature",
       .kind = whole_number,
       .at_least = 2,
       .at_most = kMostPoints,
       .about = "Points of the rule on each half of a loop (42 on patches, 4 on elements if left "
                "out; even), or between amplitudes in Masing (51)."},
      {.path = "combinations[].loops",
       .kind = whole_number,
       .fallback = "40",
       .at_least = 1,
       .at_most = kMostLoops,
       .about = "Non-Masing loops are traced at most so often."},
      {.path = "combinations[].loop_tolerance",
       .kind = number,
       .fallback = "1e-4",
       .at_least = 0,
       .about = "They end when the damping changes by less than this share; 0: never early."},
      {.path = "combinations[].loop_rule",
       .kind = text,
       .fallback = "\"repeated\"",
       .allowed = {"repeated", "closed"},
       .about = "Loops are repeated, or solved for where so many lead; no tolerance then."},
      {.path = "combinations[].fit_modes",
       .kind = whole_numbers,
       .required = true,
       .at_least = 1,
       .at_most = kMostModes,
       .about = "Mode numbers whose measured backbones the parameters are fitted to."},
      {.path = "combinations[].predict_modes",
       .kind = whole_numbers,
       .fallback = "[]",
       .at_least = 1,
       .at_most = kMostModes,
       .about = "Mode numbers that every point of the front is asked to predict."},
      {.path = "combinations[].experiment",
       .kind = table,
       .fallback = "{}",
       .about = "Measured backbones of this combination alone, by mode number, in place of the "
                "study's: it is ranked among those with the same ones."},
      {.path = "combinations[].experiment.*",
       .kind = path,
       .about = "Backbone file (CSV) of this mode, as in `experiment`."},
      {.path = "combinations[].mode_index",
       .kind = table,
       .fallback = "{}",
       .about = "By mode number, where the mode is chosen by its place and not by its shape."},
      {.path = "combinations[].mode_index.*",
       .kind = whole_number,
       .at_least = 0,
       .at_most = kMostModes,
       .about = "0-based index of this mode in the spectrum of the stuck prestressed structure."},
      {.path = "combinations[].residual_penalty",
       .kind = yes_no,
       .fallback = "false",
       .about = "Adds the L1 norms of the scaled residuals to the fitted errors (section 3.5.2)."},
      {.path = "combinations[].optimizer",
       .kind = group,
       .fallback = "{}",
       .about = "How the front is searched."},
      {.path = "combinations[].optimizer.engine",
       .kind = text,
       .fallback = "\"hybrid\"",
       .allowed = optimizer_names(),
       .about = "The search: the study's genetic algorithm, its boundary intersection, both "
                "together (alone the first where a model gives no gradients), or pagmo's own."},
      {.path = "combinations[].optimizer.population",
       .kind = whole_number,
       .fallback = "100",
       .at_least = kFewestIndividuals,
       .at_most = kMostIndividuals,
       .about = "Parameter sets per generation of `nsga2` and of pagmo's engines."},
      {.path = "combinations[].optimizer.generations",
       .kind = whole_number,
       .fallback = "300",
       .at_least = 1,
       .at_most = kMostGenerations,
       .about = "Most generations of `nsga2` and of pagmo's engines."},
      {.path = "combinations[].optimizer.seed",
       .kind = whole_number,
       .at_least = 0,
       .at_most = kLargestExactWhole,
       .about = "Seed of this combination; drawn from the study's `seed` and the id if left out."},
      {.path = "combinations[].optimizer.keep_generations",
       .kind = whole_number,
       .fallback = "50",
       .at_least = 1,
       .at_most = kMostGenerations,
       .about = "The front is the non-dominated union of so many last generations (3.5.2)."},
      {.path = "combinations[].optimizer.crowding",
       .kind = text,
       .fallback = "\"genotype\"",
       .allowed = {"genotype", "phenotype"},
       .about = "Where points keep their distance: among the scaled parameters or the errors."},
      {.path = "combinations[].optimizer.pareto_fraction",
       .kind = number,
       .fallback = "0.35",
       .above = 0,
       .at_most = 1,
       .about = "Controlled elitism: the share of a generation that its best front may take."},
      {.path = "combinations[].optimizer.crossover_fraction",
       .kind = number,
       .fallback = "0.8",
       .at_least = 0,
       .at_most = 1,
       .about = "Share of the children made by crossover; the others are mutations."},
      {.path = "combinations[].optimizer.stall_generations",
       .kind = whole_number,
       .fallback = "100",
       .at_least = 1,
       .at_most = kMostGenerations,
       .about = "The search may stop once the spread of the front has stood still for so many."},
      {.path = "combinations[].optimizer.spread_tolerance",
       .kind = number,
       .fallback = "0.0001",
       .at_least = 0,
       .about = "Mean relative change of the spread per generation that counts as standing still."},
      {.path = "combinations[].optimizer.along_edge",
       .kind = yes_no,
       .fallback = "false",
       .about = "Searches along the edge of the model's domain, if it has one: for Iwan's chi "
                "stands how far beta + (chi+1)/(chi+2) is from 0, half of the range in decades."},
      {.path = "combinations[].optimizer.seeds_from",
       .kind = group,
       .fallback = "{}",
       .about = "Points of another combination's front that the search starts from."},
      {.path = "combinations[].optimizer.seeds_from.combination",
       .kind = text,
       .about = "Id of that combination; this one waits until it is finished. Parameters that it "
                "lacks begin at their lower bound, those outside this one's bounds at the nearest; "
                "a front without points gives none."},
      {.path = "combinations[].optimizer.seeds_from.points",
       .kind = whole_number,
       .fallback = "8",
       .at_least = 1,
       .at_most = kMostIndividuals,
       .about = "So many points, spread evenly over its front."},
      {.path = "combinations[].optimizer.boundary",
       .kind = group,
       .fallback = "{}",
       .about = "Boundary intersection (section 3.5.1)."},
      {.path = "combinations[].optimizer.boundary.angles",
       .kind = whole_number,
       .fallback = "33",
       .at_least = kFewestAngles,
       .at_most = kMostIndividuals,
       .about = "Angles from 0 to 90 degrees, both included."},
      {.path = "combinations[].optimizer.boundary.solver",
       .kind = text,
       .fallback = "\"ceres\"",
       .allowed = {"ceres", "slsqp"},
       .about = "What descends along an angle, also in the hybrid: an augmented Lagrangian on "
                "Ceres, or NLopt's SLSQP."},
      {.path = "combinations[].optimizer.boundary.survey",
       .kind = whole_number,
       .fallback = "24",
       .at_least = 1,
       .at_most = kMostIndividuals,
       .about = "Random parameter sets per free parameter before the first descent."},
      {.path = "combinations[].optimizer.boundary.starts",
       .kind = whole_number,
       .fallback = "4",
       .at_least = 1,
       .at_most = kMostIndividuals,
       .about = "Descents for each of the two scalar optima. Where the best two of one end apart, "
                "NSGA-II with 40 sets and 25 generations gives further starts, at its own cost."},
      {.path = "combinations[].optimizer.boundary.gradient_tolerance",
       .kind = number,
       .fallback = "1e-5",
       .above = 0,
       .about =
           "A descent ends at this projected gradient (eq 42 per decade or unit of a parameter)."},
      {.path = "combinations[].optimizer.boundary.evaluations",
       .kind = whole_number,
       .fallback = "200",
       .at_least = 1,
       .at_most = kMostIndividuals,
       .about = "Most evaluations with gradient of one descent."},
      {.path = "combinations[].optimizer.boundary.restarts",
       .kind = whole_number,
       .fallback = "3",
       .at_least = 0,
       .at_most = kMostIndividuals,
       .about = "Most rounds in which dominated angles start again."},
      {.path = "combinations[].optimizer.hybrid",
       .kind = group,
       .fallback = "{}",
       .about = "The hybrid: NSGA-II for coverage, then descents."},
      {.path = "combinations[].optimizer.hybrid.population",
       .kind = whole_number,
       .fallback = "60",
       .at_least = kFewestIndividuals,
       .at_most = kMostIndividuals,
       .about = "Parameter sets per generation of its NSGA-II."},
      {.path = "combinations[].optimizer.hybrid.generations",
       .kind = whole_number,
       .fallback = "25",
       .at_least = 1,
       .at_most = kMostGenerations,
       .about = "Generations of its NSGA-II."},
      {.path = "combinations[].optimizer.hybrid.rays",
       .kind = whole_number,
       .fallback = "9",
       .at_least = 1,
       .at_most = kMostIndividuals,
       .about = "Rays over the whole front before its gaps are halved."},
      {.path = "combinations[].optimizer.hybrid.gap",
       .kind = number,
       .fallback = "0.01",
       .above = 0,
       .about = "Gaps of the front wider than this (eq 42) are halved."},
      {.path = "combinations[].optimizer.hybrid.gradients",
       .kind = whole_number,
       .fallback = "2180",
       .at_least = 1,
       .at_most = kMostIndividuals,
       .about = "What the search may cost after its generations: twice as many backbones, "
                "an evaluation with gradient counted as two."},
      {.path = "combinations[].optimizer.hybrid.evaluations",
       .kind = whole_number,
       .fallback = "40",
       .at_least = 1,
       .at_most = kMostIndividuals,
       .about = "Most evaluations with gradient of one descent."},
      {.path = "combinations[].optimizer.pagmo",
       .kind = group,
       .fallback = "{}",
       .about = "pagmo's own engines."},
      {.path = "combinations[].optimizer.pagmo.chunk",
       .kind = whole_number,
       .fallback = "10",
       .at_least = 1,
       .at_most = kMostGenerations,
       .about = "Generations of one call, behind which a checkpoint follows; part of the result."},
  };
}

std::string kind_text(const StudyKey& key) {
  switch (key.kind) {
    case KeyKind::text:
      return "text";
    case KeyKind::path:
      return "a file name";
    case KeyKind::whole_number:
      return "a whole number";
    case KeyKind::number:
      return "a number";
    case KeyKind::yes_no:
      return "true or false";
    case KeyKind::whole_numbers:
      return "a list of whole numbers";
    case KeyKind::paths:
      return "a list of file names";
    case KeyKind::group:
    case KeyKind::table:
      return "an object {...}";
    case KeyKind::list:
      return "a list [...] of objects";
  }
  return "a value";
}

}  // namespace

const std::vector<StudyKey>& study_keys() {
  static const std::vector<StudyKey> table = make_table();
  return table;
}

std::string rule_of(const StudyKey& key) {
  std::string rule = kind_text(key);
  for (std::size_t i = 0; i < key.allowed.size(); ++i)
    rule += (i ? ", \"" : ": \"") + key.allowed[i] + "\"";
  if (key.above) rule += " above " + to_text(*key.above);
  if (key.above && key.at_most) rule += " and at most " + to_text(*key.at_most);
  if (key.at_least && key.at_most)
    rule += " from " + to_text(*key.at_least) + " to " + to_text(*key.at_most);
  else if (key.at_least)
    rule += " of at least " + to_text(*key.at_least);
  return rule;
}

std::string study_keys_page() {
  std::string page =
      "# Keys of a study file\n\n"
      "A study is a JSON file. This page is made from the table that the reader itself uses\n"
      "(`slipfront check --keys` prints it). A name in place of `*` is yours to choose; `[]` "
      "stands\n"
      "for every entry of a list. Files are relative to the study file.\n\n"
      "| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const StudyKey& key : study_keys()) {
    const std::string fallback = key.required           ? "required"
                                 : key.fallback.empty() ? "-"
                                                        : "`" + key.fallback + "`";
    page +=
        "| `" + key.path + "` | " + rule_of(key) + " | " + fallback + " | " + key.about + " |\n";
  }
  page +=
      "\n`--set path=value` replaces a key before the study is read: `--set amplitudes=10`,\n"
      "`--set defaults.optimizer.generations=40`, `--set combinations[jenkins].viscous=false` (by "
      "id),\n"
      "`--set combinations[].optimizer.population=40` (in every entry). The value is JSON; what "
      "is\n"
      "no JSON is taken as text.\n";
  return page;
}

}  // namespace slipfront
