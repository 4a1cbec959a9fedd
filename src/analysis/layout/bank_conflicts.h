// What an access of a warp to shared memory costs: a count over addresses, which knows nothing of layouts.

#ifndef TERN_ANALYSIS_LAYOUT_BANK_CONFLICTS_H_
#define TERN_ANALYSIS_LAYOUT_BANK_CONFLICTS_H_

#include <stddef.h>
#include <stdint.h>

#define TERN_BANK_COUNT 32
#define TERN_BANK_BYTES 4
#define TERN_BANK_MAX_LANES 64

// Lanes that are served together where each moves `bytes`: as many as all banks have words for, which is 32 for up to 4
// bytes, 16 for 8 and 8 for 16.
size_t tern_bank_phase_lanes(size_t bytes);
// Turns that the memory takes for `bytes` (a power of two up to 16) at each of `addresses`, which are multiples of that:
// phase by phase the most different words that one bank has to give. Lanes that want the same word get it at once.
size_t tern_bank_count_wavefronts(const uint64_t *addresses, size_t lane_count, size_t bytes);

#endif  // TERN_ANALYSIS_LAYOUT_BANK_CONFLICTS_H_
