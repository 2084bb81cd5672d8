#include "models/plugin/law_server.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "models/plugin/plugin_file.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kKept = 8;  // bound laws: several threads may share a worker in turn

pid_t parent = 0;

void leave_if_alone(int) {
  if (getppid() != parent) _exit(0);
}

/// From now on looks every other second whether the parent process is still there.
void end_with_parent() {
  parent = getppid();
  struct sigaction action = {};
  action.sa_handler = leave_if_alone;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  const itimerval every = {{2, 0}, {2, 0}};  // s
  setitimer(ITIMER_REAL, &every, nullptr);
}

}  // namespace

LawServer::LawServer(std::unique_ptr<FrictionLaw> law, Problem problem)
    : law_(std::move(law)), problem_(std::move(problem)) {}

const BoundLaw& LawServer::bound(Framework framework, std::span<const double> values) {
  const auto same = std::find_if(kept_.begin(), kept_.end(), [&](const Bound& kept) {
    return kept.framework == framework && kept.values.size() == values.size() &&
           std::memcmp(kept.values.data(), values.data(), values.size_bytes()) == 0;
  });
  if (same == kept_.end()) {
    auto law = law_->bind(framework, values);
    kept_.push_front({framework, {values.begin(), values.end()}, std::move(law)});
    if (kept_.size() > kKept) kept_.pop_back();
  } else if (same != kept_.begin()) {
    Bound found = std::move(*same);
    kept_.erase(same);
    kept_.push_front(std::move(found));
  }
  return *kept_.front().law;
}

void LawServer::carry_out(WireMemory& memory) {
  WireHeader& header = memory.header();
  double* const data = memory.data();
  const std::span<const double> values(data, header.values);
  double* const arrays = data + header.values;
  const std::size_t n = header.points, d = header.directions, p = values.size();
  switch (header.request) {
    case WireRequest::describe: {
      const std::string bytes =
          pack_description(law_->description(), law_->parameters(Framework::masing));
      memory.reserve(bytes.size() / sizeof(double) + 1);
      std::memcpy(memory.data(), bytes.data(), bytes.size());
      memory.header().points = bytes.size();
      return;
    }
    case WireRequest::domain:
      return header.write(law_->domain_violation(header.framework, values));
    case WireRequest::bind: {
      const BoundLaw& law = bound(header.framework, values);
      for (const std::size_t directions : {1, 2})
        header.history[directions - 1] = law.history_size(directions);
      header.spring = law.spring_stiffness();
      return;
    }
    case WireRequest::start: {
      const BoundLaw& law = bound(header.framework, values);
      const auto at = place(arrays, start_sizes(d, law.history_size(d)), header.present);
      return law.start_history(d, at[0], at[1]);
    }
    case WireRequest::settle: {
      const BoundLaw& law = bound(header.framework, values);
      const auto at = place(arrays, settle_sizes(d, law.history_size(d)), header.present);
      return law.settle_history(d, at[0], at[1], at[2]);
    }
    case WireRequest::virgin: {
      const BoundLaw& law = bound(header.framework, values);
      const auto at = place(arrays, virgin_sizes(n, p), header.present);
      return law.virgin({.points = n,
                         .displacement = at[0],
                         .normal_traction = at[1],
                         .traction = at[2],
                         .tangent = at[3],
                         .loop_area = at[4],
                         .d_traction = at[5],
                         .d_loop_area = at[6]});
    }
    case WireRequest::hysteretic: {
      const BoundLaw& law = bound(header.framework, values);
      const auto at = place(arrays, hysteretic_sizes(n, d, law.history_size(d), p), header.present);
      return law.hysteretic({.points = n,
                             .directions = d,
                             .displacement = at[0],
                             .normal_traction = at[1],
                             .history = at[2],
                             .traction = at[3],
                             .tangent = at[4],
                             .d_normal = at[5],
                             .work = at[6],
                             .new_history = at[7],
                             .jacobian = at[8]});
    }
  }
}

void LawServer::answer(WireMemory& memory) {
  memory.header().text = 0;
  memory.header().answer = WireAnswer::done;
  std::string said;
  WireAnswer failed = WireAnswer::failed;
  try {
    if (law_) return carry_out(memory);
    failed = WireAnswer::refused;
    said = pack_texts({problem_.found, problem_.rule, problem_.remedy});
  } catch (const std::exception& error) {
    said = error.what();
  } catch (...) {
    said = "reported an exception of an unknown kind";
  }
  memory.header().answer = failed;
  memory.header().write(said);
}

void serve_plugin(const std::string& file, int socket, int memory_descriptor) {
  end_with_parent();
  // Interrupts are for slipfront, which goes on to a checkpoint. A crash leaves no core file.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // Programs that a plugin starts are none of slipfront's.
  for (const int descriptor : {socket, memory_descriptor}) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  // What a plugin prints must not get into slipfront's output.
  dup2(STDERR_FILENO, STDOUT_FILENO);

  std::unique_ptr<FrictionLaw> law;
  Problem problem;
  try {
    law = open_plugin(file);
  } catch (const Failure& failure) {
    problem = failure.problems().front();
  }
  LawServer server(std::move(law), std::move(problem));
  WireMemory memory(memory_descriptor);
  char turn = 0;
  for (;;) {
    const ssize_t got = recv(socket, &turn, 1, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    memory.follow();
    server.answer(memory);
    if (send(socket, &turn, 1, MSG_NOSIGNAL) != 1) break;
  }
  _exit(0);  // without the plugin's destructors, which nobody waits for
}

}  // namespace slipfront
