// --iree-util-propagate-subranges: lets commands name the storage of resources rather than parts of it.
//
//   %v = stream.resource.subview %s[%o]            util.global.store %s, @g
//   util.global.store %v, @g                ->     util.global.store %n, @g__storage_size
//                                                  util.global.store %o, @g__offset  (and @g__length)
//
//   stream.cmd.execute with(%v as %a) {            stream.cmd.execute with(%s as %a) {
//     stream.cmd.fill %x, %a[%p for %n]     ->       stream.cmd.fill %x, %a[%o + %p for %n]
//
// Source: upstream's pass of the same name, and the canonicalization of stream.cmd.execute that follows it there. A
// resource that passes through globals, private functions, branches and loops becomes its storage, with the storage's
// size and the range within. Subviews that a region captures become offsets of its commands; storage that is then
// captured more than once is captured once.

#include "analysis/stream/resources.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/stream/stream.h"
#include "pass/pass.h"
#include "transform/util/expand_values.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

// --- ranges ---

typedef struct subrange {
  tern_value_t *storage, *size;   // and its bytes
  tern_value_t *offset, *length;  // of the part; offset NULL: the whole
} subrange_t;

static bool is_subview(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_STREAM(RESOURCE_SUBVIEW));
}

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

static tern_value_t *add(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a, b, sum;
  bool is_lhs_constant = tern_value_constant_int(lhs, &a), is_rhs_constant = tern_value_constant_int(rhs, &b);
  if (is_lhs_constant && a == 0) return rhs;
  if (is_rhs_constant && b == 0) return lhs;
  if (is_lhs_constant && is_rhs_constant && !__builtin_add_overflow(a, b, &sum)) {
    return tern_arith_constant_index(builder, sum);
  }
  return tern_build_value(builder, TERN_ARITH(ADDI), .operands = TERN_VALUES(lhs, rhs));
}

// Follows subviews down to the storage.
static subrange_t find_subrange(tern_value_t *value, tern_builder_t *builder) {
  subrange_t range = {.storage = value};
  while (is_subview(range.storage)) {
    tern_op_t *op = tern_value_defining_op(range.storage);
    tern_value_t *start = named(op, "source_offset");
    if (!range.length) range.length = named(op, "result_size");
    range.offset = range.offset ? add(builder, start, range.offset) : start;
    range.size = named(op, "source_size");
    range.storage = named(op, "source");
  }
  return range;
}

// --- passages ---

static tern_value_t *consume(void *user, tern_value_t *value, tern_builder_t *builder, tern_value_t **out_extras) {
  (void)user;
  subrange_t range = find_subrange(value, builder);
  if (!range.offset) {
    range.size = range.length = tern_stream_size_at(builder, range.storage);
    range.offset = tern_arith_constant_index(builder, 0);
  }
  out_extras[0] = range.size;
  out_extras[1] = range.offset;
  out_extras[2] = range.length;
  return range.storage;
}

static void reproduce(void *user, tern_builder_t *builder, tern_value_t *value, tern_value_t *const *extras) {
  (void)user;
  tern_op_t *view = tern_build(builder, TERN_STREAM(RESOURCE_SUBVIEW), .types = TERN_TYPES(value->type),
                               .operands = TERN_VALUES(value, extras[0], extras[1], extras[2]));
  for (tern_operand_t *use = value->first_use, *next; use; use = next) {
    next = use->next;
    if (use->owner != view) tern_operand_set(use, tern_op_result(view, 0));
  }
}

// --- commands ---

// Resources of a command with their sizes and the places where they are used from.
typedef struct range_row {
  const tern_op_row_t *row;
  const char *resources, *sizes, *offsets;
} range_row_t;

static const range_row_t range_rows[] = {
    {TERN_STREAM(CMD_FLUSH), "target", "target_size", "target_offset"},
    {TERN_STREAM(CMD_INVALIDATE), "target", "target_size", "target_offset"},
    {TERN_STREAM(CMD_DISCARD), "target", "target_size", "target_offset"},
    {TERN_STREAM(CMD_FILL), "target", "target_size", "target_offset"},
    {TERN_STREAM(CMD_COPY), "source", "source_size", "source_offset"},
    {TERN_STREAM(CMD_COPY), "target", "target_size", "target_offset"},
    {TERN_STREAM(CMD_COLLECTIVE), "resources", "resource_sizes", "resource_offsets"},
    {TERN_STREAM(CMD_DISPATCH), "resources", "resource_sizes", "resource_offsets"},
    {TERN_STREAM(CMD_CALL), "resource_operands", "resource_operand_sizes", "resource_operand_offsets"},
    {TERN_STREAM(RESOURCE_LOAD), "source", "source_size", "source_offset"},
    {TERN_STREAM(RESOURCE_STORE), "target", "target_size", "target_offset"},
    {TERN_STREAM(FILE_READ), "target", "target_size", "target_offset"},
    {TERN_STREAM(FILE_WRITE), "source", "source_size", "source_offset"},
    {TERN_STREAM(CMD_PARAMETER_READ), "target", "target_size", "target_offset"},
    {TERN_STREAM(CMD_PARAMETER_WRITE), "source", "source_size", "source_offset"},
};

