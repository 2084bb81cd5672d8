// A law that is right but for what a test spoils in its answers: shows what the
// conformance kit notices.
#pragma once

#include <functional>
#include <stdexcept>

#include "core/friction_law.hpp"
#include "models/conformance.hpp"

namespace slipfront {

class SpoiledLaw final : public FrictionLaw {
 public:
  explicit SpoiledLaw(std::unique_ptr<FrictionLaw> good)
      : description_to_report(good->description()),
        parameters_to_report(good->parameters(Framework::non_masing)),
        good_(std::move(good)) {}

  LawDescription description_to_report;
  std::vector<Parameter> parameters_to_report;
  std::function<void(const VirginBatch&)> spoil_virgin;
  std::function<void(const HystereticBatch&)> spoil_hysteretic;
  std::function<double(double)> spoil_spring;
  std::function<void(const double* origin, double* history)> spoil_settle;

  const LawDescription& description() const override { return description_to_report; }
  const std::vector<Parameter>& parameters(Framework) const override {
    return parameters_to_report;
  }
  std::string domain_violation(Framework, std::span<const double> values) const override {
    return good_->domain_violation(Framework::non_masing, values);
  }
  std::unique_ptr<const BoundLaw> bind(Framework, std::span<const double> values) const override {
    return std::make_unique<Bound>(*this, good_->bind(Framework::non_masing, values));
  }

 private:
  struct Bound final : BoundLaw {
    Bound(const SpoiledLaw& of, std::unique_ptr<const BoundLaw> bound)
        : law(of), good(std::move(bound)) {}
    std::size_t parameter_count() const override { return good->parameter_count(); }
    void virgin(const VirginBatch& batch) const override {
      good->virgin(batch);
      if (law.spoil_virgin) law.spoil_virgin(batch);
    }
    std::size_t history_size(std::size_t directions) const override {
      return good->history_size(directions);
    }
    void start_history(std::size_t directions, const double* displacement,
                       double* history) const override {
      good->start_history(directions, displacement, history);
    }
    double spring_stiffness() const override {
      const double k = good->spring_stiffness();
      return law.spoil_spring ? law.spoil_spring(k) : k;
    }
    void settle_history(std::size_t directions, const double* displacement, const double* origin,
                        double* history) const override {
      good->settle_history(directions, displacement, origin, history);
      if (law.spoil_settle) law.spoil_settle(origin, history);
    }
    void hysteretic(const HystereticBatch& batch) const override {
      good->hysteretic(batch);
      if (law.spoil_hysteretic) law.spoil_hysteretic(batch);
    }
    const SpoiledLaw& law;
    std::unique_ptr<const BoundLaw> good;
  };

  std::unique_ptr<FrictionLaw> good_;
};

/// True if one of the kit's sentences begins with `check`.
inline bool kit_finds(const SpoiledLaw& law, const std::string& check) {
  for (const std::string& sentence : check_law(law, Framework::non_masing))
    if (sentence.rfind(check, 0) == 0) return true;
  return false;
}

}  // namespace slipfront
