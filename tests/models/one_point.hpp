// One point of a law, asked by value: what the tests of the laws read their numbers with.
#pragma once

#include "models/probe.hpp"
