// libFuzzer: bytes as a ring-down in CSV, a universal file or a MATLAB file, by the first
// byte. Whatever comes in, the readers give a record or a Failure.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bytes_as_file.hpp"
#include "core/failure.hpp"
#include "experiment/raw_records.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace slipfront;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  RecordOptions options;
  options.all_channels = true;
  options.unit = "g";
  try {
    switch (data[0] % 3) {
      case 0:
        make_record(raw_from_csv(bytes, "fuzz.csv"), options);
        break;
      case 1:
        make_record(raw_from_uff(bytes, "fuzz.uff"), options);
        break;
      default:
        if (is_hdf5(bytes)) return 0;
        make_record(raw_from_mat(BytesAsFile(bytes).path()), options);
    }
  } catch (const Failure&) {
  }
  return 0;
}
