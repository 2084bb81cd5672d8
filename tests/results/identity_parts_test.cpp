#include "results/identity_parts.hpp"

#include <catch2/catch.hpp>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"

using namespace slipfront;

namespace {
using Names = std::vector<std::string>;

IdentityParts parts_with(const IdentityParts& changes) {
  IdentityParts parts = {{"rom", "a"},
                         {"model", "iwan4 1"},
                         {"experiment.1", "e"},
                         {"preload", "4000"},
                         {"viscous", "true"},
                         {"bounds.chi", "-0.9 .. 1"},
                         {"fit_modes", "[1]"},
                         {"optimizer.engine", "nsga2"},
                         {"optimizer.seed", "1"},
                         {"optimizer.population", "40"}};
  for (const auto& [name, value] : changes) parts[name] = value;
  return parts;
}
}  // namespace

TEST_CASE("what else differs between two combinations has a name", "[identity_parts]") {
  const IdentityParts first = parts_with({});
  const auto other = [&](const IdentityParts& changes, bool same_interface = true) {
    return other_choices(first, parts_with(changes), same_interface);
  };
  CHECK(other({}).empty());
  CHECK(other({{"preload", "5000"}}) == Names{"preload"});
  CHECK(other({{"rom", "b"}}) == Names{"reduced model"});
  CHECK(other({{"rom", "b"}}, false).empty());
  CHECK(other({{"bounds.chi", "-0.5 .. 1"}}) == Names{"bounds"});
  CHECK(other({{"optimizer.population", "60"}}) == Names{"search"});
  CHECK(other({{"optimizer.population", "60"}, {"optimizer.engine", "moead"}}) ==
        Names{"optimizer"});
  CHECK(other({{"fit_modes", "[2]"}}) == Names{"modes"});
  // Attributes of the table, other seeds, and what only one of them has.
  CHECK(other({{"model", "jenkins 1"}, {"viscous", "false"}, {"experiment.1", "f"}}).empty());
  CHECK(other({{"optimizer.seed", "2"}}).empty());
  CHECK(other({{"loops", "20"}}).empty());
  CHECK(other_choices(parts_with({{"loops", "10"}}), parts_with({{"loops", "20"}}), true) ==
        Names{"loops"});
}

TEST_CASE("combinations with the same choices have the same text", "[identity_parts]") {
  const auto text = [](const IdentityParts& changes, bool search) {
    return choices_text(parts_with(changes), search);
  };
  CHECK(text({}, true) == text({{"optimizer.seed", "3"}, {"experiment.1", "f"}}, true));
  CHECK(text({}, true) == text({{"optimizer.seeds_from", "3 points of x 123"}}, true));
  CHECK(text({}, true) != text({{"optimizer.population", "60"}}, true));
  CHECK(text({}, false) == text({{"optimizer.population", "60"}}, false));
  CHECK(text({}, false) != text({{"preload", "5000"}}, false));
}

TEST_CASE("identity.json is read, or missing, or damaged", "[identity_parts]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("identity.json");
  CHECK_FALSE(read_identity_parts(path));
  write_atomically(path, "{\"rom\": \"a\"}\n");
  CHECK(read_identity_parts(path) == IdentityParts{{"rom", "a"}});
  write_atomically(path, "{\"rom\": 1}\n");
  CHECK_THROWS_AS(read_identity_parts(path), Failure);
}
