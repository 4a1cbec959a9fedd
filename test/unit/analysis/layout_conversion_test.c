// Conversions between distributed layouts: for random pairs, what is chosen is what a search over all places finds to
// suffice, and the elements are taken there.

#include "layout_fixture.h"

#include "analysis/layout/conversion.h"
#include "analysis/layout/fragments.h"

typedef struct pair {
  tern_layout_t source, result;
  size_t element_bits;
  tern_layout_conversion_t conversion;
} pair_t;

static int64_t size_of(const tern_layout_t *layout, const char *in) {
  return INT64_C(1) << tern_layout_bits(&layout->ins, in);
}

// The element of a register; the inputs of both layouts are register, lane, warp, block.
static uint64_t element_at(const tern_layout_t *layout, int64_t reg, int64_t lane, int64_t warp, int64_t block) {
  uint64_t in = 0;
  const int64_t numbers[] = {reg, lane, warp, block};
  for (size_t i = 0; i < 4; ++i) in = tern_layout_set(&layout->ins, i, in, (uint64_t)numbers[i]);
  return tern_layout_apply_flat(layout, in);
}

#define PAIR_CHECK(condition, pair, at)                              \
  do {                                                               \
    if (!(condition)) {                                              \
      print_error("elements of %zu bits\n", (pair)->element_bits);   \
      LAYOUT_CHECK(condition, &(pair)->source, &(pair)->result, at); \
    }                                                                \
  } while (0)

// --- what suffices, by search ---

// Is there one register of the source that has, in every thread, what register `reg` of the result has?
static bool is_renamed(const pair_t *pair, int64_t reg) {
  for (int64_t own = 0; own < size_of(&pair->source, "register"); ++own) {
    bool is_same = true;
    for (int64_t x = 0; is_same && x < size_of(&pair->source, "lane") * size_of(&pair->source, "warp") *
                                           size_of(&pair->source, "block");
         ++x) {
      int64_t lane = x % size_of(&pair->source, "lane"), rest = x / size_of(&pair->source, "lane");
      int64_t warp = rest % size_of(&pair->source, "warp"), block = rest / size_of(&pair->source, "warp");
      is_same = element_at(&pair->source, own, lane, warp, block) == element_at(&pair->result, reg, lane, warp, block);
    }
    if (is_same) return true;
  }
  return false;
}

// Which elements do a warp's, or a block's, registers have?
static void mark_elements(const tern_layout_t *layout, int64_t warp, int64_t block, bool *marks) {
  for (int64_t lane = 0; lane < size_of(layout, "lane"); ++lane) {
    for (int64_t reg = 0; reg < size_of(layout, "register"); ++reg)
      marks[element_at(layout, reg, lane, warp, block)] = true;
  }
}

enum { MOST_ELEMENTS = 1 << 12 };

// Does every warp (block) have what it needs, and, where `is_same`, nothing else?
static bool has_all(const pair_t *pair, bool is_block, bool is_same) {
  for (int64_t block = 0; block < size_of(&pair->source, "block"); ++block) {
    static bool has[MOST_ELEMENTS], needs[MOST_ELEMENTS];
    for (int64_t warp = 0; warp < size_of(&pair->source, "warp"); ++warp) {
      if (!is_block || warp == 0) {
        memset(has, 0, sizeof has);
        memset(needs, 0, sizeof needs);
      }
      mark_elements(&pair->source, warp, block, has);
      mark_elements(&pair->result, warp, block, needs);
      if (is_block && warp + 1 < size_of(&pair->source, "warp")) continue;
      for (size_t i = 0; i < MOST_ELEMENTS; ++i) {
        if ((needs[i] && !has[i]) || (is_same && has[i] && !needs[i])) return false;
      }
    }
  }
  return true;
}

