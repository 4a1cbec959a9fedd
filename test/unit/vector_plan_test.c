// The vector plan as a pure function: each case is one structured op as text, the machine, and the plan expected of them.

#include "convert/linalg/vector_plan.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "asm/parser.h"
#include "base/string.h"
#include "dialect/linalg/linalg.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "pipeline/registry.h"

#include <cmocka.h>

static const tern_vector_machine_t machine = {.vector_bytes = 64, .max_accumulators = 16};

typedef struct fixture {
  tern_context_t *context;
  tern_op_t *module;
  tern_op_t *op;  // the structured op
} fixture_t;

static tern_walk_result_t find_structured(tern_op_t *op, void *user) {
  if (!tern_is_linalg(op)) return TERN_WALK_ADVANCE;
  *(tern_op_t **)user = op;
  return TERN_WALK_INTERRUPT;
}

// A module with `op` in a function of arguments `arguments`; #id, #swap, #row, #column, #one and #none are maps.
static fixture_t parse(const char *arguments, const char *op) {
  fixture_t fixture = {.context = tern_context_create()};
  tern_register_all_dialects(fixture.context);
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text,
                                    "#id = affine_map<(i, j) -> (i, j)>\n#swap = affine_map<(i, j) -> (j, i)>\n"
                                    "#row = affine_map<(i, j) -> (j)>\n#column = affine_map<(i, j) -> (i)>\n"
                                    "#one = affine_map<(i) -> (i)>\n#none = affine_map<(i) -> ()>\n"
                                    "func.func @f(%s) {\n%s\nreturn\n}\n",
                                    arguments, op);
  fixture.module = tern_parse_module(fixture.context, TERN_STR("op.mlir"), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  assert_non_null(fixture.module);
  tern_op_walk_pre(fixture.module, find_structured, &fixture.op);
  assert_non_null(fixture.op);
  return fixture;
}

static void tear_down(fixture_t *fixture) {
  tern_op_destroy(fixture->module);
  tern_context_destroy(fixture->context);
}

// One element-wise or reducing generic op: ins(%a : A) outs(%o : O).
#define UNARY(MAPS, ITERATORS, A, O, X, Y, BODY)                                                  \
  "%a: " A ", %o: " O, "linalg.generic {indexing_maps = [" MAPS "], iterator_types = [" ITERATORS \
                       "]}"                                                                       \
                       " ins(%a : " A ") outs(%o : " O ") {\n^bb0(%x: " X ", %y: " Y "):\n" BODY "\n}"
#define NEGATE "%n = arith.negf %x : f32\nlinalg.yield %n : f32"
#define ADD "%s = arith.addf %y, %x : f32\nlinalg.yield %s : f32"

static void has_plan(const char *arguments, const char *op, const tern_vector_machine_t *on,
                     const tern_vector_plan_t *expected) {
  fixture_t fixture = parse(arguments, op);
  tern_vector_plan_t plan;
  assert_true(tern_vector_plan_make(fixture.op, on, &plan));
  assert_int_equal(plan.vector_loop, expected->vector_loop);
  assert_int_equal(plan.is_reduction_vectorized, expected->is_reduction_vectorized);
  assert_int_equal(plan.lanes, expected->lanes);
  assert_int_equal(plan.unroll_vectors, expected->unroll_vectors);
  assert_int_equal(plan.unroll_rows, expected->unroll_rows);
  assert_int_equal(plan.has_unroll_loop, expected->has_unroll_loop);
  if (expected->has_unroll_loop) assert_int_equal(plan.unroll_loop, expected->unroll_loop);
  for (size_t i = 0; i < fixture.op->operand_count; ++i) {
    assert_int_equal(plan.along_vector[i], expected->along_vector[i]);
    assert_int_equal(plan.along_unroll[i], expected->along_unroll[i]);
  }
  tear_down(&fixture);
}

static void has_no_plan(const char *arguments, const char *op) {
  fixture_t fixture = parse(arguments, op);
  tern_vector_plan_t plan;
  assert_false(tern_vector_plan_make(fixture.op, &machine, &plan));
  tear_down(&fixture);
}

static void vectorizes_innermost_parallel_loop(void **state) {
  (void)state;
  has_plan(
      UNARY("#id, #id", "\"parallel\", \"parallel\"", "memref<4x200xf32>", "memref<4x200xf32>", "f32", "f32", NEGATE),
      &machine,
      &(tern_vector_plan_t){
          .vector_loop = 1, .lanes = 16, .unroll_vectors = 4, .unroll_rows = 1, .along_vector = {true, true}});
  // No more vectors side by side than there are.
  has_plan(UNARY("#one, #one", "\"parallel\"", "memref<17xf32>", "memref<17xf32>", "f32", "f32", NEGATE), &machine,
           &(tern_vector_plan_t){.lanes = 16, .unroll_vectors = 2, .unroll_rows = 1, .along_vector = {true, true}});
  has_plan(UNARY("#one, #one", "\"parallel\"", "memref<?xf32>", "memref<?xf32>", "f32", "f32", NEGATE), &machine,
           &(tern_vector_plan_t){.lanes = 16, .unroll_vectors = 4, .unroll_rows = 1, .along_vector = {true, true}});
}

