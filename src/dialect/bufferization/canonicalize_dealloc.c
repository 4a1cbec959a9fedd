// Canonical forms of bufferization.dealloc: what is freed or retained twice, never, or for nothing.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/bufferization/hooks.h"
#include "dialect/memref/memref.h"
#include "rewrite/rewriter.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

// The operands of a dealloc in its three groups.
typedef struct lists {
  value_list_t memrefs, conditions, retained;
} lists_t;

static lists_t read_lists(const tern_op_t *op) {
  lists_t lists = {0};
  value_list_t *groups[] = {&lists.memrefs, &lists.conditions, &lists.retained};
  for (size_t group = 0; group < 3; group++) {
    size_t start, count;
    tern_op_operand_group(op, group, &start, &count);
    for (size_t i = 0; i < count; i++) tern_vec_push(groups[group], tern_op_operand(op, start + i));
  }
  return lists;
}

static void free_lists(lists_t *lists) {
  tern_vec_deinitialize(&lists->memrefs);
  tern_vec_deinitialize(&lists->conditions);
  tern_vec_deinitialize(&lists->retained);
}

static void append(value_list_t *list, tern_values_t values) {
  for (size_t i = 0; i < values.count; i++) tern_vec_push(list, values.values[i]);
}

static tern_values_t join(const lists_t *lists, value_list_t *out_all, int32_t *out_segments) {
  const value_list_t *groups[] = {&lists->memrefs, &lists->conditions, &lists->retained};
  for (size_t group = 0; group < 3; group++) {
    out_segments[group] = (int32_t)groups[group]->count;
    for (size_t i = 0; i < groups[group]->count; i++) tern_vec_push(out_all, groups[group]->values[i]);
  }
  return (tern_values_t){out_all->values, out_all->count};
}

// Gives `op` other memrefs and conditions; the retained ones stay.
static void write_lists(tern_op_t *op, tern_rewriter_t *rewriter, const lists_t *lists) {
  value_list_t all = {0};
  int32_t segments[3];
  tern_values_t values = join(lists, &all, segments);
  tern_op_set_operands(op, values);
  tern_op_set_segment_sizes(op, segments, 3);
  tern_rewriter_modified(rewriter, op);
  tern_vec_deinitialize(&all);
}

static size_t find(const value_list_t *list, const tern_value_t *value) {
  size_t i = 0;
  while (i < list->count && list->values[i] != value) i++;
  return i;
}

// --- one form each: true if it changed the op ---

// What is freed twice is freed once, if either condition holds.
static bool merge_memrefs(tern_op_t *op, tern_rewriter_t *rewriter, const lists_t *lists) {
  lists_t rest = {.retained = lists->retained};
  for (size_t i = 0; i < lists->memrefs.count; i++) {
    size_t first = find(&rest.memrefs, lists->memrefs.values[i]);
    tern_value_t *condition = lists->conditions.values[i];
    if (first == rest.memrefs.count) {
      tern_vec_push(&rest.memrefs, lists->memrefs.values[i]);
      tern_vec_push(&rest.conditions, condition);
    } else if (rest.conditions.values[first] != condition) {
      rest.conditions.values[first] = tern_build_value(
          &rewriter->builder, TERN_ARITH(ORI), .operands = TERN_VALUES(rest.conditions.values[first], condition));
    }
  }
  bool is_changed = rest.memrefs.count < lists->memrefs.count;
  if (is_changed) write_lists(op, rewriter, &rest);
  tern_vec_deinitialize(&rest.memrefs);
  tern_vec_deinitialize(&rest.conditions);
  return is_changed;
}

// What is retained twice has one result.
static bool merge_retained(tern_op_t *op, tern_rewriter_t *rewriter, const lists_t *lists) {
  lists_t rest = {.memrefs = lists->memrefs, .conditions = lists->conditions};
  value_list_t results = {0}, all = {0};
  for (size_t i = 0; i < lists->retained.count; i++)
    if (find(&rest.retained, lists->retained.values[i]) == rest.retained.count)
      tern_vec_push(&rest.retained, lists->retained.values[i]);
  bool is_changed = rest.retained.count < lists->retained.count;
  if (is_changed) {
    tern_op_t *made =
        tern_bufferization_build_dealloc(&rewriter->builder, (tern_values_t){rest.memrefs.values, rest.memrefs.count},
                                         (tern_values_t){rest.conditions.values, rest.conditions.count},
                                         (tern_values_t){rest.retained.values, rest.retained.count});
    for (size_t i = 0; i < lists->retained.count; i++)
      tern_vec_push(&results, tern_op_result(made, find(&rest.retained, lists->retained.values[i])));
    tern_rewriter_replace(rewriter, op, (tern_values_t){results.values, results.count});
  }
  tern_vec_deinitialize(&rest.retained);
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&all);
  return is_changed;
}

