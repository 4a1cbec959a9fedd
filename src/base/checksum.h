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

enum { TERN_CHECKSUM_LANE_COUNT = 4, TERN_CHECKSUM_BLOCK_SIZE = TERN_CHECKSUM_LANE_COUNT * sizeof(uint64_t) };

// A sum of bytes that come piece by piece.
typedef struct tern_checksum {
  uint64_t lanes[TERN_CHECKSUM_LANE_COUNT];
  unsigned char rest[TERN_CHECKSUM_BLOCK_SIZE];  // what is no whole block yet
  uint64_t size;                                 // bytes so far
} tern_checksum_t;

static inline tern_checksum_t tern_checksum_start(void) {
  return (tern_checksum_t){
      .lanes = {0xcbf29ce484222325u, 0x84222325cbf29ce4u, 0x9ce484222325cbf2u, 0x2325cbf29ce48422u}};
}

// Adds whole blocks; returns how many bytes these were.
static inline size_t tern_checksum_add_blocks(uint64_t lanes[], const unsigned char *bytes, size_t size) {
  uint64_t kept[TERN_CHECKSUM_LANE_COUNT], words[TERN_CHECKSUM_LANE_COUNT];
  size_t done = 0;
  memcpy(kept, lanes, sizeof kept);
  for (; size - done >= TERN_CHECKSUM_BLOCK_SIZE; done += TERN_CHECKSUM_BLOCK_SIZE) {
    memcpy(words, bytes + done, TERN_CHECKSUM_BLOCK_SIZE);
    for (size_t i = 0; i < TERN_CHECKSUM_LANE_COUNT; ++i) kept[i] = tern_checksum_step(kept[i], words[i]);
  }
  memcpy(lanes, kept, sizeof kept);
  return done;
}

static inline void tern_checksum_append(tern_checksum_t *sum, const void *data, size_t size) {
  const unsigned char *bytes = data;
  size_t kept = (size_t)(sum->size % TERN_CHECKSUM_BLOCK_SIZE);
  sum->size += size;
  if (kept) {
    size_t room = TERN_CHECKSUM_BLOCK_SIZE - kept, count = size < room ? size : room;
    memcpy(sum->rest + kept, bytes, count);
    if (count < room) return;
    tern_checksum_add_blocks(sum->lanes, sum->rest, TERN_CHECKSUM_BLOCK_SIZE);
    bytes += count;
    size -= count;
  }
  size_t done = tern_checksum_add_blocks(sum->lanes, bytes, size);
  if (done < size) memcpy(sum->rest, bytes + done, size - done);
}

static inline uint64_t tern_checksum_finish(const tern_checksum_t *sum) {
  uint64_t result = sum->size, words[TERN_CHECKSUM_LANE_COUNT] = {0};
  memcpy(words, sum->rest, (size_t)(sum->size % TERN_CHECKSUM_BLOCK_SIZE));
  for (size_t i = 0; i < TERN_CHECKSUM_LANE_COUNT; ++i) {
    result = tern_checksum_step(result, tern_checksum_step(sum->lanes[i], words[i]));
  }
  return result;
}

static inline uint64_t tern_checksum(const void *data, size_t size) {
  tern_checksum_t sum = tern_checksum_start();
  tern_checksum_append(&sum, data, size);
  return tern_checksum_finish(&sum);
}

#endif  // TERN_BASE_CHECKSUM_H_
