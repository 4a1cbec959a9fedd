// Layouts of shared memory that others decided on, against their formulas, and what accesses to them cost.

#include "layout_fixture.h"

#include "analysis/layout/bank_conflicts.h"
#include "analysis/layout/fragments.h"
#include "analysis/layout/memory_layouts.h"

static void exchanges_groups_of_lines(void **state) {
  (void)state;
  layout_random_state = 61;
  for (int round = 0; round < 200; ++round) {
    const int64_t shape[] = {INT64_C(1) << layout_random(5), INT64_C(1) << layout_random(6),
                             INT64_C(1) << layout_random(3)};
    const size_t orders[][3] = {{1, 0, 2}, {0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
    const size_t *order = orders[layout_random(4)];
    int64_t vec = INT64_C(1) << layout_random(3), per_phase = INT64_C(1) << layout_random(3),
            max_phase = INT64_C(1) << layout_random(4);
    tern_layout_t layout = tern_layout_swizzled(3, shape, order, vec, per_phase, max_phase);
    int64_t length = shape[order[0]], lines = shape[order[1]];
    if (max_phase > 1 && length < vec * max_phase) {
      assert_string_equal(layout.error, "a line of the swizzle has fewer groups than there are phases");
      continue;
    }
    LAYOUT_CHECK(tern_layout_is_invertible(&layout), &layout, &layout, round);
    for (int64_t offset = 0; offset < layout_size(&layout.ins); ++offset) {
      int64_t own[3], line = offset / length % lines, at = offset % length;
      tern_layout_apply(&layout, &offset, own);
      int64_t group = (at / vec) ^ (line / per_phase % max_phase);
      LAYOUT_CHECK(own[order[0]] == group * vec + at % vec, &layout, &layout, offset);
      LAYOUT_CHECK(own[order[1]] == line && own[order[2]] == offset / length / lines, &layout, &layout, offset);
    }
  }
}

// Byte b of a swizzle of 128 bytes lies at b ^ (b / 128 mod 8) * 16, of 64 at b ^ (b / 128 mod 4) * 16, of 32 at
// b ^ (b / 128 mod 2) * 16, counted from the box's begin.
static void leaves_boxes_as_copies_do(void **state) {
  (void)state;
  for (size_t bits = 8; bits <= 32; bits *= 2) {
    for (int64_t swizzle = 16; swizzle <= 128; swizzle *= 2) {
      const int64_t rows = 16, columns = 2 * 128 * 8 / (int64_t)bits, width = swizzle * 8 / (int64_t)bits;
      tern_layout_t layout = tern_layout_boxes(rows, columns, bits, (size_t)swizzle),
                    back = tern_layout_invert(&layout);
      for (int64_t x = 0; x < rows * columns; ++x) {
        int64_t row = x / columns, column = x % columns, offset;
        int64_t byte = (row * width + column % width) * (int64_t)bits / 8;
        byte ^= byte / 128 % (swizzle / 16) * 16;
        tern_layout_apply(&back, (int64_t[]){row, column}, &offset);
        if (back.outs.count != 1) fail_msg("%zu outputs", back.outs.count);
        LAYOUT_CHECK(offset == column / width * width * rows + byte * 8 / (int64_t)bits, &layout, &back, x);
      }
    }
  }
}

// What warps of mma.sync do with tiles as --gpu-pipeline-matmul lays them out: lines of 64 elements of 16 bits.
static void counts_what_accesses_cost(void **state) {
  (void)state;
  const int64_t shape[] = {64, 64};
  const size_t order[] = {1, 0};
  const tern_blocked_t rows = {2, {1, 8}, {4, 8}, {1, 1}, {1, 0}}, column = {2, {1, 1}, {32, 1}, {1, 1}, {0, 1}};
  tern_layout_t plain = tern_layout_swizzled(2, shape, order, 1, 1, 1),
                own = tern_layout_swizzled(2, shape, order, 8, 1, 8);
  tern_layout_t copies = tern_layout_blocked(&rows, shape), reads = tern_layout_blocked(&column, shape);
  tern_access_cost_t cost = tern_access_cost(&copies, &own, 16);
  assert_null(cost.error);
  assert_int_equal(cost.vector_elements, 8);
  assert_int_equal(cost.accesses, 16);
  assert_int_equal(cost.wavefronts, 4);
  assert_int_equal(cost.least, 4);
  // Lanes below each other meet one bank; swizzled, eight.
  cost = tern_access_cost(&reads, &plain, 16);
  assert_int_equal(cost.vector_elements, 1);
  assert_int_equal(cost.wavefronts, 32);
  assert_int_equal(cost.least, 1);
  cost = tern_access_cost(&reads, &own, 16);
  assert_int_equal(cost.wavefronts, 4);
  // Pairs of a fragment, and all lines of a quad at once.
  tern_layout_t fragment = tern_fragment_layout(TERN_FRAGMENT_MMA_M16N8K16_A16);
  fragment = tern_layout_spread(&fragment, 2, (int64_t[]){1, 1}, order, shape);
  cost = tern_access_cost(&fragment, &own, 16);
  assert_int_equal(cost.vector_elements, 2);
  assert_int_equal(cost.accesses, 64);
  assert_int_equal(cost.wavefronts, 1);
  cost = tern_access_cost(&fragment, &plain, 16);
  assert_int_equal(cost.wavefronts, 8);
}

// Eight lines below each other, from any multiple of eight on, and as many neighbouring groups of 16 bytes: as ldmatrix reads
// and copies write them.
static void swizzles_lines_of_any_width(void **state) {
  (void)state;
  for (size_t bits = 8; bits <= 32; bits *= 2) {
    for (int64_t bytes = 16; bytes <= 512; bytes *= 2) {
      for (size_t along = 0; along < 2; ++along) {
        int64_t shape[2], group = 128 / (int64_t)bits, numbers[2];
        shape[along] = bytes * 8 / (int64_t)bits;
        shape[1 - along] = 32;
        tern_layout_t memory = tern_layout_swizzled_lines(shape, along, bits), offsets = tern_layout_invert(&memory);
        assert_null(offsets.error);
        for (int64_t first = 0; first < 32; first += 8) {
          for (int64_t column = 0; column < shape[along]; column += group) {
            uint64_t addresses[8];
            for (int64_t line = 0; line < 8; ++line) {
              int64_t offset;
              numbers[along] = column;
              numbers[1 - along] = first + line;
              tern_layout_apply(&offsets, numbers, &offset);
              addresses[line] = (uint64_t)offset * bits / 8;
              assert_int_equal(addresses[line] / (uint64_t)bytes, first + line);
            }
            LAYOUT_CHECK(tern_bank_count_wavefronts(addresses, 8, 16) == 1, &memory, &offsets, first + column);
          }
        }
      }
    }
  }
  const int64_t narrow[] = {64, 4};
  tern_layout_t memory = tern_layout_swizzled_lines(narrow, 1, 16),
                plain = tern_layout_swizzled(2, narrow, (size_t[]){1, 0}, 1, 1, 1);
  assert_true(tern_layout_equal(&memory, &plain));
}

// The cost of the first access is that of all: registers and warps only exchange banks.
static void costs_the_same_everywhere(void **state) {
  (void)state;
  layout_random_state = 62;
  for (int round = 0; round < 200; ++round) {
    const layout_shape_t shape = {3, 5, 1, 0, 9};
    size_t bits = (size_t)8 << layout_random(4);
    tern_layout_t threads = layout_random_distributed(&shape, layout_random(2));
    tern_layout_dims_t ins = {1, {{"offset", 9}}};
    tern_layout_t memory = layout_random_invertible(&ins, &threads.outs);
    tern_access_cost_t cost = tern_access_cost(&threads, &memory, bits);
    tern_layout_t offsets = tern_layout_invert_and_compose(&threads, &memory);
    size_t bytes = cost.vector_elements * bits / 8;
    assert_null(cost.error);
    assert_true(bytes <= 16 && cost.accesses * cost.vector_elements == 8);
    for (int64_t x = 0; x < 16; x += (int64_t)cost.vector_elements) {
      uint64_t addresses[32];
      for (int64_t lane = 0; lane < 32; ++lane) {
        int64_t offset;
        tern_layout_apply(&offsets, (int64_t[]){x % 8, lane, x / 8, 0}, &offset);
        for (int64_t e = 0; e < (int64_t)cost.vector_elements; ++e) {
          int64_t next;
          tern_layout_apply(&offsets, (int64_t[]){x % 8 + e, lane, x / 8, 0}, &next);
          LAYOUT_CHECK(next == offset + e, &threads, &memory, x);
        }
        addresses[lane] = (uint64_t)offset * bits / 8;
      }
      LAYOUT_CHECK(tern_bank_count_wavefronts(addresses, 32, bytes) == cost.wavefronts, &threads, &memory, x);
    }
  }
}

static void refuses_what_is_no_memory(void **state) {
  (void)state;
  const int64_t shape[] = {8, 8}, odd[] = {8, 6};
  const size_t order[] = {1, 0}, twice[] = {1, 1}, beyond[] = {2, 0};
  static const char *const orders = "the order does not have each dimension once";
  static const char *const powers = "the numbers of a swizzle are not powers of two";
  LAYOUT_FAILS(tern_layout_swizzled(2, shape, twice, 1, 1, 1), orders);
  LAYOUT_FAILS(tern_layout_swizzled(2, shape, beyond, 1, 1, 1), orders);
  LAYOUT_FAILS(tern_layout_swizzled(0, shape, order, 1, 1, 1), orders);
  LAYOUT_FAILS(tern_layout_swizzled(TERN_LAYOUT_MAX_DIMS + 1, shape, order, 1, 1, 1), orders);
  LAYOUT_FAILS(tern_layout_swizzled(2, odd, order, 1, 1, 1),
               "the size of a dimension is not a power of two, or too large");
  LAYOUT_FAILS(tern_layout_swizzled(2, shape, order, 3, 1, 1), powers);
  LAYOUT_FAILS(tern_layout_swizzled(2, shape, order, 1, 0, 1), powers);
  LAYOUT_FAILS(tern_layout_swizzled(2, shape, order, 4, 1, 4),
               "a line of the swizzle has fewer groups than there are phases");
  LAYOUT_FAILS(tern_layout_swizzled(1, shape, (size_t[]){0}, 1, 1, 2),
               "a line of the swizzle has fewer groups than there are phases");
  LAYOUT_FAILS(tern_layout_boxes(8, 64, 4, 128), "elements in memory have 8, 16, 32, 64 or 128 bits");
  LAYOUT_FAILS(tern_layout_boxes(8, 64, 16, 256), "boxes have rows of 16, 32, 64 or 128 bytes");
  LAYOUT_FAILS(tern_layout_boxes(8, 32, 16, 128), "the tile has fewer columns than a box");
  tern_layout_t lanes = tern_layout_identity_1d(128, "lane", "dim0"),
                memory = tern_layout_identity_1d(128, "offset", "dim0");
  assert_string_equal(tern_access_cost(&lanes, &memory, 32).error, "a warp has at most 64 lanes");
  tern_layout_t other = tern_layout_identity_1d(128, "offset", "dim1");
  assert_string_equal(tern_access_cost(&lanes, &other, 32).error, "the outputs of two layouts are not the same");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exchanges_groups_of_lines),   cmocka_unit_test(leaves_boxes_as_copies_do),
      cmocka_unit_test(counts_what_accesses_cost),   cmocka_unit_test(costs_the_same_everywhere),
      cmocka_unit_test(swizzles_lines_of_any_width), cmocka_unit_test(refuses_what_is_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
