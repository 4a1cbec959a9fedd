// What dispatches are counted to compute and to move.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "asm/parser.h"
#include "ir/context.h"
#include "pipeline/cost/dispatch_cost.h"
#include "pipeline/registry.h"
#include "runtime/grid.h"

#define READ "access = \"Read\""
#define WRITE "access = \"Write|Discard\""
#define BOTH "access = \"Read|Write\""

typedef struct cost {
  int64_t values[TERN_COST_COUNT];
  uint32_t element_type;
  bool is_estimated;
} cost_t;

// The cost of a function with this body, whose bindings b0, b1 .. are accessed so.
static cost_t count(const char *const *accesses, size_t binding_count, const char *body, const uint32_t *words) {
  static char text[8192];
  int at = snprintf(text, sizeof text, "func.func @f() {\n%s\nreturn\n}\nhal.interface private @io {\n", body);
  for (size_t i = 0; i < binding_count; ++i) {
    at += snprintf(text + at, sizeof text - (size_t)at,
                   "hal.interface.binding @b%zu, set = 0, binding = %zu, type = \"StorageBuffer\", %s\n", i, i,
                   accesses[i]);
  }
  snprintf(text + at, sizeof text - (size_t)at, "}\n");
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_op_t *module = tern_parse_module(context, TERN_STR("test"), tern_str_from_cstr(text));
  assert_non_null(module);
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  tern_dispatch_info_t info;
  assert_true(tern_dispatch_info_read(module, &arena, &info));
  tern_dispatch_costs_read(module, &arena, &info);
  assert_int_equal(info.entry_point_count, 1);
  const tern_cost_info_t *found = &info.costs[0];
  cost_t cost = {.element_type = found->element_type, .is_estimated = found->flags & TERN_COST_FLAG_ESTIMATED};
  size_t word_count = info.entry_points[0].push_constant_count;
  assert_true(found->program_size > 0);
  assert_int_equal(tern_grid_check_results(found->program, found->program_size, TERN_COST_COUNT, word_count).code,
                   TERN_OK);
  assert_int_equal(
      tern_grid_evaluate_results(found->program, found->program_size, words, TERN_COST_COUNT, cost.values).code,
      TERN_OK);
  tern_arena_deinitialize(&arena);
  tern_context_destroy(context);
  return cost;
}

static void check(const cost_t *cost, int64_t float_ops, int64_t integer_ops, int64_t read, int64_t written) {
  assert_int_equal(cost->values[TERN_COST_FLOAT_OPS], float_ops);
  assert_int_equal(cost->values[TERN_COST_INTEGER_OPS], integer_ops);
  assert_int_equal(cost->values[TERN_COST_READ_BYTES], read);
  assert_int_equal(cost->values[TERN_COST_WRITTEN_BYTES], written);
}

#define COUNT(body, words, ...) \
  count((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), body, words)
#define VIEW(name, binding, type) \
  "%" name " = iree.placeholder for \"interface buffer\" {binding = @io::@" binding "} : " type "\n"

// What is added to the output is not read: it was filled before.
static void counts_products(void **state) {
  (void)state;
  cost_t cost = COUNT(
      "%z = arith.constant 0.0 : f32\n" VIEW("a", "b0", "memref<32x48xbf16>") VIEW("b", "b1", "memref<48x16xbf16>")
          VIEW("c", "b2", "memref<32x16xf32>")
      "linalg.fill ins(%z : f32) outs(%c : memref<32x16xf32>)\n"
      "linalg.matmul ins(%a, %b : memref<32x48xbf16>, memref<48x16xbf16>) outs(%c : memref<32x16xf32>)\n",
      NULL, READ, READ, BOTH);
  check(&cost, 2 * 32 * 48 * 16, 0, 2 * (32 * 48 + 48 * 16), 4 * 32 * 16);
  assert_int_equal(cost.element_type, TERN_ELEMENT_TYPE_BF16);
  assert_false(cost.is_estimated);
  cost = COUNT(
      VIEW("a", "b0", "memref<8x4xi8>") VIEW("b", "b1", "memref<4x2xi8>") VIEW(
          "c", "b2",
          "memref<8x2xi32>") "linalg.matmul ins(%a, %b : memref<8x4xi8>, memref<4x2xi8>) outs(%c : memref<8x2xi32>)\n",
      NULL, READ, READ, BOTH);
  check(&cost, 0, 2 * 8 * 4 * 2, 8 * 4 + 4 * 2 + 4 * 8 * 2, 4 * 8 * 2);
  assert_int_equal(cost.element_type, TERN_ELEMENT_TYPE_I8);
}

