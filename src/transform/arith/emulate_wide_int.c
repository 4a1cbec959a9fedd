// --arith-emulate-wide-int and --memref-emulate-wide-int: integers of twice the width that the target has become
// vectors of two, the low half first (upstream's passes of the names).
//
//   %r = arith.addi %a, %b : i64   ->   %r = ... : vector<2xi32>    func.func @f(i64)  ->  func.func @f(vector<2xi32>)
//
// First every op that computes is expanded, between casts of the two types; then all types change at once, which makes
// the casts idle. An op that can neither be expanded nor just carry its values is refused before anything changes.
// Beyond upstream, both passes convert what loops and branches of scf carry, and expand division, the counts of bits
// and the extended ops; the second one converts functions too, and all ops that only hand memrefs on.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/arith/wide_int.h"

// --- types ---

static const tern_type_t *convert_function_type(const tern_wide_int_t *wide, const tern_type_t *type) {
  TERN_VEC(const tern_type_t *) types = {0};
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < inputs.count; ++i) tern_vec_push(&types, tern_wide_int_convert(wide, inputs.values[i]));
  for (size_t i = 0; i < results.count; ++i) tern_vec_push(&types, tern_wide_int_convert(wide, results.values[i]));
  bool is_right = true;
  for (size_t i = 0; i < types.count; ++i) is_right = is_right && types.values[i];
  const tern_type_t *converted = NULL;
  if (is_right) {
    converted = tern_function_type_get(type->context, (tern_types_t){types.values, inputs.count},
                                       (tern_types_t){types.values + inputs.count, results.count});
  }
  tern_vec_deinitialize(&types);
  return converted;
}

const tern_type_t *tern_wide_int_convert(const tern_wide_int_t *wide, const tern_type_t *type) {
  if (type->kind == TERN_TYPE_FUNCTION) return convert_function_type(wide, type);
  bool is_memref = type->kind == TERN_TYPE_MEMREF;
  if (!tern_type_is_integer(type) && type->kind != TERN_TYPE_VECTOR && !(is_memref && wide->has_memrefs)) return type;
  const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  if (is_memref && element->kind == TERN_TYPE_VECTOR) {
    return tern_wide_int_convert(wide, element) == element ? type : NULL;
  }
  if (!tern_type_is_integer(element)) return type;
  uint32_t width = tern_type_bit_width(element);
  if (width <= wide->half) return type;
  if (width != 2 * wide->half || tern_integer_type_signedness(element) != TERN_SIGNLESS) return NULL;
  const tern_type_t *half = tern_i_type_get(type->context, wide->half);
  if (type->kind != TERN_TYPE_VECTOR) {
    const tern_type_t *pair = tern_vector_type_get(half, &(int64_t){2}, 1, 0);
    return is_memref ? tern_type_with_element(type, pair) : pair;
  }
  int64_t dims[32];
  size_t rank = tern_type_rank(type);
  if (rank + 1 > sizeof dims / sizeof dims[0] || tern_vector_type_scalable_mask(type)) return NULL;
  for (size_t i = 0; i < rank; ++i) dims[i] = tern_type_dim(type, i);
  dims[rank] = 2;
  return tern_vector_type_get(half, dims, rank + 1, 0);
}

static bool is_kept(const tern_wide_int_t *wide, const tern_type_t *type) {
  return tern_wide_int_convert(wide, type) == type;
}

// A type that the op holds and that does not stay; NULL: none.
static const tern_type_t *find_converted_type(const tern_wide_int_t *wide, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_kept(wide, tern_op_operand(op, i)->type)) return tern_op_operand(op, i)->type;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_kept(wide, tern_op_result(op, i)->type)) return tern_op_result(op, i)->type;
  }
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) {
        if (!is_kept(wide, block->args[i]->type)) return block->args[i]->type;
      }
    }
  }
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    if (!op->slots[i] || op->slots[i]->kind != TERN_ATTR_TYPE) continue;
    if (!is_kept(wide, tern_type_attr_value(op->slots[i]))) return tern_type_attr_value(op->slots[i]);
  }
  return NULL;
}

