#include "results/box_file.hpp"

#include "io/atomic_file.hpp"
#include "results/json_file.hpp"

namespace slipfront {

void write_box_file(const std::string& path, const std::map<int, Box>& boxes) {
  Json entries = Json::object();
  for (const auto& [mode, box] : boxes)
    entries[std::to_string(mode)] = {{"lower", pair_json(box.lower)},
                                     {"upper", pair_json(box.upper)}};
  Json root = Json::object();
  root["boxes"] = entries;
  write_atomically(path, to_pretty_text(root));
}

std::map<int, Box> read_box_file(const std::string& path) {
  constexpr char kPair[] = "must be two finite numbers [frequency error, damping error]";
  constexpr char kBoxes[] = "must be an object with one box per mode number";
  const Json json = parse_json(read_file(path), path);
  std::vector<Problem> problems;
  std::map<int, Box> boxes;
  JsonObject root(json, path, "", problems);
  const Json* entries = root.find("boxes", kBoxes);
  if (entries != nullptr && (!entries->is_object() || entries->empty()))
    root.wrong("boxes", *entries, kBoxes);
  if (entries != nullptr && entries->is_object())
    for (const auto& [key, entry] : entries->items()) {
      const std::string pointer = "/boxes/" + key;
      int mode = 0;
      if (!mode_number(key, mode))
        problems.push_back({path, pointer, "'" + key + "'", "must be a mode number", ""});
      Box& box = boxes[mode];
      const std::size_t before = problems.size();
      JsonObject object(entry, path, pointer, problems);
      object.read("lower", box.lower, kPair);
      object.read("upper", box.upper, kPair);
      if (problems.size() == before &&
          (box.lower.frequency >= box.upper.frequency || box.lower.damping >= box.upper.damping))
        problems.push_back(
            {path, pointer, to_line(entry), "lower must be below upper on both axes",
             "if slipfront wrote it, no error of that table came below its upper corner: choose "
             "a lower corner for this mode"});
    }
  throw_if_any(std::move(problems));
  return boxes;
}

}  // namespace slipfront
