// Ops of a file. Regions are read with a stack of our own, so that nesting costs no stack of the machine.
//
// Values are numbered in the order of their definition, from the start of the closest region that is isolated from
// above; each region says how many it defines itself. A use may come before its definition (graph regions, blocks in any
// order): a stand-in is used until then.

#include <inttypes.h>

#include "bytecode/reader.h"
#include "ir/op_list.h"

// Regions of one op, while they are read.
typedef struct region_frame {
  tern_op_t *op;
  uint32_t region;  // the one being read
  bool is_isolated;
  bool has_region;        // `block` and what follows are set
  tern_decoder_t own;     // of a section of its own
  bool has_own;           // else the parent's decoder goes on
  size_t value_count;     // defined directly in the region
  size_t next_value;      // of the scope
  size_t scope_begin;     // the scope's first value in the list of all
  tern_block_t **blocks;  // of the region
  size_t block_count, block;
  uint64_t ops_left;
} region_frame_t;

typedef struct ir_reader {
  tern_bytecode_file_t *file;
  TERN_VEC(region_frame_t) frames;
  // Values of all scopes, one scope behind the other; NULL: neither defined nor used yet.
  TERN_VEC(tern_value_t *) values;
  tern_op_list_t stand_ins;  // ops whose results stand for values that are not defined yet
} ir_reader_t;

static region_frame_t *top(ir_reader_t *reader) { return &reader->frames.values[reader->frames.count - 1]; }

// The decoder of the innermost section.
static tern_decoder_t *decoder_of(ir_reader_t *reader) {
  size_t i = reader->frames.count - 1;
  while (!reader->frames.values[i].has_own) --i;
  return &reader->frames.values[i].own;
}

// --- values ---

static tern_value_t *make_stand_in(ir_reader_t *reader) {
  tern_context_t *context = reader->file->context;
  const tern_type_t *none = tern_none_type_get(context);
  tern_op_t *op =
      tern_op_create(context, &(tern_op_state_t){
                                  .def = tern_op_def_get(context, TERN_STR("builtin.unrealized_conversion_cast")),
                                  .result_types = {&none, 1},
                              });
  tern_vec_push(&reader->stand_ins, op);
  reader->file->has_forward_uses = true;
  return &op->results[0];
}

static bool read_operand(ir_reader_t *reader, tern_decoder_t *decoder, tern_value_t **out_value) {
  size_t begin = top(reader)->scope_begin, index;
  if (!tern_decode_index(decoder, reader->values.count - begin, "value", &index)) return false;
  tern_value_t **slot = &reader->values.values[begin + index];
  if (!*slot) *slot = make_stand_in(reader);
  *out_value = *slot;
  return true;
}

// Whether the region may define so many more values; an error if not.
static bool has_room(ir_reader_t *reader, tern_decoder_t *decoder, size_t count) {
  const region_frame_t *frame = top(reader);
  if (count <= reader->values.count - frame->next_value) return true;
  size_t begin = frame->scope_begin, first = frame->next_value - begin;
  return tern_decoder_error(decoder,
                            "value index range was outside of the expected range for the parent region, got [%zu, "
                            "%zu), but the maximum index was %td",
                            first, first + count, (ptrdiff_t)(reader->values.count - begin) - 1);
}

static void define_value(ir_reader_t *reader, tern_value_t *value) {
  tern_value_t **slot = &reader->values.values[top(reader)->next_value++];
  if (*slot) tern_value_replace_all_uses(*slot, value);
  *slot = value;
}

// --- regions and blocks ---

static bool read_block_arg(tern_decoder_t *decoder, tern_block_t *block) {
  tern_bytecode_file_t *file = decoder->file;
  uint64_t index;
  bool has_loc = true;
  if (file->version >= TERN_BYTECODE_HAS_OPTIONAL_LOCATIONS) {
    if (!tern_decode_varint_with_flag(decoder, &index, &has_loc)) return false;
  } else if (!tern_decode_varint(decoder, &index)) {
    return false;
  }
  const tern_type_t *type = tern_file_type_at(file, index);
  const tern_attr_t *loc = tern_unknown_loc_get(file->context);
  if (!type || (has_loc && !tern_decode_attr(decoder, &loc))) return false;
  if (!tern_attr_is_location(loc)) {
    return tern_decoder_error(decoder, "expected attribute of type: mlir::LocationAttr, but got: %s",
                              tern_attr_text(loc));
  }
  tern_block_add_arg(block, type, loc);
  return true;
}

// Says whose uses the orders from `first` on are.
static void name_use_orders(tern_bytecode_file_t *file, size_t first, tern_value_t *const *args,
                            tern_value_t *results) {
  for (size_t i = first; i < file->use_orders.count; ++i) {
    tern_use_order_t *order = &file->use_orders.values[i];
    size_t index = (size_t)(uintptr_t)order->value;
    order->value = args ? args[index] : &results[index];
  }
}

