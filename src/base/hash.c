// Hashing, apart from the rest of strings: the runtime needs none of it, and so no xxHash.

#include "base/string.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t tern_hash_bytes(const void *data, size_t size, uint64_t seed) {
  return XXH3_64bits_withSeed(data, size, seed);
}
