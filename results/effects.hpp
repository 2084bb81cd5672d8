// Which choice the area depends on: how much of its variation over the combinations goes
// with the law, the interface (patches or elements), the framework (Masing or not), viscous
// damping, post-slip stiffness, normal contact and experiment; and what changes when one of them
// alone changes (Porter et al., sections 4.1 to 4.5, there in words).
//
//   y_i = area of combination i; least squares of y on the levels of the attributes
//   alone   R^2 with this attribute only (and the mean)
//   unique  R^2 with all attributes minus R^2 with all but this one
//   share   what it adds to R^2, averaged over all orders in which the attributes can be added
//
// A study is no balanced design (elements are always non-Masing in the paper), so attributes
// share what they explain: `alone` counts the shared part, `unique` leaves it out, `share` deals it
// out evenly and sums to R^2 with all. Alone, an attribute is also charged with the laws that
// happen to stand at its levels. Attributes that do not vary are left out, and so are those with a
// level of its own for every combination, which explain everything and nothing.
//
// Paired comparisons: two combinations that differ in exactly one attribute; the difference
// of their areas, second minus first. How they were computed may differ all the same (preload,
// bounds, search, ...: results/identity_parts.hpp): each pair says in what.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "results/ranking.hpp"
#include "results/summary.hpp"

namespace slipfront {

/// The attributes of one combination, each with its level: {"law": "iwan4", ...}.
using Attributes = std::map<std::string, std::string>;

Attributes attributes_of(const CombinationSummary& summary);

struct AttributeEffect {
  std::string attribute;
  int levels = 0;
  double alone = 0, unique = 0, share = 0;  // of the variation, 0 .. 1
  bool operator==(const AttributeEffect&) const = default;
};

struct PairedComparison {
  std::string attribute;
  std::string first_level, second_level;
  std::string first, second;  // ids
  double average = 0;         // area of the second minus that of the first
  std::map<int, double> modes;
  std::vector<std::string> also = {};  // "optimizer", ...: what else differs
  bool operator==(const PairedComparison&) const = default;
};

struct Effects {
  double variance = 0;                      // of the average area over the combinations
  double explained = 0;                     // R^2 with all attributes
  std::vector<AttributeEffect> attributes;  // of the average area, by `share`
  std::vector<PairedComparison> pairs;      // by attribute, then first id
};

/// For the rows of the ranking whose summaries are there and that were asked for every mode which
/// is averaged: what nobody predicted explains nothing.
Effects effects_of(const Ranking& ranking, const std::vector<CombinationSummary>& summaries);

}  // namespace slipfront
