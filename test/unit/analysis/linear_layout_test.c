// What layouts are made of and what they say: every function on random small layouts, for all inputs, against what it is
// said to be.

#include "layout_fixture.h"

enum { ROUNDS = 400 };

static tern_layout_dims_t dims_of(const char *name, size_t bits) {
  tern_layout_dims_t dims = {0};
  tern_layout_append_dim(&dims, name, bits);
  return dims;
}

// --- construction ---

static void maps_bits_to_their_bases(void **state) {
  (void)state;
  layout_random_state = 1;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_t model = layout_random_any(7, 7);
    int64_t values[7 * 3];
    for (size_t i = 0, at = 0; i < model.ins.count; ++i) {
      for (size_t bit = 0; bit < model.ins.values[i].bits; ++bit) {
        for (size_t k = 0; k < model.outs.count; ++k) values[at++] = tern_layout_basis(&model, i, bit, k);
      }
    }
    tern_layout_t layout = tern_layout_create(&model.ins, &model.outs, values);
    LAYOUT_CHECK(tern_layout_equal(&layout, &model), &layout, &model, round);
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
      layout_point_t in = layout_point(&layout.ins, x), out = layout_apply(&layout, &in);
      for (size_t k = 0; k < layout.outs.count; ++k) {
        int64_t sum = 0;
        for (size_t bit = 0; bit < tern_layout_in_bits(&layout); ++bit) {
          if (x >> bit & 1) sum ^= values[bit * layout.outs.count + k];
        }
        LAYOUT_CHECK(out.numbers[k] == sum, &layout, &model, x);
      }
      LAYOUT_CHECK((int64_t)tern_layout_apply_flat(&layout, (uint64_t)x) == layout_index(&out), &layout, &model, x);
    }
  }
}

static void infers_sizes(void **state) {
  (void)state;
  tern_layout_dims_t outs = {2, {{"dim0", 0}, {"dim1", 0}}};
  const int64_t values[] = {1, 0, 5, 0, 0, 2}, negative[] = {0, -1}, large[] = {INT64_C(1) << 48, 0};
  assert_true(tern_layout_infer_sizes(&outs, 3, values));
  assert_int_equal(outs.values[0].bits, 3);
  assert_int_equal(outs.values[1].bits, 2);
  tern_layout_dims_t many = {TERN_LAYOUT_MAX_DIMS + 1, {{"dim0", 0}}};
  assert_false(tern_layout_infer_sizes(&many, 1, values));
  assert_false(tern_layout_infer_sizes(&outs, 1, negative));
  assert_false(tern_layout_infer_sizes(&outs, 1, large));
  assert_int_equal(outs.values[0].bits, 3);
}

static void makes_lines(void **state) {
  (void)state;
  for (int64_t size = 1; size <= 16; size *= 2) {
    tern_layout_t identity = tern_layout_identity_1d(size, "lane", "dim0");
    tern_layout_t zeros = tern_layout_zeros_1d(size, "lane", "dim0", 4);
    assert_int_equal(layout_size(&identity.outs), size);
    assert_int_equal(layout_size(&zeros.outs), 4);
    for (int64_t stride = 0; stride <= 8; stride = stride ? 2 * stride : 1) {
      tern_layout_t strided = tern_layout_strided_1d(size, stride, "lane", "dim0");
      assert_int_equal(layout_size(&strided.outs), stride ? size * stride : 1);
      for (int64_t x = 0; x < size; ++x) {
        int64_t out;
        tern_layout_apply(&strided, &x, &out);
        assert_int_equal(out, stride * x);
        tern_layout_apply(&identity, &x, &out);
        assert_int_equal(out, x);
        tern_layout_apply(&zeros, &x, &out);
        assert_int_equal(out, 0);
      }
    }
  }
}

// Bits of one input may go along several outputs, or nowhere; a tile is repeated.
static void extends_by_lines(void **state) {
  (void)state;
  tern_layout_t layout = TERN_LAYOUT_EXTEND(NULL, {"lane", 4, "dim1"}, {"lane", 2, NULL}, {"lane", 4, "dim0"});
  for (int64_t lane = 0; lane < 32; ++lane) {
    int64_t outs[2];
    tern_layout_apply(&layout, &lane, outs);
    assert_int_equal(outs[tern_layout_find(&layout.outs, "dim1")], lane % 4);
    assert_int_equal(outs[tern_layout_find(&layout.outs, "dim0")], lane / 8);
  }
  tern_layout_t more = TERN_LAYOUT_EXTEND(&layout, {"register", 2, "dim1"}),
                line = tern_layout_identity_1d(2, "register", "dim1");
  line = tern_layout_product(&layout, &line);
  assert_true(tern_layout_equal(&more, &line));
  tern_layout_t odd = TERN_LAYOUT_EXTEND(&layout, {"lane", 3, NULL});
  LAYOUT_FAILS(odd, "the size of a dimension is not a power of two, or too large");
}

