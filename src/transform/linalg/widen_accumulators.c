// --linalg-widen-accumulators: what narrow floats are added up or multiplied in is f32, and rounded once at the end.
//
//   linalg.fill ins(%z : bf16) outs(%C : memref<64x64xbf16>)
//   linalg.matmul ins(%A, %B : memref<64x512xbf16>, memref<512x64xbf16>) outs(%C : memref<64x64xbf16>)
// becomes
//   %sums = memref.alloca() : memref<64x64xf32>
//   linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
//   linalg.matmul ins(%A, %B : memref<64x512xbf16>, memref<512x64xbf16>) outs(%sums : memref<64x64xf32>)
//   linalg.generic ins(%sums : ...) outs(%C : ...) { arith.truncf }
//
// In bf16 a sum stops growing at 256 times what is added. What was in %C, if it was not filled just before, is extended to f32 first.
// In the body, products and sums on the way to the accumulator are computed in f32 too. A body that extends its accumulator itself,
// and rounds it at every step, means that.
//
// The accumulators are temporaries, which become as small as tiles when the dispatch is tiled afterwards. Where that will not be, so
// that they would take more of the stack than `most-bytes`, ops are left as they are. So are maxima, minima and the like, which lose
// nothing.

#include "analysis/memory_location.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/iree/iree.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/codegen/shared_tiling.h"
#include "transform/linalg/blocking/unpacked_buffer.h"
#include "transform/linalg/generalize.h"

// --- bodies ---

static bool is_narrow_float(const tern_type_t *type) {
  return tern_type_is_float(type) && tern_type_bit_width(type) <= 16;
}

// The op that makes `value`, if nothing else uses it.
static tern_op_t *lone_maker(const tern_value_t *value) {
  return tern_value_has_one_use(value) ? tern_value_defining_op(value) : NULL;
}

static bool combines(const tern_op_t *op, const tern_value_t *accumulator) {
  bool commutes = tern_op_is(op, TERN_ARITH(ADDF)) || tern_op_is(op, TERN_ARITH(MULF));
  return (commutes && tern_op_operand(op, 1) == accumulator) ||
         ((commutes || tern_op_is(op, TERN_ARITH(SUBF))) && tern_op_operand(op, 0) == accumulator);
}

// The op that adds to, or multiplies, what is in an output, whose type is narrow; else NULL.
static tern_op_t *find_combiner(const tern_op_t *op, size_t output) {
  tern_block_t *body = tern_linalg_body(op);
  const tern_value_t *accumulator = body->args[tern_linalg_output_position(op, output)];
  tern_op_t *combiner = lone_maker(tern_op_operand(body->last_op, output));
  bool is_lone = is_narrow_float(accumulator->type) && tern_value_has_one_use(accumulator);
  return is_lone && combiner && combiner->block == body && combines(combiner, accumulator) ? combiner : NULL;
}

// The value in the wide type. What only goes into it is computed in that type.
static tern_value_t *widen(tern_builder_t *b, tern_value_t *value, const tern_type_t *wide) {
  static const tern_op_row_t *const computed[] = {TERN_ARITH(ADDF), TERN_ARITH(SUBF), TERN_ARITH(MULF),
                                                  TERN_ARITH(NEGF)};
  tern_op_t *op = lone_maker(value);
  if (op && op->block == b->block && tern_op_is(op, TERN_ARITH(EXTF))) value = tern_op_operand(op, 0);
  for (size_t i = 0; op && op->block == b->block && i < sizeof computed / sizeof computed[0]; ++i) {
    if (!tern_op_is(op, computed[i])) continue;
    tern_value_t *operands[2];
    for (size_t o = 0; o < op->operand_count; ++o) operands[o] = widen(b, tern_op_operand(op, o), wide);
    return tern_build_value(b, computed[i], .operands = {operands, op->operand_count}, .types = TERN_TYPES(wide),
                            .dictionary = tern_op_attr_dictionary(op));
  }
  return tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(value), .types = TERN_TYPES(wide));
}

static void erase_dead(tern_block_t *block) {
  for (tern_op_t *op = block->last_op, *previous; op; op = previous) {
    previous = op->prev;
    if (tern_op_is_trivially_dead(op)) tern_op_destroy(op);
  }
}

static void rewrite_body(const tern_op_t *op, size_t output, tern_op_t *combiner, const tern_type_t *wide) {
  tern_block_t *body = tern_linalg_body(op);
  tern_value_t *accumulator = body->args[tern_linalg_output_position(op, output)], *operands[2];
  tern_builder_t b = tern_builder_before(combiner);
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *operand = tern_op_operand(combiner, i);
    operands[i] = operand == accumulator ? operand : widen(&b, operand, wide);
  }
  accumulator->type = wide;
  tern_value_t *sum = tern_build_value(&b, combiner->def->row, .operands = {operands, 2}, .types = TERN_TYPES(wide),
                                       .dictionary = tern_op_attr_dictionary(combiner));
  tern_op_set_operand(body->last_op, output, sum);
  erase_dead(body);
}