// --- what stays but for its types ---

static bool is_listed(const tern_op_t *op, const tern_op_row_t *const *rows, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

static bool only_carries(const tern_wide_int_t *wide, const tern_op_t *op) {
  static const tern_op_row_t *const values[] = {TERN_ARITH(CONSTANT), TERN_FUNC(CALL), TERN_FUNC(FUNC),
                                                TERN_FUNC(RETURN), TERN_VECTOR(PRINT)};
  static const tern_op_row_t *const memrefs[] = {
      TERN_IREE(PLACEHOLDER), TERN_MEMREF(ALLOC),
      TERN_MEMREF(ALLOCA),    TERN_MEMREF(ASSUME_ALIGNMENT),
      TERN_MEMREF(CAST),      TERN_MEMREF(COLLAPSE_SHAPE),
      TERN_MEMREF(COPY),      TERN_MEMREF(DEALLOC),
      TERN_MEMREF(DIM),       TERN_MEMREF(EXPAND_SHAPE),
      TERN_MEMREF(LOAD),      TERN_MEMREF(MEMORY_SPACE_CAST),
      TERN_MEMREF(RANK),      TERN_MEMREF(REINTERPRET_CAST),
      TERN_MEMREF(STORE),     TERN_MEMREF(SUBVIEW),
  };
  if (is_listed(op, values, sizeof values / sizeof values[0])) return true;
  if (is_listed(op, memrefs, sizeof memrefs / sizeof memrefs[0])) return wide->has_memrefs;
  if (!tern_str_starts_with(tern_op_name(op), TERN_STR("scf."))) return false;
  // A loop that counts in wide integers computes with them.
  bool counts = tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(PARALLEL));
  return !counts || is_kept(wide, tern_op_operand(op, 0)->type);
}

typedef struct check {
  const tern_wide_int_t *wide;
  bool is_valid;
  tern_op_list_t computing;
} check_t;

static tern_walk_result_t check_op(tern_op_t *op, void *user) {
  check_t *check = user;
  const tern_type_t *type = find_converted_type(check->wide, op);
  if (!type) return TERN_WALK_ADVANCE;
  bool has_counterpart = tern_wide_int_convert(check->wide, type) != NULL;
  if (has_counterpart && only_carries(check->wide, op)) return TERN_WALK_ADVANCE;
  if (has_counterpart && tern_wide_int_can_expand(check->wide, op)) {
    tern_vec_push(&check->computing, op);
    return TERN_WALK_ADVANCE;
  }
  tern_str_t name = tern_op_name(op);
  check->is_valid = tern_emit_error(op->loc, "failed to legalize operation '%.*s' that was explicitly marked illegal",
                                    (int)name.size, name.data);
  if (has_counterpart) {
    tern_emit_note(op->loc, "it takes values of type '%s' in a way that has no emulation", tern_type_text(type));
  } else {
    tern_emit_note(op->loc, "type '%s' is not made of integers of %u or %u bits", tern_type_text(type),
                   check->wide->half, 2 * check->wide->half);
  }
  return TERN_WALK_INTERRUPT;
}

// --- all types at once ---

static void split_number(const tern_wide_int_t *wide, const tern_attr_t *number, int64_t out_halves[2]) {
  if (wide->half >= 64) {
    out_halves[0] = (int64_t)number->params[1];
    out_halves[1] = (int64_t)number->params[2];
    return;
  }
  out_halves[0] = tern_integer_attr_value(number);
  out_halves[1] = out_halves[0] >> wide->half;
}

