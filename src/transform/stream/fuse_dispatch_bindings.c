// --iree-stream-fuse-dispatch-bindings: bindings of one resource become one binding.
//
//   stream.cmd.dispatch @e::@f {                   stream.cmd.dispatch @e::@f(%c0, %c64) {
//     ro %r[%c0 for %c64] : ...{%n},          ->     ro %r[%c0 for %n] : ...{%n}
//     ro %r[%c64 for %c64] : ...{%n}               }
//   }
//   func.func @f(%a: !stream.binding, %b: !stream.binding)  ->  func.func @f(%a: !stream.binding, %x: index, %y: index)
//
// Source: upstream's pass of the same name. Bindings are the same if each dispatch gives them the same resource. What is
// written is fused only if the target says that such bindings may alias (alias_mutable_bindings). All offsets become
// operands, added in the function to those of stream.binding.subspan, so that dispatches differ in numbers only.

#include "analysis/stream/device_code.h"
#include "dialect/arith/arith.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

typedef struct fusion {
  tern_stream_entry_t *entry;
  uint32_t *binding_args;
  size_t count;
  size_t *group;   // binding -> the binding that stands for it, or itself
  size_t *access;  // binding -> bits of all dispatches
} fusion_t;

static tern_value_t *operand_at(const tern_op_t *dispatch, const char *group, size_t index) {
  size_t start, count;
  tern_op_operands_named(dispatch, group, &start, &count);
  return tern_op_operand(dispatch, start + index);
}

static size_t access_at(const tern_op_t *dispatch, size_t index) {
  return (size_t)tern_integer_attr_value(tern_array_attr_at(tern_op_attr(dispatch, "resource_accesses"), index));
}

// Does each dispatch give both bindings the same resource?
static bool are_same(const fusion_t *fusion, size_t a, size_t b) {
  for (size_t i = 0; i < fusion->entry->dispatches.count; ++i) {
    const tern_op_t *dispatch = fusion->entry->dispatches.values[i];
    if (operand_at(dispatch, "resources", a) != operand_at(dispatch, "resources", b)) return false;
  }
  return true;
}

static void find_groups(fusion_t *fusion, bool aliases_mutable) {
  for (size_t i = 0; i < fusion->count; ++i) {
    fusion->group[i] = i;
    fusion->access[i] = 0;
    for (size_t k = 0; k < fusion->entry->dispatches.count; ++k) {
      fusion->access[i] |= access_at(fusion->entry->dispatches.values[k], i);
    }
  }
  for (size_t i = 0; i < fusion->count; ++i) {
    for (size_t k = 0; k < i && fusion->group[i] == i; ++k) {
      bool is_mutable = ((fusion->access[k] | fusion->access[i]) & TERN_STREAM_ACCESS_WRITE) != 0;
      if (fusion->group[k] == k && (!is_mutable || aliases_mutable) && are_same(fusion, k, i)) {
        fusion->group[i] = k;
        fusion->access[k] |= fusion->access[i];
      }
    }
  }
}

// Offsets become operands; each group is bound once, from its first byte to its last.
static void update_dispatch(const fusion_t *fusion, tern_op_t *dispatch) {
  tern_op_t *execute = tern_op_parent_of(dispatch, TERN_STREAM(CMD_EXECUTE));
  tern_builder_t builder = tern_builder_before(execute ? execute : dispatch);
  tern_value_t *zero = tern_arith_constant_index(&builder, 0);
  value_vec_t operands = {0}, resources = {0}, sizes = {0}, offsets = {0};
  TERN_VEC(const tern_attr_t *) accesses = {0};
  size_t start, count;
  tern_op_operands_named(dispatch, "uniform_operands", &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&operands, tern_op_operand(dispatch, start + i));
  for (size_t i = 0; i < fusion->count; ++i) {
    tern_vec_push(&operands, operand_at(dispatch, "resource_offsets", i));
    if (fusion->group[i] != i) continue;
    tern_vec_push(&resources, operand_at(dispatch, "resources", i));
    tern_vec_push(&sizes, operand_at(dispatch, "resource_sizes", i));
    tern_vec_push(&offsets, zero);
    tern_vec_push(&accesses, tern_stream_access_attr_get(builder.context, (int)fusion->access[i]));
  }
  tern_stream_set_operand_group(dispatch, "uniform_operands", operands.values, operands.count);
  tern_stream_set_operand_group(dispatch, "resources", resources.values, resources.count);
  tern_stream_set_operand_group(dispatch, "resource_sizes", sizes.values, sizes.count);
  tern_stream_set_operand_group(dispatch, "resource_offsets", offsets.values, offsets.count);
  tern_stream_set_operand_group(dispatch, "resource_lengths", sizes.values, sizes.count);
  tern_op_set_attr(dispatch, "resource_accesses",
                   tern_array_attr_get(builder.context, accesses.values, accesses.count));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&resources);
  tern_vec_deinitialize(&sizes);
  tern_vec_deinitialize(&offsets);
  tern_vec_deinitialize(&accesses);
}

