// --iree-hal-memoize-command-buffers: command buffers that are recorded the same way at every call are recorded once.
//
//   %cmd = hal.command_buffer.create mode(OneShot)             %cmd = hal.device.memoize ... {
//   hal.command_buffer.dispatch<%cmd> ...                        %0 = hal.command_buffer.create mode(None) bindings(%c2)
//     bindings([(%a)[%c0, %c64], (%b)[%offset, %c16]])    ->     hal.command_buffer.dispatch<%0> ...
//   hal.command_buffer.finalize<%cmd>                              bindings([(%c0)[%c0, %c64], (%c1)[%c0, %c16]])
//   hal.device.queue.execute ... commands(%cmd)                  hal.return %0 }
//                                                              hal.device.queue.execute.indirect ... commands(%cmd)
//                                                                bindings([(%a)[%c0, %c64], (%b)[%offset, %c16]])
//
// Buffers become slots of the binding table, one for each buffer, and for each of its offsets that is computed. All else has to
// be the same at every call: entry points, constants, grids, sizes, offsets within a slot. What recorded a command buffer
// whose sizes depend on arguments records it at every call, as before. Only what is in one block is looked at.
//
// Source: IREE converts streams to such command buffers and tables when it can (its ConvertToHAL with indirect command
// buffers); here the same is done to the recorded commands.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/hal/hal.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { MAX_SLOTS = 64 };

// A row of the binding table.
typedef struct slot {
  tern_value_t *buffer;
  tern_value_t *offset;  // NULL: offsets are in the commands
  int64_t size;          // bytes that commands use, from `offset` on
} slot_t;

typedef struct recording {
  tern_op_t *create, *execute;
  tern_op_list_t commands;  // in order, with the one that ends the recording
  slot_t slots[MAX_SLOTS];
  size_t slot_count;
} recording_t;

// Operands of a command that say where it reads or writes.
typedef struct place {
  size_t buffer, offset, length;
} place_t;
typedef TERN_VEC(place_t) place_list_t;

// --- what is the same at every call ---

static bool is_fixed(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->region_count) return false;
  if (tern_op_is(op, TERN_UTIL(GLOBAL_LOAD))) {
    const tern_op_t *global = tern_util_global_of(op);
    return global && !tern_op_attr(global, "is_mutable");
  }
  if (!tern_op_has_trait(op, TERN_TRAIT_PURE)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_fixed(tern_op_operand(op, i))) return false;
  }
  return true;
}

// --- commands ---

static void add_group(const tern_op_t *op, const char *buffers, const char *offsets, const char *lengths,
                      place_list_t *out) {
  size_t buffer, offset, length, count, ignored;
  tern_op_operands_named(op, buffers, &buffer, &count);
  tern_op_operands_named(op, offsets, &offset, &ignored);
  tern_op_operands_named(op, lengths, &length, &ignored);
  for (size_t i = 0; i < count; ++i) {
    // A command has one length for all of its buffers, or one for each.
    tern_vec_push(out, (place_t){buffer + i, offset + i, ignored == count ? length + i : length});
  }
}

// The places of a command. False if it is none that can be replayed.
static bool find_places(const tern_op_t *op, place_list_t *out) {
  static const tern_op_row_t *const plain[] = {
      TERN_HAL(COMMAND_BUFFER_EXECUTION_BARRIER), TERN_HAL(COMMAND_BUFFER_BEGIN_DEBUG_GROUP),
      TERN_HAL(COMMAND_BUFFER_END_DEBUG_GROUP), TERN_HAL(COMMAND_BUFFER_FINALIZE)};
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; ++i) {
    if (tern_op_is(op, plain[i])) return true;
  }
  if (tern_op_is(op, TERN_HAL(COMMAND_BUFFER_DISPATCH))) {
    add_group(op, "binding_buffers", "binding_offsets", "binding_lengths", out);
  } else if (tern_op_is(op, TERN_HAL(COMMAND_BUFFER_FILL_BUFFER))) {
    add_group(op, "target_buffer", "target_offset", "length", out);
  } else if (tern_op_is(op, TERN_HAL(COMMAND_BUFFER_COPY_BUFFER))) {
    add_group(op, "source_buffer", "source_offset", "length", out);
    add_group(op, "target_buffer", "target_offset", "length", out);
  } else {
    return false;
  }
  return true;
}

