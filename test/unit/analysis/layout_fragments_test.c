// Layouts of fragments against formulas written by hand from the PTX ISA and AMD's calculator, and blocked layouts
// against divisions and remainders.

#include "layout_fixture.h"

#include "analysis/layout/fragments.h"

// Where element `i` of a lane is.
typedef struct place {
  int64_t row, column;
} place_t;

// --- mma.sync: groupID and threadID_in_group of the PTX ISA ---

static int64_t group_of(int64_t lane) { return lane >> 2; }
static int64_t thread_of(int64_t lane) { return lane % 4; }
static place_t turned(place_t place) { return (place_t){place.column, place.row}; }

static place_t sums(int64_t lane, int64_t i) {
  return (place_t){group_of(lane) + (i < 2 ? 0 : 8), thread_of(lane) * 2 + (i & 1)};
}

static place_t a_k4_of_32(int64_t lane, int64_t i) { return (place_t){group_of(lane) + (i ? 8 : 0), thread_of(lane)}; }
static place_t b_k4_of_32(int64_t lane, int64_t i) { return (place_t){thread_of(lane) + i, group_of(lane)}; }

static place_t a_k8_of_32(int64_t lane, int64_t i) {
  bool is_lower = i == 1 || i == 3;
  return (place_t){group_of(lane) + (is_lower ? 8 : 0), thread_of(lane) + (i < 2 ? 0 : 4)};
}

static place_t b_k8_of_32(int64_t lane, int64_t i) { return (place_t){thread_of(lane) + (i ? 4 : 0), group_of(lane)}; }

static place_t a_k8_of_16(int64_t lane, int64_t i) {
  return (place_t){group_of(lane) + (i < 2 ? 0 : 8), thread_of(lane) * 2 + (i & 1)};
}

static place_t b_k8_of_16(int64_t lane, int64_t i) { return (place_t){thread_of(lane) * 2 + i, group_of(lane)}; }

static place_t a_k16_of_16(int64_t lane, int64_t i) {
  bool is_upper = i < 2 || (i >= 4 && i < 6);
  return (place_t){group_of(lane) + (is_upper ? 0 : 8), thread_of(lane) * 2 + (i & 1) + (i < 4 ? 0 : 8)};
}

static place_t b_k16_of_16(int64_t lane, int64_t i) {
  return (place_t){thread_of(lane) * 2 + (i & 1) + (i < 2 ? 0 : 8), group_of(lane)};
}

static place_t a_k16_of_8(int64_t lane, int64_t i) {
  return (place_t){group_of(lane) + (i < 4 ? 0 : 8), thread_of(lane) * 4 + (i & 3)};
}

static place_t b_k16_of_8(int64_t lane, int64_t i) { return (place_t){thread_of(lane) * 4 + i, group_of(lane)}; }

static place_t a_k32_of_8(int64_t lane, int64_t i) {
  bool is_upper = i < 4 || (i >= 8 && i < 12);
  return (place_t){group_of(lane) + (is_upper ? 0 : 8), thread_of(lane) * 4 + (i & 3) + (i < 8 ? 0 : 16)};
}

static place_t b_k32_of_8(int64_t lane, int64_t i) {
  return (place_t){thread_of(lane) * 4 + (i & 3) + (i < 4 ? 0 : 16), group_of(lane)};
}

static place_t a_k4_of_64(int64_t lane, int64_t i) { return (place_t){group_of(lane), thread_of(lane) + i}; }
static place_t b_k4_of_64(int64_t lane, int64_t i) { return (place_t){thread_of(lane) + i, group_of(lane)}; }
static place_t a_k8_of_64(int64_t lane, int64_t i) {
  return (place_t){group_of(lane) + (i % 2 ? 8 : 0), thread_of(lane) + (i < 2 ? 0 : 4)};
}
static place_t b_k8_of_64(int64_t lane, int64_t i) { return (place_t){thread_of(lane) + (i ? 4 : 0), group_of(lane)}; }
static place_t sums_of_64(int64_t lane, int64_t i) { return (place_t){group_of(lane), thread_of(lane) * 2 + i}; }