// --- memory ---

// Does the host know the sizes of all buffers, so that it can distribute tiles of them to workgroups?
static bool has_known_sizes(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *value = tern_op_operand(op, i);
    const tern_op_t *maker = tern_value_defining_op(value);
    if (value->type->kind != TERN_TYPE_MEMREF || tern_type_has_static_shape(value->type)) continue;
    if (!maker || !(tern_op_is(maker, TERN_IREE(PLACEHOLDER)) || tern_op_is(maker, TERN_MEMREF(ALLOCA)))) return false;
    for (size_t d = 0; d < maker->operand_count; ++d) {
      if (!tern_workgroup_extent_is_known(tern_op_operand(maker, d))) return false;
    }
  }
  return true;
}

// The tiles of the function that `op` is in; none (grid_count is 0) if it will not be tiled.
static void find_tiling(tern_op_t *func, tern_shared_tiling_t *out_tiling) {
  tern_unpacked_buffers_t unpacked;
  tern_unpacked_buffers_find(func, &unpacked);
  tern_unpacked_buffers_detach(&unpacked);
  bool is_tiled = tern_shared_tiling_find(func, out_tiling);
  tern_unpacked_buffers_attach(&unpacked);
  tern_vec_deinitialize(&unpacked);
  for (size_t i = 0; is_tiled && i < out_tiling->shared.ops.count; ++i) {
    is_tiled = has_known_sizes(out_tiling->shared.ops.values[i]);
  }
  if (!is_tiled) out_tiling->grid_count = 0;
}

// Bytes of a buffer of `type`'s elements like `buffer`, of the smallest tile; `limit` + 1 if there are more.
static int64_t least_bytes(const tern_shared_tiling_t *tiling, const tern_value_t *buffer, const tern_type_t *type,
                           int64_t limit) {
  int64_t bytes = (int64_t)tern_dense_element_size(type);
  for (size_t d = 0; d < tern_type_rank(buffer->type); ++d) {
    bool is_tiled = false;
    for (size_t g = 0; g < tiling->grid_count; ++g) {
      is_tiled |= tern_shared_loops_goes_along(&tiling->shared, buffer, d, tiling->root, tiling->loops[g]);
    }
    int64_t extent = tern_type_dim(buffer->type, d);
    if (is_tiled) continue;
    if (extent == TERN_DYNAMIC || __builtin_mul_overflow(bytes, extent, &bytes)) return limit + 1;
  }
  return bytes > limit ? limit + 1 : bytes;
}

static tern_value_t *build_temporary(tern_builder_t *b, tern_value_t *like, const tern_type_t *element) {
  tern_value_t *sizes[TERN_LINALG_MAX_LOOPS];
  int64_t dims[TERN_LINALG_MAX_LOOPS];
  size_t count = 0, rank = tern_type_rank(like->type);
  for (size_t d = 0; d < rank; ++d) {
    dims[d] = tern_type_dim(like->type, d);
    if (dims[d] == TERN_DYNAMIC) sizes[count++] = tern_memref_build_dim(b, like, d);
  }
  return tern_build_value(b, TERN_MEMREF(ALLOCA), .operands = {sizes, count},
                          .segments = (int32_t[]){(int32_t)count, 0},
                          .types = TERN_TYPES(tern_memref_type_get(element, dims, rank, NULL, NULL)));
}

// May the op read or write memory of `base`, other than by operand `except`?
static bool touches(tern_op_t *op, tern_value_t *base, size_t except) {
  for (size_t i = 0; tern_is_linalg(op) && i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (i == except || operand->type->kind != TERN_TYPE_MEMREF) continue;
    if (tern_memory_bases_alias(tern_memory_base(operand), base) != TERN_NO_ALIAS) return true;
  }
  return tern_op_may_touch(op, base);
}

// The fill of the output that nothing comes between; NULL: there is none, or the op reads the output elsewhere.
static tern_op_t *find_fill(tern_op_t *op, size_t output) {
  tern_value_t *buffer = tern_linalg_output(op, output), *base = tern_memory_base(buffer);
  if (touches(op, base, tern_linalg_output_position(op, output))) return NULL;
  tern_op_t *before = op->prev;
  while (before && !touches(before, base, SIZE_MAX)) before = before->prev;
  return before && tern_op_is(before, TERN_LINALG(FILL)) && tern_linalg_output(before, 0) == buffer ? before : NULL;
}

// A tern_linalg_body_fn_t: the element in the type of the output.
static void fill_with_cast(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  const tern_type_t *to = body->args[1]->type;
  bool is_wider = tern_type_bit_width(to) > tern_type_bit_width(body->args[0]->type);
  tern_value_t *cast = tern_build_value(b, is_wider ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF),
                                        .operands = TERN_VALUES(body->args[0]), .types = TERN_TYPES(to));
  tern_build(b, TERN_LINALG(YIELD), .operands = TERN_VALUES(cast));
}

