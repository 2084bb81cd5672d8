#include "studies/study_setting.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "core/suggest.hpp"
#include "studies/key_lookup.hpp"
#include "studies/study_reader.hpp"

namespace slipfront {

namespace {

struct Step {
  std::string name;
  std::optional<std::string> entry;  // text between brackets, if there are any
};

/// "combinations[a.b].optimizer.seed" -> three steps; a dot inside brackets is no border.
std::vector<Step> steps_of(const std::string& path) {
  std::vector<Step> steps(1);
  bool inside = false;
  for (const char c : path) {
    if (c == '[' && !inside) {
      steps.back().entry = "";
      inside = true;
    } else if (c == ']' && inside) {
      inside = false;
    } else if (inside) {
      *steps.back().entry += c;
    } else if (c == '.') {
      steps.emplace_back();
    } else {
      steps.back().name += c;
    }
  }
  return steps;
}

/// Entries of a list that the text between brackets means: all, one by id, one by position.
std::vector<StudyJson*> entries(StudyJson& list, const std::string& chosen,
                                std::vector<std::string>& known) {
  std::vector<StudyJson*> by_id, by_position;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool named = list[i].is_object() && list[i].contains("id") && list[i]["id"].is_string();
    const std::string id = named ? list[i]["id"].get<std::string>() : std::to_string(i);
    known.push_back(id);
    if (chosen.empty() || chosen == id) by_id.push_back(&list[i]);
    if (chosen == std::to_string(i)) by_position.push_back(&list[i]);
  }
  return by_id.empty() ? by_position : by_id;
}

}  // namespace

void apply_setting(StudyJson& document, const std::string& setting,
                   std::vector<Problem>& problems) {
  const std::size_t equals = setting.find('=');
  if (equals == setting.npos || equals == 0) {
    problems.push_back({"--set", "", "'" + setting + "'", "must be path=value",
                        "for example --set defaults.optimizer.generations=40"});
    return;
  }
  const std::string path = setting.substr(0, equals), text = setting.substr(equals + 1);
  StudyJson value = StudyJson::parse(text, nullptr, false);
  if (value.is_discarded()) value = text;

  if (path == "include") {
    problems.push_back({"--set", path, text, "is read before any setting",
                        "set the keys themselves, or write a study that includes the file"});
    return;
  }

  StudyJson changed = document;  // groups on the way are made as needed
  std::string group;             // the declared path of what `targets` point at
  std::vector<StudyJson*> targets{&changed};
  const StudyKey* key = nullptr;
  const std::vector<Step> steps = steps_of(path);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const bool last = i + 1 == steps.size();
    const bool in_table = key && key->kind == KeyKind::table;
    const StudyKey* next = in_table ? find_key(group + ".*") : member(group, step.name);
    const bool brackets_fit = !step.entry || (next && next->kind == KeyKind::list);
    if (!next || !brackets_fit) {
      problems.push_back({"--set", path, "'" + step.name + "'", "is no key of a study here",
                          suggestion(step.name, names_of(members_of(group)))});
      return;
    }
    key = next;
    if (last && !step.entry) break;
    std::vector<StudyJson*> deeper;
    std::vector<std::string> known;
    for (StudyJson* target : targets) {
      if (!target->is_object()) return;  // a wrong type in the file, reported there
      StudyJson& child = (*target)[step.name];
      if (key->kind != KeyKind::list) {
        if (child.is_null()) child = StudyJson::object();
        deeper.push_back(&child);
      } else if (child.is_array() && step.entry) {
        for (StudyJson* entry : entries(child, *step.entry, known)) deeper.push_back(entry);
      }
    }
    const bool leads_on = !last && (key->kind == KeyKind::group || key->kind == KeyKind::table ||
                                    (key->kind == KeyKind::list && step.entry));
    if (!leads_on) {
      problems.push_back({"--set", path, "'" + step.name + "'",
                          last ? "is a whole entry" : "has no keys inside",
                          key->kind == KeyKind::list
                              ? "name the entry and one of its keys: combinations[ID].key=value"
                              : "set the key itself"});
      return;
    }
    if (deeper.empty()) {
      problems.push_back({"--set", path, "'" + step.entry.value_or("") + "'",
                          "is no combination of this study",
                          suggestion(step.entry.value_or(""), known)});
      return;
    }
    targets = std::move(deeper);
    group = key->kind == KeyKind::list ? key->path + "[]" : key->path;
  }

  const std::size_t before = problems.size();
  check_value(value, *key, "--set", path, problems);
  if (problems.size() > before) return;
  for (StudyJson* target : targets)
    if (target->is_object()) (*target)[steps.back().name] = value;
  document = std::move(changed);
}

}  // namespace slipfront