// Lane l gets the elements 2 (l mod 4) and the next of row l / 4; turned, of column l / 4.
static place_t matrix(int64_t lane, int64_t i) { return (place_t){lane / 4, 2 * (lane % 4) + i}; }
static place_t matrix_turned(int64_t lane, int64_t i) { return turned(matrix(lane, i)); }

// --- v_mfma: lanes along the rows of A, neighbours along k ---

#define MFMA_FACTORS(rows, depth)                                            \
  static place_t a_##rows##x##depth(int64_t lane, int64_t i) {               \
    int64_t lanes_along_k = 64 / (rows), elements = (depth) / lanes_along_k; \
    return (place_t){lane % (rows), lane / (rows) * elements + i};           \
  }                                                                          \
  static place_t b_##rows##x##depth(int64_t lane, int64_t i) { return turned(a_##rows##x##depth(lane, i)); }
MFMA_FACTORS(32, 2)
MFMA_FACTORS(32, 4)
MFMA_FACTORS(32, 8)
MFMA_FACTORS(32, 16)
MFMA_FACTORS(32, 32)
MFMA_FACTORS(16, 4)
MFMA_FACTORS(16, 8)
MFMA_FACTORS(16, 16)
MFMA_FACTORS(16, 32)
MFMA_FACTORS(16, 64)

static place_t sums_of_32x32(int64_t lane, int64_t i) {
  return (place_t){8 * (i / 4) + 4 * (lane / 32) + i % 4, lane % 32};
}
static place_t sums_of_16x16(int64_t lane, int64_t i) { return (place_t){4 * (lane / 16) + i, lane % 16}; }
static place_t sums_of_16x16_64(int64_t lane, int64_t i) { return (place_t){4 * i + lane / 16, lane % 16}; }

typedef struct case_of {
  tern_fragment_t fragment;
  int64_t rows, columns, elements, lanes, warps;
  place_t (*place)(int64_t lane, int64_t i);
} case_of_t;

