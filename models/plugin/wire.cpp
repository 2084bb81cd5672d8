#include "models/plugin/wire.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace slipfront {

namespace {

constexpr std::size_t kFirstSize = 1 << 16;  // 64 KiB: a description, or some hundred points
// Data begins on a cache line.
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kDataBegin = (sizeof(WireHeader) + kAlignment - 1) / kAlignment * kAlignment;

[[noreturn]] void system_failure(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void put(std::string& bytes, const std::string& text) {
  const std::uint64_t size = text.size();
  bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += text;
}
void put(std::string& bytes, double number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Reads in the order of the writing; throws if the bytes end too early.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  template <class Number>
  Number number() {
    Number value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(number<std::uint64_t>())); }
  bool flag() { return number<double>() != 0; }
  std::size_t count() {
    constexpr double kMost = 10000;  // of anything in a description
    const double value = number<double>();
    if (!(value >= 0 && value <= kMost)) throw std::runtime_error("a count that cannot be");
    return static_cast<std::size_t>(value);
  }

 private:
  std::string_view take(std::size_t size) {
    if (size > bytes_.size()) throw std::runtime_error("a description that is cut short");
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  std::string_view bytes_;
};

}  // namespace

void WireHeader::write(const std::string& said) {
  text = std::min(said.size(), kTextSize);
  std::memcpy(characters, said.data(), text);
}

std::array<std::size_t, 2> start_sizes(std::size_t directions, std::size_t history) {
  return {directions, history};
}

std::array<std::size_t, 3> settle_sizes(std::size_t directions, std::size_t history) {
  return {directions, directions, history};
}

std::array<std::size_t, 7> virgin_sizes(std::size_t n, std::size_t parameters) {
  const std::size_t row = 2 + parameters;
  return {n, n, n, n, n, n * row, n * row};
}

std::array<std::size_t, 9> hysteretic_sizes(std::size_t n, std::size_t d, std::size_t h,
                                            std::size_t parameters) {
  const std::size_t jacobian = (d + h + 1) * (d + 1 + h + parameters);
  return {n * d, n, n * h, n * d, n * d * d, n * d, n, n * h, n * jacobian};
}

std::vector<double*> place(double* begin, std::span<const std::size_t> sizes,
                           std::uint32_t present) {
  std::vector<double*> arrays;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool there = present >> i & 1;
    arrays.push_back(there ? begin : nullptr);
    if (there) begin += sizes[i];
  }
  return arrays;
}

std::size_t total(std::span<const std::size_t> sizes, std::uint32_t present) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (present >> i & 1) sum += sizes[i];
  return sum;
}

std::string pack_description(const LawDescription& about,
                             const std::vector<Parameter>& parameters) {
  std::string bytes;
  for (const std::string& text : {about.name, about.title, about.source}) put(bytes, text);
  put(bytes, about.version);
  for (const bool flag : {about.pressure_dependent, about.has_post_slip, about.coupled})
    put(bytes, flag);
  put(bytes, static_cast<double>(about.frameworks.size()));
  for (const Framework framework : about.frameworks) put(bytes, framework == Framework::non_masing);
  put(bytes, static_cast<double>(parameters.size()));
  for (const Parameter& p : parameters) {
    for (const std::string& text : {p.name, p.symbol, p.unit}) put(bytes, text);
    put(bytes, p.scale == Scale::log10);
    put(bytes, p.lower);
    put(bytes, p.upper);
    put(bytes, p.area_scaled);
  }
  return bytes;
}

void unpack_description(std::string_view bytes, LawDescription& about,
                        std::vector<Parameter>& parameters) {
  Unpacker from(bytes);
  for (std::string* text : {&about.name, &about.title, &about.source}) *text = from.text();
  about.version = static_cast<int>(from.number<double>());
  for (bool* flag : {&about.pressure_dependent, &about.has_post_slip, &about.coupled})
    *flag = from.flag();
  about.frameworks.resize(from.count());
  for (Framework& framework : about.frameworks)
    framework = from.flag() ? Framework::non_masing : Framework::masing;
  parameters.resize(from.count());
  for (Parameter& p : parameters) {
    for (std::string* text : {&p.name, &p.symbol, &p.unit}) *text = from.text();
    p.scale = from.flag() ? Scale::log10 : Scale::linear;
    p.lower = from.number<double>();
    p.upper = from.number<double>();
    p.area_scaled = from.flag();
  }
}

std::string pack_texts(const std::vector<std::string>& texts) {
  std::string bytes;
  put(bytes, static_cast<double>(texts.size()));
  for (const std::string& text : texts) put(bytes, text);
  return bytes;
}

std::vector<std::string> unpack_texts(std::string_view bytes, std::size_t count) {
  Unpacker from(bytes);
  if (from.count() != count) throw std::runtime_error("another number of texts");
  std::vector<std::string> texts(count);
  for (std::string& text : texts) text = from.text();
  return texts;
}

int above_standard(int descriptor) {
  if (descriptor > STDERR_FILENO) return descriptor;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (moved < 0) system_failure("fcntl");
  close(descriptor);
  return moved;
}

WireMemory::WireMemory() {
  descriptor_ = memfd_create("slipfront-plugin", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor_ < 0) system_failure("memfd_create");
  descriptor_ = above_standard(descriptor_);
  if (ftruncate(descriptor_, kFirstSize) != 0) system_failure("ftruncate");
  if (fcntl(descriptor_, F_ADD_SEALS, F_SEAL_SHRINK) != 0) system_failure("fcntl");
  map(kFirstSize);
  header() = WireHeader();
  header().memory = kFirstSize;
}

WireMemory::WireMemory(int descriptor) : descriptor_(descriptor) {
  struct stat about;
  if (fstat(descriptor, &about) != 0) system_failure("fstat");
  map(static_cast<std::size_t>(about.st_size));
}

WireMemory::~WireMemory() {
  if (begin_) munmap(begin_, bytes_);
  if (descriptor_ >= 0) close(descriptor_);
}

void WireMemory::map(std::size_t bytes) {
  void* const at = begin_
                       ? mremap(begin_, bytes_, bytes, MREMAP_MAYMOVE)
                       : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (at == MAP_FAILED) system_failure("mmap");
  begin_ = at;
  bytes_ = bytes;
}

double* WireMemory::data() {
  return reinterpret_cast<double*>(static_cast<char*>(begin_) + kDataBegin);
}

void WireMemory::reserve(std::size_t doubles) {
  const std::size_t needed = kDataBegin + doubles * sizeof(double);
  if (needed <= bytes_) return;
  const std::size_t bytes = std::bit_ceil(needed);
  if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) system_failure("ftruncate");
  map(bytes);
  header().memory = bytes;
}

std::string_view WireMemory::bytes(std::size_t count) {
  const char* const begin = static_cast<const char*>(begin_) + kDataBegin;
  return {begin, std::min(count, bytes_ - kDataBegin)};
}

void WireMemory::follow() {
  if (header().memory <= bytes_) return;
  struct stat about;
  if (fstat(descriptor_, &about) != 0) system_failure("fstat");
  map(static_cast<std::size_t>(about.st_size));
}

}  // namespace slipfront
