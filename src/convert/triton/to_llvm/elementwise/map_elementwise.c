// tt.map_elementwise: the code of the body once for each element of a thread, or for each `pack` elements in registers that follow one
// another (upstream: MapElementwiseOpConversion). Bodies may have several blocks, which then stand between those of the function.

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/builtin/builtin.h"
#include "dialect/cf/cf.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

// A value as one of another type, which is the same to who reads it in the end.
static tern_value_t *cast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(b, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type));
}

// Puts copies of the blocks behind the first between `op` and what is before it.
static void add_blocks(tern_conversion_t *conversion, const tern_region_t *region, tern_block_t *after,
                       tern_map_t *mapping) {
  tern_region_for_each_block(region, block) {
    if (block == region->first_block) continue;
    tern_block_t *made = tern_conversion_add_block(conversion, after->parent, after);
    tern_map_set(mapping, block, made);
    for (size_t i = 0; i < block->arg_count; ++i) {
      tern_value_t *arg = tern_block_add_arg(made, block->args[i]->type, block->parent->parent->loc);
      tern_map_set(mapping, block->args[i], arg);
    }
  }
}

// The ops of a block, which ends in a branch or hands its results to `after`.
static void copy_ops(tern_builder_t *b, const tern_block_t *block, tern_block_t *after, tern_map_t *mapping) {
  tern_block_for_each_op(block, op) {
    if (!tern_op_is(op, TERN_TT(MAP_ELEMENTWISE_RETURN))) {
      tern_builder_clone(b, op, mapping);
      continue;
    }
    tern_value_t **values = tern_malloc((op->operand_count + 1) * sizeof *values);
    for (size_t i = 0; i < op->operand_count; ++i) {
      tern_value_t *value = tern_op_operand(op, i), *mapped = tern_map_get(mapping, value);
      values[i] = mapped ? mapped : value;
    }
    tern_build(b, TERN_CF(BR), .operands = {values, op->operand_count}, .successors = &after, .successor_count = 1);
    free(values);
  }
}

// Several blocks: `op` and what follows it move to a block that gets the results. That is where the builder is afterwards.
static void copy_blocks(tern_conversion_t *conversion, tern_op_t *op, tern_value_t *const *args,
                        const tern_type_t *const *types, size_t result_count, tern_value_t **out_results) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_region_t *region = &op->regions[0];
  tern_map_t mapping = {0};
  tern_block_t *before = op->block, *after = tern_conversion_split_block(conversion, op);
  for (size_t i = 0; i < result_count; ++i) out_results[i] = tern_block_add_arg(after, types[i], op->loc);
  for (size_t i = 0; i < region->first_block->arg_count; ++i)
    tern_map_set(&mapping, region->first_block->args[i], args[i]);
  add_blocks(conversion, region, after, &mapping);
  tern_region_for_each_block(region, block) {
    tern_builder_set_end(b, block == region->first_block ? before : tern_map_get(&mapping, block));
    copy_ops(b, block, after, &mapping);
  }
  tern_builder_set_before(b, op);
  tern_map_deinitialize(&mapping);
}

static bool lower_map(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_region_t *region = &op->regions[0];
  const tern_block_t *entry = region->first_block;
  size_t pack = (size_t)tern_integer_attr_value(tern_op_attr(op, "pack")), results = op->result_count;
  tern_values_t *lists = tern_malloc((op->operand_count + 1) * sizeof *lists);
  for (size_t i = 0; i < op->operand_count; ++i) lists[i] = tern_triton_unpack(conversion, operands.values[i]);
  size_t count = lists[0].count;
  bool is_right = count % pack == 0;
  if (!is_right) {
    tern_op_error(op, "takes %zu elements at once, but a thread has %zu", pack, count);
    tern_emit_note(op->loc, "use larger tensors, fewer warps, or pointers that are known to be aligned");
    free(lists);
    return false;
  }
  tern_value_t **args = tern_triton_room(conversion, entry->arg_count),
               **made = tern_triton_room(conversion, count * results),
               **own = tern_triton_room(conversion, pack * results), **values = tern_triton_room(conversion, results);
  const tern_type_t **types = tern_malloc((pack * results + 1) * sizeof *types);
  for (size_t i = 0; i < pack * results; ++i) types[i] = tern_type_element(tern_op_result(op, i / pack)->type);
  for (size_t first = 0; first < count; first += pack) {
    for (size_t i = 0; i < entry->arg_count; ++i)
      args[i] = cast(b, lists[i / pack].values[first + i % pack], entry->args[i]->type);
    if (entry->next)
      copy_blocks(conversion, op, args, types, pack * results, own);
    else
      tern_builder_clone_body(b, entry, args, own);
    for (size_t i = 0; i < pack * results; ++i)
      made[i / pack * count + first + i % pack] = cast(b, own[i], tern_triton_element_type(conversion, types[i]));
  }
  for (size_t r = 0; r < results; ++r)
    values[r] = tern_triton_pack(conversion, tern_op_result(op, r)->type, (tern_values_t){made + r * count, count});
  free(types);
  free(lists);
  tern_conversion_replace(conversion, op, (tern_values_t){values, results});
  return true;
}

const tern_conversion_pattern_t tern_triton_map_patterns[] = {
    {"map-elementwise", TERN_TT(MAP_ELEMENTWISE), TERN_TRITON_BENEFIT, lower_map},
    {0},
};
