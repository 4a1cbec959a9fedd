// Canonical forms of vm: pseudo ops become what they stand for, branches over nothing go.

#include "base/vec.h"
#include "dialect/vm/hooks.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "rewrite/branch.h"

// A block that only returns: nothing to run.
bool tern_vm_canonicalize_initializer(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *body = tern_op_body(op, 0);
  if (!body || !body->first_op || !tern_op_is(body->first_op, TERN_VM(RETURN))) return false;
  tern_rewriter_erase(rewriter, op);
  return true;
}

// --- indirect accesses of a global that is known ---

static const tern_op_row_t *direct_row(const tern_op_t *op) {
  static const struct {
    int indirect, direct;
  } rows[] = {
#define PAIR(KIND, ID) {TERN_VM_GLOBAL_##KIND##_INDIRECT_##ID, TERN_VM_GLOBAL_##KIND##_##ID}
      PAIR(LOAD, I32),  PAIR(LOAD, I64),  PAIR(LOAD, F32),  PAIR(LOAD, F64),  PAIR(LOAD, REF),
      PAIR(STORE, I32), PAIR(STORE, I64), PAIR(STORE, F32), PAIR(STORE, F64), PAIR(STORE, REF),
#undef PAIR
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, &tern_vm_ops[rows[i].indirect])) return &tern_vm_ops[rows[i].direct];
  }
  return NULL;
}

static const tern_attr_t *known_global(const tern_op_t *op) {
  const tern_op_t *address = tern_value_defining_op(tern_op_operand_named(op, "global"));
  return address && tern_op_is(address, TERN_VM(GLOBAL_ADDRESS)) ? tern_op_attr(address, "global") : NULL;
}

bool tern_vm_canonicalize_load_indirect(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *global = known_global(op);
  if (!global) return false;
  tern_build_args_t args = {.types = TERN_TYPES(op->results[0].type), .attrs = TERN_ATTRS({"global", global})};
  tern_rewriter_replace_with(rewriter, op, direct_row(op), &args);
  return true;
}

bool tern_vm_canonicalize_store_indirect(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *global = known_global(op);
  if (!global) return false;
  tern_build_args_t args = {.operands = TERN_VALUES(tern_op_operand(op, 0)), .attrs = TERN_ATTRS({"global", global})};
  tern_rewriter_replace_with(rewriter, op, direct_row(op), &args);
  return true;
}

// vm.const.i32 0 is vm.const.i32.zero.
bool tern_vm_canonicalize_constant(tern_op_t *op, tern_rewriter_t *rewriter) {
  static const int zeros[][2] = {{TERN_VM_CONST_I32, TERN_VM_CONST_I32_ZERO},
                                 {TERN_VM_CONST_I64, TERN_VM_CONST_I64_ZERO},
                                 {TERN_VM_CONST_F32, TERN_VM_CONST_F32_ZERO},
                                 {TERN_VM_CONST_F64, TERN_VM_CONST_F64_ZERO}};
  if (tern_op_attr(op, "value")->params[1] != 0) return false;
  for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; ++i) {
    if (!tern_op_is(op, &tern_vm_ops[zeros[i][0]])) continue;
    tern_rewriter_replace_with(rewriter, op, &tern_vm_ops[zeros[i][1]], &(tern_build_args_t){0});
    return true;
  }
  return false;
}