static const case_of_t cases[] = {
    {TERN_FRAGMENT_MMA_M16N8_D, 16, 8, 4, 32, 1, sums},
    {TERN_FRAGMENT_MMA_M16N8K4_A32, 16, 4, 2, 32, 1, a_k4_of_32},
    {TERN_FRAGMENT_MMA_M16N8K4_B32, 4, 8, 1, 32, 1, b_k4_of_32},
    {TERN_FRAGMENT_MMA_M16N8K8_A32, 16, 8, 4, 32, 1, a_k8_of_32},
    {TERN_FRAGMENT_MMA_M16N8K8_B32, 8, 8, 2, 32, 1, b_k8_of_32},
    {TERN_FRAGMENT_MMA_M16N8K8_A16, 16, 8, 4, 32, 1, a_k8_of_16},
    {TERN_FRAGMENT_MMA_M16N8K8_B16, 8, 8, 2, 32, 1, b_k8_of_16},
    {TERN_FRAGMENT_MMA_M16N8K16_A16, 16, 16, 8, 32, 1, a_k16_of_16},
    {TERN_FRAGMENT_MMA_M16N8K16_B16, 16, 8, 4, 32, 1, b_k16_of_16},
    {TERN_FRAGMENT_MMA_M16N8K16_A8, 16, 16, 8, 32, 1, a_k16_of_8},
    {TERN_FRAGMENT_MMA_M16N8K16_B8, 16, 8, 4, 32, 1, b_k16_of_8},
    {TERN_FRAGMENT_MMA_M16N8K32_A8, 16, 32, 16, 32, 1, a_k32_of_8},
    {TERN_FRAGMENT_MMA_M16N8K32_B8, 32, 8, 8, 32, 1, b_k32_of_8},
    {TERN_FRAGMENT_MMA_M8N8K4_A64, 8, 4, 1, 32, 1, a_k4_of_64},
    {TERN_FRAGMENT_MMA_M8N8K4_B64, 4, 8, 1, 32, 1, b_k4_of_64},
    {TERN_FRAGMENT_MMA_M16N8K8_A64, 16, 8, 4, 32, 1, a_k8_of_64},
    {TERN_FRAGMENT_MMA_M16N8K8_B64, 8, 8, 2, 32, 1, b_k8_of_64},
    {TERN_FRAGMENT_MMA_M8N8K4_D64, 8, 8, 2, 32, 1, sums_of_64},
    {TERN_FRAGMENT_LDMATRIX, 8, 8, 2, 32, 1, matrix},
    {TERN_FRAGMENT_LDMATRIX_TRANS, 8, 8, 2, 32, 1, matrix_turned},
    {TERN_FRAGMENT_WGMMA_M64N8_D, 64, 8, 4, 32, 4, sums},
    {TERN_FRAGMENT_WGMMA_M64K8_A32, 64, 8, 4, 32, 4, a_k8_of_32},
    {TERN_FRAGMENT_WGMMA_M64K16_A16, 64, 16, 8, 32, 4, a_k16_of_16},
    {TERN_FRAGMENT_WGMMA_M64K32_A8, 64, 32, 16, 32, 4, a_k32_of_8},
    {TERN_FRAGMENT_MFMA_32X32_D, 32, 32, 16, 64, 1, sums_of_32x32},
    {TERN_FRAGMENT_MFMA_16X16_D, 16, 16, 4, 64, 1, sums_of_16x16},
    {TERN_FRAGMENT_MFMA_16X16_D64, 16, 16, 4, 64, 1, sums_of_16x16_64},
    {TERN_FRAGMENT_MFMA_32X32X2_A, 32, 2, 1, 64, 1, a_32x2},
    {TERN_FRAGMENT_MFMA_32X32X2_B, 2, 32, 1, 64, 1, b_32x2},
    {TERN_FRAGMENT_MFMA_32X32X4_A, 32, 4, 2, 64, 1, a_32x4},
    {TERN_FRAGMENT_MFMA_32X32X4_B, 4, 32, 2, 64, 1, b_32x4},
    {TERN_FRAGMENT_MFMA_32X32X8_A, 32, 8, 4, 64, 1, a_32x8},
    {TERN_FRAGMENT_MFMA_32X32X8_B, 8, 32, 4, 64, 1, b_32x8},
    {TERN_FRAGMENT_MFMA_32X32X16_A, 32, 16, 8, 64, 1, a_32x16},
    {TERN_FRAGMENT_MFMA_32X32X16_B, 16, 32, 8, 64, 1, b_32x16},
    {TERN_FRAGMENT_MFMA_32X32X32_A, 32, 32, 16, 64, 1, a_32x32},
    {TERN_FRAGMENT_MFMA_32X32X32_B, 32, 32, 16, 64, 1, b_32x32},
    {TERN_FRAGMENT_MFMA_16X16X4_A, 16, 4, 1, 64, 1, a_16x4},
    {TERN_FRAGMENT_MFMA_16X16X4_B, 4, 16, 1, 64, 1, b_16x4},
    {TERN_FRAGMENT_MFMA_16X16X8_A, 16, 8, 2, 64, 1, a_16x8},
    {TERN_FRAGMENT_MFMA_16X16X8_B, 8, 16, 2, 64, 1, b_16x8},
    {TERN_FRAGMENT_MFMA_16X16X16_A, 16, 16, 4, 64, 1, a_16x16},
    {TERN_FRAGMENT_MFMA_16X16X16_B, 16, 16, 4, 64, 1, b_16x16},
    {TERN_FRAGMENT_MFMA_16X16X32_A, 16, 32, 8, 64, 1, a_16x32},
    {TERN_FRAGMENT_MFMA_16X16X32_B, 32, 16, 8, 64, 1, b_16x32},
    {TERN_FRAGMENT_MFMA_16X16X64_A, 16, 64, 16, 64, 1, a_16x64},
    {TERN_FRAGMENT_MFMA_16X16X64_B, 64, 16, 16, 64, 1, b_16x64},
};

