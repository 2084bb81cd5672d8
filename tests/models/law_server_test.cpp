#include "models/plugin/law_server.hpp"

#include <catch2/catch.hpp>

#include "core/law_failure.hpp"
#include "models/laws.hpp"
#include "models/probe.hpp"

using namespace slipfront;

namespace {

// Counts what is bound.
class CountingLaw final : public FrictionLaw {
 public:
  explicit CountingLaw(int& bound) : jenkins_(make_jenkins()), bound_(bound) {}
  const LawDescription& description() const override { return jenkins_->description(); }
  const std::vector<Parameter>& parameters(Framework f) const override {
    return jenkins_->parameters(f);
  }
  std::string domain_violation(Framework f, std::span<const double> v) const override {
    return jenkins_->domain_violation(f, v);
  }
  std::unique_ptr<const BoundLaw> bind(Framework f, std::span<const double> v) const override {
    ++bound_;
    if (v[0] > 1e6) throw LawFailure("cannot be bound");
    return jenkins_->bind(f, v);
  }

 private:
  std::unique_ptr<FrictionLaw> jenkins_;
  int& bound_;
};

struct Asking {
  WireMemory memory;
  int bound = 0;
  LawServer server{std::make_unique<CountingLaw>(bound)};

  void ask(WireRequest request, double ts, double u) {
    WireHeader& header = memory.header();
    header.request = request;
    header.framework = Framework::non_masing;
    header.values = 2;
    header.points = header.directions = 1;
    memory.data()[0] = ts;
    memory.data()[1] = 1e12;
    memory.data()[2] = u;
    header.present = 1 << 0 | 1 << 2 | 1 << 3;  // displacement, traction, tangent
    server.answer(memory);
  }
};

}  // namespace

TEST_CASE("the server evaluates what a request says, and binds it once") {
  Asking at;
  at.ask(WireRequest::virgin, 2e5, 1e-7);
  CHECK(at.memory.header().answer == WireAnswer::done);
  CHECK(at.memory.data()[3] == Approx(1e5));
  CHECK(at.memory.data()[4] == 1e12);
  at.ask(WireRequest::virgin, 2e5, 1e-6);
  CHECK(at.memory.data()[3] == 2e5);
  CHECK(at.memory.data()[4] == 0);
  CHECK(at.bound == 1);
  for (double ts = 1e5; ts < 1.2e5; ts += 1e3) at.ask(WireRequest::virgin, ts, 1e-6);
  CHECK(at.bound == 21);
  at.ask(WireRequest::virgin, 1.19e5, 1e-6);  // among the last ones
  CHECK(at.bound == 21);
  at.ask(WireRequest::virgin, 2e5, 1e-6);  // forgotten by now
  CHECK(at.bound == 22);
}

TEST_CASE("the server tells sizes, domains and descriptions") {
  Asking at;
  at.ask(WireRequest::bind, 2e5, 0);
  CHECK((at.memory.header().history[0] == 2 && at.memory.header().history[1] == 4));
  at.ask(WireRequest::domain, -1, 0);
  CHECK(at.memory.header().read() == "slip_traction must not be negative");
  at.ask(WireRequest::domain, 1, 0);
  CHECK(at.memory.header().read().empty());
  at.ask(WireRequest::describe, 0, 0);
  LawDescription about;
  std::vector<Parameter> parameters;
  unpack_description(at.memory.bytes(at.memory.header().points), about, parameters);
  CHECK((about.name == "jenkins" && parameters.size() == 2));
}

TEST_CASE("what a law throws is an answer") {
  Asking at;
  at.ask(WireRequest::virgin, 2e6, 0);
  CHECK(at.memory.header().answer == WireAnswer::failed);
  CHECK(at.memory.header().read() == "cannot be bound");
}

TEST_CASE("a server without a law answers with its problem") {
  LawServer server(nullptr, Problem{"x.so", "", "this", "must be that", "do so"});
  WireMemory memory;
  server.answer(memory);
  CHECK(memory.header().answer == WireAnswer::refused);
  CHECK(unpack_texts(memory.header().read(), 3) ==
        std::vector<std::string>{"this", "must be that", "do so"});
}