static void refuses_what_is_no_layout(void **state) {
  (void)state;
  static const char *const size = "the size of a dimension is not a power of two, or too large";
  static const char *const stride = "the size or stride of a dimension is not a power of two, or too large";
  static const char *const name = "the name of a dimension is empty or too long";
  static const char *const dims = "the dimensions of a layout have different names and few bits";
  static const char *const basis = "a basis is not below the size of its output";
  const tern_layout_dims_t lane = dims_of("lane", 1), out = dims_of("dim0", 2), large = {2, {{"x", 40}, {"y", 9}}};
  const tern_layout_dims_t twice = {2, {{"dim0", 1}, {"dim0", 1}}};
  const int64_t fits[] = {3, 0}, too_large[] = {4}, negative[] = {-1};
  LAYOUT_FAILS(tern_layout_identity_1d(3, "lane", "dim0"), size);
  LAYOUT_FAILS(tern_layout_identity_1d(0, "lane", "dim0"), size);
  LAYOUT_FAILS(tern_layout_identity_1d(-4, "lane", "dim0"), size);
  LAYOUT_FAILS(tern_layout_identity_1d(INT64_C(1) << 49, "lane", "dim0"), size);
  LAYOUT_FAILS(tern_layout_strided_1d(4, 3, "lane", "dim0"), stride);
  LAYOUT_FAILS(tern_layout_strided_1d(INT64_C(1) << 30, INT64_C(1) << 30, "lane", "dim0"), stride);
  LAYOUT_FAILS(tern_layout_identity_1d(4, "", "dim0"), name);
  LAYOUT_FAILS(tern_layout_identity_1d(4, "lane", "a name of 16 by"), name);
  LAYOUT_FAILS(tern_layout_create(&lane, &out, too_large), basis);
  LAYOUT_FAILS(tern_layout_create(&lane, &out, negative), basis);
  LAYOUT_FAILS(tern_layout_create(&lane, &large, fits), dims);
  LAYOUT_FAILS(tern_layout_create(&lane, &twice, fits), dims);
  tern_layout_t failed = tern_layout_identity_1d(3, "lane", "dim0"), right = tern_layout_identity_1d(4, "lane", "dim0");
  LAYOUT_FAILS(tern_layout_product(&failed, &right), size);
  LAYOUT_FAILS(tern_layout_product(&right, &failed), size);
  LAYOUT_FAILS(tern_layout_compose(&right, &failed), size);
  LAYOUT_FAILS(tern_layout_invert(&failed), size);
  LAYOUT_FAILS(tern_layout_flatten_outs(&failed), size);
  assert_false(tern_layout_equal(&failed, &failed));
  assert_false(tern_layout_is_surjective(&failed));
}

static void prints_bases(void **state) {
  (void)state;
  tern_layout_t row = tern_layout_identity_1d(2, "register", "dim1"),
                lanes = tern_layout_identity_1d(4, "lane", "dim1");
  tern_layout_t layout = tern_layout_product(&row, &lanes), warps = tern_layout_identity_1d(1, "warp", "dim0");
  layout = tern_layout_product(&layout, &warps);
  tern_string_builder_t sb = {0};
  tern_layout_append_text(&sb, &layout);
  assert_string_equal(sb.data,
                      " - register=1 -> (1, 0)\n"
                      " - lane=1 -> (2, 0)\n"
                      "   lane=2 -> (4, 0)\n"
                      " - warp is a size 1 dimension\n"
                      "where out dims are: [dim1 (size 8), dim0 (size 1)]\n");
  tern_string_builder_deinitialize(&sb);
  tern_layout_t failed = tern_layout_failed("of a reason");
  tern_layout_append_text(&sb, &failed);
  assert_string_equal(sb.data, "no layout: of a reason\n");
  tern_string_builder_deinitialize(&sb);
}

// --- questions ---

