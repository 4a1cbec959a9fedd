// Swizzles: tensors go through a memory in them, for random pairs of layouts, and each access is counted by its
// addresses.

#include "layout_fixture.h"

#include "analysis/layout/bank_conflicts.h"
#include "analysis/layout/fragments.h"
#include "analysis/layout/swizzle.h"

// --- the counter ---

static void counts_words_of_a_bank(void **state) {
  (void)state;
  uint64_t line[32], column[32], pairs[32], same[32], halves[32], padded[32], wide[32];
  for (uint64_t i = 0; i < 32; ++i) {
    line[i] = 4 * i;
    column[i] = 128 * i;
    pairs[i] = 128 * (i / 2) + 4 * (i % 2);
    same[i] = 64;
    halves[i] = 2 * i;
    padded[i] = 132 * i;
    wide[i] = 16 * i;
  }
  assert_int_equal(tern_bank_count_wavefronts(line, 32, 4), 1);
  assert_int_equal(tern_bank_count_wavefronts(column, 32, 4), 32);
  assert_int_equal(tern_bank_count_wavefronts(pairs, 32, 4), 16);
  assert_int_equal(tern_bank_count_wavefronts(same, 32, 4), 1);
  assert_int_equal(tern_bank_count_wavefronts(halves, 32, 2), 1);
  assert_int_equal(tern_bank_count_wavefronts(padded, 32, 4), 1);
  assert_int_equal(tern_bank_count_wavefronts(wide, 32, 16), 4);
  assert_int_equal(tern_bank_count_wavefronts(column, 32, 16), 32);
  assert_int_equal(tern_bank_count_wavefronts(column, 32, 8), 32);
  assert_int_equal(tern_bank_count_wavefronts(line, 16, 4), 1);
  assert_int_equal(tern_bank_phase_lanes(1), 32);
  assert_int_equal(tern_bank_phase_lanes(8), 16);
}

// --- swizzles ---

typedef struct pair {
  tern_layout_t writer, reader;
  size_t element_bits;
  tern_swizzle_t swizzle;
} pair_t;

#define SWIZZLE_CHECK(condition, pair, at)                           \
  do {                                                               \
    if (!(condition)) {                                              \
      print_error("elements of %zu bits\n", (pair)->element_bits);   \
      layout_show("memory", &(pair)->swizzle.memory);                \
      LAYOUT_CHECK(condition, &(pair)->writer, &(pair)->reader, at); \
    }                                                                \
  } while (0)

// The element, as an index of the writer's outputs, that a register of a thread has.
static int64_t element_of(const pair_t *pair, const tern_layout_t *layout, int64_t reg, const layout_point_t *thread) {
  layout_point_t in = {.dims = &layout->ins};
  for (size_t i = 0; i < layout->ins.count; ++i) {
    const char *name = layout->ins.values[i].name;
    in.numbers[i] = strcmp(name, "register") == 0 ? reg : layout_number(thread, name);
  }
  layout_point_t out = layout_apply(layout, &in), ordered = {.dims = &pair->writer.outs};
  for (size_t i = 0; i < ordered.dims->count; ++i)
    ordered.numbers[i] = layout_number(&out, ordered.dims->values[i].name);
  return layout_index(&ordered);
}

// All accesses of a side: what they move, and what they cost.
static void check_side(const pair_t *pair, const tern_layout_t *layout, const tern_swizzle_side_t *side) {
  const tern_layout_t *memory = &pair->swizzle.memory;
  size_t elements = (size_t)1 << side->vector_bits, bytes = elements * pair->element_bits / 8;
  size_t lanes = (size_t)1 << tern_layout_bits(&layout->ins, "lane"), phase = tern_bank_phase_lanes(bytes);
  uint64_t addresses[TERN_BANK_MAX_LANES];
  bool is_moved[1 << 10] = {false};
  assert_true(layout_size(&side->registers.outs) <= 1 << 10 && lanes <= TERN_BANK_MAX_LANES);
  for (int64_t x = 0; x < layout_size(&side->offsets.ins); ++x) {
    layout_point_t thread = layout_point(&side->offsets.ins, x);
    int64_t access = layout_number(&thread, "access"), block = layout_number(&thread, "block");
    layout_point_t at = layout_apply(&side->offsets, &thread);
    SWIZZLE_CHECK(at.numbers[0] % (int64_t)elements == 0, pair, x);
    for (int64_t e = 0; e < (int64_t)elements; ++e) {
      int64_t reg, place = at.numbers[0] + e;
      tern_layout_apply(&side->registers, (int64_t[]){e, access}, &reg);
      layout_point_t in_memory = {.dims = &memory->ins, .numbers = {place, block}},
                     out = layout_apply(memory, &in_memory);
      SWIZZLE_CHECK(layout_index(&out) == element_of(pair, layout, reg, &thread), pair, x);
      is_moved[reg] = true;
    }
  }
  // The lanes of an access together.
  for (int64_t x = 0; x < layout_size(&side->offsets.ins); ++x) {
    layout_point_t thread = layout_point(&side->offsets.ins, x);
    if (thread.numbers[1] != 0) continue;
    for (size_t lane = 0; lane < lanes; ++lane) {
      thread.numbers[1] = (int64_t)lane;
      layout_point_t at = layout_apply(&side->offsets, &thread);
      addresses[lane] = (uint64_t)at.numbers[0] * pair->element_bits / 8;
    }
    size_t least = (lanes + phase - 1) / phase;
    SWIZZLE_CHECK(tern_bank_count_wavefronts(addresses, lanes, bytes) == least, pair, x);
  }
  // What is not moved is a copy of what is.
  layout_point_t origin = layout_point(&side->offsets.ins, 0);
  for (int64_t reg = 0; reg < layout_size(&side->copies.ins); ++reg) {
    int64_t source;
    tern_layout_apply(&side->copies, &reg, &source);
    SWIZZLE_CHECK(is_moved[source], pair, reg);
    SWIZZLE_CHECK(element_of(pair, layout, source, &origin) == element_of(pair, layout, reg, &origin), pair, reg);
  }
}

