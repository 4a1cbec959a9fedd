// Memory that conversions pass through, and steps within warps: for random pairs of layouts, what is chosen takes each element to
// where the result wants it.

#include "layout_fixture.h"

#include "analysis/layout/along.h"
#include "analysis/layout/transit.h"
#include "analysis/layout/warp_moves.h"

enum { PAIRS = 2000 };

static size_t bits_of(const tern_layout_t *layout, const char *in) { return tern_layout_bits(&layout->ins, in); }

static layout_shape_t random_shape(size_t outs) {
  return (layout_shape_t){
      .registers = (size_t)layout_random(6), .lanes = 5, .warps = (size_t)layout_random(3), .outs = outs};
}

// Two layouts of one tensor with as many lanes and warps.
static void random_pair(tern_layout_t *out_source, tern_layout_t *out_result) {
  layout_shape_t source = random_shape(0);
  size_t all = source.registers + source.lanes + source.warps;
  source.outs = all - (size_t)layout_random(4);
  layout_shape_t result = source;
  result.registers = source.outs > source.lanes + source.warps ? source.outs - source.lanes - source.warps : 0;
  result.registers += (size_t)layout_random(3);
  *out_source = layout_random_distributed(&source, false);
  *out_result = layout_random_distributed(&result, false);
}

// --- memory ---

static bool has_basis(const tern_layout_t *layout, const char *in, uint64_t value) {
  size_t first = tern_layout_bits_before(&layout->ins, tern_layout_find(&layout->ins, in));
  for (size_t i = 0; i < bits_of(layout, in); ++i) {
    if (layout->bases[first + i] == value) return true;
  }
  return false;
}

// Each place has another element, rounds are registers of both, and, where both have as many, vectors too.
static void check_memory(const tern_layout_t *source, const tern_layout_t *result, const tern_transit_t *transit,
                         size_t element_bits) {
  const tern_layout_t *memory = &transit->memory;
  assert_null(transit->error);
  LAYOUT_CHECK(tern_layout_is_invertible(memory), source, result, element_bits);
  size_t first = tern_layout_bits_before(&memory->ins, tern_layout_find(&memory->ins, TERN_TRANSIT_REPS));
  for (size_t i = 0; i < bits_of(memory, TERN_TRANSIT_REPS); ++i) {
    uint64_t basis = memory->bases[first + i];
    LAYOUT_CHECK(has_basis(source, "register", basis) && has_basis(result, "register", basis), source, result, basis);
  }
  size_t vector = bits_of(memory, TERN_TRANSIT_VECTOR), banks = bits_of(memory, TERN_TRANSIT_BANK);
  LAYOUT_CHECK(element_bits << vector <= 128, source, result, vector);
  // A line of all banks, unless the tensor is smaller.
  bool is_line = element_bits << (vector + banks) == 1024;
  LAYOUT_CHECK(is_line || bits_of(memory, TERN_TRANSIT_SEGMENT) + bits_of(memory, TERN_TRANSIT_REPS) == 0 ||
                   element_bits << (vector + banks) > 1024,
               source, result, banks);
  int64_t elements = tern_transit_elements(transit);
  LAYOUT_CHECK(elements << bits_of(memory, TERN_TRANSIT_REPS) == layout_size(&source->outs), source, result, elements);
}

static void memory_holds_each_element_once(void **state) {
  (void)state;
  layout_random_state = 26;
  size_t matrices = 0;
  for (int i = 0; i < PAIRS; ++i) {
    tern_layout_t source, result;
    random_pair(&source, &result);
    for (size_t bits = 8; bits <= 64; bits *= 2) {
      tern_transit_tiles_t tiles = {.is_exact = i % 2, .has_load_matrix = i % 4 > 1, .has_store_matrix = i % 8 > 3};
      tern_transit_t transit = tern_transit_choose(&source, &result, bits, &tiles);
      check_memory(&source, &result, &transit, bits);
      matrices += transit.store != TERN_TRANSIT_PLAIN || transit.load != TERN_TRANSIT_PLAIN;
    }
  }
  assert_true(matrices > 0);
}

