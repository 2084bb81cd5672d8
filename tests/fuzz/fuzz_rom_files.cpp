// libFuzzer: bytes as an Abaqus deck, a matrix in text, the dimensions of a beam or a
// MATLAB file, by the first byte. Whatever comes in, the readers give a model or a Failure.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bytes_as_file.hpp"
#include "core/failure.hpp"
#include "rom/deck/deck_joint.hpp"
#include "rom/load.hpp"
#include "rom/matrix_text.hpp"
#include "rom/mesh/lap_beam_spec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace slipfront;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    switch (data[0] % 4) {
      case 0:
        joint_from_deck(parse_deck(bytes, "fuzz.inp"), {.strips = 3, .preload = {}});
        break;
      case 1:
        parse_matrix_text(bytes, "fuzz.mtx");
        break;
      case 2:
        check_lap_beam(parse_lap_beam(bytes, "fuzz.json"));
        break;
      default:
        if (is_hdf5(bytes)) return 0;
        load_structure(BytesAsFile(bytes).path());
    }
  } catch (const Failure&) {
  }
  return 0;
}
