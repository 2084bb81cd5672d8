// A path without "." and ".." as far as that names the same place: behind a link to a folder,
// ".." does not lead back to where the link stands.
#pragma once

#include <filesystem>

namespace slipfront {

/// `path` may be relative to `folder`, and stays so.
std::filesystem::path plain_path(const std::filesystem::path& path,
                                 const std::filesystem::path& folder = "");

/// As an absolute path. Throws a Failure if the working folder is gone.
std::filesystem::path absolute_path(const std::filesystem::path& path);

}  // namespace slipfront
