// identity.json of a combination's folder: all that determines its result, as named parts in the
// words of the study's keys ("preload": "4000", "optimizer.seed": "7", "rom": a fingerprint).
// Written by studies/identity.hpp, which says what stands in it; read here for what tells two
// apart.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slipfront {

using IdentityParts = std::map<std::string, std::string>;

/// Nothing if there is no such file; a Failure if it is damaged.
std::optional<IdentityParts> read_identity_parts(const std::string& path);

/// How two combinations were computed differently beside model, framework, normal contact, viscous
/// damping and measured curves, in words: "preload", "reduced model", "bounds", "search", ... An
/// option that only one of them has (loops of a traced one) is none, nor is another seed.
/// `same_interface`: both on patches or both on elements; else two reduced models are no news.
std::vector<std::string> other_choices(const IdentityParts& a, const IdentityParts& b,
                                       bool same_interface);

/// The same question as a text that is equal where nothing differs; with what the search depends on
/// if `search`.
std::string choices_text(const IdentityParts& parts, bool search);

}  // namespace slipfront