static bool read_block_header(ir_reader_t *reader, tern_decoder_t *decoder) {
  region_frame_t *frame = top(reader);
  tern_block_t *block = frame->blocks[frame->block];
  bool has_args;
  if (!tern_decode_varint_with_flag(decoder, &frame->ops_left, &has_args)) return false;
  if (!has_args) return true;
  size_t count;
  if (!tern_decode_count_of(decoder, "block arguments", 1, &count)) return false;
  for (size_t i = 0; i < count; ++i) {
    if (!read_block_arg(decoder, block)) return false;
  }
  if (!has_room(reader, decoder, count)) return false;
  for (size_t i = 0; i < count; ++i) define_value(reader, block->args[i]);
  if (reader->file->version < TERN_BYTECODE_HAS_USE_LIST_ORDERS) return true;
  uint8_t has_orders;
  if (!tern_decode_byte(decoder, &has_orders)) return false;
  if (!has_orders) return true;
  size_t first;
  if (!tern_decode_use_orders(decoder, block->arg_count, &first)) return false;
  name_use_orders(reader->file, first, block->args, NULL);
  return true;
}

static bool begin_region(ir_reader_t *reader, tern_decoder_t *decoder) {
  region_frame_t *frame = top(reader);
  tern_region_t *region = &frame->op->regions[frame->region];
  size_t block_count, value_count;
  if (!tern_decode_count_of(decoder, "blocks", 1, &block_count)) return false;
  if (!block_count) {
    ++frame->region;
    return true;
  }
  if (!tern_decode_count_of(decoder, "values", 1, &value_count)) return false;
  frame->blocks = tern_realloc_array(frame->blocks, block_count, sizeof(frame->blocks[0]));
  for (size_t i = 0; i < block_count; ++i) frame->blocks[i] = tern_region_add_block(region);
  frame->block_count = block_count;
  frame->block = 0;
  frame->value_count = value_count;
  frame->next_value = reader->values.count;
  frame->has_region = true;
  tern_vec_reserve(&reader->values, reader->values.count + value_count);
  for (size_t i = 0; i < value_count; ++i) reader->values.values[reader->values.count++] = NULL;
  return read_block_header(reader, decoder);
}

static bool end_region(ir_reader_t *reader, tern_decoder_t *decoder) {
  region_frame_t *frame = top(reader);
  for (size_t i = frame->next_value; i < reader->values.count; ++i) {
    if (!reader->values.values[i]) continue;
    return tern_decoder_error(decoder, "not all forward unresolved forward operand references");
  }
  if (frame->next_value != reader->values.count) {
    return tern_decoder_error(decoder, "a region announced %zu values, but defines %zu", frame->value_count,
                              frame->next_value + frame->value_count - reader->values.count);
  }
  reader->values.count -= frame->value_count;
  frame->has_region = false;
  ++frame->region;
  return true;
}

static bool push_frame(ir_reader_t *reader, tern_decoder_t *decoder, tern_op_t *op, bool is_isolated) {
  if (reader->frames.count == TERN_BYTECODE_MAX_REGION_DEPTH) {
    return tern_decoder_error(decoder, "regions are nested more than %d levels deep", TERN_BYTECODE_MAX_REGION_DEPTH);
  }
  region_frame_t frame = {.op = op, .is_isolated = is_isolated, .scope_begin = top(reader)->scope_begin};
  if (is_isolated) frame.scope_begin = reader->values.count;
  if (is_isolated && reader->file->version >= TERN_BYTECODE_HAS_REGION_SECTIONS) {
    tern_bytecode_section_t id;
    tern_str_t bytes;
    if (!tern_decode_section(decoder, &id, &bytes)) return false;
    if (id != TERN_SECTION_IR) return tern_decoder_error(decoder, "expected IR section for region");
    frame.own = tern_decoder_of(reader->file, bytes);
    frame.has_own = true;
  }
  tern_vec_push(&reader->frames, frame);
  return true;
}

static bool pop_frame(ir_reader_t *reader, tern_decoder_t *decoder) {
  region_frame_t *frame = top(reader);
  if (frame->has_own && tern_decoder_remaining(decoder)) {
    return tern_decoder_error(decoder, "unexpected trailing bytes after the regions of '%s'",
                              frame->op->def->name->data);
  }
  free(frame->blocks);
  --reader->frames.count;
  return true;
}

// --- ops ---