static void keeps_invariant_operands_scalar(void **state) {
  (void)state;
  has_plan(
      UNARY("#column, #id", "\"parallel\", \"parallel\"", "memref<4xf32>", "memref<4x16xf32>", "f32", "f32", NEGATE),
      &machine,
      &(tern_vector_plan_t){
          .vector_loop = 1, .lanes = 16, .unroll_vectors = 1, .unroll_rows = 1, .along_vector = {false, true}});
}

static void counts_lanes_by_widest_element(void **state) {
  (void)state;
  static const tern_vector_machine_t narrow = {.vector_bytes = 32, .max_accumulators = 16};
  const tern_vector_plan_t wide = {.lanes = 16, .unroll_vectors = 4, .unroll_rows = 1, .along_vector = {true, true}};
  tern_vector_plan_t half = wide;
  half.lanes = 8;
  has_plan(UNARY("#one, #one", "\"parallel\"", "memref<99xi8>", "memref<99xf32>", "i8", "f32",
                 "%f = arith.sitofp %x : i8 to f32\nlinalg.yield %f : f32"),
           &machine, &wide);
  has_plan(UNARY("#one, #one", "\"parallel\"", "memref<99xf32>", "memref<99xf32>", "f32", "f32", NEGATE), &narrow,
           &half);
  // What the body computes with counts, too.
  has_plan(UNARY("#one, #one", "\"parallel\"", "memref<99xf32>", "memref<99xf32>", "f32", "f32",
                 "%w = arith.extf %x : f32 to f64\n%n = arith.negf %w : f64\n%r = arith.truncf %n : f64 to f32\n"
                 "linalg.yield %r : f32"),
           &machine, &half);
}

static void unrolls_rows_that_share_vectors(void **state) {
  (void)state;
  static const char matmul[] =
      "linalg.matmul ins(%a, %b : memref<32x24xf32>, memref<24x16xf32>) outs(%o : memref<32x16xf32>)";
  static const char arguments[] = "%a: memref<32x24xf32>, %b: memref<24x16xf32>, %o: memref<32x16xf32>";
  tern_vector_plan_t expected = {.vector_loop = 1,
                                 .lanes = 16,
                                 .unroll_vectors = 1,
                                 .unroll_rows = 8,
                                 .has_unroll_loop = true,
                                 .unroll_loop = 0,
                                 .along_vector = {false, true, true},
                                 .along_unroll = {true, false, true}};
  has_plan(arguments, matmul, &machine, &expected);
  static const tern_vector_machine_t few = {.vector_bytes = 64, .max_accumulators = 4};
  expected.unroll_rows = 4;
  has_plan(arguments, matmul, &few, &expected);
  // Not more rows than the op has.
  expected.unroll_rows = 3;
  has_plan("%a: memref<3x24xf32>, %b: memref<24x16xf32>, %o: memref<3x16xf32>",
           "linalg.matmul ins(%a, %b : memref<3x24xf32>, memref<24x16xf32>) outs(%o : memref<3x16xf32>)", &machine,
           &expected);
  // Accumulators are shared out between vectors and rows.
  expected.unroll_vectors = 4;
  expected.unroll_rows = 4;
  has_plan("%a: memref<?x?xf32>, %b: memref<?x?xf32>, %o: memref<?x?xf32>",
           "linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%o : memref<?x?xf32>)", &machine,
           &expected);
  // Few accumulators: two vectors, so that there are rows at all.
  static const tern_vector_machine_t twelve = {.vector_bytes = 64, .max_accumulators = 12};
  expected.unroll_vectors = 2;
  expected.unroll_rows = 6;
  has_plan("%a: memref<?x?xf32>, %b: memref<?x?xf32>, %o: memref<?x?xf32>",
           "linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%o : memref<?x?xf32>)", &twelve,
           &expected);
  // Twelve rows at a time would leave eight of 32: one step more makes all of them equal.
  expected.unroll_vectors = 1;
  expected.unroll_rows = 8;
  has_plan("%a: memref<32x24xf32>, %b: memref<24x16xf32>, %o: memref<32x16xf32>", matmul, &twelve, &expected);
  // Eight rows are one tile of fewer vectors instead of two tiles of four.
  static const tern_vector_machine_t most = {.vector_bytes = 64, .max_accumulators = 24};
  expected.unroll_vectors = 3;
  has_plan("%a: memref<8x24xf32>, %b: memref<24x784xf32>, %o: memref<8x784xf32>",
           "linalg.matmul ins(%a, %b : memref<8x24xf32>, memref<24x784xf32>) outs(%o : memref<8x784xf32>)", &most,
           &expected);
}

