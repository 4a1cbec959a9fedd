// Writing ops, blocks, regions and the orders of uses.

#include <stdlib.h>

#include "bytecode/writer.h"

// --- orders of uses ---

// A use: where it is in the value's list, and the place of its op and operand in the module.
typedef struct placed_use {
  uint32_t list_index;
  uint64_t place;
} placed_use_t;

typedef struct use_order {
  placed_use_t *uses;  // owned; sorted as a reader of the file will have them
  size_t count;
} use_order_t;

static int compare_uses(const void *a, const void *b) {
  uint64_t left = ((const placed_use_t *)a)->place, right = ((const placed_use_t *)b)->place;
  return left > right ? -1 : left < right;
}

// False if the uses are in the order that a reader makes by itself.
static bool find_order(const tern_bytecode_writer_t *writer, const tern_value_t *value, use_order_t *out_order) {
  size_t count = 0;
  tern_value_for_each_use(value, use)++ count;
  if (count < 2) return false;
  placed_use_t *uses = tern_realloc_array(NULL, count, sizeof(*uses));
  bool is_sorted = true;
  size_t i = 0;
  tern_value_for_each_use(value, use) {
    uint64_t op = (uint64_t)(uintptr_t)tern_map_get(&writer->ops, use->owner);
    uses[i] = (placed_use_t){(uint32_t)i, op << 32 | tern_operand_index(use)};
    is_sorted = is_sorted && (i == 0 || uses[i - 1].place > uses[i].place);
    ++i;
  }
  if (is_sorted) {
    free(uses);
    return false;
  }
  qsort(uses, count, sizeof(*uses), compare_uses);
  *out_order = (use_order_t){uses, count};
  return true;
}

// The shorter of two encodings: where each use is in the list, or pairs for those that have moved.
static void write_order(tern_emitter_t *out, const use_order_t *order) {
  size_t moved_count = 0;
  for (size_t i = 0; i < order->count; ++i) moved_count += order->uses[i].list_index != i;
  bool is_pairs = moved_count < order->count / 2;
  tern_emit_varint(out, (uint64_t)(is_pairs ? 2 * moved_count : order->count) << 1 | is_pairs);
  for (size_t i = 0; i < order->count; ++i) {
    uint32_t list_index = order->uses[i].list_index;
    if (is_pairs && list_index == i) continue;
    tern_emit_varint(out, list_index);
    if (is_pairs) tern_emit_varint(out, i);
  }
}

// The values are results (an array of values) or arguments (an array of pointers). True if something was written.
static bool write_orders(const tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_value_t *results,
                         tern_value_t *const *args, size_t count) {
  tern_emitter_t orders = {0};
  size_t order_count = 0;
  for (size_t i = 0; i < count; ++i) {
    use_order_t order;
    if (!find_order(writer, args ? args[i] : &results[i], &order)) continue;
    ++order_count;
    if (count > 1) tern_emit_varint(&orders, i);
    write_order(&orders, &order);
    free(order.uses);
  }
  if (order_count && count > 1) tern_emit_varint(out, order_count);
  tern_emit_bytes(out, orders.bytes.values, orders.bytes.count);
  tern_emitter_deinitialize(&orders);
  return order_count != 0;
}

// --- ops ---

static uint64_t number_of(const tern_map_t *map, const void *key) {
  return (uint64_t)(uintptr_t)tern_map_get(map, key) - 1;
}

static void write_region(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_region_t *region);

static void write_regions(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_op_t *op) {
  bool is_isolated = !tern_map_contains(&writer->bound_ops, op);
  tern_emit_varint(out, (uint64_t)op->region_count << 1 | is_isolated);
  bool has_section = is_isolated && writer->version >= TERN_BYTECODE_HAS_REGION_SECTIONS;
  tern_emitter_t section = {0};
  for (size_t i = 0; i < op->region_count; ++i) {
    write_region(writer, has_section ? &section : out, &op->regions[i]);
  }
  if (has_section) tern_emit_section(out, TERN_SECTION_IR, &section);
}

// Gives the index of the op's properties in the table; equal ones are there once.
static uint64_t add_properties(tern_bytecode_writer_t *writer, const tern_op_t *op) {
  tern_emitter_t bytes = {0};
  tern_encoder_t encoder = {.writer = writer, .out = &bytes};
  tern_write_properties(&encoder, op);
  const tern_ident_t *blob =
      tern_ident_get(writer->context, tern_str_make((const char *)bytes.bytes.values, bytes.bytes.count));
  tern_emitter_deinitialize(&bytes);
  uintptr_t index = (uintptr_t)tern_map_get(&writer->property_indices, blob);
  if (index) return index - 1;
  tern_vec_push(&writer->properties, tern_ident_str(blob));
  tern_map_set(&writer->property_indices, blob, (void *)(uintptr_t)writer->properties.count);
  return writer->properties.count - 1;
}

