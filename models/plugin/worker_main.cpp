// slipfront-plugin-worker VERSION FILE SOCKET MEMORY: started by slipfront, not by people
// (models/plugin/worker_process.hpp).
#include <cstdio>
#include <string>

#include "core/number.hpp"
#include "models/plugin/law_server.hpp"

int main(int count, char** words) {
  enum Word { kProgram, kVersion, kFile, kSocket, kMemory, kWords };
  const auto number = [&](Word word) { return slipfront::to_number(words[word]); };
  if (count != kWords || !number(kSocket) || !number(kMemory)) {
    std::fputs("slipfront-plugin-worker is started by slipfront to run a plugin\n", stderr);
    return 2;
  }
  if (words[kVersion] != std::to_string(slipfront::kWireVersion))
    return slipfront::kOtherWireVersion;
  slipfront::serve_plugin(words[kFile], static_cast<int>(*number(kSocket)),
                          static_cast<int>(*number(kMemory)));
}
