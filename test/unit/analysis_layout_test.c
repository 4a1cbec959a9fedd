// Linear layouts: every operation on random small layouts, for all inputs, against what it is said to be.

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

// --- the same map in another form ---

static tern_layout_names_t names_in_order(const tern_layout_dims_t *dims, size_t first, const char **names) {
  for (size_t i = 0; i < dims->count; ++i) names[i] = dims->values[(first + i) % dims->count].name;
  return (tern_layout_names_t){names, dims->count};
}

static void transposes(void **state) {
  (void)state;
  layout_random_state = 5;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_t layout = layout_random_any(6, 6);
    const char *ins[TERN_LAYOUT_MAX_DIMS], *outs[TERN_LAYOUT_MAX_DIMS];
    tern_layout_t other = tern_layout_transpose_ins(&layout, names_in_order(&layout.ins, 1, ins));
    other = tern_layout_transpose_outs(&other, names_in_order(&layout.outs, 2, outs));
    for (size_t i = 0; i < layout.ins.count; ++i) assert_string_equal(other.ins.values[i].name, ins[i]);
    for (size_t i = 0; i < layout.outs.count; ++i) assert_string_equal(other.outs.values[i].name, outs[i]);
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
      layout_point_t in = layout_point(&layout.ins, x), out = layout_apply(&layout, &in),
                     own = layout_apply(&other, &in);
      LAYOUT_CHECK(layout_same(&out, &own), &layout, &other, x);
    }
  }
  tern_layout_t layout = tern_layout_identity_1d(4, "lane", "dim0");
  LAYOUT_FAILS(tern_layout_transpose_ins(&layout, TERN_LAYOUT_NAMES("warp")), "the names are not those of all inputs");
  LAYOUT_FAILS(tern_layout_transpose_outs(&layout, TERN_LAYOUT_NAMES("dim0", "dim0")),
               "the names are not those of all outputs");
}

// Dimensions of as many bits as there are, cut at random.
static tern_layout_dims_t cut_bits(size_t bits) {
  static const char *const names[] = {"a", "b", "c"};
  tern_layout_dims_t dims = {0};
  for (size_t i = 0; i < 3; ++i) {
    size_t own = i == 2 ? bits : (size_t)layout_random((int64_t)bits + 1);
    tern_layout_append_dim(&dims, names[i], own);
    bits -= own;
  }
  return dims;
}

static void reshapes(void **state) {
  (void)state;
  layout_random_state = 6;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_t layout = layout_random_any(6, 6);
    tern_layout_dims_t ins = cut_bits(tern_layout_in_bits(&layout)), outs = cut_bits(tern_layout_out_bits(&layout));
    tern_layout_t other = tern_layout_reshape_ins(&layout, &ins), flat = tern_layout_flatten_ins(&layout);
    other = tern_layout_reshape_outs(&other, &outs);
    flat = tern_layout_flatten_outs(&flat);
    assert_true(flat.ins.count <= 1 && flat.outs.count <= 1);
    if (flat.ins.count) assert_string_equal(flat.ins.values[0].name, layout.ins.values[0].name);
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
      layout_point_t in = layout_point(&layout.ins, x), out = layout_apply(&layout, &in);
      layout_point_t own_in = layout_point(&ins, x), own = layout_apply(&other, &own_in);
      LAYOUT_CHECK(layout_index(&own) == layout_index(&out), &layout, &other, x);
      layout_point_t flat_in = layout_point(&flat.ins, x), flat_out = layout_apply(&flat, &flat_in);
      LAYOUT_CHECK(layout_index(&flat_out) == layout_index(&out), &layout, &flat, x);
    }
  }
  tern_layout_t layout = tern_layout_identity_1d(4, "lane", "dim0");
  tern_layout_dims_t other = dims_of("x", 3), twice = {2, {{"x", 1}, {"x", 1}}};
  LAYOUT_FAILS(tern_layout_reshape_ins(&layout, &other), "the new inputs have another number of elements");
  LAYOUT_FAILS(tern_layout_reshape_ins(&layout, &twice), "the new inputs have another number of elements");
  LAYOUT_FAILS(tern_layout_reshape_outs(&layout, &other), "the new outputs have another number of elements");
}

