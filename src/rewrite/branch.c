// Which operands a branch hands to which successor. By the row: the operand group named after the successor group
// (`dest` and `destOperands`), else the groups at the end, one for each successor group (cf.switch). A variadic
// successor group goes with a VariadicOfVariadic operand group, whose sizes are in an attribute.

#include "rewrite/branch.h"

#include <string.h>

#include "base/arena.h"
#include "base/vec.h"

// Where the operands of a successor are, and which numbers say so.
typedef struct operand_range {
  size_t group;  // operand group of the row
  int part;      // which run of a VariadicOfVariadic group, or -1
  size_t start, count;
} operand_range_t;

static int find_named_group(const tern_op_def_t *def, const tern_ident_t *successor) {
  for (size_t i = 0; i < def->operand_count; ++i) {
    tern_str_t name = tern_ident_str(def->operands[i].name);
    if (name.size == successor->size + 8 && tern_str_starts_with(name, tern_ident_str(successor)) &&
        tern_str_ends_with(name, TERN_STR("Operands"))) {
      return (int)i;
    }
  }
  return -1;
}

// The successor group that successor `index` is in, and its place there. At most one group is variadic.
static bool find_successor_group(const tern_op_t *op, size_t index, size_t *out_group, size_t *out_place) {
  const tern_op_def_t *def = op->def;
  size_t variadic_size = (size_t)op->successor_count + 1 - def->successor_count;
  if ((size_t)op->successor_count + 1 < def->successor_count) return false;
  size_t start = 0;
  for (size_t i = 0; i < def->successor_count; ++i) {
    size_t size = def->successors[i].is_variadic ? variadic_size : 1;
    if (index < start + size) {
      *out_group = i;
      *out_place = index - start;
      return true;
    }
    start += size;
  }
  return false;
}

static bool find_range(const tern_op_t *op, size_t index, operand_range_t *out_range) {
  const tern_op_def_t *def = op->def;
  size_t group, place;
  if (!tern_op_has_trait(op, TERN_TRAIT_BRANCH_LIKE) || def->operand_count < def->successor_count) return false;
  if (!find_successor_group(op, index, &group, &place)) return false;
  int named = find_named_group(def, def->successors[group].name);
  out_range->group = named >= 0 ? (size_t)named : def->operand_count - def->successor_count + group;
  const tern_value_def_t *operands = &def->operands[out_range->group];
  out_range->part = -1;
  tern_op_operand_group(op, out_range->group, &out_range->start, &out_range->count);
  if (!def->successors[group].is_variadic) return operands->arity == TERN_ARITY_VARIADIC;
  if (operands->arity != TERN_ARITY_NESTED) return false;
  const tern_attr_t *sizes = tern_op_attr_str(op, tern_ident_str(operands->sizes_attr));
  if (place >= tern_int_list_attr_count(sizes)) return false;
  out_range->part = (int)place;
  for (size_t i = 0; i < place; ++i) out_range->start += (size_t)tern_int_list_attr_at(sizes, i);
  out_range->count = (size_t)tern_int_list_attr_at(sizes, place);
  return out_range->start + out_range->count <= op->operand_count;
}

bool tern_branch_successor_operands(const tern_op_t *op, size_t index, size_t *out_start, size_t *out_count) {
  operand_range_t range;
  if (!find_range(op, index, &range)) return false;
  *out_start = range.start;
  *out_count = range.count;
  return true;
}

// Adds `change` to the sizes that count the range's operands: the op's segment sizes as they were read before the
// operands changed, and the part's.
static void adjust_sizes(tern_op_t *op, const operand_range_t *range, int32_t *segments, int32_t change) {
  const tern_op_def_t *def = op->def;
  if (range->part >= 0) {
    tern_str_t name = tern_ident_str(def->operands[range->group].sizes_attr);
    const tern_attr_t *sizes = tern_op_attr_str(op, name);
    size_t count = tern_int_list_attr_count(sizes);
    int32_t *values = tern_malloc(count * sizeof(*values));
    for (size_t i = 0; i < count; ++i) values[i] = (int32_t)tern_int_list_attr_at(sizes, i);
    values[range->part] += change;
    tern_op_set_attr_str(op, name, tern_dense_i32_array_attr_get(tern_op_context(op), values, count));
    free(values);
  }
  if (!segments) return;
  segments[range->group] += change;
  tern_op_set_segment_sizes(op, segments, def->operand_count);
}

// The sizes of the op's operand groups, or NULL if it keeps none. Owned by the caller.
static int32_t *read_segments(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  if (def->operand_segments_slot < 0) return NULL;
  int32_t *segments = tern_malloc(def->operand_count * sizeof(*segments));
  for (size_t i = 0; i < def->operand_count; ++i) {
    size_t start, count;
    tern_op_operand_group(op, i, &start, &count);
    segments[i] = (int32_t)count;
  }
  return segments;
}

void tern_branch_erase_successor_operand(tern_op_t *op, size_t index, size_t arg_index) {
  operand_range_t range;
  if (!find_range(op, index, &range) || arg_index >= range.count) return;
  int32_t *segments = read_segments(op);
  tern_op_erase_operands(op, range.start + arg_index, 1);
  adjust_sizes(op, &range, segments, -1);
  free(segments);
}

void tern_branch_append_successor_operands(tern_op_t *op, size_t index, tern_values_t values) {
  operand_range_t range;
  if (values.count == 0 || !find_range(op, index, &range)) return;
  int32_t *segments = read_segments(op);
  tern_op_insert_operands(op, range.start + range.count, values);
  adjust_sizes(op, &range, segments, (int32_t)values.count);
  free(segments);
}

void tern_branch_set_successor_operands(tern_op_t *op, size_t index, tern_values_t values) {
  operand_range_t range;
  if (!find_range(op, index, &range)) return;
  for (size_t i = range.count; i-- > 0;) tern_branch_erase_successor_operand(op, index, i);
  tern_branch_append_successor_operands(op, index, values);
}
