#include "experiment/ringdown_plots.hpp"

#include <algorithm>
#include <cmath>

#include "core/number.hpp"
#include "experiment/band_signal.hpp"
#include "experiment/fourier.hpp"
#include "experiment/svg_chart.hpp"

namespace slipfront {

namespace {

const char* const kBlue = "#0072b2";
const char* const kOrange = "#d55e00";
const char* const kGrey = "#999999";
constexpr int kDigits = 4;
constexpr double kToHighest = 4;  // the spectrum is shown up to this multiple of the band
constexpr double kFinest = 1;     // lines of the spectrum at least this close [Hz]

std::string band_of(const Decay& decay) {
  return to_text(decay.band.low, kDigits) + " to " + to_text(decay.band.high, kDigits) + " Hz";
}

std::string title_of(const Decay& decay) { return decay.channel + ", " + band_of(decay); }

/// A curve thinned to its extremes per stretch of a pixel or so: looks the same, is small.
ChartSeries thinned(const std::vector<double>& values, double start, double rate) {
  constexpr std::size_t kStretches = 3000;
  ChartSeries s;
  const std::size_t stride = values.size() / kStretches + 1;
  for (std::size_t i = 0; i < values.size(); i += stride) {
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(i);
    const auto to =
        values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), i + stride));
    auto [low, high] = std::minmax_element(from, to);
    if (high < low) std::swap(low, high);
    for (const auto& it : {low, high}) {
      s.x.push_back(start + static_cast<double>(it - values.begin()) / rate);
      s.y.push_back(*it);
    }
  }
  return s;
}

}  // namespace

std::string decay_plot_svg(const Decay& decay) {
  ChartSeries signal = thinned(decay.signal, decay.start, decay.sampling_hz);
  signal.name = "band-passed";
  signal.colour = kGrey;
  ChartSeries envelope{ChartSeries::Kind::line, "envelope", kOrange, {}, {}, {}};
  ChartSeries peaks{ChartSeries::Kind::dots, "fitted peaks and troughs", kBlue, {}, {}, {}};
  for (std::size_t k = 0; k < decay.half_waves.size(); ++k) {
    const HalfWave& wave = decay.half_waves[k];
    envelope.x.push_back(wave.time);
    envelope.y.push_back(wave.height);
    const auto sample = static_cast<std::size_t>(
        std::max(0.0, std::round((wave.time - decay.start) * decay.sampling_hz)));
    const bool trough = sample < decay.signal.size() && decay.signal[sample] < 0;
    peaks.x.push_back(wave.time);
    peaks.y.push_back(trough ? -wave.height : wave.height);
  }
  ChartSeries noise{ChartSeries::Kind::line,    "noise", kGrey, {decay.start, decay.end},
                    {decay.noise, decay.noise}, {}};
  ChartSeries heights = peaks;
  heights.y = envelope.y;
  heights.name = "heights";
  return chart_svg(
      "Decay: " + title_of(decay),
      {{"time [s]", "acceleration [m/s\u00b2]", false, false, {signal, peaks, envelope}},
       {"time [s]", "height [m/s\u00b2]", false, true, {noise, heights}}});
}

std::string spectrum_plot_svg(const Record& record, const Decay& decay) {
  for (const Channel& channel : record.channels) {
    if (channel.name != decay.channel) continue;
    const auto first = static_cast<std::size_t>(
        std::max(0.0, std::round((decay.start - record.start) * record.sampling_hz)));
    std::vector<double> part(
        channel.acceleration.begin() +
            static_cast<std::ptrdiff_t>(std::min(first, channel.acceleration.size())),
        channel.acceleration.end());
    remove_line(part);
    const Spectrum spectrum = amplitude_spectrum(part, record.sampling_hz, 1 / kFinest);
    ChartSeries lines{ChartSeries::Kind::line, "", kBlue, {}, {}, {}};
    const std::size_t last = spectrum.line(kToHighest * decay.band.high);
    for (std::size_t i = 1; i <= last; ++i) {
      lines.x.push_back(spectrum.frequency(i));
      lines.y.push_back(spectrum.amplitude[i]);
    }
    ChartSeries band{ChartSeries::Kind::span,           "band", kOrange,
                     {decay.band.low, decay.band.high}, {},     {}};
    return chart_svg("Spectrum: " + title_of(decay),
                     {{"frequency [Hz]", "acceleration [m/s\u00b2]", false, true, {band, lines}}});
  }
  return "";
}

std::string points_plot_svg(const std::vector<Decay>& decays, const MeasuredBackbone* backbone) {
  ChartSeries f{ChartSeries::Kind::dots, "points", kGrey, {}, {}, {}}, z = f;
  for (const Decay& decay : decays)
    for (const DecayPoint& p : decay.points) {
      f.x.push_back(p.amplitude);
      f.y.push_back(p.frequency_hz);
      z.y.push_back(p.damping);
    }
  z.x = f.x;
  const bool response = !decays.empty() && decays.front().response_amplitude;
  const std::string x_title = response ? "response amplitude [m]" : "modal amplitude [m \u221akg]";
  ChartPanel frequency{x_title, "frequency [Hz]", true, false, {f}};
  ChartPanel damping{x_title, "damping ratio", true, true, {z}};
  if (backbone) {
    const MeasuredBackbone& b = *backbone;
    frequency.series.push_back({ChartSeries::Kind::area, "95 % bounds", kBlue, b.amplitude,
                                b.frequency_lower, b.frequency_upper});
    frequency.series.push_back(
        {ChartSeries::Kind::line, "backbone", kBlue, b.amplitude, b.frequency_hz, {}});
    damping.series.push_back({ChartSeries::Kind::area, "95 % bounds", kBlue, b.amplitude,
                              b.damping_lower, b.damping_upper});
    damping.series.push_back(
        {ChartSeries::Kind::line, "backbone", kBlue, b.amplitude, b.damping, {}});
  }
  std::string title = decays.empty() ? "" : title_of(decays.front());
  if (decays.size() > 1)
    title = std::to_string(decays.size()) + " decays, " + band_of(decays.front());
  return chart_svg("Points: " + title, {frequency, damping});
}

}  // namespace slipfront