static void memory_refuses_what_it_cannot_hold(void **state) {
  (void)state;
  tern_transit_tiles_t tiles = {0};
  tern_layout_t small = TERN_LAYOUT_EXTEND(NULL, {"register", 2, "dim0"}, {"lane", 32, "dim0"});
  tern_layout_t large = TERN_LAYOUT_EXTEND(NULL, {"register", 4, "dim0"}, {"lane", 32, "dim0"});
  assert_string_equal(tern_transit_choose(&small, &large, 32, &tiles).error,
                      "the outputs of two layouts are not the same");
  assert_string_equal(tern_transit_choose(&small, &small, 4, &tiles).error,
                      "elements in memory have 8, 16, 32, 64 or 128 bits");
  tern_layout_t failed = tern_layout_failed("it has none");
  assert_string_equal(tern_transit_choose(&failed, &small, 32, &tiles).error, "it has none");
  assert_string_equal(tern_transit_choose(&small, &failed, 32, &tiles).error, "it has none");
}

// --- steps ---

// Takes a place (registers low) through the three steps.
static uint64_t take_through(const tern_warp_moves_t *moves, uint64_t place) {
  uint64_t moved = 0;
  for (size_t i = 0; i < moves->register_bits; ++i) moved |= (place >> i & 1) << moves->registers[i];
  for (size_t i = 0; i < moves->lane_bits; ++i) {
    moved |= (place >> (moves->register_bits + i) & 1) << (moves->register_bits + moves->lanes[i]);
  }
  for (size_t i = 0; i < moves->swap_count; ++i) {
    size_t x = moves->swaps[i].register_bit, y = moves->register_bits + moves->swaps[i].lane_bit;
    uint64_t differs = (moved >> x ^ moved >> y) & 1;
    moved ^= differs << x | differs << y;
  }
  return moved;
}

// The element at a place of a layout without copies among registers, in warp 0.
static uint64_t element_at(const tern_layout_t *layout, const tern_warp_moves_t *moves, uint64_t place) {
  tern_layout_t plain = tern_layout_remove_zero_bases(layout, "register");
  uint64_t reg = place & ((UINT64_C(1) << moves->register_bits) - 1), in = 0;
  uint64_t own = UINT64_C(1) << bits_of(&plain, "register");
  in = tern_layout_set(&plain.ins, 0, in, reg % own);
  in = tern_layout_set(&plain.ins, 1, in, place >> moves->register_bits);
  return tern_layout_apply_flat(&plain, in);
}

// The result of bits that stand for copies is one of several that are the same.
static void steps_take_elements_to_the_result(void **state) {
  (void)state;
  layout_random_state = 27;
  size_t found = 0, swaps = 0;
  for (int i = 0; i < 4 * PAIRS; ++i) {
    layout_shape_t shape = {.registers = (size_t)layout_random(4), .lanes = 5, .warps = 0};
    shape.outs = shape.registers + shape.lanes - (size_t)layout_random(3) % (shape.registers + 1);
    tern_layout_t source = layout_random_distributed(&shape, false), result = layout_random_distributed(&shape, false);
    tern_warp_moves_t moves;
    if (tern_layout_crossing(&source, &result, NULL) != TERN_CROSSES_LANES) continue;
    assert_true(tern_warp_moves_find(&source, &result, &moves));
    ++found;
    swaps += moves.swap_count;
    for (uint64_t place = 0; place < UINT64_C(1) << (moves.register_bits + moves.lane_bits); ++place) {
      uint64_t target = take_through(&moves, place);
      LAYOUT_CHECK(element_at(&source, &moves, place) == element_at(&result, &moves, target), &source, &result, place);
    }
    assert_int_equal(tern_layout_shuffles(&source, &result), moves.swap_count < 2);
  }
  assert_true(found > PAIRS && swaps > PAIRS);
}