static void counts_dynamic_sizes(void **state) {
  (void)state;
  const uint32_t words[] = {7, 5, 1};
  cost_t cost = COUNT(
      "%m32 = hal.interface.load.constant offset = 0 : i32\n%n = hal.interface.load.constant offset = 1 : index\n"
      "%m = arith.index_castui %m32 : i32 to index\n"
      "%a = iree.placeholder for \"interface buffer\" {binding = @io::@b0} : memref<?x3xf64>{%m}\n"
      "%b = iree.placeholder for \"interface buffer\" {binding = @io::@b1} : memref<3x?xf64>{%n}\n"
      "%c = iree.placeholder for \"interface buffer\" {binding = @io::@b2} : memref<?x?xf64>{%m, %n}\n"
      "linalg.matmul ins(%a, %b : memref<?x3xf64>, memref<3x?xf64>) outs(%c : memref<?x?xf64>)\n",
      words, READ, READ, BOTH);
  check(&cost, 2 * 7 * 5 * 3, 0, 8 * (7 * 3 + 3 * 5 + 7 * 5), 8 * 7 * 5);
  assert_false(cost.is_estimated);
  // The halves of a size come in two words.
  cost = COUNT(
      "%low = hal.interface.load.constant offset = 1 : i32\n%high = hal.interface.load.constant offset = 2 : i32\n"
      "%l = arith.extui %low : i32 to i64\n%h = arith.extui %high : i32 to i64\n%c32 = arith.constant 32 : i64\n"
      "%s = arith.shli %h, %c32 : i64\n%o = arith.ori %l, %s : i64\n%n = arith.index_castui %o : i64 to index\n"
      "%a = iree.placeholder for \"interface buffer\" {binding = @io::@b0} : memref<?xi8>{%n}\n"
      "%b = iree.placeholder for \"interface buffer\" {binding = @io::@b1} : memref<?xi8>{%n}\n"
      "linalg.copy ins(%a : memref<?xi8>) outs(%b : memref<?xi8>)\n",
      words, READ, WRITE);
  check(&cost, 0, 0, (INT64_C(1) << 32) + 5, (INT64_C(1) << 32) + 5);
}

static void counts_convolutions(void **state) {
  (void)state;
  cost_t cost = COUNT(
      VIEW("a", "b0", "memref<1x10x10x8xf32>") VIEW("w", "b1", "memref<3x3x8x16xf32>")
          VIEW("c", "b2", "memref<1x4x4x16xf32>")
      "linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}\n"
      "    ins(%a, %w : memref<1x10x10x8xf32>, memref<3x3x8x16xf32>) outs(%c : memref<1x4x4x16xf32>)\n",
      NULL, READ, READ, BOTH);
  check(&cost, 2 * 4 * 4 * 16 * 3 * 3 * 8, 0, 4 * (10 * 10 * 8 + 3 * 3 * 8 * 16 + 4 * 4 * 16), 4 * 4 * 4 * 16);
}

