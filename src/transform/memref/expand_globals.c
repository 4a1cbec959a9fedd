// --expand-memref-globals: constants in globals become memory that a function fills when it starts, for targets whose memory
// has no initial values.
//
//   memref.global "private" constant @c : memref<2xf32> = dense<[1.0, 2.0]>
//   %m = memref.get_global @c : memref<2xf32>     ->   %m = memref.alloca() : memref<2xf32>
//                                                      memref.store %1, %m[%c0] : memref<2xf32>    ...
//
// Large constants are left alone: each invocation would fill its own. What is read of a constant with one value everywhere is that
// value, and takes no memory.

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/memref/memref.h"
#include "dialect/vector/vector.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

#define MAX_RANK 32

static bool is_wanted(const tern_op_t *op) {
  return tern_op_is(op, TERN_MEMREF(GET_GLOBAL)) || tern_op_is(op, TERN_MEMREF(GLOBAL));
}

static void build_element(tern_builder_t *b, tern_value_t *memory, const tern_attr_t *value, int64_t position) {
  const tern_type_t *type = memory->type;
  size_t rank = tern_type_rank(type);
  tern_value_t *operands[2 + MAX_RANK] = {tern_build_constant(b, tern_dense_elements_attr_at(value, (size_t)position)),
                                          memory};
  for (size_t d = rank; d-- > 0; position /= tern_type_dim(type, d)) {
    operands[2 + d] = tern_build_index(b, position % tern_type_dim(type, d));
  }
  tern_build(b, TERN_MEMREF(STORE), .operands = {operands, 2 + rank});
}

// --- constants of one value ---

static bool is_view(const tern_op_t *op) {
  return tern_op_is(op, TERN_MEMREF(SUBVIEW)) || tern_op_is(op, TERN_MEMREF(CAST)) ||
         tern_op_is(op, TERN_MEMREF(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_MEMREF(EXPAND_SHAPE)) ||
         tern_op_is(op, TERN_MEMREF(REINTERPRET_CAST));
}

// Does it read elements of operand 0, and nothing else? Reads beyond the memory give another value.
static bool is_read(const tern_op_t *op) {
  if (tern_op_is(op, TERN_MEMREF(LOAD)) || tern_op_is(op, TERN_VECTOR(LOAD))) return true;
  if (!tern_op_is(op, TERN_VECTOR(TRANSFER_READ)) || tern_op_operand_named(op, "mask")) return false;
  const tern_attr_t *in_bounds = tern_op_attr(op, "in_bounds");
  size_t count = in_bounds ? tern_array_attr_count(in_bounds) : 0;
  for (size_t i = 0; i < count; ++i) {
    if (!tern_integer_attr_value(tern_array_attr_at(in_bounds, i))) return false;
  }
  return count == tern_type_rank(op->results[0].type);
}

// Ops that are made of `memory`: true if all of them are views or reads, which are appended.
static bool collect_reads(tern_value_t *memory, tern_op_list_t *out) {
  tern_value_for_each_use(memory, use) {
    tern_op_t *op = use->owner;
    bool is_right = tern_op_operand(op, 0) == memory && (is_view(op) || is_read(op));
    if (!is_right) return false;
    tern_vec_push(out, op);
    if (is_view(op) && !collect_reads(tern_op_result(op, 0), out)) return false;
  }
  return true;
}

// True if all that is read of the memory is its one value now.
static bool forward_splat(tern_op_t *op, const tern_attr_t *value) {
  tern_op_list_t ops = {0};
  bool is_forwarded = tern_dense_elements_attr_is_splat(value) && collect_reads(tern_op_result(op, 0), &ops);
  // Views come before what is made of them.
  for (size_t i = ops.count; is_forwarded && i-- > 0;) {
    if (is_read(ops.values[i])) {
      tern_builder_t b = tern_builder_before(ops.values[i]);
      const tern_type_t *type = ops.values[i]->results[0].type;
      const tern_attr_t *element = tern_dense_elements_attr_at(value, 0);
      bool is_vector = type->kind == TERN_TYPE_VECTOR;
      tern_value_t *constant =
          tern_build_constant(&b, is_vector ? tern_dense_elements_attr_get_splat(type, element) : element);
      tern_value_replace_all_uses(tern_op_result(ops.values[i], 0), constant);
    }
    tern_op_destroy(ops.values[i]);
  }
  if (is_forwarded) tern_op_destroy(op);
  tern_vec_deinitialize(&ops);
  return is_forwarded;
}

// --- others ---

static void expand(tern_op_t *op, int64_t limit) {
  tern_op_t *table = tern_symbol_table_around(op);
  const tern_attr_t *name = tern_op_attr(op, "name");
  const tern_op_t *global = table ? tern_symbol_lookup_in(table, tern_symbol_ref_attr_at(name, 0)) : NULL;
  const tern_attr_t *value = global ? tern_op_attr(global, "initial_value") : NULL;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (!value || value->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_op_attr(global, "constant")) return;
  if (forward_splat(op, value)) return;
  if (tern_type_rank(type) > MAX_RANK || tern_type_element_count(type) > limit) return;
  tern_op_t *func = op;
  while (tern_op_parent(func) && !tern_op_has_trait(func, TERN_TRAIT_FUNCTION_LIKE)) func = tern_op_parent(func);
  tern_builder_t b = tern_builder_at_start(tern_op_body(func, 0), op->loc);
  tern_value_t *memory = tern_build_value(&b, TERN_MEMREF(ALLOCA), .operands = {0}, .types = TERN_TYPES(type),
                                          .segments = (int32_t[]){0, 0});
  for (int64_t i = 0; i < tern_type_element_count(type); ++i) build_element(&b, memory, value, i);
  tern_value_replace_all_uses(tern_op_result(op, 0), memory);
  tern_op_destroy(op);
}

static tern_walk_result_t find_use(tern_op_t *op, void *user) {
  const tern_op_t *global = user;
  if (!tern_op_is(op, TERN_MEMREF(GET_GLOBAL))) return TERN_WALK_ADVANCE;
  bool is_it = tern_str_equal(tern_symbol_ref_attr_at(tern_op_attr(op, "name"), 0), tern_symbol_name(global));
  return is_it ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  int64_t limit = tern_pass_int(pass, "max-elements");
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    if (!tern_op_is(ops.values[i], TERN_MEMREF(GET_GLOBAL))) continue;
    expand(ops.values[i], limit);
    ops.values[i] = NULL;
  }
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *global = ops.values[i];
    if (!global || tern_symbol_visibility(global) != TERN_PRIVATE) continue;
    tern_op_t *table = tern_op_parent(global);
    if (table && tern_op_walk_pre(table, find_use, global) != TERN_WALK_INTERRUPT) tern_op_destroy(global);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"max-elements", TERN_OPTION_INT, "256", "Elements that a constant may have", NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, NULL};

const tern_pass_def_t tern_expand_globals_pass = {
    .name = "ExpandMemRefGlobals",
    .flag = "expand-memref-globals",
    .summary = "Replace small constants in globals by memory that a function fills",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run,
};
