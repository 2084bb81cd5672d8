#include "modal/joint_plots.hpp"

#include <algorithm>
#include <cmath>

#include "core/number.hpp"
#include "experiment/svg_chart.hpp"

namespace slipfront {

namespace {

using Kind = ChartSeries::Kind;

const char* const kBlue = "#0072b2";
const char* const kOrange = "#d55e00";
const char* const kGrey = "#999999";
constexpr int kDigits = 4;
constexpr std::size_t kCurve = 80;  // points of a model's curve

ChartSeries series(Kind kind, const std::string& name, const char* colour, std::vector<double> x,
                   std::vector<double> y) {
  return {kind, name, colour, std::move(x), std::move(y), {}};
}

/// A joint's curve over the forces of the data and somewhat beyond.
template <class Value>
ChartSeries joint_curve(const std::string& name, const char* colour, const IwanJoint& joint,
                        double lowest, const Value& value) {
  ChartSeries s = series(Kind::line, name, colour, {}, {});
  for (const double share : log_spaced(lowest, 1, kCurve)) {
    s.x.push_back(share);
    s.y.push_back(value(joint.amplitude(share * joint.slip_force())));
  }
  return s;
}

}  // namespace

std::string identification_plot_svg(const ForceDissipation& data,
                                    const ReportIdentification& report,
                                    const Identification& identified) {
  const IwanJoint ours = identified.joint();
  const IwanJoint theirs = IwanJoint::from_phi_max(identified.slip_force, report.phi_max,
                                                   std::max(report.chi, -0.9999), report.beta);
  constexpr double kBelow = 0.7;  // of the lowest force
  const double lowest = kBelow * data.force.front() / identified.slip_force;
  std::vector<double> shares;
  for (const double force : data.force) shares.push_back(force / identified.slip_force);
  const auto loss = [](const IwanJoint& j) { return [&j](double u) { return j.dissipation(u); }; };
  const auto slope = [](const IwanJoint& j) { return [&j](double u) { return j.log_slope(u); }; };
  ChartSeries measured_slope = series(Kind::dots, "between data", kGrey, {}, {});
  for (std::size_t i = 1; i < data.size(); ++i) {
    if (!(shares[i] > shares[i - 1])) continue;
    measured_slope.x.push_back(std::sqrt(shares[i] * shares[i - 1]));
    measured_slope.y.push_back(std::log(data.dissipation[i] / data.dissipation[i - 1]) /
                               std::log(shares[i] / shares[i - 1]));
  }
  const ChartPanel dissipation{
      "F0 / F_S",
      "dissipation per cycle",
      true,
      true,
      {joint_curve("report's objective", kOrange, theirs, lowest, loss(theirs)),
       joint_curve("logarithmic least squares", kBlue, ours, lowest, loss(ours)),
       series(Kind::dots, "data", "#222222", shares, data.dissipation)}};
  ChartPanel slopes{
      "F0 / F_S",
      "d log D / d log F",
      true,
      false,
      {joint_curve("report's objective", kOrange, theirs, lowest, slope(theirs)),
       joint_curve("logarithmic least squares", kBlue, ours, lowest, slope(ours)), measured_slope}};
  return chart_svg("Identified joint: " + data.source, {dissipation, slopes});
}

std::string profile_plot_svg(const Identification& identified) {
  std::vector<ChartPanel> panels;
  for (const IdentifiedParameter& p : identified.parameters) {
    if (p.profile.x.empty()) continue;
    std::vector<double> rise = p.profile.sum_of_squares;
    const double least = *std::min_element(rise.begin(), rise.end());
    for (double& value : rise) value = least > 0 ? value / least : 1;
    const bool log_x = p.profile.x.front() > 0;
    std::vector<double> across = {p.profile.x.front(), p.profile.x.back()};
    const double top = *std::max_element(rise.begin(), rise.end());
    panels.push_back(
        {p.name,
         "sum of squares / least",
         log_x,
         false,
         {series(Kind::line, "", kBlue, p.profile.x, rise),
          series(Kind::dots, "", kBlue, p.profile.x, rise),
          series(Kind::line, to_text(p.profile.interval.verdict), kGrey, across, {top, top}),
          series(Kind::line, "quoted", kOrange, {p.value, p.value}, {1, top})}});
  }
  return chart_svg("Profiles, up to the 95 % limit", panels);
}

std::string fit_plot_svg(const MeasuredBackbone& data, const ModalFit& fit) {
  const std::vector<double> q = log_spaced(fit.lowest_amplitude, fit.highest_amplitude, kCurve);
  std::vector<double> f, z, d, measured_d;
  const auto energy = [](double hz, double zeta, double amplitude) {
    constexpr double kTwoPi = 2 * std::numbers::pi;
    return kTwoPi * zeta * kTwoPi * hz * kTwoPi * hz * amplitude * amplitude;
  };
  for (const double a : q) {
    f.push_back(fit.model.frequency_hz(a, fit.reading));
    z.push_back(fit.model.damping(a, fit.reading));
    d.push_back(energy(f.back(), z.back(), a));
  }
  for (std::size_t i = 0; i < data.size(); ++i)
    measured_d.push_back(energy(data.frequency_hz[i], data.damping[i], data.amplitude[i]));
  const auto panel = [&](const std::string& title, bool log_y, const std::vector<double>& measured,
                         const std::vector<double>& model) {
    ChartPanel p{"modal amplitude [m \u221akg]",
                 title,
                 true,
                 log_y,
                 {series(Kind::line, "modal Iwan with damper", kBlue, q, model),
                  series(Kind::dots, "measured", kOrange, data.amplitude, measured)}};
    if (fit.macroslip)
      p.series.push_back(series(Kind::span, "macroslip", kOrange,
                                {fit.model.joint.phi_max(), fit.highest_amplitude}, {}));
    return p;
  };
  return chart_svg("Fit of " + data.source,
                   {panel("frequency [Hz]", false, data.frequency_hz, f),
                    panel("damping ratio", true, data.damping, z),
                    panel("2\u03c0\u03b6\u03c9\u00b2q\u00b2 per cycle", true, measured_d, d)});
}

std::string zeroed_plot_svg(const std::vector<ZeroedSpectrum>& measured,
                            const std::vector<ZeroedSpectrum>& predicted, double low_hz,
                            double high_hz) {
  const auto lines = [&](const ZeroedSpectrum& z, const char* name, const char* colour) {
    ChartSeries s = series(Kind::line, name, colour, {}, {});
    for (std::size_t i = z.spectrum.line(low_hz); i <= z.spectrum.line(high_hz); ++i) {
      s.x.push_back(z.spectrum.frequency(i));
      s.y.push_back(z.spectrum.amplitude[i]);
    }
    return s;
  };
  std::vector<ChartPanel> panels;
  for (std::size_t k = 0; k < predicted.size(); ++k) {
    ChartPanel panel{
        "frequency [Hz], zeroed before " + to_text(predicted[k].zeroed, kDigits) + " s",
        "acceleration [m/s\u00b2]",
        false,
        true,
        {}};
    if (k < measured.size()) panel.series.push_back(lines(measured[k], "measured", kGrey));
    panel.series.push_back(lines(predicted[k], "predicted", kOrange));
    panels.push_back(std::move(panel));
  }
  return chart_svg("Zeroed early-time Fourier transforms", panels);
}

}  // namespace slipfront
