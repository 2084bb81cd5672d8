#include <cmath>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/backbone_file.hpp"
#include "experiment/ringdown.hpp"
#include "experiment/ringdown_plots.hpp"
#include "experiment/smooth_backbone.hpp"
#include "io/atomic_file.hpp"

namespace slipfront {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDigits = 4;  // of numbers for people

bool positive(double value) { return value > 0; }
bool any(double) { return true; }
bool not_zero(double value) { return value != 0; }

void check_order(const std::string& option, const std::string& text, double low, double high) {
  if (low < high) return;
  throw Failure(Problem{option, "", text, "LO must lie below HI", "write the lower one first"});
}

/// "160:200", "180" or "auto".
void read_band(const std::string& text, RingdownOptions& options) {
  const std::string rule = "must be LO:HI or F in Hz, or auto";
  if (text == "auto") return;
  const std::size_t colon = text.find(':');
  if (colon == text.npos) {
    options.near_hz = number_option("--band", text, rule, positive);
    return;
  }
  options.band = Band{number_option("--band", text.substr(0, colon), rule, positive),
                      number_option("--band", text.substr(colon + 1), rule, positive)};
  check_order("--band", text, options.band->low, options.band->high);
}

void read_range(const std::string& text, SmoothOptions& options) {
  const std::string option = "--amplitude-range", rule = "must be LO:HI, amplitudes above 0";
  const std::size_t colon = text.find(':');
  options.lowest = number_option(option, text.substr(0, colon), rule, positive);
  options.highest =
      number_option(option, colon == text.npos ? "" : text.substr(colon + 1), rule, positive);
  check_order(option, text, options.lowest, options.highest);
}

/// What would count twice, or says nothing.
void check_options(const Arguments& arguments, const std::vector<std::string>& files) {
  std::vector<Problem> problems;
  const bool smooth = arguments.has("--smooth");
  for (const char* option : {"--bounds", "--amplitude-range", "--piecewise"})
    if (!smooth && arguments.has(option))
      problems.push_back(
          {option, "", "no --smooth", "belongs to a smooth backbone", "add --smooth"});
  if (arguments.has("--degree") && arguments.value("--method") != "hilbert")
    problems.push_back({"--degree", "", "no --method hilbert",
                        "belongs to the Hilbert method's polynomials", "add --method hilbert"});
  for (const char* option : {"--start", "--end"})
    if (arguments.has("--all-hits") && arguments.has(option))
      problems.push_back({"--all-hits", "", option, "a stated part of the record is one decay",
                          "leave one of them out"});
  const auto once = [&](const std::string& option, const std::vector<std::string>& values,
                        const auto& same) {
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (same(values[i], values[j])) {
          problems.push_back({option, "", "'" + values[i] + "' a second time",
                              "no decay may count twice", "leave it out"});
          break;
        }
  };
  once("--with", files, [](const std::string& a, const std::string& b) {
    std::error_code none;
    return a == b || std::filesystem::equivalent(a, b, none);
  });
  const std::vector<std::string> channels = arguments.values("--channel");
  once("--channel", channels, [](const std::string& a, const std::string& b) { return a == b; });
  const std::size_t shapes = arguments.values("--mode-shape").size();
  if (smooth && shapes == 0 && channels.size() > 1)
    problems.push_back(
        {"--mode-shape", "", "none for " + std::to_string(channels.size()) + " channels",
         "amplitudes at different places are no amplitudes of one backbone",
         "give one --mode-shape for each --channel, in their order, or one channel"});
  throw_if_any(std::move(problems));
}

struct Input {
  std::vector<Record> records;
  std::vector<Decay> decays;
};

Input analyse(const Arguments& arguments) {
  std::vector<std::string> files = arguments.values("--with");
  files.insert(files.begin(), arguments.operand(0));
  check_options(arguments, files);
  RecordOptions reading;
  reading.channels = arguments.values("--channel");
  reading.unit = arguments.value("--unit");
  if (arguments.has("--sampling"))
    reading.sampling_hz = number_option("--sampling", arguments.value("--sampling"),
                                        "must be a rate above 0 in Hz", positive);
  RingdownOptions options;
  read_band(arguments.value("--band"), options);
  const auto time = [&](const char* name) -> std::optional<double> {
    if (!arguments.has(name)) return {};
    return number_option(name, arguments.value(name), "must be a time of the record in s", any);
  };
  options.start = time("--start");
  options.end = time("--end");
  options.all_hits = arguments.has("--all-hits");
  if (arguments.value("--method") == "hilbert") options.method = DecayMethod::hilbert;
  constexpr int kHighestDegree = 30;  // beyond it a polynomial follows the noise
  if (arguments.has("--degree"))
    options.polynomial_degree =
        whole_number_option("--degree", arguments.value("--degree"), 1, kHighestDegree);
  for (const std::string& shape : arguments.values("--mode-shape"))
    options.mode_shapes.push_back(number_option(
        "--mode-shape", shape, "must be a number other than 0, in 1/sqrt(kg)", not_zero));

  Input input;
  std::vector<Problem> problems;
  for (const std::string& file : files) {
    try {
      input.records.push_back(read_record(file, reading));
      for (Decay& decay : analyse_ringdown(input.records.back(), options))
        input.decays.push_back(std::move(decay));
      options.band = input.decays.front().band;  // one for all of them
    } catch (const Failure& failure) {
      problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
    }
  }
  throw_if_any(std::move(problems));
  return input;
}

std::string subject(const Decay& decay) {
  return decay.source + ", " + decay.channel +
         (decay.hit > 1 ? ", hit " + std::to_string(decay.hit) : "");
}

/// What was chosen, on stderr: it belongs to no output format.
void tell(const Input& input) {
  for (const Record& record : input.records)
    for (const std::string& note : record.notes)
      std::cerr << "slipfront: " << record.source << ": " << note << "\n";
  for (const Decay& decay : input.decays) {
    for (const std::string& note : decay.notes)
      std::cerr << "slipfront: " << subject(decay) << ": " << note << "\n";
    for (const std::string& warning : decay.warnings)
      std::cerr << "slipfront: warning: " << subject(decay) << ": " << warning << "\n";
  }
}

std::string amplitude_name(const Decay& decay) {
  return decay.response_amplitude ? "response_amplitude" : "amplitude";
}

std::string points_csv(const Input& input) {
  std::string csv =
      "decay,time," + amplitude_name(input.decays.front()) + ",frequency_hz,damping\n";
  for (std::size_t i = 0; i < input.decays.size(); ++i)
    for (const DecayPoint& p : input.decays[i].points)
      csv += std::to_string(i + 1) + "," + to_text(p.time) + "," + to_text(p.amplitude) + "," +
             to_text(p.frequency_hz) + "," + to_text(p.damping) + "\n";
  return csv;
}

Json points_json(const Decay& decay) {
  Json time = Json::array(), amplitude = time, frequency = time, damping = time;
  Json of_frequency = time, of_log_damping = time;
  for (const DecayPoint& p : decay.points) {
    time.push_back(p.time);
    amplitude.push_back(p.amplitude);
    frequency.push_back(p.frequency_hz);
    damping.push_back(p.damping);
    of_frequency.push_back(p.frequency_deviation);
    of_log_damping.push_back(p.damping_deviation);
  }
  return {{"time", time},
          {amplitude_name(decay), amplitude},
          {"frequency_hz", frequency},
          {"damping", damping},
          {"frequency_deviation", of_frequency},
          {"log_damping_deviation", of_log_damping}};
}

std::string json_text(const Input& input, const SmoothBackbone* smooth) {
  Json decays = Json::array();
  for (const Decay& decay : input.decays)
    decays.push_back({{"file", decay.source},
                      {"channel", decay.channel},
                      {"hit", decay.hit},
                      {"method", decay.method == DecayMethod::peaks ? "pff" : "hilbert"},
                      {"band", {decay.band.low, decay.band.high}},
                      {"start", decay.start},
                      {"end", decay.end},
                      {"noise", decay.noise},
                      {"notes", decay.notes},
                      {"warnings", decay.warnings},
                      {"points", points_json(decay)}});
  Json json = {{"decays", decays}};
  if (smooth) {
    const MeasuredBackbone& b = smooth->backbone();
    const Variability v = variability(b);
    json["backbone"] = {{amplitude_name(input.decays.front()), b.amplitude},
                        {"frequency_hz", b.frequency_hz},
                        {"frequency_lower", b.frequency_lower},
                        {"frequency_upper", b.frequency_upper},
                        {"damping", b.damping},
                        {"damping_lower", b.damping_lower},
                        {"damping_upper", b.damping_upper}};
    json["warnings"] = smooth->warnings();
    json["held"] = {{"frequency", smooth->held_frequency()}, {"damping", smooth->held_damping()}};
    json["variability"] = {
        {"frequency_upper", v.frequency_upper},
        {"frequency_lower", v.frequency_lower},
        {"damping_upper", v.damping_upper},
        {"damping_lower", v.damping_lower_defined ? Json(v.damping_lower) : Json(nullptr)}};
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void tell(const SmoothBackbone& smooth) {
  for (const std::string& warning : smooth.warnings())
    std::cerr << "slipfront: warning: " << warning << "\n";
  const Variability v = variability(smooth.backbone());
  constexpr double kPercent = 100;
  std::cerr << "slipfront: bounds hold " << to_text(kPercent * smooth.held_frequency(), kDigits)
            << " % of the points in frequency, "
            << to_text(kPercent * smooth.held_damping(), kDigits) << " % in damping\n"
            << "slipfront: variability (eq 41) of the bounds: frequency "
            << to_text(v.frequency_upper, kDigits) << ", damping "
            << to_text(v.damping_upper, kDigits) << " (upper) and "
            << (v.damping_lower_defined ? to_text(v.damping_lower, kDigits)
                                        : "undefined, the bound is not above zero everywhere")
            << " (lower)\n";
}

void write_plots(const std::string& folder, const Input& input, const MeasuredBackbone* backbone) {
  make_folder(folder);
  write_atomically(folder + "/points.svg", points_plot_svg(input.decays, backbone));
  for (std::size_t i = 0; i < input.decays.size(); ++i) {
    const Decay& decay = input.decays[i];
    const std::string number = std::to_string(i + 1) + ".svg";
    write_atomically(folder + "/decay-" + number, decay_plot_svg(decay));
    for (const Record& record : input.records)
      if (record.source == decay.source)
        write_atomically(folder + "/spectrum-" + number, spectrum_plot_svg(record, decay));
  }
}

int run(const Arguments& arguments) {
  const bool smooth_wanted = arguments.has("--smooth");
  const Input input = analyse(arguments);
  std::optional<SmoothBackbone> smooth;
  if (smooth_wanted) {
    SmoothOptions options;
    if (arguments.value("--bounds") == "log") options.bounds = BoundScale::logarithmic;
    if (arguments.has("--amplitude-range"))
      read_range(arguments.value("--amplitude-range"), options);
    options.piecewise = arguments.has("--piecewise");
    tell(input);  // whatever comes of it
    smooth.emplace(input.decays, options);
    // What studies would refuse is not written.
    parse_backbone(backbone_text(smooth->backbone()), "the backbone of " + input.decays[0].source);
  } else {
    tell(input);
  }
  if (smooth) tell(*smooth);
  if (arguments.has("--plots"))
    write_plots(arguments.value("--plots"), input, smooth ? &smooth->backbone() : nullptr);

  std::string text;
  if (wants_json(arguments))
    text = json_text(input, smooth ? &*smooth : nullptr);
  else
    text = smooth ? backbone_text(smooth->backbone()) : points_csv(input);
  if (arguments.has("-o"))
    write_atomically(arguments.value("-o"), text);
  else
    std::cout << text;
  return ExitCode::done;
}

}  // namespace

Command ringdown_command() {
  return {
      {.command = "ringdown",
       .about = "Frequency and damping against amplitude from measured decays.",
       .operands = {{"FILE", "Accelerations: CSV, .mat (5, 7, 7.3) or universal file 58."}},
       .options =
           {{.name = "--band",
             .value = "LO:HI",
             .about = "Of the mode [Hz]; F: around the peak nearest to it; auto: the largest.",
             .required = true},
            {.name = "--channel",
             .value = "NAME",
             .about = "Of the file, if it has several; given again: one more decay.",
             .repeated = true},
            {.name = "--with",
             .value = "FILE",
             .about = "Another hit, merged with the first; may be given again.",
             .repeated = true},
            {.name = "--unit",
             .value = "UNIT",
             .about = "Of the accelerations (m/s^2, g, ...), if the file does not state it."},
            {.name = "--sampling",
             .value = "HZ",
             .about = "Sampling rate, if the file does not state it."},
            {.name = "--start", .value = "T", .about = "Of the decay [s]; else after the hit."},
            {.name = "--end", .value = "T", .about = "Of the decay [s]; else where noise begins."},
            {.name = "--all-hits", .value = "", .about = "Use every hit of a record."},
            {.name = "--method",
             .value = "pff|hilbert",
             .about = "Peak finding and fitting, or Hilbert transform; pff.",
             .allowed = {"pff", "hilbert"}},
            {.name = "--degree",
             .value = "N",
             .about = "Of the Hilbert method's polynomials; chosen."},
            {.name = "--mode-shape",
             .value = "PHI",
             .about = "Of the mass-normalised mode at the accelerometer [1/sqrt(kg)]; makes "
                      "amplitudes modal. With several channels one for each, in their order.",
             .repeated = true},
            {.name = "--smooth",
             .value = "",
             .about = "A backbone with bounds by Gaussian process regression."},
            {.name = "--bounds",
             .value = "linear|log",
             .about = "Scale on which both bounds of damping are equally far; linear.",
             .allowed = {"linear", "log"}},
            {.name = "--amplitude-range",
             .value = "LO:HI",
             .about = "Of the backbone; else what at least half of the decays reach."},
            {.name = "--piecewise",
             .value = "",
             .about = "A smooth backbone also through decays that grow or follow no law."},
            {.name = "--plots", .value = "DIR", .about = "Write pictures (SVG) into this folder."},
            format_option(),
            {.name = "-o", .value = "FILE", .about = "A file in place of the screen."}},
       .examples = "  slipfront ringdown hit1.csv --with hit2.csv --band 150:210 --unit g "
                   "--smooth -o mode-1.csv\n"
                   "  slipfront ringdown tests.mat --channel acc1 --band auto --plots pictures\n"},
      run};
}

}  // namespace slipfront