static void renames(void **state) {
  (void)state;
  tern_layout_t lanes = tern_layout_identity_1d(4, "lane", "dim1"), warps = tern_layout_identity_1d(2, "warp", "dim0");
  tern_layout_t layout = tern_layout_product(&lanes, &warps), other = tern_layout_rename_in(&layout, "warp", "block");
  other = tern_layout_rename_out(&other, "dim1", "offset");
  tern_layout_t own_lanes = tern_layout_identity_1d(4, "lane", "offset");
  tern_layout_t blocks = tern_layout_identity_1d(2, "block", "dim0"), wanted = tern_layout_product(&own_lanes, &blocks);
  LAYOUT_CHECK(tern_layout_equal(&other, &wanted), &other, &wanted, 0);
  LAYOUT_FAILS(tern_layout_rename_in(&layout, "warp", "lane"), "there is no such input, or its new name is taken");
  LAYOUT_FAILS(tern_layout_rename_in(&layout, "x", "y"), "there is no such input, or its new name is taken");
  LAYOUT_FAILS(tern_layout_rename_out(&layout, "x", "y"), "there is no such output, or its new name is taken");
}

// --- other maps ---

static void takes_parts(void **state) {
  (void)state;
  layout_random_state = 7;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_t layout = layout_random_any(6, 6);
    const char *ins[TERN_LAYOUT_MAX_DIMS], *outs[TERN_LAYOUT_MAX_DIMS];
    tern_layout_names_t in_names = names_in_order(&layout.ins, 1, ins),
                        out_names = names_in_order(&layout.outs, 1, outs);
    in_names.count = (size_t)layout_random((int64_t)in_names.count + 1);
    out_names.count = (size_t)layout_random((int64_t)out_names.count + 1);
    tern_layout_t part = tern_layout_sublayout(&layout, in_names, out_names);
    assert_int_equal(part.ins.count, in_names.count);
    assert_int_equal(part.outs.count, out_names.count);
    for (int64_t x = 0; x < layout_size(&part.ins); ++x) {
      layout_point_t in = layout_point(&part.ins, x), own = layout_apply(&part, &in), out = layout_apply(&layout, &in);
      for (size_t k = 0; k < part.outs.count; ++k) {
        LAYOUT_CHECK(own.numbers[k] == layout_number(&out, part.outs.values[k].name), &layout, &part, x);
      }
    }
  }
  tern_layout_t layout = tern_layout_identity_1d(4, "lane", "dim0");
  LAYOUT_FAILS(tern_layout_sublayout(&layout, TERN_LAYOUT_NAMES("x"), TERN_LAYOUT_NAMES("dim0")),
               "there is no such input");
  LAYOUT_FAILS(tern_layout_sublayout(&layout, TERN_LAYOUT_NAMES("lane"), TERN_LAYOUT_NAMES("x")),
               "there is no such output");
}