// The name of a file's op as text: some have no dialect.
static const tern_op_def_t *find_def(tern_decoder_t *decoder, tern_file_op_name_t *name) {
  if (name->def) return name->def;
  tern_context_t *context = decoder->file->context;
  if (!tern_file_dialect_load(decoder, name->dialect)) return NULL;
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, name->dialect->name);
  if (name->name.size) tern_string_builder_append_char(&text, '.');
  tern_string_builder_append(&text, name->name);
  name->def = tern_op_def_get(context, tern_string_builder_view(&text));
  const tern_dialect_t *dialect = name->dialect->dialect;
  if (name->def && !name->def->row && dialect && !dialect->allows_unknown_ops) {
    tern_decoder_error(decoder,
                       "unregistered operation '%s' found in dialect ('%.*s') that does not allow unknown "
                       "operations",
                       text.data, (int)name->dialect->name.size, name->dialect->name.data);
    name->def = NULL;
  }
  tern_string_builder_deinitialize(&text);
  return name->def;
}

// What an op is made of, in the scratch arena.
typedef struct op_parts {
  tern_op_state_t state;
  const tern_attr_t **slots;  // from properties; NULL: none
  bool is_isolated;
} op_parts_t;

static bool read_result_types(tern_decoder_t *decoder, op_parts_t *parts) {
  return tern_decode_types(decoder, &parts->state.result_types);
}

static bool read_operands(ir_reader_t *reader, tern_decoder_t *decoder, op_parts_t *parts) {
  size_t count;
  if (!tern_decode_count_of(decoder, "operands", 1, &count)) return false;
  tern_value_t **values = tern_decoder_alloc(decoder, count * sizeof(tern_value_t *));
  for (size_t i = 0; i < count; ++i) {
    if (!read_operand(reader, decoder, &values[i])) return false;
  }
  parts->state.operands = (tern_values_t){values, count};
  return true;
}

static bool read_successors(ir_reader_t *reader, tern_decoder_t *decoder, op_parts_t *parts) {
  const region_frame_t *frame = top(reader);
  size_t count;
  if (!tern_decode_count_of(decoder, "successors", 1, &count)) return false;
  if (count > UINT16_MAX) return tern_decoder_error(decoder, "an operation has %zu successors", count);
  tern_block_t **blocks = tern_decoder_alloc(decoder, count * sizeof(tern_block_t *));
  for (size_t i = 0; i < count; ++i) {
    size_t index;
    if (!tern_decode_index(decoder, frame->block_count, "successor", &index)) return false;
    blocks[i] = frame->blocks[index];
  }
  parts->state.successors = blocks;
  parts->state.successor_count = count;
  return true;
}

static bool read_region_count(tern_decoder_t *decoder, op_parts_t *parts) {
  uint64_t count;
  if (!tern_decode_varint_with_flag(decoder, &count, &parts->is_isolated)) return false;
  if (count > UINT16_MAX || count > tern_decoder_remaining(decoder)) {
    return tern_decoder_error(decoder, "an operation announces %" PRIu64 " regions", count);
  }
  parts->state.region_count = (size_t)count;
  return true;
}

static bool read_attrs(tern_decoder_t *decoder, tern_file_op_name_t *name, uint8_t mask, op_parts_t *parts) {
  if (!tern_decode_attr(decoder, &parts->state.loc)) return false;
  if (!tern_attr_is_location(parts->state.loc)) {
    return tern_decoder_error(decoder, "expected attribute of type: mlir::LocationAttr, but got: %s",
                              tern_attr_text(parts->state.loc));
  }
  if ((mask & TERN_OP_HAS_ATTRS) &&
      !tern_decode_attr_of_kind(decoder, TERN_ATTR_DICTIONARY, &parts->state.dictionary)) {
    return false;
  }
  if (!(mask & TERN_OP_HAS_PROPERTIES)) return true;
  if (decoder->file->version < TERN_BYTECODE_HAS_PROPERTIES) {
    return tern_decoder_error(decoder, "operation '%s' has properties, which bytecode version %" PRIu64 " has not",
                              name->def->name->data, decoder->file->version);
  }
  // One more, for the dictionary of an op that was not registered where the file was written.
  size_t count = name->def->attr_count + 1;
  parts->slots = tern_decoder_alloc(decoder, count * sizeof(parts->slots[0]));
  memset(parts->slots, 0, count * sizeof(parts->slots[0]));
  return tern_file_read_properties(decoder, name, parts->slots);
}