static tern_layout_conversion_kind_t needed_kind(const pair_t *pair) {
  bool are_renamed = true, are_same = size_of(&pair->source, "register") == size_of(&pair->result, "register");
  for (int64_t reg = 0; reg < size_of(&pair->result, "register"); ++reg) {
    are_renamed = are_renamed && is_renamed(pair, reg);
  }
  if (are_renamed && are_same) {
    for (int64_t x = 0; x < layout_size(&pair->source.ins); ++x) {
      are_same &=
          tern_layout_apply_flat(&pair->source, (uint64_t)x) == tern_layout_apply_flat(&pair->result, (uint64_t)x);
    }
    if (are_same) return TERN_CONVERSION_NOTHING;
  }
  if (are_renamed) return TERN_CONVERSION_REGISTERS;
  // With a part of what the warp has, shuffles may do or not.
  if (has_all(pair, false, true)) return TERN_CONVERSION_SHUFFLES;
  if (has_all(pair, false, false) && pair->conversion.kind == TERN_CONVERSION_SHUFFLES) return TERN_CONVERSION_SHUFFLES;
  return has_all(pair, true, true) ? TERN_CONVERSION_SHARED : TERN_CONVERSION_CLUSTER;
}

// --- what is done ---

static void check_registers(const pair_t *pair) {
  const tern_layout_t *map = &pair->conversion.registers;
  for (int64_t reg = 0; reg < size_of(&pair->result, "register"); ++reg) {
    int64_t own;
    tern_layout_apply(map, &reg, &own);
    int64_t lanes = size_of(&pair->source, "lane"), warps = size_of(&pair->source, "warp");
    for (int64_t x = 0; x < lanes * warps * size_of(&pair->source, "block"); ++x) {
      int64_t lane = x % lanes, warp = x / lanes % warps, block = x / lanes / warps;
      uint64_t element = element_at(&pair->source, own, lane, warp, block);
      PAIR_CHECK(element == element_at(&pair->result, reg, lane, warp, block), pair, reg);
    }
    PAIR_CHECK(pair->conversion.kind != TERN_CONVERSION_NOTHING || own == reg, pair, reg);
  }
}

enum { MOST_REGISTERS = 1 << 9, MOST_LANES = 64 };

static void check_warp(const pair_t *pair, int64_t warp, int64_t block) {
  const tern_shuffles_t *shuffles = &pair->conversion.shuffles;
  static uint64_t got[MOST_LANES][MOST_REGISTERS];
  int64_t lanes = size_of(&pair->source, "lane"), registers = size_of(&pair->result, "register");
  memset(got, 0xff, sizeof got);
  for (int64_t round = 0; round < tern_shuffles_round_count(shuffles); ++round) {
    bool is_local = tern_shuffles_is_local(shuffles, round);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      tern_shuffle_t own = tern_shuffles_at(shuffles, round, lane, warp, block);
      tern_shuffle_t other = tern_shuffles_at(shuffles, round, own.source_lane, warp, block);
      PAIR_CHECK(own.source_register == other.sent_register, pair, round);
      PAIR_CHECK(!is_local || own.source_lane == lane, pair, round);
      for (int64_t e = 0; e < size_of(&shuffles->sent_parts, "element"); ++e) {
        int64_t sent, received;
        tern_layout_apply(&shuffles->sent_parts, &e, &sent);
        tern_layout_apply(&shuffles->received_parts, &e, &received);
        uint64_t *place = &got[lane][own.received_register ^ received];
        PAIR_CHECK(*place == UINT64_MAX, pair, round);
        *place = element_at(&pair->source, other.sent_register ^ sent, own.source_lane, warp, block);
      }
    }
  }
  for (int64_t lane = 0; lane < lanes; ++lane) {
    for (int64_t reg = 0; reg < registers; ++reg) {
      int64_t own;
      tern_layout_apply(&shuffles->copies, &reg, &own);
      PAIR_CHECK(got[lane][own] == element_at(&pair->result, reg, lane, warp, block), pair, reg);
    }
  }
}