static void crossings_are_the_least_that_suffice(void **state) {
  (void)state;
  tern_layout_t base = TERN_LAYOUT_EXTEND(NULL, {"register", 4, "dim0"}, {"lane", 32, "dim0"}, {"warp", 4, "dim0"},
                                          {"block", 1, "dim0"});
  tern_layout_t lanes = TERN_LAYOUT_EXTEND(NULL, {"lane", 4, "dim0"}, {"register", 4, "dim0"}, {"lane", 8, "dim0"},
                                           {"warp", 4, "dim0"}, {"block", 1, "dim0"});
  tern_layout_t warps = TERN_LAYOUT_EXTEND(NULL, {"register", 4, "dim0"}, {"warp", 4, "dim0"}, {"lane", 32, "dim0"},
                                           {"block", 1, "dim0"});
  tern_layout_t turned = base, map;
  turned.bases[0] = base.bases[1];
  turned.bases[1] = base.bases[0];
  const char *const order[] = {"register", "lane", "warp", "block"};
  lanes = tern_layout_transpose_ins(&lanes, (tern_layout_names_t){order, 4});
  warps = tern_layout_transpose_ins(&warps, (tern_layout_names_t){order, 4});
  assert_int_equal(tern_layout_crossing(&base, &base, NULL), TERN_CROSSES_NOTHING);
  assert_int_equal(tern_layout_crossing(&base, &turned, &map), TERN_CROSSES_REGISTERS);
  assert_int_equal(tern_layout_apply_flat(&map, 1), 2);
  assert_int_equal(tern_layout_crossing(&base, &lanes, NULL), TERN_CROSSES_LANES);
  assert_int_equal(tern_layout_crossing(&base, &warps, NULL), TERN_CROSSES_WARPS);
  tern_layout_t failed = tern_layout_failed("none");
  assert_int_equal(tern_layout_crossing(&base, &failed, NULL), TERN_CROSSING_ERROR);
}

// --- along dimensions ---

static void counts_places_along_dimensions(void **state) {
  (void)state;
  tern_layout_t layout = TERN_LAYOUT_EXTEND(NULL, {"register", 2, "dim1"}, {"lane", 8, "dim1"}, {"lane", 2, NULL},
                                            {"lane", 2, "dim0"}, {"register", 4, "dim0"});
  const char *const outs[] = {"dim0", "dim1"};
  layout = tern_layout_transpose_outs(&layout, (tern_layout_names_t){outs, 2});
  int64_t sizes[2];
  size_t dims[2];
  tern_layout_sizes_along(&layout, "lane", sizes);
  assert_true(sizes[0] == 2 && sizes[1] == 8);
  tern_layout_sizes_along(&layout, "warp", sizes);
  assert_true(sizes[0] == 1 && sizes[1] == 1);
  tern_layout_order_along(&layout, "register", NULL, dims);
  assert_true(dims[0] == 1 && dims[1] == 0);
  tern_layout_order_along(&layout, "warp", (const size_t[]){0, 1}, dims);
  assert_true(dims[0] == 0 && dims[1] == 1);
  // The registers along dim0 are not next to each other.
  tern_layout_contiguous_registers(&layout, sizes);
  assert_true(sizes[0] == 1 && sizes[1] == 2);
  // A dimension that ends is no neighbour of the next one.
  layout = TERN_LAYOUT_EXTEND(NULL, {"register", 4, "dim0"}, {"register", 2, "dim1"}, {"lane", 8, "dim1"});
  tern_layout_contiguous_registers(&layout, sizes);
  assert_true(sizes[0] == 4 && sizes[1] == 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_holds_each_element_once),    cmocka_unit_test(memory_refuses_what_it_cannot_hold),
      cmocka_unit_test(steps_take_elements_to_the_result), cmocka_unit_test(crossings_are_the_least_that_suffice),
      cmocka_unit_test(counts_places_along_dimensions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