// The operands that say how large the resource of operand `index` is and from where it is used. False if the op has no
// such operands for it.
static bool find_range_operands(const tern_op_t *op, size_t index, size_t *out_size, size_t *out_offset) {
  for (size_t r = 0; r < sizeof(range_rows) / sizeof(range_rows[0]); ++r) {
    size_t start, count, sizes, offsets, unused, ordinal = 0;
    if (!tern_op_is(op, range_rows[r].row)) continue;
    tern_op_operands_named(op, range_rows[r].resources, &start, &count);
    if (index < start || index >= start + count) continue;
    tern_op_operands_named(op, range_rows[r].sizes, &sizes, &unused);
    tern_op_operands_named(op, range_rows[r].offsets, &offsets, &unused);
    for (size_t i = start; i < index; ++i) ordinal += tern_type_is_stream_resource(tern_op_operand(op, i)->type);
    *out_size = sizes + ordinal;
    *out_offset = offsets + ordinal;
    return true;
  }
  return false;
}

// --- regions ---

// Can every user inside of the region take an offset?
static bool can_shift(const tern_value_t *arg) {
  tern_value_for_each_use(arg, use) {
    size_t size, offset;
    if (!find_range_operands(use->owner, tern_operand_index(use), &size, &offset)) return false;
  }
  return true;
}

static void shift_uses(tern_value_t *arg, const subrange_t *range, tern_op_t *execute) {
  tern_value_for_each_use(arg, use) {
    size_t size, offset;
    find_range_operands(use->owner, tern_operand_index(use), &size, &offset);
    tern_value_t *old = tern_op_operand(use->owner, offset);
    bool is_outside = tern_value_is_defined_outside(old, execute);
    tern_builder_t builder = tern_builder_before(is_outside ? execute : use->owner);
    tern_op_set_operand(use->owner, offset, add(&builder, range->offset, old));
    tern_op_set_operand(use->owner, size, range->size);
  }
}

// Captures each resource once, and none that is not used.
static void merge_captures(tern_op_t *execute) {
  tern_block_t *body = tern_op_body(execute, 0);
  size_t start, count;
  tern_op_operands_named(execute, "resource_operands", &start, &count);
  tern_map_t first = {0};  // resource -> its first place, plus one
  size_t kept = 0;
  value_vec_t operands = {0}, sizes = {0};
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *resource = tern_op_operand(execute, start + i);
    size_t place = (size_t)(uintptr_t)tern_map_get(&first, resource);
    if (place) {
      tern_value_replace_all_uses(body->args[kept], body->args[place - 1]);
    }
    if (!tern_value_has_uses(body->args[kept])) {
      tern_block_erase_arg(body, kept);
      continue;
    }
    tern_vec_push(&operands, resource);
    tern_vec_push(&sizes, tern_op_operand(execute, start + count + i));
    tern_map_set(&first, resource, (void *)(uintptr_t)++kept);
  }
  if (kept < count) {
    tern_value_t *await = named(execute, "await_timepoint");
    for (size_t i = 0; i < sizes.count; ++i) tern_vec_push(&operands, sizes.values[i]);
    if (await) tern_vec_push(&operands, await);
    tern_op_set_operands(execute, (tern_values_t){operands.values, operands.count});
    tern_op_set_segment_sizes(execute, (const int32_t[]){(int32_t)kept, (int32_t)kept, await != NULL}, 3);
  }
  tern_map_deinitialize(&first);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&sizes);
}

static void shift_captures(tern_op_t *execute) {
  tern_block_t *body = tern_op_body(execute, 0);
  size_t start, count;
  tern_op_operands_named(execute, "resource_operands", &start, &count);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *resource = tern_op_operand(execute, start + i);
    if (!is_subview(resource) || !can_shift(body->args[i])) continue;
    tern_builder_t builder = tern_builder_before(execute);
    subrange_t range = find_subrange(resource, &builder);
    shift_uses(body->args[i], &range, execute);
    tern_op_set_operand(execute, start + i, range.storage);
    tern_op_set_operand(execute, start + count + i, range.size);
  }
  merge_captures(execute);
}

// A command of the host that uses a part of a resource.
static void shift_operands(tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    size_t size, offset;
    tern_value_t *resource = tern_op_operand(op, i);
    if (!tern_type_is_stream_resource(resource->type) || !is_subview(resource) ||
        !find_range_operands(op, i, &size, &offset)) {
      continue;
    }
    tern_builder_t builder = tern_builder_before(op);
    subrange_t range = find_subrange(resource, &builder);
    tern_op_set_operand(op, i, range.storage);
    tern_op_set_operand(op, size, range.size);
    tern_op_set_operand(op, offset, add(&builder, range.offset, tern_op_operand(op, offset)));
  }
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (op != user && tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE)) return TERN_WALK_SKIP;
  if (tern_op_is(op, TERN_STREAM(CMD_EXECUTE))) {
    shift_captures(op);
    return TERN_WALK_SKIP;
  }
  if (op->def->dialect == &tern_stream_dialect) shift_operands(op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  const tern_type_t *index = tern_index_type_get(tern_op_context(module));
  const tern_expansion_t expansion = {
      .is_expanded = tern_type_is_stream_resource,
      .extra_count = 3,
      .extra_types = {index, index, index},
      .global_suffixes = {"__storage_size", "__offset", "__length"},
      .consume = consume,
      .reproduce = reproduce,
  };
  tern_expand_values(module, &expansion);
  tern_op_walk_pre(module, visit, module);
  return true;
}

const tern_pass_def_t tern_util_propagate_subranges_pass = {
    .flag = "iree-util-propagate-subranges",
    .alias = "iree-stream-propagate-subranges",
    .name = "PropagateSubrangesPass",
    .anchor = "builtin.module",
    .summary = "Let functions take and give resources as a buffer with an offset and a size",
    .description =
        "Resources that are parts of others pass through globals, calls of private functions, branches and "
        "loops as the whole, with its size and the range; commands use ranges of the whole.",
    .run = run,
};