static int exchanged;

// The same by exchanges: who has a 1 in the lane's bit puts what it gets where the register's bit is 0.
static void check_exchanges(const pair_t *pair, int64_t warp, int64_t block) {
  static uint64_t has[MOST_LANES][MOST_REGISTERS], before[MOST_LANES][MOST_REGISTERS];
  const tern_layout_conversion_t *conversion = &pair->conversion;
  int64_t lanes = size_of(&pair->source, "lane"), registers = size_of(&pair->source, "register");
  if (conversion->exchange_count == 0) return;
  exchanged += 1;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    for (int64_t reg = 0; reg < registers; ++reg) has[lane][reg] = element_at(&pair->source, reg, lane, warp, block);
  }
  for (size_t i = 0; i < conversion->exchange_count; ++i) {
    int64_t own = INT64_C(1) << conversion->exchanges[i].register_bit, side = INT64_C(1)
                                                                              << conversion->exchanges[i].lane_bit;
    memcpy(before, has, sizeof has);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      for (int64_t reg = 0; reg < registers; ++reg) {
        bool is_own = !(lane & side) == !(reg & own);
        if (!is_own) has[lane][reg] = before[lane ^ side][reg ^ own];
      }
    }
  }
  for (int64_t lane = 0; lane < lanes; ++lane) {
    for (int64_t reg = 0; reg < size_of(&pair->result, "register"); ++reg) {
      int64_t own;
      tern_layout_apply(&conversion->registers, &reg, &own);
      PAIR_CHECK(has[lane][own] == element_at(&pair->result, reg, lane, warp, block), pair, reg);
    }
  }
}

static void check_shuffles(const pair_t *pair) {
  for (int64_t block = 0; block < size_of(&pair->source, "block"); ++block) {
    for (int64_t warp = 0; warp < size_of(&pair->source, "warp"); ++warp) {
      check_warp(pair, warp, block);
      check_exchanges(pair, warp, block);
    }
  }
}

static tern_layout_conversion_kind_t check_pair(pair_t *pair) {
  pair->conversion = tern_layout_conversion_choose(&pair->source, &pair->result, pair->element_bits);
  tern_layout_conversion_kind_t kind = pair->conversion.kind;
  PAIR_CHECK(pair->conversion.error == NULL, pair, 0);
  PAIR_CHECK(kind == needed_kind(pair), pair, kind);
  if (kind == TERN_CONVERSION_NOTHING || kind == TERN_CONVERSION_REGISTERS) check_registers(pair);
  if (kind == TERN_CONVERSION_SHUFFLES) check_shuffles(pair);
  if (kind == TERN_CONVERSION_SHARED) PAIR_CHECK(tern_layout_is_ok(&pair->conversion.swizzle.memory), pair, 0);
  return kind;
}

// --- pairs ---

static layout_shape_t random_shape(void) {
  layout_shape_t shape = {.registers = (size_t)layout_random(5),
                          .lanes = (size_t)(3 + layout_random(3)),
                          .warps = (size_t)layout_random(2),
                          .blocks = (size_t)layout_random(2)};
  shape.outs = shape.blocks + 1 + (size_t)layout_random((int64_t)(shape.registers + shape.lanes + shape.warps));
  return shape;
}

