// How a tensor in one distributed layout becomes the same tensor in another: the cheapest way that suffices.
//
//   nothing     each register has its element already
//   registers   each thread has what it needs: registers are renamed
//   shuffles    each warp has: lanes exchange words in rounds (source: arXiv 2505.23819, the section on warp shuffles)
//   shared      each block has the same elements: through shared memory, swizzled (analysis/layout/swizzle.h)
//   cluster     blocks have other elements
//
// Where a warp needs only a part of what it has, its lanes may ask one of them for several registers at once; that goes
// through shared memory.

#ifndef TERN_ANALYSIS_LAYOUT_CONVERSION_H_
#define TERN_ANALYSIS_LAYOUT_CONVERSION_H_

#include "analysis/layout/f2.h"
#include "analysis/layout/swizzle.h"

#define TERN_LAYOUT_ROUND "round"

typedef enum tern_layout_conversion_kind {
  TERN_CONVERSION_NOTHING,
  TERN_CONVERSION_REGISTERS,
  TERN_CONVERSION_SHUFFLES,
  TERN_CONVERSION_SHARED,
  TERN_CONVERSION_CLUSTER
} tern_layout_conversion_kind_t;

// In each round each lane sends one word and gets one: elements of registers that lie together for the sender and for the
// receiver. Everything is linear; what a lane sends is what all who ask it want.
typedef struct tern_shuffles {
  tern_layout_t sources;         // round, lane, warp, block -> lane: whom the lane gets its word from
  tern_layout_t sent;            // round, lane, warp, block -> register: of the first element of the word it sends
  tern_layout_t received;        // round, lane -> register: of the first element of the word it gets
  tern_layout_t sent_parts;      // element -> register: added (exclusive or) to the first for the others of a word
  tern_layout_t received_parts;  // the same for the receiver
  tern_layout_t copies;          // register -> register of the result: the one that is received for it
} tern_shuffles_t;

// Another way to shuffle, where bits of lanes and of registers only change places: lanes whose numbers differ in `lane_bit`
// send each other half of their registers. The one that has a 0 there keeps its registers with a 0 in `register_bit`, and gets
// those of the other in the place of the rest. That is one choice of what to send and two of where to put it for two
// registers; in rounds each register is chosen among all.
typedef struct tern_exchange {
  size_t register_bit, lane_bit;
} tern_exchange_t;

typedef struct tern_layout_conversion {
  const char *error;  // NULL, or why there is none
  tern_layout_conversion_kind_t kind;
  // Nothing, registers: register of the result -> register of the source. Shuffles: -> register after all exchanges.
  tern_layout_t registers;
  tern_shuffles_t shuffles;  // of that kind
  tern_exchange_t exchanges[TERN_F2_MAX];
  size_t exchange_count;   // shuffles: 0 if they are not of that form
  tern_swizzle_t swizzle;  // shared
} tern_layout_conversion_t;

// The way from `source` to `result`, for elements of `element_bits`: those of a shuffle's word have 32 together at most.
// Errors: the layouts are not those of one distributed tensor (tern_distributed_read()), elements have no bits, or those
// of a tensor that goes through memory have a size that memory does not have (tern_swizzle_choose()).
tern_layout_conversion_t tern_layout_conversion_choose(const tern_layout_t *source, const tern_layout_t *result,
                                                       size_t element_bits);

// What a lane does in one round, as numbers.
typedef struct tern_shuffle {
  int64_t source_lane;        // it asks
  int64_t source_register;    // the first one of the word that this lane sends for it
  int64_t sent_register;      // the first one of the word that the lane itself sends
  int64_t received_register;  // the first one of the word that it gets
} tern_shuffle_t;

int64_t tern_shuffles_round_count(const tern_shuffles_t *shuffles);
tern_shuffle_t tern_shuffles_at(const tern_shuffles_t *shuffles, int64_t round, int64_t lane, int64_t warp,
                                int64_t block);
// Does every lane get what it gets in this round from itself, so that nothing need be sent?
bool tern_shuffles_is_local(const tern_shuffles_t *shuffles, int64_t round);

#endif  // TERN_ANALYSIS_LAYOUT_CONVERSION_H_
