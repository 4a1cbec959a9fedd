// --iree-stream-fold-uniform-operands: operands that all dispatches of a function agree on are not passed.
//
//   stream.cmd.dispatch @e::@f(%c1, %x, %x)        stream.cmd.dispatch @e::@f(%x)
//   stream.cmd.dispatch @e::@f(%c1, %y, %y)   ->   stream.cmd.dispatch @e::@f(%y)
//   func.func @f(%a, %b, %c)                       func.func @f(%b)    // %a is 1, %b stands for %c
//
// Source: upstream's pass of the same name. Operands that are the same value at each site are merged, constants that are
// the same at all sites are made in the function.

#include "analysis/stream/device_code.h"
#include "dialect/arith/arith.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

static tern_value_t *operand_at(const tern_stream_entry_t *entry, size_t site, size_t index) {
  size_t start, count;
  tern_op_operands_named(entry->dispatches.values[site], "uniform_operands", &start, &count);
  return tern_op_operand(entry->dispatches.values[site], start + index);
}

// The constant that is passed everywhere, or NULL.
static const tern_attr_t *uniform_constant(const tern_stream_entry_t *entry, size_t index) {
  const tern_attr_t *constant = tern_value_constant(operand_at(entry, 0, index));
  for (size_t site = 1; site < entry->dispatches.count && constant; ++site) {
    if (tern_value_constant(operand_at(entry, site, index)) != constant) constant = NULL;
  }
  return constant;
}

static bool are_same(const tern_value_t *a, const tern_value_t *b) {
  if (a == b) return true;
  const tern_attr_t *constant = tern_value_constant(a);
  return constant && a->type == b->type && tern_value_constant(b) == constant;
}

// The first operand that is the same at each site; `index` if none is.
static size_t first_equal(const tern_stream_entry_t *entry, size_t index) {
  for (size_t k = 0; k < index; ++k) {
    bool is_same = true;
    for (size_t site = 0; site < entry->dispatches.count && is_same; ++site) {
      is_same = are_same(operand_at(entry, site, k), operand_at(entry, site, index));
    }
    if (is_same) return k;
  }
  return index;
}

// Gives the users of an argument what they can have without it; false: they need it.
static bool replace_argument(const tern_stream_entry_t *entry, const uint32_t *args, size_t index) {
  tern_block_t *block = tern_op_body(entry->function, 0);
  tern_value_t *arg = block->args[args[index]];
  const tern_attr_t *constant = uniform_constant(entry, index);
  if (constant) {
    tern_builder_t builder = tern_builder_at_start(block, entry->function->loc);
    tern_value_replace_all_uses(arg, tern_arith_constant(&builder, constant));
    return true;
  }
  size_t equal = first_equal(entry, index);
  if (equal == index) return !tern_value_has_uses(arg);
  tern_value_replace_all_uses(arg, block->args[args[equal]]);
  return true;
}

static size_t fold_entry(tern_stream_entry_t *entry, tern_arena_t *arena) {
  tern_block_t *block = tern_op_body(entry->function, 0);
  uint32_t *args = tern_arena_alloc_array(arena, block->arg_count + 1, sizeof(*args));
  size_t count = tern_stream_operand_args(entry->function, args), erased_count = 0;
  bool *erased = tern_arena_alloc_zeroed(arena, count + 1);
  for (size_t i = count; i-- > 0;) {
    erased[i] = replace_argument(entry, args, i);
    erased_count += erased[i];
  }
  if (erased_count == 0) return 0;
  for (size_t site = 0; site < entry->dispatches.count; ++site) {
    value_vec_t kept = {0};
    for (size_t i = 0; i < count; ++i) {
      if (!erased[i]) tern_vec_push(&kept, operand_at(entry, site, i));
    }
    tern_stream_set_operand_group(entry->dispatches.values[site], "uniform_operands", kept.values, kept.count);
    tern_vec_deinitialize(&kept);
  }
  TERN_VEC(const tern_attr_t *) attrs = {0};
  for (size_t i = 0, next = 0; i < block->arg_count; ++i) {
    bool is_operand = next < count && args[next] == i;
    if (!is_operand || !erased[next]) tern_vec_push(&attrs, tern_stream_arg_attrs(entry->function, i));
    next += is_operand;
  }
  for (size_t i = count; i-- > 0;) {
    if (erased[i]) tern_block_erase_arg(block, args[i]);
  }
  tern_stream_update_signature(entry->function, attrs.values);
  tern_vec_deinitialize(&attrs);
  return erased_count;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_stream_entries_t entries;
  tern_stream_entries_find(module, &entries);
  for (size_t i = 0; i < entries.list.count; ++i) {
    tern_stream_entry_t *entry = &entries.list.values[i];
    if (!entry->is_alone || entry->dispatches.count == 0) continue;
    tern_pass_count(pass, 0, (int64_t)fold_entry(entry, tern_pass_scratch(pass)));
  }
  tern_stream_entries_deinitialize(&entries);
  return true;
}

const tern_pass_def_t tern_stream_fold_uniform_operands_pass = {
    .flag = "iree-stream-fold-uniform-operands",
    .name = "FoldUniformOperandsPass",
    .anchor = "builtin.module",
    .summary = "Let dispatches compute constants that all callers hand over, and take equal operands once",
    .description =
        "Operands that are equal at every dispatch of a function are passed once; constants that are the same "
        "at all of them, and operands that the function does not use, are not passed at all.",
    .statistics = (const char *const[]){"num-folded - Number of operands removed", NULL},
    .run = run,
};