// The slot for a place, which is made if there is none. SIZE_MAX if it can have none.
static size_t find_slot(recording_t *r, const tern_op_t *op, const place_t *place) {
  tern_value_t *buffer = tern_op_operand(op, place->buffer), *offset = tern_op_operand(op, place->offset);
  int64_t start = 0, length;
  if (!tern_type_is_hal(buffer->type, TERN_HAL_BUFFER_TYPE)) return SIZE_MAX;
  if (!tern_value_constant_int(tern_op_operand(op, place->length), &length)) return SIZE_MAX;
  if (tern_value_constant_int(offset, &start)) offset = NULL;
  if (start < 0 || length < 0 || length > INT64_MAX - start) return SIZE_MAX;
  size_t s = 0;
  while (s < r->slot_count && (r->slots[s].buffer != buffer || r->slots[s].offset != offset)) ++s;
  if (s == MAX_SLOTS) return SIZE_MAX;
  if (s == r->slot_count) r->slots[r->slot_count++] = (slot_t){buffer, offset, 0};
  if (r->slots[s].size < start + length) r->slots[s].size = start + length;
  return s;
}

static bool check_command(recording_t *r, const tern_op_t *op) {
  place_list_t places = {0};
  bool is_right = find_places(op, &places);
  for (size_t i = 1; i < op->operand_count && is_right; ++i) {
    bool is_in_place = false;
    for (size_t k = 0; k < places.count; ++k) {
      is_in_place |= i == places.values[k].buffer || i == places.values[k].offset || i == places.values[k].length;
    }
    is_right = is_in_place || is_fixed(tern_op_operand(op, i));
  }
  for (size_t k = 0; k < places.count && is_right; ++k) is_right = find_slot(r, op, &places.values[k]) != SIZE_MAX;
  tern_vec_deinitialize(&places);
  return is_right;
}

// --- recordings ---

static bool is_user(const tern_op_t *op, const tern_value_t *value) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i) == value) return true;
  }
  return false;
}

// Finds what is recorded after `r->create` and where it is executed. False if it is not all the same at every call.
static bool read_recording(recording_t *r) {
  const tern_op_t *create = r->create;
  const tern_value_t *commands = tern_op_result(create, 0);
  if (create->operand_count != 2 || !is_fixed(tern_op_operand(create, 0)) || !is_fixed(tern_op_operand(create, 1))) {
    return false;
  }
  size_t use_count = 0, seen_count = 0;
  tern_value_for_each_use(commands, use)++ use_count;
  for (tern_op_t *op = create->next; op && seen_count < use_count; op = op->next) {
    if (!is_user(op, commands)) continue;
    ++seen_count;
    if (tern_op_is(op, TERN_HAL(DEVICE_QUEUE_EXECUTE))) {
      if (r->execute) return false;
      r->execute = op;
    } else if (r->execute || tern_op_operand(op, 0) != commands || !check_command(r, op)) {
      return false;
    } else {
      tern_vec_push(&r->commands, op);
    }
  }
  return seen_count == use_count && r->execute && r->slot_count > 0 &&
         tern_op_is(r->commands.values[r->commands.count - 1], TERN_HAL(COMMAND_BUFFER_FINALIZE));
}

static tern_value_t *build_index(tern_builder_t *b, int64_t value) {
  return tern_build_constant(b, tern_integer_attr_get(tern_index_type_get(b->context), value));
}

// Refers to slots instead of buffers.
static void use_slots(recording_t *r, tern_op_t *op) {
  place_list_t places = {0};
  find_places(op, &places);
  tern_builder_t b = tern_builder_before(op);
  for (size_t k = 0; k < places.count; ++k) {
    const place_t *place = &places.values[k];
    size_t slot = find_slot(r, op, place);
    if (r->slots[slot].offset) tern_op_set_operand(op, place->offset, build_index(&b, 0));
    tern_op_set_operand(op, place->buffer, build_index(&b, (int64_t)slot));
  }
  tern_vec_deinitialize(&places);
}