// a > b is b < a.
bool tern_vm_canonicalize_greater(tern_op_t *op, tern_rewriter_t *rewriter) {
  static const int rows[][2] = {
#define PAIR(SUFFIX) \
  {TERN_VM_CMP_GT_##SUFFIX, TERN_VM_CMP_LT_##SUFFIX}, {TERN_VM_CMP_GTE_##SUFFIX, TERN_VM_CMP_LTE_##SUFFIX}
      PAIR(I32_S), PAIR(I32_U), PAIR(I64_S), PAIR(I64_U), PAIR(F32_O), PAIR(F32_U), PAIR(F64_O), PAIR(F64_U),
#undef PAIR
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (!tern_op_is(op, &tern_vm_ops[rows[i][0]])) continue;
    tern_build_args_t args = {.operands = TERN_VALUES(tern_op_operand(op, 1), tern_op_operand(op, 0))};
    tern_rewriter_replace_with(rewriter, op, &tern_vm_ops[rows[i][1]], &args);
    return true;
  }
  return false;
}

// --- branches ---

// `block` only branches on, with nothing of its own: where to, and with what, seen from a branch that hands `args` to it.
static tern_block_t *skip_block(const tern_block_t *block) {
  const tern_op_t *op = block->first_op;
  bool is_branch = op && tern_op_is(op, TERN_VM(BR)) && op->successors[0].block != block;
  if (!is_branch || block->arg_count > 0) return NULL;
  return op->successors[0].block;
}

static bool skip_successors(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_changed = false;
  for (size_t i = 0; i < op->successor_count; ++i) {
    const tern_block_t *block = op->successors[i].block;
    tern_block_t *target = skip_block(block);
    if (!target || target == op->block) continue;
    const tern_op_t *branch = block->first_op;
    TERN_VEC(tern_value_t *) values = {0};
    for (size_t j = 0; j < branch->operand_count; ++j) tern_vec_push(&values, tern_op_operand(branch, j));
    tern_branch_set_successor_operands(op, i, (tern_values_t){values.values, values.count});
    tern_successor_set(&op->successors[i], target);
    tern_vec_deinitialize(&values);
    is_changed = true;
  }
  if (is_changed) tern_rewriter_modified(rewriter, op);
  return is_changed;
}

bool tern_vm_canonicalize_br(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *block = op->successors[0].block;
  bool is_only_way = block->first_use && !block->first_use->next && block != op->block && !tern_block_is_entry(block);
  if (!is_only_way) return skip_successors(op, rewriter);
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&values, tern_op_operand(op, i));
  tern_block_t *own = op->block;
  tern_rewriter_erase(rewriter, op);
  tern_rewriter_merge_block_end(rewriter, block, own, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  return true;
}

bool tern_vm_canonicalize_cond_br(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *condition = tern_value_constant(tern_op_operand(op, 0));
  size_t start, count, other_start, other_count;
  tern_op_operand_group(op, 1, &start, &count);
  tern_op_operand_group(op, 2, &other_start, &other_count);
  bool is_same = op->successors[0].block == op->successors[1].block && count == other_count;
  for (size_t i = 0; is_same && i < count; ++i) {
    is_same = tern_op_operand(op, start + i) == tern_op_operand(op, other_start + i);
  }
  if (!is_same && !tern_attr_is_integer(condition)) return skip_successors(op, rewriter);
  bool is_taken = is_same || tern_integer_attr_value(condition) != 0;
  if (!is_taken) {
    start = other_start;
    count = other_count;
  }
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < count; ++i) tern_vec_push(&values, tern_op_operand(op, start + i));
  tern_build_args_t args = {.operands = {values.values, values.count},
                            .successors = (tern_block_t *[]){op->successors[is_taken ? 0 : 1].block},
                            .successor_count = 1};
  tern_rewriter_replace_with(rewriter, op, TERN_VM(BR), &args);
  tern_vec_deinitialize(&values);
  return true;
}

// --- calls ---

// Without lists it is a plain call.
bool tern_vm_canonicalize_call_variadic(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *sizes = tern_op_attr(op, "segment_sizes");
  for (size_t i = 0; i < tern_int_list_attr_count(sizes); ++i) {
    if (tern_int_list_attr_at(sizes, i) >= 0) return false;
  }
  TERN_VEC(tern_value_t *) values = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&values, tern_op_operand(op, i));
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, op->results[i].type);
  tern_build_args_t args = {.operands = {values.values, values.count},
                            .types = {types.values, types.count},
                            .attrs = TERN_ATTRS({"callee", tern_op_attr(op, "callee")}),
                            .dictionary = op->attrs};
  tern_rewriter_replace_with(rewriter, op, TERN_VM(CALL), &args);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&types);
  return true;
}

// An import that must be there is there.
bool tern_vm_canonicalize_import_resolved(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *import = tern_vm_symbol_of(op, "import");
  if (!import || tern_op_attr(import, "is_optional")) return false;
  tern_build_args_t args = {.attrs = TERN_ATTRS({"value", tern_integer_attr_get(op->results[0].type, 1)})};
  tern_rewriter_replace_with(rewriter, op, TERN_VM(CONST_I32), &args);
  return true;
}

