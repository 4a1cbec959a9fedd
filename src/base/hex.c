#include "base/hex.h"

#include <stdint.h>
#include <string.h>

// A byte in each place of a word.
#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Four bytes from the eight digits of a little-endian word. Bits of `*inout_wrong` are set if one is no digit.
//
// Digits are 0x30 to 0x39; letters are 0x41 to 0x46 and 0x61 to 0x66: bit 6 tells them apart, and a letter's low half is
// its value less 9.
static uint32_t decode_word(uint64_t text, uint64_t *inout_wrong) {
  uint64_t letter = (text >> 6) & EACH(1), letters = letter * 0xff;
  uint64_t low = text & EACH(0x0f);
  // The upper half but for the bit that makes letters small; then that bit of digits; then what the lower half may be.
  *inout_wrong |= (text & EACH(0xd0)) ^ (EACH(0x10) ^ (letters & EACH(0x50)));
  *inout_wrong |= ~text & EACH(0x20) & ~letters;
  *inout_wrong |= (low + EACH(6)) & EACH(0x10) & ~letters;
  *inout_wrong |= ((low + EACH(9)) | ~((low | EACH(0x10)) - EACH(1))) & EACH(0x10) & letters;
  uint64_t value = low + letter * 9;
  value = (value << 4 | value >> 8) & UINT64_C(0x00ff00ff00ff00ff);
  value = (value | value >> 8) & UINT64_C(0x0000ffff0000ffff);
  return (uint32_t)(value | value >> 16);
}

bool tern_hex_decode(const char *digits, size_t size, void *out) {
  uint8_t *bytes = out;
  uint64_t wrong = 0;
  size_t i = 0;
  for (; i + 4 <= size; i += 4) {
    uint64_t text;
    memcpy(&text, digits + 2 * i, sizeof text);
    uint32_t word = decode_word(text, &wrong);
    memcpy(bytes + i, &word, sizeof word);
  }
  if (wrong) return false;
  for (; i < size; ++i) {
    int high = digit_value(digits[2 * i]), low = digit_value(digits[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    bytes[i] = (uint8_t)(high << 4 | low);
  }
  return true;
}