static void resizes(void **state) {
  (void)state;
  layout_random_state = 8;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_dims_t ins = {2, {{"register", 2}, {"lane", 3}}}, outs = {2, {{"dim0", 3}, {"dim1", 2}}};
    tern_layout_t layout = layout_random_map(&ins, &outs);
    int64_t lanes = INT64_C(1) << layout_random(5), columns = INT64_C(1) << layout_random(5);
    tern_layout_t other = tern_layout_resize_in(&layout, "lane", lanes);
    other = tern_layout_resize_out(&other, "dim0", columns);
    assert_int_equal(layout_size(&other.ins), 4 * lanes);
    assert_int_equal(layout_size(&other.outs), 4 * columns);
    for (int64_t x = 0; x < layout_size(&other.ins); ++x) {
      layout_point_t in = layout_point(&other.ins, x), old = in;
      old.numbers[1] %= 8;
      layout_point_t own = layout_apply(&other, &in), out = layout_apply(&layout, &old);
      LAYOUT_CHECK(own.numbers[0] == out.numbers[0] % columns && own.numbers[1] == out.numbers[1], &layout, &other, x);
    }
  }
  tern_layout_t layout = tern_layout_identity_1d(4, "lane", "dim0");
  LAYOUT_FAILS(tern_layout_resize_in(&layout, "x", 4), "there is no such dimension");
  LAYOUT_FAILS(tern_layout_resize_in(&layout, "lane", 3), "the size of a dimension is not a power of two");
  LAYOUT_FAILS(tern_layout_resize_out(&layout, "dim0", INT64_C(1) << 50), "a layout has few bits");
}

static void removes_zero_bases(void **state) {
  (void)state;
  layout_random_state = 9;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_dims_t ins = {3, {{"register", 3}, {"lane", 3}, {"warp", 1}}}, outs = {2, {{"dim0", 2}, {"dim1", 2}}};
    tern_layout_t layout = layout_random_map(&ins, &outs), other = tern_layout_remove_zero_bases(&layout, "lane");
    int64_t next = 0;
    for (int64_t x = 0; x < layout_size(&ins); ++x) {
      layout_point_t in = layout_point(&ins, x);
      bool is_left_out = false;
      for (size_t bit = 0; bit < 3; ++bit) is_left_out |= in.numbers[1] >> bit & 1 && layout.bases[3 + bit] == 0;
      if (is_left_out) continue;
      layout_point_t own_in = layout_point(&other.ins, next++), own = layout_apply(&other, &own_in);
      layout_point_t out = layout_apply(&layout, &in);
      LAYOUT_CHECK(layout_same(&own, &out), &layout, &other, x);
    }
    LAYOUT_CHECK(next == layout_size(&other.ins), &layout, &other, next);
  }
  tern_layout_t layout = tern_layout_identity_1d(4, "lane", "dim0");
  LAYOUT_FAILS(tern_layout_remove_zero_bases(&layout, "x"), "there is no such input");
}

static void concatenates(void **state) {
  (void)state;
  layout_random_state = 10;
  const tern_layout_dims_t lanes = dims_of("lane", 3), warps = dims_of("warp", 2), row = dims_of("dim0", 3);
  const tern_layout_dims_t column = dims_of("dim1", 2);
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_t x = layout_random_map(&lanes, &row), y = layout_random_map(&warps, &row);
    tern_layout_t z = layout_random_map(&lanes, &column);
    tern_layout_t ins = tern_layout_concat_ins(&x, &y), outs = tern_layout_concat_outs(&x, &z);
    for (int64_t lane = 0; lane < 8; ++lane) {
      int64_t of_x, of_y, of_z, both[2];
      tern_layout_apply(&x, &lane, &of_x);
      tern_layout_apply(&z, &lane, &of_z);
      tern_layout_apply(&outs, &lane, both);
      LAYOUT_CHECK(both[0] == of_x && both[1] == of_z, &x, &z, lane);
      for (int64_t warp = 0; warp < 4; ++warp) {
        tern_layout_apply(&y, &warp, &of_y);
        tern_layout_apply(&ins, (int64_t[]){lane, warp}, both);
        LAYOUT_CHECK(both[0] == (of_x ^ of_y), &x, &y, lane);
      }
    }
  }
  tern_layout_t x = tern_layout_identity_1d(4, "lane", "dim0"), y = tern_layout_identity_1d(4, "warp", "dim1");
  LAYOUT_FAILS(tern_layout_concat_ins(&x, &y), "the outputs of two layouts are not the same");
  LAYOUT_FAILS(tern_layout_concat_outs(&x, &y), "the inputs of two layouts are not the same");
  LAYOUT_FAILS(tern_layout_concat_ins(&x, &x), "two layouts have an input in common");
  LAYOUT_FAILS(tern_layout_concat_outs(&x, &x), "two layouts have an output in common");
}