// --- failures ---

bool tern_vm_canonicalize_cond_fail(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *condition = tern_value_constant(tern_op_operand(op, 0));
  if (!tern_attr_is_integer(condition) || tern_integer_attr_value(condition) != 0) return false;
  tern_rewriter_erase(rewriter, op);
  return true;
}

// Which comparison says that a check fails; `rows` by i32, i64, f32, f64, ref.
static int kind_of(const tern_type_t *type) {
  return tern_type_is_i(type, 32)      ? 0
         : tern_type_is_i(type, 64)    ? 1
         : type->kind == TERN_TYPE_F32 ? 2
         : type->kind == TERN_TYPE_F64 ? 3
                                       : 4;
}

// check.eq a, b fails where a != b; nz and nearly_eq where the test gives 0.
bool tern_vm_canonicalize_check(tern_op_t *op, tern_rewriter_t *rewriter) {
  static const int differ[] = {TERN_VM_CMP_NE_I32, TERN_VM_CMP_NE_I64, TERN_VM_CMP_NE_F32_U, TERN_VM_CMP_NE_F64_U,
                               TERN_VM_CMP_NE_REF};
  static const int equal[] = {TERN_VM_CMP_EQ_I32, TERN_VM_CMP_EQ_I64, TERN_VM_CMP_EQ_F32_O, TERN_VM_CMP_EQ_F64_O,
                              TERN_VM_CMP_EQ_REF};
  static const int near[] = {TERN_VM_CMP_EQ_I32, TERN_VM_CMP_EQ_I64, TERN_VM_CMP_EQ_F32_NEAR, TERN_VM_CMP_EQ_F64_NEAR,
                             TERN_VM_CMP_EQ_REF};
  static const int nonzero[] = {TERN_VM_CMP_NZ_I32, TERN_VM_CMP_NZ_I64, TERN_VM_CMP_NZ_F32_O, TERN_VM_CMP_NZ_F64_O,
                                TERN_VM_CMP_NZ_REF};
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(op), 32);
  bool is_inverted = tern_op_is(op, TERN_VM(CHECK_NZ)) || tern_op_is(op, TERN_VM(CHECK_NEARLY_EQ));
  const int *rows = tern_op_is(op, TERN_VM(CHECK_EQ))   ? differ
                    : tern_op_is(op, TERN_VM(CHECK_NE)) ? equal
                    : tern_op_is(op, TERN_VM(CHECK_NZ)) ? nonzero
                                                        : near;
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_before(b, op);
  b->loc = op->loc;
  tern_value_t *values[2] = {tern_op_operand(op, 0), tern_op_operand(op, op->operand_count - 1)};
  const tern_op_row_t *row = &tern_vm_ops[rows[kind_of(values[0]->type)]];
  tern_value_t *failed = tern_build_value(b, row, .operands = {values, op->operand_count}, .types = TERN_TYPES(i32));
  if (is_inverted) {
    tern_value_t *one = tern_build_value(b, TERN_VM(CONST_I32), .types = TERN_TYPES(i32),
                                         .attrs = TERN_ATTRS({"value", tern_integer_attr_get(i32, 1)}));
    failed = tern_build_value(b, TERN_VM(XOR_I32), .operands = TERN_VALUES(failed, one), .types = TERN_TYPES(i32));
  }
  // 9: failed precondition, in the numbers of absl::StatusCode.
  tern_value_t *status = tern_build_value(b, TERN_VM(CONST_I32), .types = TERN_TYPES(i32),
                                          .attrs = TERN_ATTRS({"value", tern_integer_attr_get(i32, 9)}));
  const tern_attr_t *message = tern_op_attr(op, "message");
  tern_named_attr_t attr = {"message", message};
  tern_build(b, TERN_VM(COND_FAIL), .operands = TERN_VALUES(failed, status), .attrs = {&attr, message ? 1 : 0});
  tern_rewriter_erase(rewriter, op);
  return true;
}