// A result whose warps have what the source's have: its registers and lanes are sums of those, in another order.
static tern_layout_t random_within_warps(const tern_layout_t *source, bool is_mixed) {
  tern_layout_t result = *source;
  size_t registers = source->ins.values[0].bits, lanes = source->ins.values[1].bits, all = registers + lanes, count = 0;
  uint64_t bases[TERN_LAYOUT_MAX_BITS] = {0};
  for (size_t i = 0; i < all; ++i) {
    if (source->bases[i]) bases[count++] = source->bases[i];
  }
  for (size_t i = 0; is_mixed && count > 1 && i < 2 * count; ++i) {
    size_t x = (size_t)layout_random((int64_t)count), y = (size_t)layout_random((int64_t)count);
    if (x != y) bases[x] ^= bases[y];
  }
  size_t own_registers = (count > lanes ? count - lanes : 0) + (size_t)layout_random(3), own = own_registers + lanes;
  for (size_t i = count; is_mixed && count && i < own; ++i)
    bases[i] = layout_random(2) ? bases[layout_random((int64_t)count)] : 0;
  layout_shuffle(bases, own);
  result.ins.values[0].bits = (uint8_t)own_registers;
  size_t rest = tern_layout_in_bits(source) - all;
  for (size_t i = 0; i < own; ++i) result.bases[i] = bases[i];
  for (size_t i = 0; i < rest; ++i) {
    result.bases[own + i] = source->bases[all + i];
    // What a warp adds may be found in its lanes.
    if (is_mixed && count && layout_random(3) == 0) result.bases[own + i] ^= bases[layout_random((int64_t)own)];
  }
  for (size_t i = own + rest; i < TERN_LAYOUT_MAX_BITS; ++i) result.bases[i] = 0;
  return result;
}

static void chooses_what_suffices(void **state) {
  (void)state;
  layout_random_state = 41;
  int counts[5] = {0};
  for (int round = 0; round < 1500; ++round) {
    layout_shape_t shape = random_shape(), own = shape;
    bool is_mixed = layout_random(2);
    pair_t pair = {.element_bits = (size_t)8 << layout_random(4),
                   .source = layout_random_distributed(&shape, is_mixed)};
    own.registers = (shape.outs > shape.lanes + shape.warps ? shape.outs - shape.lanes - shape.warps : 0) +
                    (size_t)layout_random(3);
    pair.result = layout_random_distributed(&own, is_mixed);
    if (layout_random(3) == 0) {
      // Blocks that share otherwise.
      size_t last = tern_layout_in_bits(&pair.result) - 1, other = (size_t)layout_random((int64_t)last + 1);
      uint64_t basis = pair.result.bases[last];
      pair.result.bases[last] = pair.result.bases[other];
      pair.result.bases[other] = basis;
    }
    ++counts[check_pair(&pair)];
  }
  assert_true(counts[TERN_CONVERSION_SHARED] > 100 && counts[TERN_CONVERSION_CLUSTER] > 20);
}

static void shuffles_what_a_warp_has(void **state) {
  (void)state;
  layout_random_state = 42;
  int shuffled = 0;
  for (int round = 0; round < 1500; ++round) {
    layout_shape_t shape = random_shape();
    bool is_mixed = layout_random(2);
    pair_t pair = {.element_bits = (size_t)8 << layout_random(4),
                   .source = layout_random_distributed(&shape, is_mixed)};
    pair.result = random_within_warps(&pair.source, is_mixed && layout_random(2));
    if (!tern_layout_is_surjective(&pair.result)) continue;
    tern_layout_conversion_kind_t kind = check_pair(&pair);
    PAIR_CHECK(kind <= TERN_CONVERSION_SHUFFLES, &pair, kind);
    shuffled += kind == TERN_CONVERSION_SHUFFLES;
    if (kind != TERN_CONVERSION_SHUFFLES) continue;
    // No register is received twice.
    const tern_shuffles_t *shuffles = &pair.conversion.shuffles;
    int64_t distinct = 0;
    for (int64_t reg = 0; reg < size_of(&pair.result, "register"); ++reg) {
      int64_t own;
      tern_layout_apply(&shuffles->copies, &reg, &own);
      distinct += own == reg;
    }
    int64_t word = size_of(&shuffles->sent_parts, "element");
    PAIR_CHECK(word * tern_shuffles_round_count(shuffles) == distinct, &pair, distinct);
    PAIR_CHECK(word == 1 || word * (int64_t)pair.element_bits <= 32, &pair, word);
  }
  assert_true(shuffled > 500);
}