// Are the maps the same but for the order of dimensions?
static bool is_same_map(const tern_layout_t *x, const tern_layout_t *y) {
  for (int64_t i = 0; i < layout_size(&x->ins); ++i) {
    layout_point_t in = layout_point(&x->ins, i), out = layout_apply(x, &in), own = layout_apply(y, &in);
    if (!layout_same(&out, &own)) return false;
  }
  return layout_size(&x->ins) == layout_size(&y->ins) && layout_size(&x->outs) == layout_size(&y->outs);
}

// The product at a point: of each dimension the low bits are the inner layout's, the others the outer one's.
static void check_product(const tern_layout_t *inner, const tern_layout_t *outer, const tern_layout_t *product) {
  for (int64_t x = 0; x < layout_size(&product->ins); ++x) {
    layout_point_t in = layout_point(&product->ins, x), low = {.dims = &inner->ins}, high = {.dims = &outer->ins};
    for (size_t i = 0; i < inner->ins.count; ++i) {
      low.numbers[i] = layout_number(&in, inner->ins.values[i].name) & ((INT64_C(1) << inner->ins.values[i].bits) - 1);
    }
    for (size_t i = 0; i < outer->ins.count; ++i) {
      const char *name = outer->ins.values[i].name;
      high.numbers[i] = layout_number(&in, name) >> tern_layout_bits(&inner->ins, name);
    }
    layout_point_t of_low = layout_apply(inner, &low), of_high = layout_apply(outer, &high);
    layout_point_t out = layout_apply(product, &in);
    for (size_t k = 0; k < product->outs.count; ++k) {
      const char *name = product->outs.values[k].name;
      int64_t above = layout_number(&of_high, name) << tern_layout_bits(&inner->outs, name);
      LAYOUT_CHECK(out.numbers[k] == layout_number(&of_low, name) + above, inner, outer, x);
    }
  }
}

static void multiplies(void **state) {
  (void)state;
  layout_random_state = 11;
  static const char *const orders = "two layouts have their dimensions in different orders";
  int made = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_t inner = layout_random_any(5, 4), outer = layout_random_any(5, 4), third = layout_random_any(3, 3);
    tern_layout_t product = tern_layout_product(&inner, &outer), empty = tern_layout_empty();
    tern_layout_t same = tern_layout_product(&inner, &empty), also = tern_layout_product(&empty, &inner);
    LAYOUT_CHECK(tern_layout_equal(&same, &inner) && tern_layout_equal(&also, &inner), &inner, &same, round);
    if (product.error) {
      assert_string_equal(product.error, orders);
      continue;
    }
    ++made;
    LAYOUT_CHECK(layout_size(&product.ins) == layout_size(&inner.ins) * layout_size(&outer.ins), &inner, &outer, 0);
    LAYOUT_CHECK(layout_size(&product.outs) == layout_size(&inner.outs) * layout_size(&outer.outs), &inner, &outer, 0);
    check_product(&inner, &outer, &product);
    tern_layout_t rest = tern_layout_product(&outer, &third), left = tern_layout_product(&product, &third);
    tern_layout_t right = tern_layout_product(&inner, &rest);
    if (!left.error && !right.error) LAYOUT_CHECK(is_same_map(&left, &right), &left, &right, round);
  }
  assert_true(made > 100);
}