// The parts of an op up to its regions. `*out_first_order` is where the orders of its results' uses begin.
static bool read_parts(ir_reader_t *reader, tern_decoder_t *decoder, op_parts_t *parts, size_t *out_first_order) {
  tern_bytecode_file_t *file = reader->file;
  size_t index;
  uint8_t mask;
  if (!tern_decode_index(decoder, file->op_names.count, "operation name", &index)) return false;
  tern_file_op_name_t *name = &file->op_names.values[index];
  if (!find_def(decoder, name) || !tern_decode_byte(decoder, &mask)) return false;
  parts->state.def = name->def;
  if (!read_attrs(decoder, name, mask, parts)) return false;
  if ((mask & TERN_OP_HAS_RESULTS) && !read_result_types(decoder, parts)) return false;
  if ((mask & TERN_OP_HAS_OPERANDS) && !read_operands(reader, decoder, parts)) return false;
  if ((mask & TERN_OP_HAS_SUCCESSORS) && !read_successors(reader, decoder, parts)) return false;
  *out_first_order = file->use_orders.count;
  if ((mask & TERN_OP_HAS_USE_LIST_ORDERS) && file->version >= TERN_BYTECODE_HAS_USE_LIST_ORDERS &&
      !tern_decode_use_orders(decoder, parts->state.result_types.count, out_first_order)) {
    return false;
  }
  return !(mask & TERN_OP_HAS_REGIONS) || read_region_count(decoder, parts);
}

// Puts what the properties gave into the op: slots, or the dictionary of attributes of an unregistered one.
static void take_properties(tern_op_t *op, const tern_attr_t *const *slots) {
  size_t count = op->def->attr_count;
  for (size_t i = 0; i < count; ++i) {
    if (slots[i]) op->slots[i] = slots[i];
  }
  const tern_attr_t *dictionary = slots[count];
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    tern_op_set_attr_str(op, tern_ident_str(tern_dictionary_attr_name(dictionary, i)),
                         tern_dictionary_attr_at(dictionary, i));
  }
}

static bool read_op(ir_reader_t *reader, tern_decoder_t *decoder) {
  tern_bytecode_file_t *file = reader->file;
  region_frame_t *frame = top(reader);
  tern_arena_mark_t mark = tern_arena_mark(&file->scratch);
  op_parts_t parts = {.slots = NULL};
  size_t first_order = 0;
  bool is_ok = read_parts(reader, decoder, &parts, &first_order);
  tern_op_t *op = NULL;
  if (is_ok) {
    op = tern_op_create(file->context, &parts.state);
    if (parts.slots) take_properties(op, parts.slots);
    tern_op_insert(op, frame->blocks[frame->block], NULL);
    name_use_orders(file, first_order, NULL, op->results);
  }
  tern_arena_rewind(&file->scratch, mark);
  // An op at the top of the file is in no region that numbers values.
  bool is_numbered = reader->frames.count > 1;
  is_ok = is_ok && (!is_numbered || has_room(reader, decoder, op->result_count));
  for (size_t i = 0; is_ok && is_numbered && i < op->result_count; ++i) define_value(reader, &op->results[i]);
  return is_ok && (!op->region_count || push_frame(reader, decoder, op, parts.is_isolated));
}

// One step: an op, or the start or end of a block, region or op with regions.
static bool step(ir_reader_t *reader) {
  region_frame_t *frame = top(reader);
  tern_decoder_t *decoder = decoder_of(reader);
  if (!frame->has_region) {
    return frame->region < frame->op->region_count ? begin_region(reader, decoder) : pop_frame(reader, decoder);
  }
  if (frame->ops_left) {
    --frame->ops_left;
    return read_op(reader, decoder);
  }
  if (++frame->block < frame->block_count) return read_block_header(reader, decoder);
  return end_region(reader, decoder);
}

// The top of the file: a block without a region.
static bool begin_top(ir_reader_t *reader, tern_str_t bytes, tern_block_t *block) {
  region_frame_t frame = {
      .op = tern_block_parent_op(block),
      .is_isolated = true,
      .has_region = true,
      .own = tern_decoder_of(reader->file, bytes),
      .has_own = true,
      .blocks = tern_malloc(sizeof(tern_block_t *)),
      .block_count = 1,
  };
  frame.blocks[0] = block;
  tern_vec_push(&reader->frames, frame);
  return read_block_header(reader, decoder_of(reader));
}

// A region that ended has defined all its values, so that nothing uses a stand-in any more; or there was an error, and the
// module goes away.
static void free_stand_ins(ir_reader_t *reader) {
  for (size_t i = 0; i < reader->stand_ins.count; ++i) tern_op_destroy(reader->stand_ins.values[i]);
  tern_vec_deinitialize(&reader->stand_ins);
}

bool tern_file_read_ir(tern_bytecode_file_t *file, tern_str_t bytes, tern_block_t *block) {
  ir_reader_t reader = {.file = file};
  bool is_ok = begin_top(&reader, bytes, block);
  while (is_ok && reader.frames.count) is_ok = step(&reader);
  while (reader.frames.count) free(reader.frames.values[--reader.frames.count].blocks);
  free_stand_ins(&reader);
  tern_vec_deinitialize(&reader.frames);
  tern_vec_deinitialize(&reader.values);
  return is_ok;
}