// Bits of lanes in the place of registers' bits, and registers in another order.
static void exchanges_bits(void **state) {
  (void)state;
  layout_random_state = 44;
  exchanged = 0;
  for (int round = 0; round < 400; ++round) {
    layout_shape_t shape = {.registers = 1 + (size_t)layout_random(4), .lanes = 3, .warps = (size_t)layout_random(2)};
    shape.outs = shape.registers + shape.lanes + shape.warps;
    pair_t pair = {.element_bits = 32, .source = layout_random_distributed(&shape, false)};
    pair.result = pair.source;
    size_t swapped = 0;
    for (size_t lane = 0; lane < shape.lanes && lane < shape.registers; ++lane) {
      if (layout_random(2)) continue;
      pair.result.bases[lane] = pair.source.bases[shape.registers + lane];
      pair.result.bases[shape.registers + lane] = pair.source.bases[lane];
      ++swapped;
    }
    layout_shuffle(pair.result.bases, shape.registers);
    tern_layout_conversion_kind_t kind = check_pair(&pair);
    PAIR_CHECK((kind == TERN_CONVERSION_SHUFFLES) == (swapped > 0), &pair, kind);
    PAIR_CHECK(pair.conversion.exchange_count == swapped, &pair, swapped);
  }
  assert_true(exchanged > 200);
}

static void renames_registers(void **state) {
  (void)state;
  layout_random_state = 43;
  int kinds[5] = {0};
  for (int round = 0; round < 400; ++round) {
    layout_shape_t shape = random_shape();
    pair_t pair = {.element_bits = 32, .source = layout_random_distributed(&shape, layout_random(2))};
    pair.result = pair.source;
    if (layout_random(3)) layout_shuffle(pair.result.bases, shape.registers);
    if (shape.registers > 1 && layout_random(3) == 0) pair.result.bases[0] ^= pair.result.bases[1];
    if (!tern_layout_is_surjective(&pair.result)) continue;
    tern_layout_conversion_kind_t kind = check_pair(&pair);
    PAIR_CHECK(kind <= TERN_CONVERSION_REGISTERS, &pair, kind);
    ++kinds[kind];
  }
  assert_true(kinds[TERN_CONVERSION_NOTHING] > 50 && kinds[TERN_CONVERSION_REGISTERS] > 50);
}

// All warps have all elements, each lane one; each warp then needs one in all lanes, which ask the lane that has it.
static void asks_one_lane_for_all(void **state) {
  (void)state;
  const tern_layout_dims_t ins = {4, {{"register", 0}, {"lane", 2}, {"warp", 2}, {"block", 0}}},
                           outs = {1, {{"dim0", 2}}};
  pair_t pair = {.element_bits = 32, .source = tern_layout_create(&ins, &outs, (int64_t[]){1, 2, 0, 0})};
  pair.result = tern_layout_create(&ins, &outs, (int64_t[]){0, 0, 1, 2});
  assert_int_equal(check_pair(&pair), TERN_CONVERSION_SHUFFLES);
  assert_int_equal(tern_shuffles_round_count(&pair.conversion.shuffles), 1);
  assert_false(tern_shuffles_is_local(&pair.conversion.shuffles, 0));
  for (int64_t lane = 0; lane < 4; ++lane) {
    assert_int_equal(tern_shuffles_at(&pair.conversion.shuffles, 0, lane, 3, 0).source_lane, 3);
  }
}