static void keeps_registers_for_windows(void **state) {
  (void)state;
  // Ten rows of two vectors leave room for three of the weights and one of the image each; eight rows leave no rest of 56.
  static const tern_vector_machine_t wide = {.vector_bytes = 64, .max_accumulators = 24};
  has_plan("%a: memref<1x58x58x64xf32>, %b: memref<3x3x64xf32>, %o: memref<1x56x56x64xf32>",
           "linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %b : memref<1x58x58x64xf32>, memref<3x3x64xf32>) "
           "outs(%o : memref<1x56x56x64xf32>)",
           &wide,
           &(tern_vector_plan_t){.vector_loop = 3,
                                 .has_unroll_loop = true,
                                 .unroll_loop = 2,
                                 .lanes = 16,
                                 .unroll_vectors = 2,
                                 .unroll_rows = 8,
                                 .along_vector = {true, true, true},
                                 .along_unroll = {true, false, true}});
}

static void vectorizes_reduction_of_rows(void **state) {
  (void)state;
  has_plan(
      UNARY("#id, #column", "\"parallel\", \"reduction\"", "memref<4x200xf32>", "memref<4xf32>", "f32", "f32", ADD),
      &machine,
      &(tern_vector_plan_t){.vector_loop = 1,
                            .is_reduction_vectorized = true,
                            .lanes = 16,
                            .unroll_vectors = 4,
                            .unroll_rows = 1,
                            .along_vector = {true, false}});
}

static void vectorizes_parallel_loop_of_column_sums(void **state) {
  (void)state;
  has_plan(UNARY("#id, #row", "\"reduction\", \"parallel\"", "memref<8x32xf32>", "memref<32xf32>", "f32", "f32", ADD),
           &machine,
           &(tern_vector_plan_t){
               .vector_loop = 1, .lanes = 16, .unroll_vectors = 2, .unroll_rows = 1, .along_vector = {true, true}});
}

static void prefers_long_reduction_to_short_dimension(void **state) {
  (void)state;
  static const char *const arguments = "%a: memref<4x64xf32>, %b: memref<2x64xf32>, %o: memref<4x2xf32>";
  static const char *const op =
      "linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,"
      " affine_map<(i, j, k) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\", \"reduction\"]}"
      " ins(%a, %b : memref<4x64xf32>, memref<2x64xf32>) outs(%o : memref<4x2xf32>) {\n"
      "^bb0(%x: f32, %y: f32, %z: f32):\n%p = arith.mulf %x, %y : f32\n%s = arith.addf %z, %p : f32\nlinalg.yield %s : "
      "f32\n}";
  fixture_t fixture = parse(arguments, op);
  tern_vector_plan_t plan;
  assert_true(tern_vector_plan_make(fixture.op, &machine, &plan));
  assert_true(plan.is_reduction_vectorized);
  assert_int_equal(plan.vector_loop, 2);
  tear_down(&fixture);
}

static void refuses_what_has_no_vector_form(void **state) {
  (void)state;
  // No loop is innermost for both.
  has_no_plan(UNARY("#swap, #id", "\"parallel\", \"parallel\"", "memref<16x16xf32>", "memref<16x16xf32>", "f32", "f32",
                    NEGATE));
  // Elements do not lie side by side.
  has_no_plan(
      UNARY("#one, #one", "\"parallel\"", "memref<16xf32, strided<[2]>>", "memref<16xf32>", "f32", "f32", NEGATE));
  // Bits in memory, and an element type without arithmetic.
  has_no_plan(
      UNARY("#one, #one", "\"parallel\"", "memref<16xi1>", "memref<16xi1>", "i1", "i1", "linalg.yield %x : i1"));
  has_no_plan(UNARY("#one, #one", "\"parallel\"", "memref<16xcomplex<f32>>", "memref<16xcomplex<f32>>", "complex<f32>",
                    "complex<f32>", "linalg.yield %x : complex<f32>"));
  // Control flow in the body.
  has_no_plan("%c: i1, %o: memref<16xf32>",
              "linalg.generic {indexing_maps = [#one], iterator_types = [\"parallel\"]} outs(%o : memref<16xf32>) {\n"
              "^bb0(%y: f32):\n%v = scf.if %c -> f32 {\nscf.yield %y : f32\n} else {\n%n = arith.negf %y : f32\n"
              "scf.yield %n : f32\n}\nlinalg.yield %v : f32\n}");
  // A reduction that is no plain combination.
  has_no_plan(UNARY("#one, #none", "\"reduction\"", "memref<16xf32>", "memref<f32>", "f32", "f32",
                    "%s = arith.subf %x, %y : f32\nlinalg.yield %s : f32"));
  // No loops, and tensors.
  has_no_plan("%x: f32, %o: memref<f32>", "linalg.fill ins(%x : f32) outs(%o : memref<f32>)");
  has_no_plan("%x: f32, %o: tensor<16xf32>",
              "%r = linalg.fill ins(%x : f32) outs(%o : tensor<16xf32>) -> tensor<16xf32>");
}