static bool erase_empty(tern_op_t *op, tern_rewriter_t *rewriter, const lists_t *lists) {
  if (lists->memrefs.count > 0) return false;
  value_list_t results = {0};
  tern_value_t *none = NULL;
  if (op->result_count > 0)
    none = tern_build_constant(&rewriter->builder, tern_bool_attr_get(tern_op_context(op), false));
  for (size_t i = 0; i < op->result_count; i++) tern_vec_push(&results, none);
  tern_rewriter_replace(rewriter, op, (tern_values_t){results.values, results.count});
  tern_vec_deinitialize(&results);
  return true;
}

// The memory that a base buffer was taken out of, if it was allocated as it is.
static tern_value_t *skip_metadata(tern_value_t *memref) {
  tern_op_t *metadata = tern_value_defining_op(memref);
  if (!metadata || !tern_op_is(metadata, TERN_MEMREF(EXTRACT_STRIDED_METADATA))) return memref;
  tern_value_t *source = tern_op_operand(metadata, 0);
  tern_op_t *maker = tern_value_defining_op(source);
  return maker && tern_op_has_trait(maker, TERN_TRAIT_MEM_ALLOC) ? source : memref;
}

static bool skip_metadata_of_allocations(tern_op_t *op, tern_rewriter_t *rewriter, const lists_t *lists) {
  bool is_changed = false;
  for (size_t i = 0; i < lists->memrefs.count; i++) {
    tern_value_t *memory = skip_metadata(lists->memrefs.values[i]);
    if (memory == lists->memrefs.values[i]) continue;
    tern_op_set_operand(op, i, memory);
    is_changed = true;
  }
  if (is_changed) tern_rewriter_modified(rewriter, op);
  return is_changed;
}

// An op that does nothing but allocate `memref`, which nobody else uses.
static bool is_lone_allocation(const tern_value_t *memref) {
  const tern_op_t *maker = tern_value_defining_op(memref);
  return maker && maker->def->row && maker->result_count == 1 && tern_value_has_one_use(memref) &&
         tern_op_has_trait(maker, TERN_TRAIT_MEM_ALLOC) && tern_op_effects(maker) == TERN_TRAIT_MEM_ALLOC;
}

// Leaves out what is never freed; with `is_allocation`, what is allocated for nothing, together with its allocation.
static bool leave_out(tern_op_t *op, tern_rewriter_t *rewriter, const lists_t *lists, bool is_allocation) {
  lists_t rest = {.retained = lists->retained};
  value_list_t idle = {0};
  for (size_t i = 0; i < lists->memrefs.count; i++) {
    tern_value_t *memref = lists->memrefs.values[i];
    int64_t condition;
    bool is_out = is_allocation ? is_lone_allocation(memref)
                                : tern_value_constant_int(lists->conditions.values[i], &condition) && condition == 0;
    if (is_out) {
      tern_vec_push(&idle, memref);
      continue;
    }
    tern_vec_push(&rest.memrefs, memref);
    tern_vec_push(&rest.conditions, lists->conditions.values[i]);
  }
  bool is_changed = idle.count > 0;
  if (is_changed) write_lists(op, rewriter, &rest);
  for (size_t i = 0; is_allocation && i < idle.count; i++)
    tern_rewriter_erase(rewriter, tern_value_defining_op(idle.values[i]));
  tern_vec_deinitialize(&rest.memrefs);
  tern_vec_deinitialize(&rest.conditions);
  tern_vec_deinitialize(&idle);
  return is_changed;
}

bool tern_bufferization_canonicalize_dealloc(tern_op_t *op, tern_rewriter_t *rewriter) {
  lists_t lists = read_lists(op);
  tern_builder_set_before(&rewriter->builder, op);
  bool is_changed = merge_memrefs(op, rewriter, &lists) || merge_retained(op, rewriter, &lists) ||
                    erase_empty(op, rewriter, &lists) || leave_out(op, rewriter, &lists, false) ||
                    skip_metadata_of_allocations(op, rewriter, &lists) || leave_out(op, rewriter, &lists, true);
  free_lists(&lists);
  return is_changed;
}

tern_op_t *tern_bufferization_build_dealloc(tern_builder_t *builder, tern_values_t memrefs, tern_values_t conditions,
                                            tern_values_t retained) {
  value_list_t all = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  const int32_t segments[] = {(int32_t)memrefs.count, (int32_t)conditions.count, (int32_t)retained.count};
  append(&all, memrefs);
  append(&all, conditions);
  append(&all, retained);
  for (size_t i = 0; i < retained.count; i++)
    tern_vec_push(&types, tern_integer_type_get(builder->context, 1, TERN_SIGNLESS));
  tern_op_t *op = tern_build(builder, TERN_BUFFERIZATION(DEALLOC), .operands = {all.values, all.count},
                             .types = {types.values, types.count}, .segments = segments);
  tern_vec_deinitialize(&all);
  tern_vec_deinitialize(&types);
  return op;
}