static void build_cast(tern_builder_t *b, tern_value_t *from, tern_value_t *to) {
  size_t rank = tern_type_rank(from->type);
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, rank), *maps[] = {identity, identity};
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS] = {TERN_ITERATOR_PARALLEL};
  tern_linalg_build_generic(b, (tern_types_t){0}, TERN_VALUES(from), TERN_VALUES(to), maps, iterators, rank,
                            fill_with_cast, NULL);
}

static void build_start(tern_builder_t *b, tern_op_t *fill, tern_value_t *buffer, tern_value_t *sums) {
  if (!fill) {
    build_cast(b, buffer, sums);
    return;
  }
  tern_value_t *value = tern_linalg_input(fill, 0);
  const tern_attr_t *constant = tern_value_constant(value);
  const tern_type_t *wide = tern_type_element(sums->type);
  value = constant ? tern_arith_constant_float(b, wide, tern_float_attr_value(constant))
                   : tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(value), .types = TERN_TYPES(wide));
  tern_linalg_build_named(b, TERN_LINALG(FILL), (tern_types_t){0}, TERN_VALUES(value), TERN_VALUES(sums),
                          (tern_named_attrs_t){0});
  tern_op_destroy(fill);
}

// --- the pass ---

// A body that rounds what it multiplies is not what a named op has for wide sums.
static bool has_rounding(const tern_op_t *op) {
  tern_block_for_each_op(tern_linalg_body(op), inner) {
    if (tern_op_is(inner, TERN_ARITH(TRUNCF))) return true;
  }
  return false;
}

static bool can_accumulate(const tern_op_t *op) {
  return tern_is_linalg(op) && tern_linalg_has_buffer_semantics(op) && !tern_linalg_has_empty_buffer(op) &&
         tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) > 0;
}

static bool widen_op(tern_op_t *op, const tern_shared_tiling_t *tiling, int64_t *inout_limit) {
  const tern_type_t *wide = tern_float_type_get(tern_op_context(op), TERN_TYPE_F32);
  bool is_any = false;
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    tern_value_t *buffer = tern_linalg_output(op, i);
    tern_op_t *combiner = find_combiner(op, i);
    int64_t bytes = combiner ? least_bytes(tiling, buffer, wide, *inout_limit) : 0;
    if (!combiner || bytes > *inout_limit) continue;
    *inout_limit -= bytes;
    rewrite_body(op, i, combiner, wide);
    tern_op_t *fill = find_fill(op, i);
    tern_builder_t b = tern_builder_before(op);
    tern_value_t *sums = build_temporary(&b, buffer, wide);
    build_start(&b, fill, buffer, sums);
    tern_op_set_operand(op, tern_linalg_output_position(op, i), sums);
    b = tern_builder_after(op);
    build_cast(&b, sums, buffer);
    is_any = true;
  }
  if (is_any && !tern_op_is(op, TERN_LINALG(GENERIC)) && has_rounding(op)) tern_linalg_generalize(op);
  return is_any;
}

static void run_on_function(tern_op_t *func, bool is_entry, tern_pass_t *pass) {
  tern_shared_tiling_t tiling = {0};
  int64_t limit = tern_pass_int(pass, "most-bytes");
  tern_op_list_t ops = tern_op_collect(func, TERN_PREORDER, can_accumulate);
  if (ops.count > 0 && is_entry) find_tiling(func, &tiling);
  for (size_t i = 0; i < ops.count; ++i) {
    if (widen_op(ops.values[i], &tiling, &limit)) tern_pass_count(pass, 0, 1);
  }
  tern_shared_tiling_deinitialize(&tiling);
  tern_vec_deinitialize(&ops);
}

static bool is_defined_function(const tern_op_t *op) {
  return tern_op_is(op, TERN_FUNC(FUNC)) && !tern_region_is_empty(&op->regions[0]);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_entry_points_t entries = tern_entry_points_find(root);
  tern_op_list_t functions = tern_op_collect(root, TERN_OUTERMOST, is_defined_function);
  for (size_t i = 0; i < functions.count; ++i) {
    bool is_entry = false;
    for (size_t e = 0; e < entries.count; ++e) is_entry |= entries.values[e] == functions.values[i];
    run_on_function(functions.values[i], is_entry, pass);
  }
  tern_vec_deinitialize(&functions);
  tern_vec_deinitialize(&entries);
  return true;
}

static const tern_option_def_t options[] = {
    {"most-bytes", TERN_OPTION_INT, "32768",
     "Bytes of temporaries that a function may have on the stack when it is tiled", NULL},
};

const tern_pass_def_t tern_linalg_widen_accumulators_pass = {
    .name = "LinalgWidenAccumulators",
    .flag = "linalg-widen-accumulators",
    .summary = "Sum narrow floats in f32, in temporaries of a dispatch",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-widened - ops with wide accumulators", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