// Only subspans can take an offset.
static bool can_shift(const tern_value_t *binding) {
  tern_value_for_each_use(binding, use) {
    if (!tern_op_is(use->owner, TERN_STREAM(BINDING_SUBSPAN))) return false;
  }
  return true;
}

static void shift_subspans(tern_value_t *binding, tern_value_t *offset) {
  tern_value_for_each_use(binding, use) {
    tern_op_t *subspan = use->owner;
    tern_builder_t builder = tern_builder_before(subspan);
    tern_value_t *old = tern_op_operand_named(subspan, "byte_offset");
    int64_t constant;
    bool is_zero = tern_value_constant_int(old, &constant) && constant == 0;
    tern_value_t *sum =
        is_zero ? offset : tern_build_value(&builder, TERN_ARITH(ADDI), .operands = TERN_VALUES(offset, old));
    tern_op_set_operand(subspan, 1, sum);
  }
}

static void update_function(const fusion_t *fusion) {
  tern_op_t *function = fusion->entry->function;
  tern_block_t *block = tern_op_body(function, 0);
  const tern_type_t *index = tern_index_type_get(tern_op_context(function));
  TERN_VEC(const tern_attr_t *) attrs = {0};
  size_t old_count = block->arg_count;
  for (size_t i = 0; i < fusion->count; ++i) {
    tern_value_t *offset = tern_block_add_arg(block, index, function->loc);
    shift_subspans(block->args[fusion->binding_args[i]], offset);
  }
  for (size_t i = 0; i < fusion->count; ++i) {
    if (fusion->group[i] == i) continue;
    tern_value_replace_all_uses(block->args[fusion->binding_args[i]],
                                block->args[fusion->binding_args[fusion->group[i]]]);
  }
  for (size_t i = 0, binding = 0; i < old_count; ++i) {
    bool is_binding = binding < fusion->count && fusion->binding_args[binding] == i;
    if (!is_binding || fusion->group[binding] == binding) {
      tern_vec_push(&attrs, tern_stream_arg_attrs(function, i));
    }
    binding += is_binding;
  }
  for (size_t i = 0; i < fusion->count; ++i) tern_vec_push(&attrs, NULL);
  for (size_t i = fusion->count; i-- > 0;) {
    if (fusion->group[i] != i) tern_block_erase_arg(block, fusion->binding_args[i]);
  }
  tern_stream_update_signature(function, attrs.values);
  tern_vec_deinitialize(&attrs);
}

static bool fuse_entry(tern_stream_entry_t *entry, tern_arena_t *arena) {
  tern_block_t *block = tern_op_body(entry->function, 0);
  fusion_t fusion = {.entry = entry};
  fusion.binding_args = tern_arena_alloc_array(arena, block->arg_count + 1, sizeof(*fusion.binding_args));
  fusion.count = tern_stream_binding_args(entry->function, fusion.binding_args);
  fusion.group = tern_arena_alloc_array(arena, fusion.count + 1, sizeof(*fusion.group));
  fusion.access = tern_arena_alloc_array(arena, fusion.count + 1, sizeof(*fusion.access));
  for (size_t i = 0; i < fusion.count; ++i) {
    if (!can_shift(block->args[fusion.binding_args[i]])) return false;
  }
  find_groups(&fusion, tern_stream_resource_config_lookup(entry->exported).alias_mutable_bindings);
  for (size_t i = 0; i < entry->dispatches.count; ++i) update_dispatch(&fusion, entry->dispatches.values[i]);
  update_function(&fusion);
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_stream_entries_t entries;
  tern_stream_entries_find(module, &entries);
  for (size_t i = 0; i < entries.list.count; ++i) {
    tern_stream_entry_t *entry = &entries.list.values[i];
    if (!entry->is_alone || entry->dispatches.count == 0) continue;
    tern_pass_count(pass, 0, fuse_entry(entry, tern_pass_scratch(pass)));
  }
  tern_stream_entries_deinitialize(&entries);
  return true;
}

const tern_pass_def_t tern_stream_fuse_dispatch_bindings_pass = {
    .flag = "iree-stream-fuse-dispatch-bindings",
    .name = "FuseDispatchBindingsPass",
    .anchor = "builtin.module",
    .summary = "Let bindings of dispatches share the buffers that they lie in",
    .description =
        "Bindings that have the same resource at every dispatch of a function become one of the whole "
        "resource; where in it the data is travels as operands.",
    .statistics = (const char *const[]){"num-functions - Number of functions changed", NULL},
    .run = run,
};