static void orders_the_dimensions_of_products(void **state) {
  (void)state;
  tern_layout_dims_t ab = {2, {{"a", 1}, {"b", 1}}}, cb = {2, {{"c", 1}, {"b", 1}}}, ba = {2, {{"b", 1}, {"a", 1}}};
  tern_layout_dims_t none = {0},
                     all = {8, {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 1}, {"g", 1}, {"h", 1}}};
  tern_layout_dims_t one = dims_of("i", 0);
  tern_layout_t x = layout_random_map(&ab, &none), y = layout_random_map(&cb, &none), z = layout_random_map(&ba, &none);
  tern_layout_t large = layout_random_map(&all, &none), more = layout_random_map(&one, &none);
  tern_layout_t product = tern_layout_product(&x, &y);
  assert_int_equal(product.ins.count, 3);
  assert_string_equal(product.ins.values[0].name, "a");
  assert_string_equal(product.ins.values[1].name, "c");
  assert_string_equal(product.ins.values[2].name, "b");
  assert_int_equal(product.ins.values[2].bits, 2);
  LAYOUT_FAILS(tern_layout_product(&x, &z), "two layouts have their dimensions in different orders");
  LAYOUT_FAILS(tern_layout_product(&large, &more), "the product of two layouts has too many dimensions or bits");
}

static void composes(void **state) {
  (void)state;
  layout_random_state = 12;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_dims_t ins = layout_random_dims(layout_in_names, 3, 3, 6);
    tern_layout_dims_t middle = {2, {{"dim0", 2}, {"dim1", 2}}}, next = {2, {{"dim1", 2}, {"dim0", 3}}};
    tern_layout_dims_t outs = {2, {{"offset", 3}, {"block", 1}}};
    tern_layout_t inner = layout_random_map(&ins, &middle), outer = layout_random_map(&next, &outs);
    tern_layout_t both = tern_layout_compose(&inner, &outer);
    for (int64_t x = 0; x < layout_size(&ins); ++x) {
      layout_point_t in = layout_point(&ins, x), between = layout_apply(&inner, &in);
      layout_point_t out = layout_apply(&outer, &between), own = layout_apply(&both, &in);
      LAYOUT_CHECK(layout_same(&out, &own), &inner, &outer, x);
    }
  }
  tern_layout_t x = tern_layout_identity_1d(4, "lane", "dim0"), y = tern_layout_identity_1d(2, "dim0", "offset");
  LAYOUT_FAILS(tern_layout_compose(&x, &x), "the outputs of a layout are not the inputs of the one behind it");
  LAYOUT_FAILS(tern_layout_compose(&x, &y), "an output of a layout is larger than the input of the one behind it");
}

// --- equations ---

static void inverts(void **state) {
  (void)state;
  layout_random_state = 13;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_dims_t ins = {3, {{"register", 2}, {"lane", 2}, {"warp", 1}}}, outs = {2, {{"dim0", 3}, {"dim1", 2}}};
    tern_layout_t layout = layout_random_invertible(&ins, &outs), inverse = tern_layout_invert(&layout);
    for (int64_t x = 0; x < layout_size(&ins); ++x) {
      layout_point_t in = layout_point(&ins, x), out = layout_apply(&layout, &in), back = layout_apply(&inverse, &out);
      LAYOUT_CHECK(layout_same(&in, &back), &layout, &inverse, x);
    }
  }
  tern_layout_t zeros = tern_layout_zeros_1d(4, "lane", "dim0", 4);
  LAYOUT_FAILS(tern_layout_invert(&zeros), "the layout is not invertible");
}

// The least input with the output: free bits are zero, of which there is one for each output.
static int64_t least_place(const tern_layout_t *layout, int64_t y) {
  uint64_t masks[TERN_LAYOUT_MAX_DIMS], all = 0;
  tern_layout_free_masks(layout, masks);
  for (size_t i = 0; i < layout->ins.count; ++i) all = tern_layout_set(&layout->ins, i, all, masks[i]);
  for (int64_t x = 0; x < layout_size(&layout->ins); ++x) {
    if (!((uint64_t)x & all) && (int64_t)tern_layout_apply_flat(layout, (uint64_t)x) == y) return x;
  }
  return -1;
}