static void finds_combiners(void **state) {
  (void)state;
  static const struct {
    const char *op, *type;
    int64_t kind;
    double neutral;
    bool is_lowest, is_highest, is_all_ones;
  } cases[] = {
      {"arith.addf", "f32", TERN_VECTOR_KIND_ADD, -0.0, false, false, false},
      {"arith.mulf", "f32", TERN_VECTOR_KIND_MUL, 1.0, false, false, false},
      {"arith.maximumf", "f32", TERN_VECTOR_KIND_MAXIMUMF, -INFINITY, false, false, false},
      {"arith.minimumf", "f32", TERN_VECTOR_KIND_MINIMUMF, INFINITY, false, false, false},
      {"arith.addi", "i32", TERN_VECTOR_KIND_ADD, 0.0, false, false, false},
      {"arith.muli", "i32", TERN_VECTOR_KIND_MUL, 1.0, false, false, false},
      {"arith.maxsi", "i32", TERN_VECTOR_KIND_MAXSI, 0.0, true, false, false},
      {"arith.minsi", "i32", TERN_VECTOR_KIND_MINSI, 0.0, false, true, false},
      {"arith.minui", "i32", TERN_VECTOR_KIND_MINUI, 0.0, false, false, true},
      {"arith.andi", "i32", TERN_VECTOR_KIND_AND, 0.0, false, false, true},
      {"arith.ori", "i32", TERN_VECTOR_KIND_OR, 0.0, false, false, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    tern_string_builder_t arguments = {0}, op = {0};
    tern_string_builder_append_format(&arguments, "%%a: memref<16x%s>, %%o: memref<%s>", cases[i].type, cases[i].type);
    tern_string_builder_append_format(
        &op,
        "linalg.generic {indexing_maps = [#one, #none], iterator_types = [\"reduction\"]} ins(%%a : memref<16x%s>)"
        " outs(%%o : memref<%s>) {\n^bb0(%%x: %s, %%y: %s):\n%%s = %s %%y, %%x : %s\nlinalg.yield %%s : %s\n}",
        cases[i].type, cases[i].type, cases[i].type, cases[i].type, cases[i].op, cases[i].type, cases[i].type);
    fixture_t fixture = parse(arguments.data, op.data);
    tern_combiner_t combiner;
    assert_true(tern_match_combiner(fixture.op, 0, &combiner));
    assert_int_equal(combiner.kind, cases[i].kind);
    assert_true(combiner.neutral == cases[i].neutral);
    assert_int_equal(signbit(combiner.neutral) != 0, signbit(cases[i].neutral) != 0);
    assert_int_equal(combiner.is_lowest, cases[i].is_lowest);
    assert_int_equal(combiner.is_highest, cases[i].is_highest);
    assert_int_equal(combiner.is_all_ones, cases[i].is_all_ones);
    assert_ptr_equal(tern_value_defining_op(tern_op_operand(tern_linalg_body(fixture.op)->last_op, 0)), combiner.op);
    tear_down(&fixture);
    tern_string_builder_deinitialize(&arguments);
    tern_string_builder_deinitialize(&op);
  }
}

static void refuses_accumulator_used_twice(void **state) {
  (void)state;
  fixture_t fixture = parse(UNARY("#one, #none", "\"reduction\"", "memref<16xf32>", "memref<f32>", "f32", "f32",
                                  "%p = arith.mulf %y, %x : f32\n%s = arith.addf %y, %p : f32\nlinalg.yield %s : f32"));
  tern_combiner_t combiner;
  assert_false(tern_match_combiner(fixture.op, 0, &combiner));
  tear_down(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectorizes_innermost_parallel_loop),
      cmocka_unit_test(keeps_invariant_operands_scalar),
      cmocka_unit_test(counts_lanes_by_widest_element),
      cmocka_unit_test(unrolls_rows_that_share_vectors),
      cmocka_unit_test(keeps_registers_for_windows),
      cmocka_unit_test(vectorizes_reduction_of_rows),
      cmocka_unit_test(vectorizes_parallel_loop_of_column_sums),
      cmocka_unit_test(prefers_long_reduction_to_short_dimension),
      cmocka_unit_test(refuses_what_has_no_vector_form),
      cmocka_unit_test(finds_combiners),
      cmocka_unit_test(refuses_accumulator_used_twice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
