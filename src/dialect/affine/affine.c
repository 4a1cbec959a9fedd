// affine: the table of ops, and what is asked of loops.

#include "dialect/affine/affine.h"

#include "base/vec.h"
#include "dialect/affine/hooks.h"
#include "dialect/arith/arith.h"

// --- maps ---

const tern_affine_map_t *tern_affine_map_at(const tern_op_t *op, const char *name) {
  return tern_affine_map_attr_value(tern_op_attr(op, name));
}

const tern_affine_map_t *tern_affine_constant_map(tern_context_t *context, int64_t value) {
  const tern_affine_expr_t *result = tern_affine_constant(context, value);
  return tern_affine_map_get(context, 0, 0, &result, 1);
}

const tern_affine_map_t *tern_affine_map_slice(const tern_affine_map_t *map, size_t start, size_t count) {
  return tern_affine_map_get(map->context, map->dim_count, map->symbol_count, map->results + start, count);
}

bool tern_affine_is_access(const tern_op_t *op, size_t *out_memref) {
  *out_memref = tern_op_is(op, TERN_AFFINE(STORE)) || tern_op_is(op, TERN_AFFINE(VECTOR_STORE));
  return *out_memref || tern_op_is(op, TERN_AFFINE(LOAD)) || tern_op_is(op, TERN_AFFINE(VECTOR_LOAD)) ||
         tern_op_is(op, TERN_AFFINE(PREFETCH));
}

// --- affine.for ---

const tern_affine_map_t *tern_affine_for_map(const tern_op_t *op, bool is_lower) {
  return tern_affine_map_at(op, is_lower ? "lowerBoundMap" : "upperBoundMap");
}

size_t tern_affine_for_operands(const tern_op_t *op, bool is_lower) {
  size_t start, count;
  tern_op_operand_group(op, is_lower ? 0 : 1, &start, &count);
  return start;
}

size_t tern_affine_for_inits(const tern_op_t *op) {
  size_t start, count;
  tern_op_operand_group(op, 2, &start, &count);
  return start;
}

int64_t tern_affine_for_step(const tern_op_t *op) { return tern_integer_attr_value(tern_op_attr(op, "step")); }

bool tern_affine_for_constant_bound(const tern_op_t *op, bool is_lower, int64_t *out_value) {
  const tern_affine_map_t *map = tern_affine_for_map(op, is_lower);
  if (map->result_count != 1 || !tern_affine_expr_is_constant(map->results[0])) return false;
  *out_value = map->results[0]->value;
  return true;
}

void tern_affine_for_set_bound(tern_op_t *op, bool is_lower, const tern_affine_map_t *map, tern_values_t operands) {
  size_t starts[3], counts[3];
  TERN_VEC(tern_value_t *) values = {0};
  int32_t sizes[3];
  for (size_t group = 0; group < 3; ++group) {
    tern_op_operand_group(op, group, &starts[group], &counts[group]);
    bool is_replaced = group == (is_lower ? 0U : 1U);
    size_t count = is_replaced ? operands.count : counts[group];
    for (size_t i = 0; i < count; ++i) {
      tern_vec_push(&values, is_replaced ? operands.values[i] : tern_op_operand(op, starts[group] + i));
    }
    sizes[group] = (int32_t)count;
  }
  tern_op_set_operands(op, (tern_values_t){values.values, values.count});
  tern_op_set_segment_sizes(op, sizes, 3);
  tern_op_set_attr(op, is_lower ? "lowerBoundMap" : "upperBoundMap", tern_affine_map_attr_get(map));
  tern_vec_deinitialize(&values);
}

bool tern_affine_for_trip_count(const tern_op_t *op, uint64_t *out_count) {
  int64_t lower, upper, step = tern_affine_for_step(op);
  if (step <= 0 || !tern_affine_for_constant_bound(op, true, &lower) ||
      !tern_affine_for_constant_bound(op, false, &upper)) {
    return false;
  }
  uint64_t distance = upper > lower ? (uint64_t)upper - (uint64_t)lower : 0;
  *out_count = distance / (uint64_t)step + (distance % (uint64_t)step != 0);
  return true;
}

tern_op_t *tern_affine_counting_loop(const tern_value_t *value) {
  if (!tern_affine_is_counter(value)) return NULL;
  tern_op_t *op = tern_block_parent_op(tern_value_arg_block(value));
  return tern_op_is(op, TERN_AFFINE(FOR)) ? op : NULL;
}

// --- affine.parallel ---

size_t tern_affine_parallel_rank(const tern_op_t *op) { return tern_int_list_attr_count(tern_op_attr(op, "steps")); }

const tern_affine_map_t *tern_affine_parallel_map(const tern_op_t *op, bool is_lower, size_t index) {
  const tern_attr_t *groups = tern_op_attr(op, is_lower ? "lowerBoundsGroups" : "upperBoundsGroups");
  size_t start = 0;
  for (size_t i = 0; i < index; ++i) start += (size_t)tern_int_list_attr_at(groups, i);
  return tern_affine_map_slice(tern_affine_map_at(op, is_lower ? "lowerBoundsMap" : "upperBoundsMap"), start,
                               (size_t)tern_int_list_attr_at(groups, index));
}

size_t tern_affine_parallel_operands(const tern_op_t *op, bool is_lower) {
  return is_lower ? 0 : tern_affine_map_inputs(tern_affine_map_at(op, "lowerBoundsMap"));
}

int64_t tern_affine_parallel_step(const tern_op_t *op, size_t index) {
  return tern_int_list_attr_at(tern_op_attr(op, "steps"), index);
}

// --- affine.dma_start ---

bool tern_affine_dma_start_read(const tern_op_t *op, tern_affine_dma_t *out_dma) {
  static const char *const names[] = {"src_map", "dst_map", "tag_map"};
  size_t position = 0;
  for (size_t i = 0; i < 3; ++i) {
    const tern_attr_t *map = tern_op_attr(op, names[i]);
    if (!map || map->kind != TERN_ATTR_AFFINE_MAP) return false;
    out_dma->maps[i] = tern_affine_map_attr_value(map);
    out_dma->memrefs[i] = position;
    position += 1 + tern_affine_map_inputs(out_dma->maps[i]);
  }
  out_dma->number = position;
  out_dma->is_strided = op->operand_count == position + 3;
  return out_dma->is_strided || op->operand_count == position + 1;
}

// --- the table ---

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_op_row_t tern_affine_ops[] = {
#define OP(ID, NAME, ...) [TERN_AFFINE_OP_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/affine/affine_ops.def"
#undef OP
};

const tern_dialect_t tern_affine_dialect = {
    .name = "affine",
    .summary = "Loops, conditions and accesses with affine bounds and subscripts",
    .ops = tern_affine_ops,
    .op_count = TERN_AFFINE_OP_COUNT,
    .custom_directives = tern_affine_directives,
    .custom_directive_count = TERN_AFFINE_DIRECTIVE_COUNT,
    .materialize_constant = materialize_constant,
    .encoding = &tern_affine_encoding,
};
