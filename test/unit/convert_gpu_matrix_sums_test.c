// Sums of matrix instructions as units, for rows of the table and for those of a made-up instruction (docs/extending.md),
// which nothing in the tree knows but by its rows.

#include "convert/gpu/matrix_sums.h"

#include "layout_fixture.h"

#include "analysis/layout/fragments.h"

enum { MADE_UP_A, MADE_UP_B, MADE_UP_D };

static const tern_fragment_row_t made_up[] = {
#define FRAGMENT(ID, ...) [MADE_UP_##ID] = {__VA_ARGS__},
#include "../extending/sat_fragments.def"
#undef FRAGMENT
};

static int64_t in_size(const tern_layout_t *layout, const char *in) {
  return INT64_C(1) << tern_layout_bits(&layout->ins, in);
}

static void place_of(const tern_layout_t *sums, int64_t element, int64_t lane, int64_t warp, int64_t unit,
                     int64_t out[2]) {
  tern_layout_apply(sums, (int64_t[]){element, lane, warp, unit}, out);
}

// Each element of `columns` x `rows` instructions is in one place; a unit's are neighbours, units of a row follow each other
// from the left to the right, and those of the rows below come last.
static void check_units(const tern_layout_t *fragment, int64_t columns, int64_t rows) {
  tern_layout_t sums = tern_gpu_matrix_sums(fragment, columns, rows);
  LAYOUT_CHECK(tern_layout_is_invertible(&sums), &sums, fragment, 0);
  int64_t height = INT64_C(1) << tern_layout_bits(&fragment->outs, "dim0");
  int64_t width = INT64_C(1) << tern_layout_bits(&fragment->outs, "dim1");
  assert_int_equal(layout_size(&sums.outs), height * rows * width * columns);
  for (int64_t lane = 0; lane < in_size(&sums, "lane"); ++lane) {
    int64_t last[2] = {0};
    for (int64_t unit = 0; unit < in_size(&sums, "unit"); ++unit) {
      int64_t first[2];
      place_of(&sums, 0, lane, 0, unit, first);
      for (int64_t e = 1; e < in_size(&sums, "element"); ++e) {
        int64_t own[2];
        place_of(&sums, e, lane, 0, unit, own);
        LAYOUT_CHECK(own[0] == first[0] && own[1] == first[1] + e, &sums, fragment, unit);
      }
      bool is_next = first[0] == last[0] ? first[1] > last[1] : first[0] > last[0];
      LAYOUT_CHECK(unit == 0 || is_next, &sums, fragment, unit);
      memcpy(last, first, sizeof last);
    }
  }
}

static void goes_through_rows(void **state) {
  (void)state;
  static const tern_fragment_t rows[] = {TERN_FRAGMENT_MMA_M16N8_D, TERN_FRAGMENT_MMA_M8N8K4_D64,
                                         TERN_FRAGMENT_WGMMA_M64N8_D, TERN_FRAGMENT_MFMA_16X16_D};
  for (int64_t columns = 1; columns <= 8; columns *= 2) {
    for (int64_t below = 1; below <= 4; below *= 2) {
      for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        tern_layout_t fragment = tern_fragment_layout(rows[i]);
        check_units(&fragment, columns, below);
      }
      tern_layout_t fragment = tern_fragment_read(&made_up[MADE_UP_D]);
      check_units(&fragment, columns, below);
    }
  }
  // Numbers of instructions are rounded up.
  tern_layout_t fragment = tern_fragment_layout(TERN_FRAGMENT_WGMMA_M64N8_D);
  tern_layout_t odd = tern_gpu_matrix_sums(&fragment, 24, 3), even = tern_gpu_matrix_sums(&fragment, 32, 4);
  assert_true(tern_layout_equal(&odd, &even));
}

// --- eight neighbours for each lane ---

// The exchange does what the new layout says, word by word; returns whether there is one.
static bool check_wide(const tern_layout_t *sums, size_t bits) {
  enum { LANES = 32 };
  static uint64_t has[LANES][TERN_GPU_WIDE_SUMS], before[LANES][TERN_GPU_WIDE_SUMS];
  tern_gpu_wide_sums_t wide;
  if (!tern_gpu_choose_wide_sums(sums, bits, &wide)) return false;
  int64_t together = in_size(sums, "element");
  assert_int_equal(wide.units * together, TERN_GPU_WIDE_SUMS);
  assert_int_equal(in_size(&wide.sums, "unit") * wide.units, in_size(sums, "unit"));
  assert_true(tern_layout_is_invertible(&wide.sums));
  for (int64_t unit = 0; unit < in_size(&wide.sums, "unit"); ++unit) {
    for (int64_t lane = 0; lane < LANES; ++lane) {
      for (int64_t r = 0; r < TERN_GPU_WIDE_SUMS; ++r) {
        int64_t out[2];
        place_of(sums, r % together, lane, 0, unit * wide.units + r / together, out);
        has[lane][r] = (uint64_t)out[0] << 32 | (uint64_t)out[1];
      }
    }
    for (size_t i = 0; i < wide.conversion.exchange_count; ++i) {
      int64_t own = INT64_C(1) << wide.conversion.exchanges[i].register_bit;
      int64_t side = INT64_C(1) << wide.conversion.exchanges[i].lane_bit;
      assert_true(wide.conversion.exchanges[i].register_bit >= wide.word_bits);
      memcpy(before, has, sizeof has);
      for (int64_t lane = 0; lane < LANES; ++lane) {
        for (int64_t r = 0; r < TERN_GPU_WIDE_SUMS; ++r) {
          if (!(lane & side) != !(r & own)) has[lane][r] = before[lane ^ side][r ^ own];
        }
      }
    }
    for (int64_t lane = 0; lane < LANES; ++lane) {
      for (int64_t r = 0; r < TERN_GPU_WIDE_SUMS; ++r) {
        int64_t out[2], place;
        place_of(&wide.sums, r, lane, 0, unit, out);
        tern_layout_apply(&wide.conversion.registers, &r, &place);
        LAYOUT_CHECK(has[lane][place] == ((uint64_t)out[0] << 32 | (uint64_t)out[1]), sums, &wide.sums, unit);
      }
    }
  }
  return true;
}