static uint8_t write_attrs(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_op_t *op) {
  uint8_t mask = 0;
  const tern_attr_t *attrs = tern_writer_op_attrs(writer, op);
  if (attrs) {
    mask |= TERN_OP_HAS_ATTRS;
    tern_emit_varint(out, tern_writer_attr_number(writer, attrs));
  }
  if (tern_writer_has_properties(writer, op)) {
    mask |= TERN_OP_HAS_PROPERTIES;
    tern_emit_varint(out, add_properties(writer, op));
  }
  return mask;
}

static uint8_t write_values(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_op_t *op) {
  uint8_t mask = 0;
  if (op->result_count) {
    mask |= TERN_OP_HAS_RESULTS;
    tern_emit_varint(out, op->result_count);
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_emit_varint(out, tern_writer_type_number(writer, op->results[i].type));
    }
  }
  if (op->operand_count) {
    mask |= TERN_OP_HAS_OPERANDS;
    tern_emit_varint(out, op->operand_count);
    for (size_t i = 0; i < op->operand_count; ++i) {
      tern_emit_varint(out, number_of(&writer->values, tern_op_operand(op, i)));
    }
  }
  if (op->successor_count) {
    mask |= TERN_OP_HAS_SUCCESSORS;
    tern_emit_varint(out, op->successor_count);
    for (size_t i = 0; i < op->successor_count; ++i) {
      tern_emit_varint(out, number_of(&writer->blocks, op->successors[i].block));
    }
  }
  return mask;
}

static void write_op(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_op_t *op) {
  const tern_numbered_t *name = tern_map_get(&writer->op_names.by_object, op->def);
  tern_emit_varint(out, name->number);
  size_t mask_place = out->bytes.count;
  tern_emit_byte(out, 0);
  tern_emit_varint(out, tern_writer_attr_number(writer, op->loc));
  uint8_t mask = write_attrs(writer, out, op);
  mask |= write_values(writer, out, op);
  if (writer->version >= TERN_BYTECODE_HAS_USE_LIST_ORDERS &&
      write_orders(writer, out, op->results, NULL, op->result_count)) {
    mask |= TERN_OP_HAS_USE_LIST_ORDERS;
  }
  if (op->region_count) mask |= TERN_OP_HAS_REGIONS;
  out->bytes.values[mask_place] = mask;
  if (op->region_count) write_regions(writer, out, op);
}

// --- blocks and regions ---

static void write_block_args(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_block_t *block) {
  tern_emit_varint(out, block->arg_count);
  for (size_t i = 0; i < block->arg_count; ++i) {
    uint64_t type = tern_writer_type_number(writer, block->args[i]->type);
    const tern_attr_t *loc = tern_value_loc(block->args[i]);
    bool has_loc = loc->kind != TERN_ATTR_LOC_UNKNOWN;
    bool may_leave_out = writer->version >= TERN_BYTECODE_HAS_OPTIONAL_LOCATIONS;
    tern_emit_varint(out, may_leave_out ? type << 1 | has_loc : type);
    if (has_loc || !may_leave_out) tern_emit_varint(out, tern_writer_attr_number(writer, loc));
  }
  if (writer->version < TERN_BYTECODE_HAS_USE_LIST_ORDERS) return;
  size_t mask_place = out->bytes.count;
  tern_emit_byte(out, 0);
  if (write_orders(writer, out, NULL, block->args, block->arg_count)) {
    out->bytes.values[mask_place] = TERN_OP_HAS_USE_LIST_ORDERS;
  }
}

static void write_block(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_block_t *block) {
  uint64_t op_count = 0;
  tern_block_for_each_op(block, op)++ op_count;
  tern_emit_varint(out, op_count << 1 | (block->arg_count != 0));
  if (block->arg_count) write_block_args(writer, out, block);
  tern_block_for_each_op(block, op) write_op(writer, out, op);
}

static void write_region(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_region_t *region) {
  uint64_t block_count = 0;
  tern_region_for_each_block(region, block)++ block_count;
  tern_emit_varint(out, block_count);
  if (!block_count) return;
  tern_emit_varint(out, number_of(&writer->region_values, region));
  tern_region_for_each_block(region, block) write_block(writer, out, block);
}

void tern_writer_write_ir(tern_bytecode_writer_t *writer, tern_emitter_t *out) {
  tern_emitter_t section = {0};
  // A block of one op, without arguments.
  tern_emit_varint(&section, 1 << 1);
  write_op(writer, &section, writer->root);
  tern_emit_section(out, TERN_SECTION_IR, &section);
}