static tern_op_t *build_region(recording_t *r) {
  tern_op_t *create = r->create;
  tern_builder_t b = tern_builder_before(r->execute);
  tern_value_t *device = tern_op_operand(create, 0), *affinity = tern_op_operand(create, 1);
  tern_op_t *memoize = tern_build(&b, TERN_HAL(DEVICE_MEMOIZE), .operands = TERN_VALUES(device, affinity),
                                  .types = TERN_TYPES(tern_op_result(create, 0)->type), .regions = 1);
  tern_builder_t inner = tern_builder_at_end(tern_region_add_block(&memoize->regions[0]), create->loc);
  tern_value_t *commands = tern_build_value(
      &inner, TERN_HAL(COMMAND_BUFFER_CREATE),
      .operands = TERN_VALUES(device, affinity, build_index(&inner, (int64_t)r->slot_count)),
      .types = TERN_TYPES(tern_op_result(create, 0)->type),
      .attrs = TERN_ATTRS({"modes", tern_enum_attr_get(b.context, TERN_HAL_ENUM(COMMAND_BUFFER_MODE), 0)},
                          {"command_categories", tern_op_attr(create, "command_categories")}));
  for (size_t i = 0; i < r->commands.count; ++i) {
    tern_op_t *command = r->commands.values[i];
    tern_op_remove(command);
    tern_op_insert(command, inner.block, NULL);
    tern_op_set_operand(command, 0, commands);
    use_slots(r, command);
  }
  tern_build(&inner, TERN_HAL(RETURN), .operands = TERN_VALUES(commands));
  return memoize;
}

static void memoize(recording_t *r) {
  // The slots are those of the commands as they are, so the table comes first.
  tern_op_t *execute = r->execute;
  tern_builder_t b = tern_builder_before(execute);
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 0; i < execute->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(execute, i));
  size_t commands_at = operands.count - 1;
  for (size_t s = 0; s < r->slot_count; ++s) tern_vec_push(&operands, r->slots[s].buffer);
  for (size_t s = 0; s < r->slot_count; ++s) {
    tern_vec_push(&operands, r->slots[s].offset ? r->slots[s].offset : build_index(&b, 0));
  }
  for (size_t s = 0; s < r->slot_count; ++s) tern_vec_push(&operands, build_index(&b, r->slots[s].size));
  operands.values[commands_at] = tern_op_result(build_region(r), 0);
  tern_build(&b, TERN_HAL(DEVICE_QUEUE_EXECUTE_INDIRECT), .operands = {operands.values, operands.count},
             .attrs = TERN_ATTRS({"flags", tern_op_attr(execute, "flags")}));
  tern_vec_deinitialize(&operands);
  tern_op_destroy(execute);
  tern_op_destroy(r->create);
}

// What runs once needs no memory, and what is memoized already has it.
static bool runs_often(const tern_op_t *op) {
  for (const tern_op_t *parent = tern_op_parent(op); parent; parent = tern_op_parent(parent)) {
    if (tern_op_is(parent, TERN_UTIL(INITIALIZER)) || tern_op_is(parent, TERN_HAL(DEVICE_MEMOIZE))) return false;
  }
  return true;
}

static bool is_wanted(const tern_op_t *op) { return tern_op_is(op, TERN_HAL(COMMAND_BUFFER_CREATE)) && runs_often(op); }

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t creates = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < creates.count; ++i) {
    recording_t r = {.create = creates.values[i]};
    if (read_recording(&r)) {
      memoize(&r);
      tern_pass_count(pass, 0, 1);
    }
    tern_vec_deinitialize(&r.commands);
  }
  tern_vec_deinitialize(&creates);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, &tern_arith_dialect, NULL};

const tern_pass_def_t tern_hal_memoize_command_buffers_pass = {
    .flag = "iree-hal-memoize-command-buffers",
    .summary = "Record command buffers once that are the same at every call but for their buffers",
    .statistics = (const char *const[]){"num-memoized - command buffers that are recorded once", NULL},
    .dialects = dialects,
    .run = run,
};