// A function is one operation, a fused product two; what only moves or converts numbers is none.
static void counts_elements(void **state) {
  (void)state;
  cost_t cost = COUNT(
      VIEW("a", "b0", "memref<6x5xf16>") VIEW("b", "b1", "memref<6x5xi32>")
      "linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],\n"
      "    iterator_types = [\"parallel\", \"parallel\"]} ins(%a : memref<6x5xf16>) outs(%b : memref<6x5xi32>) {\n"
      "^bb0(%x: f16, %y: i32):\n%i = linalg.index 0 : index\n%i2 = arith.addi %i, %i : index\n"
      "%e = math.exp %x : f16\n%m = math.fma %x, %x, %e : f16\n%q = arith.cmpf olt, %m, %x : f16\n"
      "%s = arith.select %q, %m, %x : f16\n%t = arith.fptosi %s : f16 to i32\n%u = arith.muli %t, %t : i32\n"
      "linalg.yield %u : i32\n}\n",
      NULL, READ, WRITE);
  check(&cost, 4 * 30, 30, 2 * 30, 4 * 30);
  assert_int_equal(cost.element_type, TERN_ELEMENT_TYPE_F16);
  cost = COUNT(VIEW("a", "b0", "memref<9xcomplex<f32>>")
               "linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]}\n"
               "    outs(%a : memref<9xcomplex<f32>>) {\n^bb0(%x: complex<f32>):\n%m = complex.mul %x, %x : complex<f32>\n"
               "%s = complex.add %m, %x : complex<f32>\nlinalg.yield %s : complex<f32>\n}\n",
               NULL, BOTH);
  check(&cost, 8 * 9, 0, 8 * 9, 8 * 9);
  assert_int_equal(cost.element_type, TERN_ELEMENT_TYPE_F32);
}

// Of a large table only the rows that are looked up are read, and of a slice its own elements.
static void counts_what_is_touched(void **state) {
  (void)state;
  cost_t cost = COUNT(
      VIEW("t", "b0", "memref<1000x64xf32>") VIEW("i", "b1", "memref<8xi32>") VIEW("o", "b2", "memref<8x64xf32>")
      "linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\"]}\n"
      "    outs(%o : memref<8x64xf32>) {\n^bb0(%x: f32):\n%r = linalg.index 0 : index\n%c = linalg.index 1 : index\n"
      "%k = memref.load %i[%r] : memref<8xi32>\n%n = arith.index_cast %k : i32 to index\n"
      "%v = memref.load %t[%n, %c] : memref<1000x64xf32>\nlinalg.yield %v : f32\n}\n",
      NULL, READ, READ, WRITE);
  check(&cost, 0, 0, 4 * 8 * 64 + 4 * 8, 4 * 8 * 64);
  cost = COUNT(VIEW("a", "b0", "memref<100x64xf32>") VIEW("b", "b1", "memref<10x32xf32>")
               "%s = memref.subview %a[5, 0] [10, 32] [1, 2] : memref<100x64xf32> to memref<10x32xf32, strided<[64, 2], "
               "offset: 320>>\n"
               "linalg.copy ins(%s : memref<10x32xf32, strided<[64, 2], offset: 320>>) outs(%b : memref<10x32xf32>)\n",
               NULL, READ, WRITE);
  check(&cost, 0, 0, 4 * 320, 4 * 320);
}

// Memory of the dispatch's own is nobody's bytes.
static void leaves_out_what_is_local(void **state) {
  (void)state;
  cost_t cost = COUNT(VIEW("a", "b0", "memref<8xf32>") VIEW("b", "b1", "memref<8xf32>")
                      "%l = memref.alloca() : memref<8xf32>\n"
                      "linalg.copy ins(%a : memref<8xf32>) outs(%l : memref<8xf32>)\n"
                      "linalg.exp ins(%l : memref<8xf32>) outs(%b : memref<8xf32>)\n"
                      "linalg.exp ins(%b : memref<8xf32>) outs(%b : memref<8xf32>)\n",
                      NULL, READ, BOTH);
  check(&cost, 16, 0, 32, 32);
}

#define LOOP_BODY                                                                                       \
  "%x = memref.load %a[%i] : memref<100xf32>\n%y = arith.addf %x, %x : f32\nmemref.store %y, %a[%i] : " \
  "memref<100xf32>\n}\n"

