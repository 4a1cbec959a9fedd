// A checksum that finds damage in files. It does not stop an attacker: readers trust nothing that it covers.

#ifndef TERN_BASE_CHECKSUM_H_
#define TERN_BASE_CHECKSUM_H_

#include <stddef.h>
#include <stdint.h>

// FNV-1a over 64 bits (Fowler, Noll, Vo).
static inline uint64_t tern_checksum(const void *data, size_t size) {
  const unsigned char *bytes = data;
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

#endif  // TERN_BASE_CHECKSUM_H_
