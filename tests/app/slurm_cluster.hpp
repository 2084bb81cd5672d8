// A whole Slurm on this machine for one test: munged, slurmctld and slurmd on loopback with
// keys, sockets, ports and logs of their own, ended with everything they started.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <array>
#include <climits>
#include <cstdio>
#include <functional>
#include <random>

#include "app/program.hpp"

class SlurmCluster {
 public:
  static bool installed() {
    for (const char* program : {"/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/sbin/slurmd"})
      if (access(program, X_OK) != 0) return false;
    return true;
  }

  SlurmCluster() {
    // The daemons refuse folders that others may write to.
    chmod(folder_.path.c_str(), 0755);
    write_key();
    write_configuration();
    setenv("SLURM_CONF", file("slurm.conf").c_str(), 1);
    start({"/usr/sbin/munged", "-F", "--key-file=" + file("munge.key"),
           "--socket=" + file("munge.socket"), "--pid-file=" + file("munged.pid"),
           "--log-file=" + file("munged.log"), "--seed-file=" + file("munge.seed")});
    wait_until([&] { return access(file("munge.socket").c_str(), F_OK) == 0; });
    start({"/usr/sbin/slurmctld", "-D"});
    start({"/usr/sbin/slurmd", "-D"});
    ready_ = wait_until([&] { return output("sinfo -h -o %T") == "idle\n"; });
  }

  ~SlurmCluster() {
    output("scancel --user=" + user());
    wait_until([&] { return output("squeue -h").empty(); });
    for (auto daemon = daemons_.rbegin(); daemon != daemons_.rend(); ++daemon) {
      ::kill(*daemon, SIGTERM);
      if (!wait_until([&] { return waitpid(*daemon, nullptr, WNOHANG) != 0; })) {
        ::kill(*daemon, SIGKILL);
        waitpid(*daemon, nullptr, 0);
      }
    }
    unsetenv("SLURM_CONF");
  }
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;

  bool ready() const { return ready_; }
  std::string log() const {
    return Program::text_of(file("slurmctld.log")) + Program::text_of(file("slurmd.log")) +
           Program::text_of(file("munged.log"));
  }
  pid_t slurmd() const { return daemons_.back(); }

  /// What a shell command prints.
  static std::string output(const std::string& command) {
    std::string text;
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) text += static_cast<char>(c);
    pclose(pipe);
    return text;
  }

  /// False if it does not come true in `seconds`.
  static bool wait_until(const std::function<bool()>& come_true, int seconds = 60) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (!come_true()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return true;
  }

 private:
  std::string file(const std::string& name) const { return folder_.file(name); }
  static std::string user() { return getpwuid(geteuid())->pw_name; }

  static std::string short_host() {
    std::array<char, HOST_NAME_MAX + 1> name = {};
    gethostname(name.data(), name.size());
    const std::string whole = name.data();
    return whole.substr(0, whole.find('.'));
  }

  /// One that is free now.
  static int port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(socket, reinterpret_cast<sockaddr*>(&address), size);
    getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    close(socket);
    return ntohs(address.sin_port);
  }

  void write_key() const {
    std::random_device random;
    std::ofstream key(file("munge.key"), std::ios::binary);
    for (int i = 0; i < 128; ++i) key << static_cast<char>(random());
    key.close();
    chmod(file("munge.key").c_str(), 0600);
  }

  void write_configuration() const {
    const std::string host = short_host();
    std::ofstream(file("slurm.conf"))
        << "ClusterName=slipfront\nSlurmctldHost=" << host << "(127.0.0.1)\n"
        << "SlurmctldPort=" << port() << "\nSlurmdPort=" << port() << "\n"
        << "SlurmUser=" << user() << "\nSlurmdUser=" << user()
        << "\n"
        // A requeued job waits until its old credential has expired: 120 s by default.
        << "AuthType=auth/munge\nAuthInfo=socket=" << file("munge.socket") << ",cred_expire=5\n"
        << "CredType=cred/munge\n"
        << "StateSaveLocation=" << file("state") << "\nSlurmdSpoolDir=" << file("spool") << "\n"
        << "SlurmctldPidFile=" << file("slurmctld.pid") << "\n"
        << "SlurmdPidFile=" << file("slurmd.pid") << "\n"
        << "SlurmctldLogFile=" << file("slurmctld.log") << "\n"
        << "SlurmdLogFile=" << file("slurmd.log") << "\n"
        << "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n"
        << "AccountingStorageType=accounting_storage/none\n"
        << "JobAcctGatherType=jobacct_gather/none\nJobCompType=jobcomp/none\nMpiDefault=none\n"
        << "SlurmdParameters=config_overrides\nSelectType=select/cons_tres\n"
        << "SelectTypeParameters=CR_CPU\nReturnToService=2\nKillWait=5\n"
        << "SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2\n"
        << "NodeName=" << host << " NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n"
        << "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n";
    for (const char* name : {"state", "spool"})
      std::filesystem::create_directory(folder_.path / name);
  }

  /// In the foreground, and told to end should this process be killed.
  void start(const std::vector<std::string>& words) {
    const pid_t child = fork();
    if (child != 0) {
      daemons_.push_back(child);
      return;
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const int nothing = open("/dev/null", O_RDWR);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      dup2(nothing, descriptor);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }

  TemporaryFolder folder_;
  std::vector<pid_t> daemons_;
  bool ready_ = false;
};