static void agrees_with_the_manuals(void **state) {
  (void)state;
  bool is_seen[TERN_FRAGMENT_COUNT] = {false};
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c) {
    const case_of_t *own = &cases[c];
    tern_layout_t layout = tern_fragment_layout(own->fragment);
    is_seen[own->fragment] = true;
    assert_int_equal(tern_layout_bits(&layout.outs, "dim0"), __builtin_ctzll((unsigned long long)own->rows));
    assert_int_equal(tern_layout_bits(&layout.outs, "dim1"), __builtin_ctzll((unsigned long long)own->columns));
    assert_int_equal(layout_size(&layout.ins), own->elements * own->lanes * own->warps);
    LAYOUT_CHECK(tern_layout_is_invertible(&layout), &layout, &layout, c);
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
      layout_point_t in = layout_point(&layout.ins, x), out = layout_apply(&layout, &in);
      place_t place = own->place(layout_number(&in, "lane"), layout_number(&in, "register"));
      place.row += 16 * layout_number(&in, "warp");
      if (layout_number(&out, "dim0") != place.row || layout_number(&out, "dim1") != place.column) {
        layout_show(tern_fragment_name(own->fragment), &layout);
        fail_msg("lane %lld, element %lld", (long long)layout_number(&in, "lane"),
                 (long long)layout_number(&in, "register"));
      }
    }
  }
  for (size_t i = 0; i < TERN_FRAGMENT_COUNT; ++i) {
    if (!is_seen[i]) fail_msg("%s: no test", tern_fragment_name((tern_fragment_t)i));
  }
}

// wgmma m64nN: element i of a thread is in the eight columns number i / 4.
static void widens_the_sums_of_warp_groups(void **state) {
  (void)state;
  tern_layout_t tile = tern_fragment_layout(TERN_FRAGMENT_WGMMA_M64N8_D);
  for (int64_t n = 8; n <= 256; n *= 2) {
    tern_layout_t layout = tern_layout_cover(&tile, "register", "dim1", n);
    assert_int_equal(layout_size(&layout.ins), 64 * n);
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
      layout_point_t in = layout_point(&layout.ins, x), out = layout_apply(&layout, &in);
      int64_t i = in.numbers[0], lane = in.numbers[1], warp = in.numbers[2];
      LAYOUT_CHECK(out.numbers[0] == 16 * warp + lane / 4 + 8 * (i / 2 % 2), &layout, &tile, x);
      LAYOUT_CHECK(out.numbers[1] == 8 * (i / 4) + 2 * (lane % 4) + i % 2, &layout, &tile, x);
    }
  }
}

// --- tensors ---

// Where element `own` of thread `in` is: tiles of threads along each dimension, then the tile again. Without bits.
static int64_t blocked_place(const tern_blocked_t *blocked, const int64_t *shape, size_t dim,
                             const layout_point_t *in) {
  int64_t lane = layout_number(in, "lane"), warp = layout_number(in, "warp"), element = layout_number(in, "register");
  int64_t registers[8], lanes[8], warps[8], repeats[8];
  for (size_t i = 0; i < blocked->rank; ++i) {
    size_t d = blocked->order[i];
    registers[d] = element % blocked->size_per_thread[d];
    element /= blocked->size_per_thread[d];
    lanes[d] = lane % blocked->threads_per_warp[d];
    lane /= blocked->threads_per_warp[d];
    warps[d] = warp % blocked->warps_per_cta[d];
    warp /= blocked->warps_per_cta[d];
  }
  for (size_t i = 0; i < blocked->rank; ++i) {
    size_t d = blocked->order[i];
    int64_t tile = blocked->size_per_thread[d] * blocked->threads_per_warp[d] * blocked->warps_per_cta[d];
    int64_t count = shape[d] > tile ? shape[d] / tile : 1;
    repeats[d] = element % count;
    element /= count;
  }
  int64_t place = repeats[dim] * blocked->warps_per_cta[dim] + warps[dim];
  place = place * blocked->threads_per_warp[dim] + lanes[dim];
  return (place * blocked->size_per_thread[dim] + registers[dim]) % shape[dim];
}

