#include "modal/zeroed_spectra.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kFinest = 0.25;  // lines at least this close [Hz]: peaks are resolved

}  // namespace

std::vector<ZeroedSpectrum> zeroed_spectra(const Signal& signal, const std::vector<double>& times) {
  const std::vector<double>& x = signal.values;
  std::vector<Problem> problems;
  for (const double t : times)
    if (!(t >= signal.start && t < signal.time(x.size() - 1)))
      problems.push_back({signal.source, "time", to_text(t) + " s", "is outside of the record",
                          "choose times from " + to_text(signal.start) + " to " +
                              to_text(signal.time(x.size() - 1)) + " s"});
  throw_if_any(std::move(problems));
  std::vector<ZeroedSpectrum> list;
  for (const double t : times) {
    auto from = static_cast<std::size_t>(std::ceil((t - signal.start) / signal.step));
    while (from > 0 && from + 1 < x.size() && x[from - 1] * x[from] > 0) ++from;
    std::vector<double> rest(x.size(), 0.0);
    std::copy(x.begin() + static_cast<std::ptrdiff_t>(from), x.end(),
              rest.begin() + static_cast<std::ptrdiff_t>(from));
    list.push_back({t, signal.time(from), amplitude_spectrum(rest, 1 / signal.step, 1 / kFinest)});
  }
  return list;
}

SpectralPeak peak_between(const Spectrum& spectrum, double low_hz, double high_hz) {
  const std::size_t low = spectrum.line(low_hz), high = spectrum.line(high_hz);
  const auto begin = spectrum.amplitude.begin();
  const auto at = std::max_element(begin + static_cast<std::ptrdiff_t>(low),
                                   begin + static_cast<std::ptrdiff_t>(high) + 1);
  return {spectrum.frequency(static_cast<std::size_t>(at - begin)), *at};
}

}  // namespace slipfront
