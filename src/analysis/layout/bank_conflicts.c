// See bank_conflicts.h.

#include "analysis/layout/bank_conflicts.h"

#include <stdbool.h>

size_t tern_bank_phase_lanes(size_t bytes) {
  return (size_t)TERN_BANK_COUNT * TERN_BANK_BYTES / (bytes > TERN_BANK_BYTES ? bytes : TERN_BANK_BYTES);
}

// The most words of one bank among those of some lanes.
static size_t count_phase(const uint64_t *addresses, size_t lane_count, size_t bytes) {
  uint64_t words[TERN_BANK_COUNT][TERN_BANK_MAX_LANES];
  size_t counts[TERN_BANK_COUNT] = {0}, most = 0;
  for (size_t i = 0; i < lane_count; ++i) {
    for (size_t byte = 0; byte < bytes; byte += TERN_BANK_BYTES) {
      const uint64_t word = (addresses[i] + byte) / TERN_BANK_BYTES, bank = word % TERN_BANK_COUNT;
      bool is_known = false;
      for (size_t k = 0; k < counts[bank]; ++k) is_known |= words[bank][k] == word;
      if (!is_known) words[bank][counts[bank]++] = word;
      if (counts[bank] > most) most = counts[bank];
    }
  }
  return most;
}

size_t tern_bank_count_wavefronts(const uint64_t *addresses, size_t lane_count, size_t bytes) {
  size_t total = 0, phase = tern_bank_phase_lanes(bytes);
  for (size_t first = 0; first < lane_count; first += phase) {
    size_t count = lane_count - first < phase ? lane_count - first : phase;
    total += count_phase(addresses + first, count, bytes);
  }
  return total;
}
