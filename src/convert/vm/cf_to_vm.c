// cf to vm: branches, switches, assertions.

#include "base/vec.h"
#include "convert/vm/to_vm.h"
#include "dialect/cf/cf.h"
#include "ir/context.h"
#include "rewrite/branch.h"

static bool convert_br(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_block_t *target = op->successors[0].block;
  tern_build(&conversion->rewriter.builder, TERN_VM(BR), .operands = operands, .successors = &target,
             .successor_count = 1);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_cond_br(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_block_t *targets[] = {op->successors[0].block, op->successors[1].block};
  size_t start, yes, no;
  tern_op_operand_group(op, 1, &start, &yes);
  tern_op_operand_group(op, 2, &start, &no);
  tern_build(&conversion->rewriter.builder, TERN_VM(COND_BR), .operands = operands, .successors = targets,
             .successor_count = 2, .segments = (int32_t[]){1, (int32_t)yes, (int32_t)no});
  tern_conversion_erase(conversion, op);
  return true;
}

// Cases count from 0 with few gaps: a table, whose holes lead to the default.
#define TABLE_MAX 256

static bool find_case(const tern_attr_t *values, size_t count, int64_t number, size_t *out_index) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_int_list_attr_at(values, i) != number) continue;
    *out_index = i;
    return true;
  }
  return false;
}

static bool is_dense(const tern_attr_t *values, size_t count, int64_t *out_size) {
  int64_t last = -1;
  for (size_t i = 0; i < count; ++i) {
    int64_t number = tern_int_list_attr_at(values, i);
    if (number < 0 || number >= TABLE_MAX) return false;
    if (number > last) last = number;
  }
  *out_size = last + 1;
  return last + 1 <= 4 * (int64_t)count + 4;
}

typedef TERN_VEC(tern_value_t *) value_list_t;

static void push_operands(const tern_op_t *op, tern_values_t operands, size_t successor, value_list_t *list) {
  size_t start, count;
  tern_branch_successor_operands(op, successor, &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(list, operands.values[start + i]);
}

static void build_table(tern_op_t *op, tern_values_t operands, tern_value_t *flag, int64_t size, tern_builder_t *b) {
  const tern_attr_t *values = tern_op_attr(op, "case_values");
  size_t case_count = op->successor_count - (size_t)1;
  value_list_t list = {0};
  TERN_VEC(tern_block_t *) targets = {0};
  TERN_VEC(int32_t) sizes = {0};
  tern_vec_push(&list, flag);
  push_operands(op, operands, 0, &list);
  tern_vec_push(&targets, op->successors[0].block);
  int32_t segments[3] = {1, (int32_t)list.count - 1, 0};
  for (int64_t number = 0; number < size; ++number) {
    size_t index, successor = find_case(values, case_count, number, &index) ? index + 1 : 0, before = list.count;
    push_operands(op, operands, successor, &list);
    tern_vec_push(&targets, op->successors[successor].block);
    tern_vec_push(&sizes, (int32_t)(list.count - before));
    segments[2] += (int32_t)(list.count - before);
  }
  const tern_attr_t *case_sizes = tern_dense_i32_array_attr_get(b->context, sizes.values, sizes.count);
  tern_build(b, TERN_VM(BR_TABLE), .operands = {list.values, list.count}, .successors = targets.values,
             .successor_count = targets.count, .attrs = TERN_ATTRS({"case_operand_segments", case_sizes}),
             .segments = segments);
  tern_vec_deinitialize(&list);
  tern_vec_deinitialize(&targets);
  tern_vec_deinitialize(&sizes);
}

// One comparison after another, each in a block of its own.
static void build_chain(tern_op_t *op, tern_values_t operands, tern_value_t *flag, tern_builder_t *b) {
  const tern_attr_t *values = tern_op_attr(op, "case_values");
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  int equal = tern_integer_type_width(flag->type) == 64 ? TERN_VM_CMP_EQ_I64 : TERN_VM_CMP_EQ_I32;
  for (size_t i = 1; i < op->successor_count; ++i) {
    tern_value_t *number = tern_vm_build_int(b, flag->type, tern_int_list_attr_at(values, i - 1));
    tern_value_t *is_equal = tern_vm_build(b, equal, i32, TERN_VALUES(flag, number));
    tern_block_t *next = tern_block_create(b->context);
    tern_block_insert(next, b->block->parent, b->block->next);
    tern_block_t *targets[] = {op->successors[i].block, next};
    value_list_t list = {0};
    tern_vec_push(&list, is_equal);
    push_operands(op, operands, i, &list);
    tern_build(b, TERN_VM(COND_BR), .operands = {list.values, list.count}, .successors = targets, .successor_count = 2,
               .segments = (int32_t[]){1, (int32_t)list.count - 1, 0});
    tern_vec_deinitialize(&list);
    tern_builder_set_end(b, next);
  }
  value_list_t list = {0};
  push_operands(op, operands, 0, &list);
  tern_block_t *target = op->successors[0].block;
  tern_build(b, TERN_VM(BR), .operands = {list.values, list.count}, .successors = &target, .successor_count = 1);
  tern_vec_deinitialize(&list);
}

static bool convert_switch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t b = conversion->rewriter.builder;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  size_t case_count = op->successor_count - (size_t)1;
  int64_t size = 0;
  if (!tern_vm_convert_type(type)) return false;
  bool is_table = is_dense(tern_op_attr(op, "case_values"), case_count, &size) && tern_type_bit_width(type) <= 32;
  tern_value_t *flag = tern_vm_extend(&b, operands.values[0], type, !is_table);
  if (is_table) {
    build_table(op, operands, flag, size, &b);
  } else {
    build_chain(op, operands, flag, &b);
  }
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_assert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *status = tern_vm_build_i32(b, 9);  // failed precondition
  tern_value_t *is_wrong =
      tern_vm_build(b, TERN_VM_XOR_I32, i32, TERN_VALUES(operands.values[0], tern_vm_build_i32(b, 1)));
  tern_build(b, TERN_VM(COND_FAIL), .operands = TERN_VALUES(is_wrong, status),
             .attrs = TERN_ATTRS({"message", tern_op_attr(op, "msg")}));
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_cf_to_vm_patterns[] = {
    {"br", TERN_CF(BR), 1, convert_br},
    {"cond_br", TERN_CF(COND_BR), 1, convert_cond_br},
    {"switch", TERN_CF(SWITCH), 1, convert_switch},
    {"assert", TERN_CF(ASSERT), 1, convert_assert},
    {0},
};