static const tern_attr_t *convert_attr(const tern_wide_int_t *wide, const tern_attr_t *attr) {
  if (attr->kind == TERN_ATTR_TYPE) return tern_type_attr_get(tern_wide_int_convert(wide, tern_type_attr_value(attr)));
  bool is_dense = attr->kind == TERN_ATTR_DENSE_ELEMENTS;
  if (!is_dense && !tern_attr_is_integer(attr)) return attr;
  const tern_type_t *type = tern_wide_int_convert(wide, tern_attr_type(attr));
  if (!type || type == tern_attr_type(attr)) return attr;
  size_t count = (size_t)tern_type_element_count(type);
  int64_t *halves = tern_malloc(count * sizeof *halves);
  for (size_t i = 0; i < count / 2; ++i) {
    size_t index = is_dense && tern_dense_elements_attr_is_splat(attr) ? 0 : i;
    split_number(wide, is_dense ? tern_dense_elements_attr_at(attr, index) : attr, halves + 2 * i);
  }
  const tern_attr_t *converted = tern_dense_elements_attr_get_i64(type, halves, count);
  free(halves);
  return converted;
}

static tern_walk_result_t retype_op(tern_op_t *op, void *user) {
  const tern_wide_int_t *wide = user;
  bool has_constant = tern_op_is(op, TERN_ARITH(CONSTANT));
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    if (op->slots[i] && (has_constant || op->slots[i]->kind == TERN_ATTR_TYPE)) {
      op->slots[i] = convert_attr(wide, op->slots[i]);
    }
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    op->results[i].type = tern_wide_int_convert(wide, op->results[i].type);
  }
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) {
        block->args[i]->type = tern_wide_int_convert(wide, block->args[i]->type);
      }
    }
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t erase_idle_cast(tern_op_t *op, void *user) {
  (void)user;
  bool is_cast = tern_str_equal_cstr(tern_op_name(op), "builtin.unrealized_conversion_cast") &&
                 op->operand_count == 1 && op->result_count == 1;
  if (!is_cast || tern_op_operand(op, 0)->type != tern_op_result(op, 0)->type) return TERN_WALK_ADVANCE;
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
  tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

// --- the passes ---

static bool run_with(tern_op_t *op, tern_pass_t *pass, bool has_memrefs) {
  int64_t half = tern_pass_int(pass, "widest-int-supported");
  if (half < 2 || half > 64 || (half & (half - 1))) {
    return tern_emit_error(op->loc, "expected a power of two from 2 to 64 as the widest integer but got %lld",
                           (long long)half);
  }
  tern_wide_int_t wide = {(uint32_t)half, has_memrefs};
  check_t check = {.wide = &wide, .is_valid = true};
  tern_op_walk_pre(op, check_op, &check);
  for (size_t i = 0; i < check.computing.count && check.is_valid; ++i) {
    check.is_valid = tern_wide_int_expand(&wide, check.computing.values[i]);
  }
  tern_vec_deinitialize(&check.computing);
  if (!check.is_valid) return false;
  tern_op_walk_pre(op, retype_op, &wide);
  tern_op_walk_post(op, erase_idle_cast, NULL);
  return true;
}

static bool run_arith(tern_op_t *op, tern_pass_t *pass) { return run_with(op, pass, false); }
static bool run_memref(tern_op_t *op, tern_pass_t *pass) { return run_with(op, pass, true); }

static const tern_option_def_t options[] = {
    {"widest-int-supported", TERN_OPTION_INT, "32", "The widest integers that the target computes on", NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_scf_dialect, &tern_vector_dialect, NULL};

const tern_pass_def_t tern_arith_emulate_wide_int_pass = {
    .flag = "arith-emulate-wide-int",
    .name = "ArithEmulateWideInt",
    .summary = "Compute on wide integers by halves",
    .description = "Integers of 2*N bits become vectors of two integers of N bits, the low half first.",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run_arith,
};

const tern_pass_def_t tern_memref_emulate_wide_int_pass = {
    .flag = "memref-emulate-wide-int",
    .name = "MemRefEmulateWideInt",
    .summary = "Emulate 2*N-bit integer operations and memory using N-bit ones",
    .description = "As --arith-emulate-wide-int; memrefs of such integers become memrefs of vectors of two.",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run_memref,
};
