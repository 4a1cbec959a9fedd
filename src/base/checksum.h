// A checksum that finds damage in files. It does not stop an attacker: readers trust nothing that it covers.
//
// Four lanes of FNV-1a (Fowler, Noll, Vo) over 64-bit words instead of bytes, so that it keeps up with memory. Each
// step is a bijection of the lane and of the word, and so is what joins the lanes: damage inside of one word is always
// seen.

#ifndef TERN_BASE_CHECKSUM_H_
#define TERN_BASE_CHECKSUM_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t tern_checksum_step(uint64_t lane, uint64_t word) {
  uint64_t product = (lane ^ word) * 0x9e3779b97f4a7c15u;
  return product ^ product >> 29;
}

static inline uint64_t tern_checksum(const void *data, size_t size) {
  enum { LANE_COUNT = 4, BLOCK_SIZE = LANE_COUNT * sizeof(uint64_t) };
  const unsigned char *bytes = data;
  uint64_t lanes[LANE_COUNT] = {0xcbf29ce484222325u, 0x84222325cbf29ce4u, 0x9ce484222325cbf2u, 0x2325cbf29ce48422u};
  uint64_t sum = size, words[LANE_COUNT];
  size_t done = 0;
  for (; size - done >= BLOCK_SIZE; done += BLOCK_SIZE) {
    memcpy(words, bytes + done, BLOCK_SIZE);
    for (size_t i = 0; i < LANE_COUNT; ++i) lanes[i] = tern_checksum_step(lanes[i], words[i]);
  }
  memset(words, 0, sizeof words);
  if (done < size) memcpy(words, bytes + done, size - done);
  for (size_t i = 0; i < LANE_COUNT; ++i) sum = tern_checksum_step(sum, tern_checksum_step(lanes[i], words[i]));
  return sum;
}

#endif  // TERN_BASE_CHECKSUM_H_