static void inverts_what_is_surjective(void **state) {
  (void)state;
  layout_random_state = 14;
  int count = 0;
  for (int round = 0; round < 4 * ROUNDS; ++round) {
    tern_layout_t layout = layout_random_any(6, 4), inverse = tern_layout_pseudo_invert(&layout);
    LAYOUT_CHECK(tern_layout_is_ok(&inverse) == tern_layout_is_surjective(&layout), &layout, &inverse, round);
    if (inverse.error) {
      assert_string_equal(inverse.error, "the layout is not surjective");
      continue;
    }
    ++count;
    for (int64_t y = 0; y < layout_size(&layout.outs); ++y) {
      int64_t x = (int64_t)tern_layout_apply_flat(&inverse, (uint64_t)y);
      LAYOUT_CHECK(x == least_place(&layout, y), &layout, &inverse, y);
    }
  }
  assert_true(count > 100);
}

static void finds_where_things_are(void **state) {
  (void)state;
  layout_random_state = 15;
  int found = 0;
  for (int round = 0; round < 4 * ROUNDS; ++round) {
    tern_layout_dims_t outs = {2, {{"dim0", 2}, {"dim1", 2}}}, turned = {2, {{"dim1", 3}, {"dim0", 2}}};
    tern_layout_dims_t ins = layout_random_dims(layout_in_names, 3, 3, 6);
    tern_layout_dims_t other_ins = layout_random_dims(layout_in_names, 3, 3, 7);
    tern_layout_t layout = layout_random_map(&ins, &outs), outer = layout_random_map(&other_ins, &turned);
    tern_layout_t map = tern_layout_invert_and_compose(&layout, &outer);
    bool is_there = true;
    for (int64_t x = 0; x < layout_size(&ins); ++x) {
      layout_point_t in = layout_point(&ins, x), out = layout_apply(&layout, &in);
      bool has_place = false;
      for (int64_t y = 0; y < layout_size(&outer.ins) && !has_place; ++y) {
        layout_point_t place = layout_point(&outer.ins, y), own = layout_apply(&outer, &place);
        has_place = layout_same(&own, &out);
      }
      is_there &= has_place;
      if (map.error) continue;
      layout_point_t place = layout_apply(&map, &in), own = layout_apply(&outer, &place);
      LAYOUT_CHECK(layout_same(&own, &out), &layout, &outer, x);
    }
    LAYOUT_CHECK(tern_layout_is_ok(&map) == is_there, &layout, &outer, round);
    if (map.error) assert_string_equal(map.error, "the outer layout has no place for an output of the other");
    found += is_there;
  }
  assert_true(found > 100);
  tern_layout_t x = tern_layout_identity_1d(4, "lane", "dim0"), y = tern_layout_identity_1d(4, "lane", "dim1");
  tern_layout_t small = tern_layout_identity_1d(2, "lane", "dim0");
  LAYOUT_FAILS(tern_layout_invert_and_compose(&x, &y), "the outputs of two layouts are not the same");
  LAYOUT_FAILS(tern_layout_invert_and_compose(&x, &small), "an output of a layout is larger than that of the other");
}

// Warps that all have the same stay where they are; lanes that share are asked for the least one.
static void leaves_what_is_in_place(void **state) {
  (void)state;
  const tern_layout_dims_t ins = {2, {{"lane", 1}, {"warp", 1}}}, outs = {1, {{"dim0", 1}}};
  tern_layout_t x = tern_layout_create(&ins, &outs, (int64_t[]){1, 0});
  tern_layout_t map = tern_layout_invert_and_compose(&x, &x);
  for (int64_t i = 0; i < 4; ++i) assert_int_equal(tern_layout_apply_flat(&map, (uint64_t)i), i);
  const tern_layout_dims_t more = {2, {{"lane", 2}, {"warp", 1}}};
  tern_layout_t y = tern_layout_create(&more, &outs, (int64_t[]){1, 1, 0});
  map = tern_layout_invert_and_compose(&y, &x);
  for (int64_t i = 0; i < 8; ++i) {
    layout_point_t in = layout_point(&more, i), out = layout_apply(&map, &in);
    assert_int_equal(out.numbers[0], (in.numbers[0] & 1) ^ in.numbers[0] >> 1);
    assert_int_equal(out.numbers[1], in.numbers[1]);
  }
  // The lanes are the same in both, but what the registers have is found in lanes only.
  const tern_layout_dims_t both = {2, {{"register", 1}, {"lane", 1}}};
  tern_layout_t z = tern_layout_create(&both, &outs, (int64_t[]){1, 1});
  map = tern_layout_invert_and_compose(&z, &x);
  for (int64_t i = 0; i < 4; ++i) assert_int_equal(tern_layout_apply_flat(&map, (uint64_t)i), (i & 1) ^ i >> 1);
}