// What the writers of kernels exchange today: of four columns of pairs of 16 bits each lane of four gets one row's.
static void exchanges_sums_of_mma(void **state) {
  (void)state;
  tern_layout_t tile = tern_fragment_layout(TERN_FRAGMENT_MMA_M16N8_D);
  tile = tern_layout_cover(&tile, "register", "dim1", 32);
  const tern_layout_dims_t ins = {4, {{"register", 4}, {"lane", 5}, {"warp", 0}, {"block", 0}}};
  const tern_layout_dims_t outs = {2, {{"dim0", 4}, {"dim1", 5}}};
  const int64_t rows_of_eight[] = {0, 1, 0, 2, 0, 4, 8, 0, 0, 8, 0, 16, 1, 0, 2, 0, 4, 0};
  pair_t pair = {.element_bits = 16, .source = tern_layout_reshape_ins(&tile, &ins)};
  pair.result = tern_layout_create(&ins, &outs, rows_of_eight);
  assert_int_equal(check_pair(&pair), TERN_CONVERSION_SHUFFLES);
  assert_int_equal(tern_shuffles_round_count(&pair.conversion.shuffles), 8);
  assert_int_equal(pair.conversion.exchange_count, 2);
  for (int64_t round = 0; round < 8; ++round) {
    for (int64_t lane = 0; lane < 32; ++lane) {
      tern_shuffle_t own = tern_shuffles_at(&pair.conversion.shuffles, round, lane, 0, 0);
      PAIR_CHECK(own.source_lane / 4 == lane / 4, &pair, round);
    }
  }
}

// The sums of one wgmma are the first factor of the next, when they are made narrower: nothing is to be done.
static void hands_sums_on_as_factors(void **state) {
  (void)state;
  tern_layout_t sums = tern_fragment_layout(TERN_FRAGMENT_WGMMA_M64N8_D);
  sums = tern_layout_cover(&sums, "register", "dim1", 16);
  pair_t pair = {.element_bits = 16, .source = sums, .result = tern_fragment_layout(TERN_FRAGMENT_WGMMA_M64K16_A16)};
  pair.conversion = tern_layout_conversion_choose(&pair.source, &pair.result, 16);
  assert_null(pair.conversion.error);
  assert_int_equal(pair.conversion.kind, TERN_CONVERSION_NOTHING);
  tern_layout_t other = tern_fragment_layout(TERN_FRAGMENT_WGMMA_M64K8_A32),
                few = tern_fragment_layout(TERN_FRAGMENT_WGMMA_M64N8_D);
  pair.conversion = tern_layout_conversion_choose(&few, &other, 32);
  assert_int_equal(pair.conversion.kind, TERN_CONVERSION_SHUFFLES);
}

static void refuses_what_is_no_pair(void **state) {
  (void)state;
  tern_layout_t x = tern_layout_identity_1d(4, "lane", "dim0"), y = tern_layout_identity_1d(4, "warp", "dim0");
  assert_string_equal(tern_layout_conversion_choose(&x, &y, 32).error, "two layouts have different numbers of lanes");
  assert_string_equal(tern_layout_conversion_choose(&x, &x, 0).error, "elements have bits");
  // Elements that memory does not have are renamed and exchanged all the same.
  assert_null(tern_layout_conversion_choose(&x, &x, 1).error);
  tern_layout_t lane = tern_layout_identity_1d(2, "lane", "dim0"), warp = tern_layout_identity_1d(2, "warp", "dim1");
  tern_layout_t other_lane = tern_layout_identity_1d(2, "lane", "dim1"),
                other_warp = tern_layout_identity_1d(2, "warp", "dim0");
  tern_layout_t source = tern_layout_product(&lane, &warp), result = tern_layout_product(&other_lane, &other_warp);
  assert_string_equal(tern_layout_conversion_choose(&source, &result, 1).error,
                      "elements in memory have 8, 16, 32, 64 or 128 bits");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chooses_what_suffices), cmocka_unit_test(shuffles_what_a_warp_has),
      cmocka_unit_test(renames_registers),     cmocka_unit_test(asks_one_lane_for_all),
      cmocka_unit_test(exchanges_sums_of_mma), cmocka_unit_test(hands_sums_on_as_factors),
      cmocka_unit_test(exchanges_bits),        cmocka_unit_test(refuses_what_is_no_pair),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
