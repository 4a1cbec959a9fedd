// Layouts made of layouts: every operation on random small ones, for all inputs, against its definition.

#include "layout_fixture.h"

enum { ROUNDS = 400 };

static tern_layout_dims_t dims_of(const char *name, size_t bits) {
  tern_layout_dims_t dims = {0};
  tern_layout_append_dim(&dims, name, bits);
  return dims;
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
    if (!left.error && !right.error) LAYOUT_CHECK(layout_same_map(&left, &right), &left, &right, round);
  }
  assert_true(made > 100);
}

static void orders_the_dimensions_of_products(void **state) {
  (void)state;
  tern_layout_dims_t ab = {2, {{"a", 1}, {"b", 1}}}, cb = {2, {{"c", 1}, {"b", 1}}}, ba = {2, {{"b", 1}, {"a", 1}}};
  tern_layout_dims_t none = {0}, all = {.count = TERN_LAYOUT_MAX_DIMS};
  for (size_t i = 0; i < TERN_LAYOUT_MAX_DIMS; ++i) {
    all.values[i] = (tern_layout_dim_t){.bits = 1};
    strcpy(all.values[i].name, tern_layout_dim_name(i));
  }
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(transposes),   cmocka_unit_test(reshapes),   cmocka_unit_test(renames),
      cmocka_unit_test(takes_parts),  cmocka_unit_test(resizes),    cmocka_unit_test(removes_zero_bases),
      cmocka_unit_test(concatenates), cmocka_unit_test(multiplies), cmocka_unit_test(orders_the_dimensions_of_products),
      cmocka_unit_test(composes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
