#include "fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace holdfast::fuzz {
namespace {

using namespace std::string_view_literals;

// Pieces of the languages that are read, and what breaks readers of text and numbers.
constexpr std::array kStumbles = {":-"sv,
                                  "."sv,
                                  ".."sv,
                                  "not "sv,
                                  "-"sv,
                                  "("sv,
                                  ")"sv,
                                  "["sv,
                                  "]"sv,
                                  "{"sv,
                                  "}"sv,
                                  "\""sv,
                                  "\\"sv,
                                  "#const "sv,
                                  "#pos("sv,
                                  "@"sv,
                                  "=\n"sv,
                                  "0"sv,
                                  "-1"sv,
                                  "1e308"sv,
                                  "nan"sv,
                                  "inf"sv,
                                  "null"sv,
                                  "2147483648"sv,
                                  "18446744073709551616"sv,
                                  "\0"sv,
                                  "\n"sv,
                                  "\xff"sv,
                                  "\xef\xbb\xbf"sv,
                                  "é"sv};

std::size_t place(const std::string& bytes, Rng& rng) {
  return rng.below(static_cast<std::uint32_t>(bytes.size()) + 1);
}

// Drawn one after the other: the order of arguments is the compiler's.
struct Piece {
  std::size_t at;
  // Mostly short, now and then long.
  std::size_t length;

  Piece(const std::string& bytes, Rng& rng)
      : at(place(bytes, rng)), length(rng.below(2U << rng.below(9))) {}
};

void change_a_byte(std::string& bytes, Rng& rng) {
  if (bytes.empty()) return;
  char& byte = bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))];
  const bool flips = rng.bernoulli(0.5);
  const unsigned before = static_cast<unsigned char>(byte);
  byte = static_cast<char>(flips ? before ^ (1u << rng.below(8)) : rng.below(256));
}

void leave_out(std::string& bytes, Rng& rng) {
  const Piece piece(bytes, rng);
  bytes.erase(piece.at, piece.length);
}

void repeat(std::string& bytes, Rng& rng) {
  const Piece piece(bytes, rng);
  const std::string text = bytes.substr(piece.at, piece.length);
  const std::size_t at = place(bytes, rng);
  for (std::uint32_t times = 1 + rng.below(3); times > 0; --times) bytes.insert(at, text);
}

void put_a_stumble(std::string& bytes, Rng& rng) {
  const std::size_t at = place(bytes, rng);
  const std::size_t instead_of = rng.below(4);
  bytes.replace(at, instead_of, kStumbles[rng.below(kStumbles.size())]);
}

void take_of_another(std::string& bytes, std::span<const std::string> others, Rng& rng) {
  const std::string& other = others[rng.below(static_cast<std::uint32_t>(others.size()))];
  const Piece from(other, rng);
  const Piece to(bytes, rng);
  bytes.replace(to.at, to.length, other.substr(from.at, from.length));
}

}  // namespace

std::string mutated(std::string bytes, std::span<const std::string> others, Rng& rng) {
  for (std::uint32_t edits = 1 + rng.below(8); edits > 0; --edits) {
    switch (rng.below(5)) {
      case 0:
        change_a_byte(bytes, rng);
        break;
      case 1:
        leave_out(bytes, rng);
        break;
      case 2:
        repeat(bytes, rng);
        break;
      case 3:
        put_a_stumble(bytes, rng);
        break;
      default:
        take_of_another(bytes, others, rng);
    }
  }
  return bytes;
}

}  // namespace holdfast::fuzz
