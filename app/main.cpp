// The program: all it does stands in app/command.hpp and the files of the subcommands.
#include "app/command.hpp"

int main(int count, char** words) { return slipfront::run_program({words + 1, words + count}); }
