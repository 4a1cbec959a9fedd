// The host's function for the size of a grid; see the header.

#include "dialect/hal/workgroup_count.h"

#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "ir/symbol.h"

// The operand that gives a placeholder's dynamic dimension, or NULL. `*out_extent`: the extent if it is static.
static tern_value_t *find_placeholder_dim(const tern_op_t *dim, int64_t *out_extent) {
  int64_t position;
  const tern_op_t *source = tern_value_defining_op(tern_op_operand(dim, 0));
  const tern_type_t *type = tern_op_operand(dim, 0)->type;
  *out_extent = TERN_DYNAMIC;
  if (!tern_index_constant(tern_op_operand(dim, 1), &position) || position < 0) return NULL;
  if (type->kind != TERN_TYPE_MEMREF || (size_t)position >= tern_type_rank(type)) return NULL;
  *out_extent = tern_type_dim(type, (size_t)position);
  if (*out_extent != TERN_DYNAMIC || !source || !tern_op_is(source, TERN_IREE(PLACEHOLDER))) return NULL;
  size_t start, count, which = 0;
  tern_op_operands_named(source, "dynamic_dims", &start, &count);
  for (int64_t d = 0; d < position; ++d) which += tern_type_dim(type, (size_t)d) == TERN_DYNAMIC;
  return which < count ? tern_op_operand(source, start + which) : NULL;
}

bool tern_workgroup_extent_is_known(tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->region_count != 0 || tern_op_effects(op) != 0) return false;
  if (tern_op_is(op, TERN_MEMREF(DIM))) {
    int64_t extent;
    tern_value_t *source = find_placeholder_dim(op, &extent);
    return extent != TERN_DYNAMIC || (source && tern_workgroup_extent_is_known(source));
  }
  tern_str_t name = tern_op_name(op);
  if (name.size >= 4 && tern_str_equal_cstr(tern_str_make(name.data, 4), "gpu.")) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_workgroup_extent_is_known(tern_op_operand(op, i))) return false;
  }
  return true;
}

static tern_value_t *clone_value(tern_builder_t *b, tern_value_t *value, tern_map_t *mapping) {
  tern_value_t *found = tern_map_get(mapping, value);
  if (found) return found;
  tern_op_t *op = tern_value_defining_op(value);
  if (tern_op_is(op, TERN_MEMREF(DIM))) {
    int64_t extent;
    tern_value_t *source = find_placeholder_dim(op, &extent);
    found = source ? clone_value(b, source, mapping) : tern_build_index(b, extent);
  } else {
    for (size_t i = 0; i < op->operand_count; ++i) clone_value(b, tern_op_operand(op, i), mapping);
    tern_builder_clone(b, op, mapping);
    found = tern_map_get(mapping, value);
  }
  tern_map_set(mapping, value, found);
  return found;
}

static tern_value_t *build_count(tern_builder_t *b, const tern_workgroup_extent_t *extent, int64_t most,
                                 tern_map_t *mapping) {
  if (!extent->extent) return tern_build_index(b, 1);
  tern_value_t *value = clone_value(b, extent->extent, mapping);
  tern_value_t *count = tern_build_index_ceildiv(b, value, tern_build_index(b, extent->divisor));
  int64_t constant;
  if (tern_index_constant(count, &constant)) {
    constant = constant > most ? most : constant < extent->least ? extent->least : constant;
    return tern_build_index(b, constant);
  }
  if (most != INT64_MAX) count = tern_build_index_min(b, count, tern_build_index(b, most));
  if (extent->least == 0) return count;
  return tern_build_value(b, TERN_ARITH(MAXSI), .operands = TERN_VALUES(count, tern_build_index(b, extent->least)));
}

tern_op_t *tern_workgroup_count_find(const tern_op_t *func) {
  tern_block_for_each_op(func->block, op) {
    const tern_attr_t *entry = tern_op_attr(op, "hal.workgroup_count_of");
    bool is_ref = entry && entry->kind == TERN_ATTR_SYMBOL_REF;
    if (is_ref && tern_str_equal(tern_symbol_ref_attr_at(entry, 0), tern_symbol_name(func))) return op;
  }
  return NULL;
}

tern_op_t *tern_workgroup_count_build(tern_op_t *func, const tern_workgroup_extent_t extents[3], int64_t most) {
  tern_context_t *context = tern_op_context(func);
  const tern_type_t *index = tern_index_type_get(context);
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){0}, TERN_TYPES(index, index, index));
  tern_string_builder_t name = {0};
  tern_string_builder_append(&name, tern_symbol_name(func));
  tern_string_builder_append_cstr(&name, "_workgroup_count");
  tern_builder_t b = tern_builder_after(func);
  tern_op_t *count_func =
      tern_build(&b, TERN_FUNC(FUNC), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, tern_string_builder_view(&name))},
                                     {"function_type", tern_type_attr_get(type)},
                                     {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))}));
  tern_string_builder_deinitialize(&name);
  tern_op_set_attr(count_func, "hal.workgroup_count_of",
                   tern_flat_symbol_ref_attr_get(context, tern_symbol_name(func)));
  tern_builder_add_block(&b, &count_func->regions[0], (tern_types_t){0});
  tern_map_t mapping = {0};
  tern_value_t *counts[3];
  for (size_t dim = 0; dim < 3; ++dim) counts[dim] = build_count(&b, &extents[dim], most, &mapping);
  tern_map_deinitialize(&mapping);
  tern_build(&b, TERN_FUNC(RETURN), .operands = {counts, 3});
  return count_func;
}