static void check_pair(pair_t *pair) {
  pair->swizzle = tern_swizzle_choose(&pair->writer, &pair->reader, pair->element_bits);
  if (pair->swizzle.error) {
    layout_show("writer", &pair->writer);
    layout_show("reader", &pair->reader);
    fail_msg("%s", pair->swizzle.error);
  }
  SWIZZLE_CHECK(tern_layout_is_surjective(&pair->swizzle.memory), pair, 0);
  check_side(pair, &pair->writer, &pair->swizzle.writer);
  check_side(pair, &pair->reader, &pair->swizzle.reader);
}

static layout_shape_t random_shape(void) {
  layout_shape_t shape = {.registers = (size_t)layout_random(6),
                          .lanes = (size_t)(5 + layout_random(2)),
                          .warps = (size_t)layout_random(3),
                          .blocks = (size_t)layout_random(2)};
  size_t most = shape.registers + shape.lanes + shape.warps;
  shape.outs = shape.blocks + 2 + (size_t)layout_random((int64_t)most - 1);
  return shape;
}

// Another layout of the same tensor and the same threads.
static tern_layout_t random_reader(const layout_shape_t *shape, bool is_mixed) {
  layout_shape_t own = *shape;
  size_t inner = shape->outs - shape->blocks, threads = shape->lanes + shape->warps;
  own.registers = (inner > threads ? inner - threads : 0) + (size_t)layout_random(3);
  return layout_random_distributed(&own, is_mixed);
}

// What bases of registers both have, one by one.
static size_t count_common(const pair_t *pair) {
  size_t count = 0;
  for (size_t i = 0; i < pair->writer.ins.values[0].bits; ++i) {
    bool is_common = false;
    for (size_t k = 0; k < pair->reader.ins.values[0].bits; ++k) {
      is_common |= pair->writer.bases[i] != 0 && pair->writer.bases[i] == pair->reader.bases[k];
    }
    count += is_common;
  }
  return count;
}

static void meets_no_bank_twice(void **state) {
  (void)state;
  layout_random_state = 31;
  size_t wide = 0;
  for (int round = 0; round < 400; ++round) {
    layout_shape_t shape = random_shape();
    pair_t pair = {.element_bits = (size_t)8 << layout_random(5)};
    pair.writer = layout_random_distributed(&shape, false);
    pair.reader = random_reader(&shape, false);
    check_pair(&pair);
    size_t vector = count_common(&pair), most = 0;
    while (pair.element_bits << (most + 1) <= 128) ++most;
    if (vector > most) vector = most;
    SWIZZLE_CHECK(pair.swizzle.writer.vector_bits >= vector, &pair, vector);
    SWIZZLE_CHECK(pair.swizzle.reader.vector_bits >= vector, &pair, vector);
    wide += vector > 0;
  }
  assert_true(wide > 40);
}

static void takes_any_layout(void **state) {
  (void)state;
  layout_random_state = 32;
  for (int round = 0; round < 400; ++round) {
    layout_shape_t shape = random_shape();
    pair_t pair = {.element_bits = (size_t)8 << layout_random(5)};
    pair.writer = layout_random_distributed(&shape, true);
    pair.reader = random_reader(&shape, layout_random(4) != 0);
    // Blocks may begin elsewhere in their part.
    size_t last = tern_layout_in_bits(&pair.reader) - 1;
    if (shape.blocks && layout_random(2)) pair.reader.bases[last] ^= pair.reader.bases[layout_random((int64_t)last)];
    check_pair(&pair);
  }
}

