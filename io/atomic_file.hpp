// Whole files, or none: a file that slipfront writes is either the old one or the new
// one, whatever happens in between (a kill, a full disk, a power failure).
//
// Writing goes to a temporary name in the same folder, is forced to the disk (fsync),
// renamed over the target, and the folder is forced to the disk too. On failure the
// temporary file is removed and the target is as it was.
//
// Limits: the target must be a regular file or not exist (a link is followed); a device
// or a pipe is refused, because a rename would replace it. A process that is killed
// while it writes leaves its temporary file (".NAME.<pid>-<n>.tmp") behind, which is in
// nobody's way and which remove_temporary_files() takes away.
#pragma once

#include <string>
#include <string_view>

namespace slipfront {

/// Throws a Failure that names the path and the system's reason.
void write_atomically(const std::string& path, std::string_view bytes);

/// Removes what killed processes left of write_atomically in this folder (not below it), as far
/// as that can be done. Only for a folder in which nobody else writes.
void remove_temporary_files(const std::string& folder);

/// The whole file as bytes; a Failure if it cannot be read or is a folder.
std::string read_file(const std::string& path);

bool file_exists(const std::string& path);

/// Creates the folder and its parents; a Failure if it cannot be a folder.
void make_folder(const std::string& path);

}  // namespace slipfront
