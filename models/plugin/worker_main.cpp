// slipfront-plugin-worker FILE SOCKET MEMORY TIME_LIMIT: started by slipfront, not by people
// (models/plugin/worker_process.hpp).
#include <cstdio>

#include "core/number.hpp"
#include "models/plugin/law_server.hpp"

int main(int count, char** words) {
  enum Word { kProgram, kFile, kSocket, kMemory, kTimeLimit, kWords };
  const auto number = [&](Word word) { return slipfront::to_number(words[word]); };
  if (count != kWords || !number(kSocket) || !number(kMemory) || !number(kTimeLimit)) {
    std::fputs("slipfront-plugin-worker is started by slipfront to run a plugin\n", stderr);
    return 2;
  }
  return slipfront::serve_plugin(words[kFile], static_cast<int>(*number(kSocket)),
                                 static_cast<int>(*number(kMemory)), *number(kTimeLimit));
}
