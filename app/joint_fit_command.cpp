#include <cmath>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/table.hpp"
#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/backbone_file.hpp"
#include "io/atomic_file.hpp"
#include "modal/fit.hpp"
#include "modal/joint_plots.hpp"
#include "modal/prediction.hpp"
#include "modal/zeroed_spectra.hpp"

namespace slipfront {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDigits = 5;  // of numbers for people

bool positive(double value) { return value > 0; }

std::string shown(double value) { return to_text(value, kDigits); }

std::string label_of(const ModalFit& fit) {
  return std::filesystem::path(fit.source).stem().string();
}

struct Fitted {
  std::vector<MeasuredBackbone> data;
  std::vector<ModalFit> fits;
};

Fitted fit_all(const Arguments& arguments) {
  constexpr int kMostSeed = 1000000000;  // of whole numbers on a command line
  FitOptions options;
  if (arguments.has("--seed"))
    options.seed = static_cast<std::uint64_t>(
        whole_number_option("--seed", arguments.value("--seed"), 0, kMostSeed));
  if (arguments.has("--reading"))
    options.reading = arguments.value("--reading") == "cycle" ? Reading::cycle : Reading::decay;
  Fitted fitted;
  std::vector<Problem> problems;
  for (const std::string& file : arguments.values("--backbone")) {
    try {
      MeasuredBackbone data = read_backbone(file);
      data.source = file;
      fitted.fits.push_back(fit_modal_iwan(data, options));
      for (const std::string& warning : fitted.fits.back().warnings)
        std::cerr << "slipfront: warning: " << file << ": " << warning << "\n";
      fitted.data.push_back(std::move(data));
    } catch (const Failure& failure) {
      problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
    }
  }
  throw_if_any(std::move(problems));
  return fitted;
}

// ---- prediction of a transient ----

struct Transient {
  Signal predicted;
  std::optional<Signal> measured;
  std::vector<ZeroedSpectrum> of_predicted, of_measured;
  double low_hz = 0, high_hz = 0;  // of the picture
};

/// One number per backbone; 1 for all if the option was not given.
std::vector<double> shapes(const Arguments& arguments, const std::string& option,
                           std::size_t count) {
  if (!arguments.has(option)) return std::vector<double>(count, 1.0);
  const std::vector<double> values = number_list_option(
      option, arguments.value(option), "must be numbers in 1/sqrt(kg), separated by commas");
  if (values.size() != count)
    throw Failure(Problem{option, "", std::to_string(values.size()) + " values",
                          "needs one for each --backbone, in their order", ""});
  return values;
}

/// The measured response; both files must share their clock.
Signal read_measured(const std::string& file, const Signal& force) {
  Signal measured = read_signal(file, "acceleration");
  const auto end = [](const Signal& s) { return s.time(s.values.size() - 1); };
  if (measured.start > end(force) || end(measured) < force.start)
    throw Failure(
        Problem{file, "time", shown(measured.start) + " to " + shown(end(measured)) + " s",
                "must overlap the force, " + shown(force.start) + " to " + shown(end(force)) + " s",
                "give both files one clock"});
  return measured;
}

std::optional<Transient> predict(const Arguments& arguments, const Fitted& fitted) {
  if (!arguments.has("--force")) {
    for (const char* option : {"--drive-shape", "--response-shape", "--duration", "--measured",
                               "--zero-before", "--prediction"})
      if (arguments.has(option))
        throw Failure(Problem{option, "", "no --force", "belongs to the prediction of a transient",
                              "add --force FILE.csv"});
    return {};
  }
  const Signal force = read_signal(arguments.value("--force"), "force");
  Transient result;
  if (arguments.has("--measured"))
    result.measured = read_measured(arguments.value("--measured"), force);
  PredictionOptions options;
  options.duration = force.step * static_cast<double>(force.values.size() - 1);
  if (result.measured)
    options.duration = result.measured->time(result.measured->values.size() - 1) - force.start;
  if (arguments.has("--duration"))
    options.duration = number_option("--duration", arguments.value("--duration"),
                                     "must be a time above 0 in s", positive);
  const std::size_t count = fitted.fits.size();
  const std::vector<double> drive = shapes(arguments, "--drive-shape", count);
  const std::vector<double> response = shapes(arguments, "--response-shape", count);
  std::vector<DrivenMode> modes;
  for (std::size_t r = 0; r < count; ++r) {
    modes.push_back({fitted.fits[r].model, drive[r], response[r]});
    const double f0 = fitted.fits[r].model.frequency_0();
    constexpr double kBelow = 0.7, kAbove = 1.2;  // margins of the picture
    result.low_hz = r == 0 ? kBelow * f0 : std::min(result.low_hz, kBelow * f0);
    result.high_hz = std::max(result.high_hz, kAbove * f0);
  }
  result.predicted = predict_acceleration(modes, force, options);
  std::vector<double> times = {0.05, 0.25, 0.5, 0.75};  // of the duration
  double looked_at = options.duration;
  if (result.measured)
    looked_at = std::min(looked_at,
                         result.measured->time(result.measured->values.size() - 1) - force.start);
  for (double& t : times) t = force.start + t * looked_at;
  if (arguments.has("--zero-before"))
    times = number_list_option("--zero-before", arguments.value("--zero-before"),
                               "must be times in s, separated by commas");
  if (!result.measured) {
    result.of_predicted = zeroed_spectra(result.predicted, times);
    return result;
  }
  // Heights of a decay's spectrum go by how long one looks: both are looked at for the same time.
  const auto end = [](const Signal& s) { return s.time(s.values.size() - 1); };
  const double from = std::max(result.predicted.start, result.measured->start);
  const double to = std::min(end(result.predicted), end(*result.measured));
  result.of_predicted = zeroed_spectra(result.predicted.between(from, to), times);
  result.of_measured = zeroed_spectra(result.measured->between(from, to), times);
  return result;
}

struct PeakPair {
  std::string mode;
  double time = 0;
  SpectralPeak predicted, measured;
};

std::vector<PeakPair> peaks(const Fitted& fitted, const Transient& transient) {
  constexpr double kAround = 0.1;  // of the mode's frequency: where its peak is looked for
  std::vector<PeakPair> list;
  for (std::size_t k = 0; k < transient.of_predicted.size(); ++k)
    for (const ModalFit& fit : fitted.fits) {
      const double f0 = fit.model.frequency_0();
      const auto peak = [&](const Spectrum& spectrum) {
        return peak_between(spectrum, f0 * (1 - kAround), f0 * (1 + kAround));
      };
      PeakPair pair{label_of(fit),
                    transient.of_predicted[k].zeroed,
                    peak(transient.of_predicted[k].spectrum),
                    {}};
      if (transient.measured) pair.measured = peak(transient.of_measured[k].spectrum);
      list.push_back(pair);
    }
  return list;
}

// ---- output ----

std::string value_text(const FittedQuantity& q) {
  if (q.identifiable) return shown(q.value);
  if (q.lower && q.upper) return shown(*q.lower) + " .. " + shown(*q.upper);
  if (q.lower) return ">= " + shown(*q.lower);
  if (q.upper) return "<= " + shown(*q.upper);
  return "?";
}

std::string table_of(const std::vector<ModalFit>& fits) {
  std::vector<std::vector<std::string>> rows = {{""}};
  for (const ModalFit& fit : fits) rows[0].push_back(label_of(fit));
  const auto row = [&](const std::string& name, auto&& cell) {
    rows.push_back({name});
    for (const ModalFit& fit : fits) rows.back().push_back(cell(fit));
  };
  for (const FittedQuantity& q : fits.front().quantities)
    row(q.name, [&](const ModalFit& fit) { return value_text(fit.quantity(q.name)); });
  row("f0 [Hz]", [](const ModalFit& fit) { return shown(fit.model.frequency_0()); });
  constexpr double kPercent = 100;
  row("zeta [%]", [](const ModalFit& fit) { return shown(kPercent * fit.model.damping_0()); });
  return aligned_table(rows);
}

std::string details(const ModalFit& fit) {
  std::string text = label_of(fit) + ": amplitudes " + shown(fit.lowest_amplitude) + " to " +
                     shown(fit.highest_amplitude) + ", read as a " +
                     (fit.reading == Reading::decay ? "free decay" : "steady cycle") +
                     "; misses frequency by " + shown(fit.frequency_scatter) + ", damping by " +
                     shown(fit.damping_scatter) + " (relative)\n";
  for (const FittedQuantity& q : fit.quantities)
    if (q.identifiable)
      text += "  " + q.name + " within " + shown(q.lower.value_or(q.value)) + " .. " +
              shown(q.upper.value_or(q.value)) + " (95 %)\n";
  if (fit.macroslip)
    text += "  macroslip from phi_max on: all parameters enter the data\n";
  else
    text +=
        "  microslip only: F_S, K_T, K_inf and beta are not identifiable (bounds in the "
        "table); predictions use phi_max " +
        shown(fit.model.joint.phi_max()) + ", F_S " + shown(fit.model.joint.slip_force()) +
        ", K_T " + shown(fit.model.joint.stiffness()) + ", beta " + shown(fit.model.joint.beta()) +
        "\n";
  return text;
}

std::string text_of(const std::vector<PeakPair>& pairs, bool measured) {
  std::vector<std::vector<std::string>> rows = {
      {"zeroed before [s]", "mode", "predicted [Hz]", "[m/s^2]"}};
  if (measured) {
    rows[0].push_back("measured [Hz]");
    rows[0].push_back("[m/s^2]");
  }
  for (const PeakPair& p : pairs) {
    rows.push_back(
        {shown(p.time), p.mode, shown(p.predicted.frequency_hz), shown(p.predicted.amplitude)});
    if (!measured) continue;
    rows.back().push_back(shown(p.measured.frequency_hz));
    rows.back().push_back(shown(p.measured.amplitude));
  }
  return "Peaks of the zeroed early-time spectra\n\n" + aligned_table(rows);
}

Json json_of(const ModalFit& fit) {
  Json quantities = Json::object();
  for (const FittedQuantity& q : fit.quantities)
    quantities[q.name] = {{"value", q.value},
                          {"identifiable", q.identifiable},
                          {"lower", q.lower ? Json(*q.lower) : Json(nullptr)},
                          {"upper", q.upper ? Json(*q.upper) : Json(nullptr)},
                          {"at_bound", q.at_bound}};
  return {{"file", fit.source},
          {"reading", to_text(fit.reading)},
          {"macroslip", fit.macroslip},
          {"frequency_0_hz", fit.model.frequency_0()},
          {"damping_0", fit.model.damping_0()},
          {"frequency_scatter", fit.frequency_scatter},
          {"damping_scatter", fit.damping_scatter},
          {"converged", fit.converged},
          {"warnings", fit.warnings},
          {"quantities", quantities}};
}

Json json_of(const Transient& transient, const std::vector<PeakPair>& pairs) {
  Json list = Json::array();
  for (const PeakPair& p : pairs) {
    Json one = {{"zeroed_before", p.time},
                {"mode", p.mode},
                {"predicted_hz", p.predicted.frequency_hz},
                {"predicted", p.predicted.amplitude}};
    if (transient.measured) {
      one["measured_hz"] = p.measured.frequency_hz;
      one["measured"] = p.measured.amplitude;
    }
    list.push_back(one);
  }
  return {{"peaks", list},
          {"start", transient.predicted.start},
          {"step", transient.predicted.step},
          {"acceleration", transient.predicted.values}};
}

std::string csv_of(const Signal& signal) {
  std::string csv = "time,acceleration\n";
  for (std::size_t i = 0; i < signal.values.size(); ++i)
    csv += to_text(signal.time(i)) + "," + to_text(signal.values[i]) + "\n";
  return csv;
}

void write_plots(const std::string& folder, const Fitted& fitted,
                 const std::optional<Transient>& transient) {
  make_folder(folder);
  for (std::size_t i = 0; i < fitted.fits.size(); ++i)
    write_atomically(folder + "/fit-" + std::to_string(i + 1) + ".svg",
                     fit_plot_svg(fitted.data[i], fitted.fits[i]));
  if (transient)
    write_atomically(folder + "/zeroed.svg",
                     zeroed_plot_svg(transient->of_measured, transient->of_predicted,
                                     transient->low_hz, transient->high_hz));
}

int run(const Arguments& arguments) {
  const Fitted fitted = fit_all(arguments);
  const std::optional<Transient> transient = predict(arguments, fitted);
  if (arguments.has("--plots")) write_plots(arguments.value("--plots"), fitted, transient);
  if (arguments.has("--prediction"))
    write_atomically(arguments.value("--prediction"), csv_of(transient->predicted));
  const std::vector<PeakPair> pairs =
      transient ? peaks(fitted, *transient) : std::vector<PeakPair>();
  if (wants_json(arguments)) {
    Json json = {{"fits", Json::array()}};
    for (const ModalFit& fit : fitted.fits) json["fits"].push_back(json_of(fit));
    if (transient) json["prediction"] = json_of(*transient, pairs);
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
    return ExitCode::done;
  }
  std::cout << table_of(fitted.fits) << "\n";
  for (const ModalFit& fit : fitted.fits) std::cout << details(fit);
  if (transient) std::cout << "\n" << text_of(pairs, transient->measured.has_value());
  return ExitCode::done;
}

}  // namespace