static void deals_tensors_to_threads(void **state) {
  (void)state;
  layout_random_state = 21;
  for (int round = 0; round < 300; ++round) {
    tern_blocked_t blocked = {.rank = (size_t)(1 + layout_random(3))};
    int64_t shape[3];
    size_t first = (size_t)layout_random((int64_t)blocked.rank), rank = blocked.rank;
    bool is_down = layout_random(2);
    for (size_t d = 0; d < rank; ++d) {
      blocked.size_per_thread[d] = INT64_C(1) << layout_random(3);
      blocked.threads_per_warp[d] = INT64_C(1) << layout_random(3);
      blocked.warps_per_cta[d] = INT64_C(1) << layout_random(2);
      shape[d] = INT64_C(1) << layout_random(6);
      blocked.order[d] = is_down ? (first + rank - d) % rank : (first + d) % rank;
    }
    tern_layout_t layout = tern_layout_blocked(&blocked, shape);
    LAYOUT_CHECK(tern_layout_is_surjective(&layout), &layout, &layout, round);
    for (size_t d = 0; d < rank; ++d)
      assert_int_equal(layout.outs.values[d].bits, __builtin_ctzll((unsigned long long)shape[d]));
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
      layout_point_t in = layout_point(&layout.ins, x), out = layout_apply(&layout, &in);
      for (size_t d = 0; d < rank; ++d) {
        LAYOUT_CHECK(out.numbers[d] == blocked_place(&blocked, shape, d, &in), &layout, &layout, x);
      }
    }
  }
}

// Two by two warps with sums of mma.sync, on 64 x 32.
static void spreads_fragments_over_warps(void **state) {
  (void)state;
  tern_layout_t tile = tern_fragment_layout(TERN_FRAGMENT_MMA_M16N8_D);
  const size_t order[] = {1, 0}, twice[] = {1, 1};
  const int64_t warps[] = {2, 2}, shape[] = {64, 32}, odd[] = {64, 24};
  tern_layout_t layout = tern_layout_spread(&tile, 2, warps, order, shape);
  for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
    layout_point_t in = layout_point(&layout.ins, x), out = layout_apply(&layout, &in);
    int64_t i = layout_number(&in, "register"), warp = layout_number(&in, "warp");
    place_t place = sums(layout_number(&in, "lane"), i % 4);
    LAYOUT_CHECK(out.numbers[0] == place.row + 16 * (warp / 2) + 32 * (i / 8), &layout, &tile, x);
    LAYOUT_CHECK(out.numbers[1] == place.column + 8 * (warp % 2) + 16 * (i / 4 % 2), &layout, &tile, x);
  }
  LAYOUT_FAILS(tern_layout_spread(&tile, 2, warps, twice, shape), "the order does not have each dimension once");
  LAYOUT_FAILS(tern_layout_spread(&tile, 0, warps, order, shape), "the order does not have each dimension once");
  LAYOUT_FAILS(tern_layout_spread(&tile, TERN_LAYOUT_MAX_DIMS + 1, warps, order, shape),
               "the order does not have each dimension once");
  LAYOUT_FAILS(tern_layout_spread(&tile, 2, warps, order, odd), "the size of a dimension is not a power of two");
  LAYOUT_FAILS(tern_layout_cover(&tile, "register", "dim1", 24), "the size of a dimension is not a power of two");
  tern_blocked_t blocked = {.rank = 2, .order = {0, 2}};
  LAYOUT_FAILS(tern_layout_blocked(&blocked, shape), "the order does not have each dimension once");
  LAYOUT_FAILS(tern_layout_clip(&tile, "dim2", 4), "there is no such dimension");
  LAYOUT_FAILS(tern_layout_cover(&tile, "register", "dim2", 4), "there is no such dimension");
}