static void divides_products(void **state) {
  (void)state;
  layout_random_state = 16;
  int made = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_t x = layout_random_any(4, 4), y = layout_random_any(4, 4), product = tern_layout_product(&x, &y);
    if (product.error) continue;
    ++made;
    tern_layout_t left = tern_layout_divide_left(&product, &x), right = tern_layout_divide_right(&product, &y);
    LAYOUT_CHECK(is_same_map(&left, &y) && left.ins.count == product.ins.count, &left, &y, round);
    LAYOUT_CHECK(is_same_map(&right, &x) && right.outs.count == product.outs.count, &right, &x, round);
  }
  assert_true(made > 100);
}

// Is there a layout Q with the dimensions that are left, so that the product is `layout`? All are tried.
static bool has_quotient(const tern_layout_t *layout, const tern_layout_t *divisor, bool is_left) {
  tern_layout_dims_t ins = layout->ins, outs = layout->outs;
  for (size_t i = 0; i < ins.count; ++i) {
    if (tern_layout_bits(&divisor->ins, ins.values[i].name) > ins.values[i].bits) return false;
    ins.values[i].bits -= (uint8_t)tern_layout_bits(&divisor->ins, ins.values[i].name);
  }
  for (size_t i = 0; i < outs.count; ++i) {
    if (tern_layout_bits(&divisor->outs, outs.values[i].name) > outs.values[i].bits) return false;
    outs.values[i].bits -= (uint8_t)tern_layout_bits(&divisor->outs, outs.values[i].name);
  }
  tern_layout_t quotient = {.ins = ins, .outs = outs};
  size_t in_bits = tern_layout_in_bits(&quotient), out_bits = tern_layout_out_bits(&quotient);
  for (uint64_t bits = 0; bits < UINT64_C(1) << (in_bits * out_bits); ++bits) {
    for (size_t i = 0; i < in_bits; ++i) quotient.bases[i] = bits >> (i * out_bits) & ((1u << out_bits) - 1);
    tern_layout_t product = tern_layout_product(is_left ? divisor : &quotient, is_left ? &quotient : divisor);
    if (!product.error && is_same_map(layout, &product)) return true;
  }
  return false;
}

static void divides_what_is_a_product(void **state) {
  (void)state;
  layout_random_state = 17;
  int quotients = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_dims_t ins = {2, {{"register", 2}, {"lane", 1}}}, outs = {2, {{"dim0", 2}, {"dim1", 1}}};
    tern_layout_dims_t own_ins = {1, {{"register", (uint8_t)layout_random(3)}}};
    tern_layout_dims_t own_outs = {1, {{"dim0", (uint8_t)layout_random(3)}}};
    tern_layout_t layout = layout_random_map(&ins, &outs), divisor = layout_random_map(&own_ins, &own_outs);
    for (size_t i = 0; i < 3; ++i) layout.bases[i] &= (uint64_t)layout_random(8);
    for (int side = 0; side < 2; ++side) {
      tern_layout_t made =
          side ? tern_layout_divide_left(&layout, &divisor) : tern_layout_divide_right(&layout, &divisor);
      bool is_product = has_quotient(&layout, &divisor, side);
      LAYOUT_CHECK(tern_layout_is_ok(&made) == is_product, &layout, &divisor, side);
      if (!is_product) assert_string_equal(made.error, "the layout is not a product with the divisor");
      quotients += is_product;
    }
  }
  assert_true(quotients > 50);
}