static void counts_loops(void **state) {
  (void)state;
  const uint32_t words[] = {40};
  cost_t cost = COUNT(
      VIEW("a", "b0", "memref<100xf32>")
      "%n = hal.interface.load.constant offset = 0 : index\n%c0 = arith.constant 0 : index\n%c3 = arith.constant 3 : index\n"
      "scf.for %i = %c0 to %n step %c3 {\n" LOOP_BODY
      "scf.forall (%i) in (20) {\n" LOOP_BODY "scf.parallel (%i) = (%c0) to (%n) step (%c3) {\n" LOOP_BODY
      "affine.for %i = 10 to 20 step 2 {\n" LOOP_BODY,
      words, BOTH);
  check(&cost, 14 + 20 + 14 + 5, 0, 4 * (14 + 20 + 14 + 5), 4 * (14 + 20 + 14 + 5));
  assert_false(cost.is_estimated);
}

// Which branch is taken and how often loops go round may be for the data to say.
static void says_where_it_guesses(void **state) {
  (void)state;
  cost_t cost = COUNT(VIEW("a", "b0", "memref<100xf32>")
                      "%i = arith.constant 0 : index\n%v = memref.load %a[%i] : memref<100xf32>\n"
                      "%q = arith.cmpf olt, %v, %v : f32\n"
                      "scf.if %q {\n%w = arith.addf %v, %v : f32\nmemref.store %w, %a[%i] : memref<100xf32>\n} else {\n"
                      "%w = arith.addf %v, %v : f32\n%z = arith.mulf %w, %v : f32\n"
                      "memref.store %z, %a[%i] : memref<100xf32>\n}\n",
                      NULL, BOTH);
  check(&cost, 3, 0, 4, 4);
  assert_true(cost.is_estimated);
  cost = COUNT(VIEW("a", "b0", "memref<100xi32>")
               "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c9 = arith.constant 9 : index\n"
               "scf.for %i = %c0 to %c9 step %c1 {\nscf.for %j = %i to %c9 step %c1 {\n"
               "%x = memref.load %a[%j] : memref<100xi32>\n%y = arith.muli %x, %x : i32\n"
               "memref.store %y, %a[%i] : memref<100xi32>\n}\n}\n",
               NULL, BOTH);
  check(&cost, 0, 81, 4 * 81, 4 * 81);
  assert_true(cost.is_estimated);
}

static void counts_attention(void **state) {
  (void)state;
  cost_t cost = COUNT(
      "%s = arith.constant 0.5 : f32\n" VIEW("q", "b0", "memref<2x8x4xf32>") VIEW("k", "b1", "memref<2x6x4xf32>")
          VIEW("v", "b2", "memref<2x6x3xf32>") VIEW("o", "b3", "memref<2x8x3xf32>")
      "iree_linalg_ext.attention {indexing_maps = [affine_map<(b, m, n, k, l) -> (b, m, l)>, "
      "affine_map<(b, m, n, k, l) -> (b, k, l)>, affine_map<(b, m, n, k, l) -> (b, k, n)>, "
      "affine_map<(b, m, n, k, l) -> ()>, affine_map<(b, m, n, k, l) -> (b, m, n)>]}\n"
      "ins(%q, %k, %v, %s : memref<2x8x4xf32>, memref<2x6x4xf32>, memref<2x6x3xf32>, f32) "
      "outs(%o : memref<2x8x3xf32>) {\n^bb0(%x: f32):\niree_linalg_ext.yield %x : f32\n}\n",
      NULL, READ, READ, READ, WRITE);
  int64_t products = 2 * 8 * 6 * 4, weighted = 2 * 8 * 6 * 3, scores = 2 * 8 * 6, results = 2 * 8 * 3;
  check(&cost, 2 * products + 2 * weighted + 5 * scores + results, 0, 4 * (2 * 8 * 4 + 2 * 6 * 4 + 2 * 6 * 3),
        4 * 2 * 8 * 3);
  assert_false(cost.is_estimated);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_products),        cmocka_unit_test(counts_dynamic_sizes),
      cmocka_unit_test(counts_convolutions),    cmocka_unit_test(counts_elements),
      cmocka_unit_test(counts_what_is_touched), cmocka_unit_test(leaves_out_what_is_local),
      cmocka_unit_test(counts_loops),           cmocka_unit_test(says_where_it_guesses),
      cmocka_unit_test(counts_attention),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
