// Conformance with the units that a law declares: counted in other units of length and
// force, the same joint has the same curve.
#include "models/conformance_units.hpp"

#include <cctype>
#include <cmath>

#include "core/number.hpp"
#include "models/conformance_case.hpp"
#include "models/probe.hpp"

namespace slipfront {

namespace {

/// Reads a unit from left to right.
class UnitReader {
 public:
  using Value = std::function<std::optional<double>(const std::string&)>;
  UnitReader(const std::string& text, const Value& value) : text_(text), value_(value) {}

  std::optional<UnitPowers> read() {
    UnitPowers powers;
    double side = 1;  // -1 for the factor behind a '/'
    for (bool first = true; at_ < text_.size(); first = false) {
      if (!first) {
        const char joint = text_[at_++];
        if (joint != '/' && joint != ' ' && joint != '*') return {};
        side = joint == '/' ? -1 : 1;
      }
      if (at_ == text_.size()) return {};
      const char base = text_[at_++];
      if (base != 'N' && base != 'm' && base != '1') return {};
      const std::optional<double> power = exponent();
      if (!power) return {};
      if (base == 'N') powers.force += side * *power;
      if (base == 'm') powers.length += side * *power;
    }
    if (text_.empty()) return {};
    return powers;
  }

 private:
  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }

  std::optional<double> exponent() {
    if (!next_is('^')) return 1;
    ++at_;
    if (!next_is('(')) return term();
    ++at_;
    double sum = 0;
    while (!next_is(')')) {
      const std::optional<double> part = term();
      if (!part) return {};
      sum += *part;
    }
    ++at_;
    return sum;
  }

  /// A sign, an integer, a name: any of them may be missing, but not both of the last two.
  std::optional<double> term() {
    double sign = 1, factor = 0;
    if (next_is('-') || next_is('+')) sign = text_[at_++] == '-' ? -1 : 1;
    bool digits = false;
    constexpr int kBase = 10;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); ++at_) {
      factor = kBase * factor + (text_[at_] - '0');
      digits = true;
    }
    std::string name;
    while (at_ < text_.size() &&
           (std::isalpha(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      name += text_[at_++];
    if (!digits && name.empty()) return {};
    if (!digits) factor = 1;
    if (name.empty()) return sign * factor;
    const std::optional<double> value = value_(name);
    if (!value) return {};
    return sign * factor * *value;
  }

  const std::string& text_;
  const Value& value_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<UnitPowers> unit_powers(
    const std::string& unit,
    const std::function<std::optional<double>(const std::string&)>& value) {
  return UnitReader(unit, value).read();
}

void check_units(ConformanceCase& at) {
  // Far from 1 and from each other, but not from any joint.
  constexpr double kLength = 1.7, kForce = 0.6;
  const auto value = [&](const std::string& name) -> std::optional<double> {
    for (std::size_t i = 0; i < at.values().size(); ++i)
      if (at.parameters()[i].name == name) return at.values()[i];
    return {};
  };
  std::vector<double> counted = at.values();
  for (std::size_t i = 0; i < counted.size(); ++i) {
    const Parameter& parameter = at.parameters()[i];
    const std::optional<UnitPowers> powers = unit_powers(parameter.unit, value);
    at.expect(powers.has_value(), "units are products of powers of N and m",
              parameter.name + ": '" + parameter.unit + "'");
    if (!powers) return;
    counted[i] *= std::pow(kForce, powers->force) * std::pow(kLength, powers->length);
  }
  const auto other = at.with(counted);
  if (!other) return;
  const double pressure = kForce / (kLength * kLength);
  constexpr int kDisplacements = 4;
  for (int i = 0; i < kDisplacements; ++i) {
    const double u = at.draw_displacement();
    const VirginAnswer here = virgin_at(at.bound(), u, at.normal());
    const VirginAnswer there = virgin_at(*other, kLength * u, pressure * at.normal());
    const double size = std::abs(here.traction);
    at.expect_near(there.traction / pressure, here.traction, size, at.options().path_tolerance,
                   "the curve is the same in other units of length and force", "u = " + to_text(u));
  }
}

}  // namespace slipfront