// A tile of 64 x 64 elements of 16 bits, loaded in rows by vectors of 16 bytes, as operands of mma.sync.
static void feeds_fragments(void **state) {
  (void)state;
  const tern_blocked_t rows = {2, {1, 8}, {4, 8}, {4, 1}, {1, 0}};
  const int64_t shape[] = {64, 64}, warps[] = {4, 1};
  static const tern_fragment_t fragments[] = {TERN_FRAGMENT_MMA_M16N8K16_A16, TERN_FRAGMENT_MMA_M16N8K16_B16,
                                              TERN_FRAGMENT_MMA_M16N8_D};
  for (size_t i = 0; i < 3; ++i) {
    tern_layout_t tile = tern_fragment_layout(fragments[i]);
    pair_t pair = {.element_bits = 16, .writer = tern_layout_blocked(&rows, shape)};
    pair.reader = tern_layout_spread(&tile, 2, warps, rows.order, shape);
    check_pair(&pair);
    // A lane has pairs along the rows of A and of the sums, none of B's: there the writer alone has neighbours.
    assert_int_equal(pair.swizzle.reader.vector_bits, i == 1 ? 0 : 1);
    assert_int_equal(pair.swizzle.writer.vector_bits, 1);
    pair_t back = {.element_bits = 16, .writer = pair.reader, .reader = pair.writer};
    check_pair(&back);
  }
}

#define SWIZZLE_FAILS(writer, reader, bits, message) \
  assert_string_equal(tern_swizzle_choose(writer, reader, bits).error, message)

static void refuses_what_is_no_pair(void **state) {
  (void)state;
  const layout_shape_t shape = {2, 5, 1, 1, 9}, few = {2, 5, 1, 0, 8}, more = {2, 5, 2, 1, 10}, wide = {2, 6, 1, 1, 10};
  layout_random_state = 33;
  tern_layout_t layout = layout_random_distributed(&shape, false), other = layout,
                no_blocks = layout_random_distributed(&few, false);
  tern_layout_t warps = layout_random_distributed(&more, false), lanes = layout_random_distributed(&wide, false);
  SWIZZLE_FAILS(&layout, &layout, 4, "elements in memory have 8, 16, 32, 64 or 128 bits");
  SWIZZLE_FAILS(&layout, &layout, 24, "elements in memory have 8, 16, 32, 64 or 128 bits");
  SWIZZLE_FAILS(&layout, &layout, 256, "elements in memory have 8, 16, 32, 64 or 128 bits");
  SWIZZLE_FAILS(&layout, &no_blocks, 32, "the outputs of two layouts are not the same");
  // The block's bit changes places with another one.
  uint64_t last = other.bases[8];
  for (size_t i = 0; i < 8; ++i) {
    if (other.bases[i] == 0) continue;
    other.bases[8] = other.bases[i];
    other.bases[i] = last;
    break;
  }
  SWIZZLE_FAILS(&layout, &other, 32, "a block reads other elements than it writes");
  for (size_t i = 0; i < 8; ++i) other.bases[i] = 0;
  SWIZZLE_FAILS(&layout, &other, 32, "a distributed layout has each element somewhere");
  tern_layout_dims_t nine = {2, {{"dim0", 4}, {"dim1", 5}}};
  warps.outs = lanes.outs = nine;
  for (size_t i = 0; i < 10; ++i) warps.bases[i] = lanes.bases[i] = i < 9 ? UINT64_C(1) << i : 0;
  SWIZZLE_FAILS(&layout, &lanes, 32, "two layouts have different numbers of lanes");
  SWIZZLE_FAILS(&layout, &warps, 32, "two layouts have different numbers of warps");
  tern_layout_t twice = tern_layout_resize_in(&layout, "block", 4);
  SWIZZLE_FAILS(&layout, &twice, 32, "two layouts have different numbers of blocks");
  tern_layout_t renamed = tern_layout_rename_in(&layout, "warp", "offset"), failed = tern_layout_failed("it is none");
  SWIZZLE_FAILS(&renamed, &layout, 32, "a distributed layout has registers, lanes, warps and blocks");
  SWIZZLE_FAILS(&layout, &failed, 32, "it is none");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_words_of_a_bank),  cmocka_unit_test(meets_no_bank_twice),
      cmocka_unit_test(takes_any_layout),        cmocka_unit_test(feeds_fragments),
      cmocka_unit_test(refuses_what_is_no_pair),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