static void counts_what_is_reached(void **state) {
  (void)state;
  layout_random_state = 2;
  int surjective = 0, injective = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_t layout = layout_random_any(6, 5);
    int64_t times[32] = {0}, reached = 0;
    bool is_injective = true;
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
      int64_t y = (int64_t)tern_layout_apply_flat(&layout, (uint64_t)x);
      reached += times[y] == 0;
      is_injective &= ++times[y] == 1;
    }
    bool is_surjective = reached == layout_size(&layout.outs);
    LAYOUT_CHECK(tern_layout_is_surjective(&layout) == is_surjective, &layout, &layout, round);
    LAYOUT_CHECK(tern_layout_is_injective(&layout) == is_injective, &layout, &layout, round);
    LAYOUT_CHECK(tern_layout_is_invertible(&layout) == (is_surjective && is_injective), &layout, &layout, round);
    surjective += is_surjective;
    injective += is_injective;
  }
  assert_true(surjective > 20 && injective > 20);
}

// The free bits are those without which all outputs are still reached, each by one input.
static void finds_free_bits(void **state) {
  (void)state;
  layout_random_state = 3;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_t layout = layout_random_any(6, 5);
    uint64_t masks[TERN_LAYOUT_MAX_DIMS], all = 0;
    tern_layout_free_masks(&layout, masks);
    for (size_t i = 0; i < layout.ins.count; ++i) all = tern_layout_set(&layout.ins, i, all, masks[i]);
    bool is_reached[32] = {false};
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x)
      is_reached[tern_layout_apply_flat(&layout, (uint64_t)x)] = true;
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
      if ((uint64_t)x & all) continue;
      uint64_t y = tern_layout_apply_flat(&layout, (uint64_t)x);
      LAYOUT_CHECK(is_reached[y], &layout, &layout, x);
      is_reached[y] = false;
    }
    for (int64_t y = 0; y < layout_size(&layout.outs); ++y) LAYOUT_CHECK(!is_reached[y], &layout, &layout, y);
    // Bits below a free one make what it makes.
    for (size_t bit = 0; bit < tern_layout_in_bits(&layout); ++bit) {
      bool is_made = false;
      for (uint64_t x = 0; x < UINT64_C(1) << bit; ++x)
        is_made |= tern_layout_apply_flat(&layout, x) == layout.bases[bit];
      LAYOUT_CHECK(is_made == (all >> bit & 1), &layout, &layout, bit);
    }
  }
}

static bool is_consecutive(const tern_layout_t *layout, int64_t width) {
  for (int64_t x = 0; x < layout_size(&layout->ins); ++x) {
    layout_point_t in = layout_point(&layout->ins, x), first = in;
    first.numbers[0] -= in.numbers[0] % width;
    layout_point_t out = layout_apply(layout, &in), start = layout_apply(layout, &first);
    start.numbers[0] += in.numbers[0] % width;
    if (!layout_same(&out, &start)) return false;
  }
  return true;
}

static void counts_neighbours(void **state) {
  (void)state;
  layout_random_state = 4;
  int wide = 0;
  for (int round = 0; round < 4 * ROUNDS; ++round) {
    tern_layout_t layout = layout_random_any(6, 5);
    if (layout.ins.count == 0 || layout.outs.count == 0) {
      assert_int_equal(tern_layout_consecutive(&layout), 1);
      continue;
    }
    for (size_t i = 0; i < layout.ins.values[0].bits && layout_random(4); ++i) layout.bases[i] = UINT64_C(1) << i;
    for (size_t i = 0; i < tern_layout_in_bits(&layout); ++i) {
      layout.bases[i] &= (UINT64_C(1) << tern_layout_out_bits(&layout)) - 1;
    }
    int64_t width = 1, most = INT64_C(1) << layout.ins.values[0].bits;
    while (2 * width <= most && is_consecutive(&layout, 2 * width)) width *= 2;
    LAYOUT_CHECK(tern_layout_consecutive(&layout) == width, &layout, &layout, width);
    wide += width > 1;
  }
  assert_true(wide > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maps_bits_to_their_bases),
      cmocka_unit_test(infers_sizes),
      cmocka_unit_test(makes_lines),
      cmocka_unit_test(extends_by_lines),
      cmocka_unit_test(refuses_what_is_no_layout),
      cmocka_unit_test(prints_bases),
      cmocka_unit_test(counts_what_is_reached),
      cmocka_unit_test(finds_free_bits),
      cmocka_unit_test(counts_neighbours),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