static void gives_lanes_eight_neighbours(void **state) {
  (void)state;
  tern_layout_t mma = tern_fragment_layout(TERN_FRAGMENT_MMA_M16N8_D);
  tern_layout_t wgmma = tern_fragment_layout(TERN_FRAGMENT_WGMMA_M64N8_D);
  tern_layout_t own = tern_fragment_read(&made_up[MADE_UP_D]), mfma = tern_fragment_layout(TERN_FRAGMENT_MFMA_16X16_D);
  for (int64_t columns = 4; columns <= 16; columns *= 2) {
    for (size_t bits = 16; bits <= 32; bits *= 2) {
      tern_layout_t sums = tern_gpu_matrix_sums(&mma, columns, 2);
      assert_true(check_wide(&sums, bits));
      sums = tern_gpu_matrix_sums(&wgmma, columns, 2);
      assert_true(check_wide(&sums, bits));
      sums = tern_gpu_matrix_sums(&own, columns / 2, 2);
      assert_true(check_wide(&sums, bits));
    }
  }
  // Too few units; and lanes that have no neighbours to give.
  tern_layout_t sums = tern_gpu_matrix_sums(&mma, 2, 1);
  sums = tern_layout_resize_in(&sums, "unit", 2);
  assert_false(check_wide(&sums, 16));
  sums = tern_gpu_matrix_sums(&mfma, 1, 1);
  assert_false(check_wide(&sums, 16));
}

// --- a product by rows alone ---

enum { M = 8, N = 16, K = 8, WARP = 32, MOST = 4 };

// Lane by lane what the row says it has of a matrix.
static void deal(const tern_layout_t *layout, const int64_t *matrix, int64_t columns, int64_t out[WARP][MOST]) {
  for (int64_t lane = 0; lane < WARP; ++lane) {
    for (int64_t r = 0; r < in_size(layout, "register"); ++r) {
      int64_t place[2];
      tern_layout_apply(layout, (int64_t[]){r, lane, 0}, place);
      out[lane][r] = matrix[place[0] * columns + place[1]];
    }
  }
}

// The made-up instruction multiplies what lanes have: operands are gathered by their rows, sums are dealt by theirs, and a
// writer finds these as units.
static void multiplies_by_rows(void **state) {
  (void)state;
  tern_layout_t a = tern_fragment_read(&made_up[MADE_UP_A]), b = tern_fragment_read(&made_up[MADE_UP_B]);
  tern_layout_t d = tern_fragment_read(&made_up[MADE_UP_D]);
  tern_layout_t at_a = tern_layout_invert(&a), at_b = tern_layout_invert(&b);
  int64_t x[M * K], y[K * N], wanted[M * N] = {0}, own_x[WARP][MOST], own_y[WARP][MOST], own_sums[WARP][MOST];
  assert_null(at_a.error);
  assert_null(at_b.error);
  for (int64_t i = 0; i < M * K; ++i) x[i] = i * 7 % 11;
  for (int64_t i = 0; i < K * N; ++i) y[i] = i * 5 % 13;
  deal(&a, x, K, own_x);
  deal(&b, y, N, own_y);
  for (int64_t i = 0; i < M * N * K; ++i) {
    int64_t m = i / K / N, n = i / K % N, k = i % K, left[3], right[3];
    tern_layout_apply(&at_a, (int64_t[]){m, k}, left);
    tern_layout_apply(&at_b, (int64_t[]){k, n}, right);
    wanted[m * N + n] += own_x[left[1]][left[0]] * own_y[right[1]][right[0]];
  }
  deal(&d, wanted, N, own_sums);
  tern_layout_t sums = tern_gpu_matrix_sums(&d, 1, 1);
  for (int64_t lane = 0; lane < WARP; ++lane) {
    for (int64_t r = 0; r < MOST; ++r) {
      int64_t place[2], sum = 0;
      place_of(&sums, r % 2, lane, 0, r / 2, place);
      for (int64_t k = 0; k < K; ++k) sum += x[place[0] * K + k] * y[k * N + place[1]];
      assert_int_equal(own_sums[lane][r], sum);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(goes_through_rows),
      cmocka_unit_test(gives_lanes_eight_neighbours),
      cmocka_unit_test(multiplies_by_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
