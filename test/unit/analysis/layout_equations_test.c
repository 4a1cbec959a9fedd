// Inverses and quotients: on random small layouts, for all inputs and, where there should be none, for all candidates.

#include "layout_fixture.h"

enum { ROUNDS = 400 };

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
    LAYOUT_CHECK(layout_same_map(&left, &y) && left.ins.count == product.ins.count, &left, &y, round);
    LAYOUT_CHECK(layout_same_map(&right, &x) && right.outs.count == product.outs.count, &right, &x, round);
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
    if (!product.error && layout_same_map(layout, &product)) return true;
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