Command joint_fit_command() {
  return {
      {.command = "joint fit",
       .about = "Modal Iwan models with viscous dampers from backbones (Deaner et al.).",
       .operands = {},
       .options =
           {{.name = "--backbone",
             .value = "FILE.csv",
             .about = "Of one mode, as from 'ringdown --smooth'; again: another mode or torque.",
             .required = true,
             .repeated = true},
            {.name = "--reading",
             .value = "decay|cycle",
             .about = "What the backbone holds: free decays or steady cycles; else what fits.",
             .allowed = {"decay", "cycle"}},
            {.name = "--seed", .value = "N", .about = "Of the global search; 1."},
            {.name = "--force",
             .value = "FILE.csv",
             .about = "Columns time, force [N]: predict the response to it."},
            {.name = "--drive-shape",
             .value = "PHI,...",
             .about = "Mode shapes at the force [1/sqrt(kg)], one per backbone; 1."},
            {.name = "--response-shape",
             .value = "PHI,...",
             .about = "The same at the response; 1."},
            {.name = "--duration",
             .value = "T",
             .about = "Of the prediction [s]; else that of the measured response or the force."},
            {.name = "--measured",
             .value = "FILE.csv",
             .about = "Columns time, acceleration [m/s^2], to compare with."},
            {.name = "--zero-before",
             .value = "T,...",
             .about = "Times of the zeroed early-time spectra [s]; else four along the record."},
            {.name = "--prediction", .value = "FILE.csv", .about = "Write the predicted response."},
            {.name = "--plots", .value = "DIR", .about = "Write pictures (SVG) here."},
            format_option()},
       .examples = "  slipfront joint fit --backbone mode-1.csv --backbone mode-2.csv\n"
                   "  slipfront joint fit --backbone mode-1.csv --force hammer.csv "
                   "--measured response.csv \\\n    --drive-shape 0.4 --response-shape 0.8 "
                   "--plots pictures\n"},
      run};
}

}  // namespace slipfront