// --- ldmatrix ---

// Does each lane get its elements, if lane 8 i + j has the address of line j of matrix i? ldmatrix gives lane l two elements of
// 16 bits of each matrix: numbers 2 (l mod 4) and the next of line l / 4, or of column l / 4 if it transposes.
static void check_addresses(const tern_layout_t *fragment, size_t along, size_t bits, bool is_transposed) {
  bool transposes = !is_transposed;
  tern_layout_t addresses = tern_fragment_addresses(fragment, along, bits, &transposes);
  assert_null(addresses.error);
  assert_true(transposes == is_transposed);
  int64_t registers = INT64_C(1) << tern_layout_bits(&fragment->ins, "register");
  for (int64_t lane = 0; lane < 32; ++lane) {
    for (int64_t i = 0; i < registers; ++i) {
      // The half word that has the register, or that it begins with.
      int64_t half = i * (int64_t)bits / 16, matrix = half / 2, part = half % 2, shift = i * (int64_t)bits % 16;
      int64_t line = is_transposed ? 2 * (lane % 4) + part : lane / 4;
      int64_t at = is_transposed ? lane / 4 : 2 * (lane % 4) + part;
      int64_t got[2], wanted[2];
      tern_layout_apply(&addresses, (int64_t[]){8 * matrix + line}, got);
      got[tern_layout_find(&addresses.outs, along ? "dim1" : "dim0")] += (at * 16 + shift) / (int64_t)bits;
      tern_layout_apply(fragment, (int64_t[]){i, lane, 0}, wanted);
      for (size_t d = 0; d < 2; ++d) {
        size_t position = tern_layout_find(&addresses.outs, tern_layout_dim_name(d));
        LAYOUT_CHECK(got[position] == wanted[d], fragment, &addresses, 32 * i + lane);
      }
    }
  }
}

static void loads_fragments_by_matrices(void **state) {
  (void)state;
  static const struct {
    tern_fragment_t a, b;
    size_t bits;
  } rows[] = {{TERN_FRAGMENT_MMA_M16N8K32_A8, TERN_FRAGMENT_MMA_M16N8K32_B8, 8},
              {TERN_FRAGMENT_MMA_M16N8K16_A16, TERN_FRAGMENT_MMA_M16N8K16_B16, 16},
              {TERN_FRAGMENT_MMA_M16N8K8_A32, TERN_FRAGMENT_MMA_M16N8K8_B32, 32}};
  bool is_transposed;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    tern_layout_t a = tern_fragment_layout(rows[i].a), b = tern_fragment_layout(rows[i].b);
    b = tern_layout_cover(&b, "register", "dim1", 16);
    check_addresses(&a, 1, rows[i].bits, false);
    check_addresses(&b, 0, rows[i].bits, false);
    if (rows[i].bits == 16) {
      check_addresses(&a, 0, 16, true);
      check_addresses(&b, 1, 16, true);
      continue;
    }
    LAYOUT_FAILS(tern_fragment_addresses(&a, 0, rows[i].bits, &is_transposed),
                 "ldmatrix transposes elements of 16 bits only");
  }
  tern_layout_t sums = tern_fragment_layout(TERN_FRAGMENT_MFMA_16X16_D);
  LAYOUT_FAILS(tern_fragment_addresses(&sums, 1, 16, &is_transposed), "the layout is not a product with the divisor");
  LAYOUT_FAILS(tern_fragment_addresses(&sums, 1, 64, &is_transposed), "ldmatrix has elements of 8, 16 or 32 bits");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_the_manuals),     cmocka_unit_test(widens_the_sums_of_warp_groups),
      cmocka_unit_test(deals_tensors_to_threads),    cmocka_unit_test(spreads_fragments_over_warps),
      cmocka_unit_test(loads_fragments_by_matrices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