static void takes_quotients(void **state) {
  (void)state;
  layout_random_state = 18;
  static const char *const names[] = {"register", "lane", "warp"};
  int trivial = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    tern_layout_dims_t ins = {3, {{"register", 2}, {"lane", 2}, {"warp", 1}}};
    tern_layout_dims_t outs = {3, {{"lane", 2}, {"warp", 1}, {"register", 2}}};
    tern_layout_t layout = {.ins = ins, .outs = outs, .bases = {8, 16, 1, 2, 4}};
    for (int64_t i = layout_random(3); i > 0; --i) layout.bases[layout_random(5)] ^= UINT64_C(1) << layout_random(5);
    for (size_t n = 0; n < 3; ++n) {
      bool is_trivial = true;
      for (int64_t x = 0; x < 32; ++x) {
        layout_point_t in = layout_point(&ins, x), without = in, out = layout_apply(&layout, &in);
        without.numbers[n] = 0;
        layout_point_t rest = layout_apply(&layout, &without);
        is_trivial &= layout_number(&out, names[n]) == in.numbers[n];
        for (size_t k = 0; k < 3; ++k) {
          is_trivial &= strcmp(outs.values[k].name, names[n]) == 0 || out.numbers[k] == rest.numbers[k];
        }
      }
      tern_layout_names_t own = {&names[n], 1};
      LAYOUT_CHECK(tern_layout_is_trivial_over(&layout, own) == is_trivial, &layout, &layout, n);
      tern_layout_t quotient = tern_layout_quotient(&layout, own);
      LAYOUT_CHECK(tern_layout_is_ok(&quotient) == is_trivial, &layout, &quotient, n);
      trivial += is_trivial;
      for (int64_t x = 0; is_trivial && x < layout_size(&quotient.ins); ++x) {
        layout_point_t in = layout_point(&quotient.ins, x), out = layout_apply(&layout, &in);
        layout_point_t made = layout_apply(&quotient, &in);
        LAYOUT_CHECK(made.dims->count == 2 && layout_same(&made, &out), &layout, &quotient, x);
      }
    }
  }
  assert_true(trivial > 50);
  tern_layout_t layout = tern_layout_identity_1d(4, "lane", "dim0");
  LAYOUT_FAILS(tern_layout_quotient(&layout, TERN_LAYOUT_NAMES("lane")),
               "the layout is not the identity on these dimensions");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maps_bits_to_their_bases),
      cmocka_unit_test(infers_sizes),
      cmocka_unit_test(makes_lines),
      cmocka_unit_test(refuses_what_is_no_layout),
      cmocka_unit_test(prints_bases),
      cmocka_unit_test(counts_what_is_reached),
      cmocka_unit_test(finds_free_bits),
      cmocka_unit_test(counts_neighbours),
      cmocka_unit_test(transposes),
      cmocka_unit_test(reshapes),
      cmocka_unit_test(renames),
      cmocka_unit_test(takes_parts),
      cmocka_unit_test(resizes),
      cmocka_unit_test(removes_zero_bases),
      cmocka_unit_test(concatenates),
      cmocka_unit_test(multiplies),
      cmocka_unit_test(orders_the_dimensions_of_products),
      cmocka_unit_test(composes),
      cmocka_unit_test(inverts),
      cmocka_unit_test(inverts_what_is_surjective),
      cmocka_unit_test(finds_where_things_are),
      cmocka_unit_test(leaves_what_is_in_place),
      cmocka_unit_test(divides_products),
      cmocka_unit_test(divides_what_is_a_product),
      cmocka_unit_test(takes_quotients),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
