// --test-gpu-memory-promotion: arguments of a kernel that are marked get a copy in workgroup memory, which the kernel works
// on (upstream: promoteToWorkgroupMemory).
//
// All elements are copied at the start of the body, and back at its end, each by the invocation that its position falls
// to. Which of the two copies is needed is not looked at.

#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "transform/gpu/rewrite_patterns.h"

enum { WORKGROUP_DIMS = 3, MAX_RANK = 32 };

// affine.apply of `lhs * rhs` or `lhs + rhs`.
static tern_value_t *build_apply(tern_builder_t *b, bool is_product, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_affine_expr_t *x = tern_affine_symbol(b->context, 0), *y = tern_affine_symbol(b->context, 1);
  const tern_affine_expr_t *expr = is_product ? tern_affine_mul(x, y) : tern_affine_add(x, y);
  const tern_attr_t *map = tern_affine_map_attr_get(tern_affine_map_get(b->context, 0, 2, &expr, 1));
  return tern_build_value(b, TERN_AFFINE(APPLY), .operands = TERN_VALUES(lhs, rhs),
                          .types = TERN_TYPES(tern_index_type_get(b->context)), .attrs = TERN_ATTRS({"map", map}));
}

// The iterations of `loop` are distributed: invocation `id` of `count` takes every `count`th from its own on.
static void deal_out(tern_op_t *loop, tern_value_t *id, tern_value_t *count) {
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *start = build_apply(&b, true, id, tern_scf_for_step(loop));
  start = build_apply(&b, false, start, tern_scf_for_lower(loop));
  tern_value_t *step = build_apply(&b, true, count, tern_scf_for_step(loop));
  tern_op_set_operand(loop, 0, start);
  tern_op_set_operand(loop, 2, step);
}

// A nest of one loop for each dimension, and as many around it that there is one for each of the workgroup's.
static void build_copy(tern_builder_t *b, tern_value_t *from, tern_value_t *to) {
  size_t rank = tern_type_rank(from->type), extra = rank < WORKGROUP_DIMS ? WORKGROUP_DIMS - rank : 0;
  tern_value_t *sizes[MAX_RANK], *ids[WORKGROUP_DIMS], *counts[WORKGROUP_DIMS], *indices[2 + MAX_RANK];
  tern_op_t *loops[WORKGROUP_DIMS + MAX_RANK];
  tern_value_t *zero = tern_arith_constant_index(b, 0), *one = tern_arith_constant_index(b, 1);
  for (size_t i = 0; i < rank; ++i) {
    tern_arith_constant_index(b, (int64_t)i);  // the dimension asked for, where upstream folds memref.dim
    sizes[i] = tern_arith_constant_index(b, tern_type_dim(from->type, i));
  }
  for (int i = 0; i < WORKGROUP_DIMS; ++i) {
    ids[i] = tern_gpu_build_query(b, TERN_GPU(THREAD_ID), i);
    counts[i] = tern_gpu_build_query(b, TERN_GPU(BLOCK_DIM), i);
  }
  size_t count = extra + rank;
  for (size_t i = 0; i < count; ++i) {
    loops[i] = tern_build_scf_for(b, zero, i < extra ? one : sizes[i - extra], one, (tern_values_t){0});
    if (i >= extra) indices[1 + i - extra] = tern_scf_for_iv(loops[i]);
  }
  indices[0] = from;
  tern_value_t *element = tern_build_value(b, TERN_MEMREF(LOAD), .operands = {indices, 1 + rank},
                                           .types = TERN_TYPES(tern_type_element(from->type)));
  tern_value_t *stored[2 + MAX_RANK] = {element, to};
  for (size_t i = 0; i < rank; ++i) stored[2 + i] = indices[1 + i];
  tern_build(b, TERN_MEMREF(STORE), .operands = {stored, 2 + rank});
  for (size_t i = count; i > 0; --i) tern_build_scf_for_end(b, loops[i - 1], (tern_values_t){0});
  for (size_t i = 0; i < WORKGROUP_DIMS; ++i) deal_out(loops[count - 1 - i], ids[i], counts[i]);
}

static bool promote(tern_op_t *func, size_t index) {
  tern_block_t *body = tern_op_body(func, 0);
  tern_value_t *argument = body->args[index];
  const tern_type_t *type = argument->type;
  if (type->kind != TERN_TYPE_MEMREF || !tern_type_has_static_shape(type) || tern_type_rank(type) == 0 ||
      tern_type_rank(type) > MAX_RANK) {
    return tern_op_error(func, "expected argument #%zu to be a memref with a static shape and dimensions, but got '%s'",
                         index, tern_type_text(type));
  }
  if (body->next) return tern_op_error(func, "cannot promote an argument of a body with several blocks");
  const tern_type_t *buffer_type =
      tern_gpu_workgroup_memref_type(tern_type_element(type), tern_type_dims(type), tern_type_rank(type));
  tern_value_t *buffer = tern_gpu_add_workgroup_buffer(func, buffer_type, argument->arg_loc);
  tern_value_replace_all_uses(argument, buffer);
  tern_builder_t b = tern_builder_at_start(body, func->loc);
  build_copy(&b, argument, buffer);
  tern_build(&b, TERN_GPU(BARRIER));
  b.block = body;
  b.before = body->last_op;
  tern_build(&b, TERN_GPU(BARRIER));
  build_copy(&b, buffer, argument);
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  size_t count = tern_function_type_input_count(tern_func_type(op));
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *mark =
        tern_dictionary_attr_lookup(tern_func_arg_attrs(op, i), TERN_STR("gpu.test_promote_workgroup"));
    if (mark && mark->kind == TERN_ATTR_UNIT && !promote(op, i)) return false;
  }
  return true;
}

const tern_pass_def_t tern_test_gpu_memory_promotion_pass = {
    .flag = "test-gpu-memory-promotion",
    .name = "(anonymous namespace)::TestGpuMemoryPromotionPass",
    .anchor = "gpu.func",
    .summary = "Promotes the annotated arguments of gpu.func to workgroup memory.",
    .dialects = (const tern_dialect_t *const[]){&tern_affine_dialect, &tern_memref_dialect, &tern_scf_dialect, NULL},
    .run = run,
};
