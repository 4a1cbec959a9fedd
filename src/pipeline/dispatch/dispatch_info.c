// Entry points of a dispatch module, as tables and as a C header.

#include "pipeline/dispatch/dispatch_info.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "convert/hal/abi.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- reading ---

tern_element_type_t tern_dispatch_element_type(const tern_type_t *type) {
  static const struct {
    uint32_t width;
    tern_element_type_t of_signless;
  } integers[] = {{1, TERN_ELEMENT_TYPE_I1},  {2, TERN_ELEMENT_TYPE_I2},   {4, TERN_ELEMENT_TYPE_I4},
                  {8, TERN_ELEMENT_TYPE_I8},  {16, TERN_ELEMENT_TYPE_I16}, {32, TERN_ELEMENT_TYPE_I32},
                  {64, TERN_ELEMENT_TYPE_I64}};
  if (tern_type_is_index(type)) return TERN_ELEMENT_TYPE_INDEX;
  if (type->kind == TERN_TYPE_COMPLEX) {
    switch (tern_type_element(type)->kind) {
      case TERN_TYPE_BF16: return TERN_ELEMENT_TYPE_COMPLEX_BF16;
      case TERN_TYPE_F16: return TERN_ELEMENT_TYPE_COMPLEX_F16;
      case TERN_TYPE_F32: return TERN_ELEMENT_TYPE_COMPLEX_F32;
      case TERN_TYPE_F64: return TERN_ELEMENT_TYPE_COMPLEX_F64;
      default: return TERN_ELEMENT_TYPE_NONE;
    }
  }
  // ORDER FLOAT
  if (tern_type_is_float(type))
    return (tern_element_type_t)(TERN_ELEMENT_TYPE_F4E2M1FN + (type->kind - TERN_TYPE_F4E2M1FN));
  for (size_t i = 0; tern_type_is_integer(type) && i < sizeof integers / sizeof integers[0]; ++i) {
    if (integers[i].width != tern_integer_type_width(type)) continue;
    // Signed codes are 16 above the signless ones, unsigned codes 32.
    return (tern_element_type_t)(integers[i].of_signless + 16 * tern_integer_type_signedness(type));
  }
  return TERN_ELEMENT_TYPE_NONE;
}

static tern_binding_access_t access_of(const tern_op_t *binding) {
  tern_binding_access_t access = 0;
  tern_str_t rest = tern_string_attr_value(tern_op_attr(binding, "access"));
  do {
    tern_str_t word = tern_str_trim(tern_str_split(&rest, '|'));
    if (tern_str_equal_cstr(word, "Read")) access |= TERN_BINDING_ACCESS_READ;
    if (tern_str_equal_cstr(word, "Write")) access |= TERN_BINDING_ACCESS_WRITE;
    if (tern_str_equal_cstr(word, "Discard")) access |= TERN_BINDING_ACCESS_DISCARD;
  } while (rest.size > 0);
  return access;
}

static char *copy_string(tern_arena_t *arena, tern_str_t text) {
  char *copy = tern_arena_alloc(arena, text.size + 1);
  memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  return copy;
}

// What a size is, behind ops that only give it another type or name.
static tern_op_t *source_of_size(const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  while (op && (tern_op_is(op, TERN_ARITH(INDEX_CAST)) || tern_op_is(op, TERN_ARITH(INDEX_CASTUI)) ||
                tern_op_is(op, TERN_IREE_TENSOR_EXT(DISPATCH_WORKLOAD_ORDINAL)))) {
    op = tern_value_defining_op(tern_op_operand(op, 0));
  }
  return op;
}

// A size that became known after the type was made, or TERN_DIM_DYNAMIC.
static int64_t constant_size(const tern_value_t *value) {
  const tern_op_t *op = source_of_size(value);
  const tern_attr_t *constant = op && op->result_count == 1 ? tern_value_constant(&op->results[0]) : NULL;
  return tern_attr_is_integer(constant) ? tern_integer_attr_value(constant) : TERN_DIM_DYNAMIC;
}

// The push constant that a size is, or -1.
static int32_t push_constant_of(const tern_value_t *value) {
  const tern_op_t *op = source_of_size(value);
  if (op && tern_op_is(op, TERN_HAL(INTERFACE_CONSTANT_LOAD))) {
    return (int32_t)tern_integer_attr_value(tern_op_attr(op, "ordinal"));
  }
  if (!op || !tern_op_is(op, TERN_HAL(INTERFACE_LOAD_CONSTANT))) return -1;
  return (int32_t)tern_integer_attr_value(tern_op_attr(op, "offset"));
}

typedef struct reader {
  tern_arena_t *arena;
  const tern_op_t *interface;
  tern_binding_info_t *bindings;
  size_t binding_count;
  bool *is_whole;  // per binding: some op views it from its start
  bool of_parts;   // second round: bindings that are only viewed from some offset on
  bool is_right;
} reader_t;

// A binding that is seen from an offset (bytes) on is a row of elements up to the end of the view; of unknown length if the
// offset or the view's size is.
static void read_part(reader_t *reader, tern_binding_info_t *info, const tern_type_t *type,
                      const tern_value_t *offset) {
  const tern_type_t *element = tern_type_element(type);
  const tern_attr_t *constant = tern_value_constant(offset);
  int64_t size = (int64_t)tern_dense_element_size(element), end = TERN_DIM_DYNAMIC;
  if (tern_attr_is_integer(constant) && tern_type_has_static_shape(type)) {
    end = tern_integer_attr_value(constant) / size + tern_type_element_count(type);
  }
  if (info->element_type != TERN_ELEMENT_TYPE_NONE && (info->dims[0] >= end || end == TERN_DIM_DYNAMIC)) return;
  int64_t *dims = tern_arena_alloc_array(reader->arena, 1, sizeof *dims);
  int32_t *words = tern_arena_alloc_array(reader->arena, 1, sizeof *words);
  dims[0] = end;
  words[0] = -1;
  info->element_type = (uint32_t)tern_dispatch_element_type(element);
  info->rank = 1;
  info->dims = dims;
  info->dim_push_constants = words;
  info->alignment = (uint32_t)size;
}

// What an op that views a binding as an array of `type`, from `offset` on (NULL: the start), says of it.
static void read_view_of(reader_t *reader, size_t ordinal, tern_op_t *op, const tern_type_t *type,
                         const tern_value_t *offset) {
  tern_binding_info_t *info = &reader->bindings[ordinal];
  const tern_type_t *element = tern_type_element(type);
  size_t start, count, used = 0, rank = tern_type_rank(type);
  tern_op_operands_named(op, "dynamic_dims", &start, &count);
  uint32_t code = (uint32_t)tern_dispatch_element_type(element);
  if (code == TERN_ELEMENT_TYPE_NONE) {
    reader->is_right = tern_op_error(op, "has element type %s, which has no code at run time", tern_type_text(element));
    return;
  }
  if (reader->of_parts) {
    if (!reader->is_whole[ordinal]) read_part(reader, info, type, offset);
    return;
  }
  if (offset || reader->is_whole[ordinal]) return;
  reader->is_whole[ordinal] = true;
  int64_t *dims = tern_arena_alloc_array(reader->arena, rank + 1, sizeof *dims);
  int32_t *words = tern_arena_alloc_array(reader->arena, rank + 1, sizeof *words);
  for (size_t i = 0; i < rank; ++i) {
    const tern_value_t *size = tern_type_dim(type, i) == TERN_DYNAMIC ? tern_op_operand(op, start + used++) : NULL;
    dims[i] = size ? constant_size(size) : tern_type_dim(type, i);
    words[i] = size ? push_constant_of(size) : -1;
  }
  info->element_type = code;
  info->rank = (uint32_t)rank;
  info->dims = dims;
  info->dim_push_constants = words;
  info->alignment = (uint32_t)tern_dense_element_size(element);
}

static void read_view(reader_t *reader, tern_op_t *op, const tern_type_t *type, const tern_value_t *offset) {
  tern_op_t *binding = tern_hal_resolve_binding(op, tern_op_attr(op, "binding"));
  if (!binding || tern_op_parent(binding) != reader->interface) return;
  read_view_of(reader, tern_hal_binding_ordinal(binding), op, type, offset);
}

static bool is_zero(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  return tern_attr_is_integer(constant) && tern_integer_attr_value(constant) == 0;
}

// hal.interface.binding.subspan, which says itself how the binding is used.
static void read_subspan(reader_t *reader, tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t ordinal = (size_t)tern_integer_attr_value(tern_op_attr(op, "binding")), start, count;
  if (ordinal >= reader->binding_count) return;
  tern_binding_access_t access = TERN_BINDING_ACCESS_READ | TERN_BINDING_ACCESS_WRITE;
  if (tern_type_is_dispatch_tensor(type)) {
    if (tern_dispatch_tensor_type_access(type) == TERN_TENSOR_READ_ONLY) access = TERN_BINDING_ACCESS_READ;
    if (tern_dispatch_tensor_type_access(type) == TERN_TENSOR_WRITE_ONLY) access = TERN_BINDING_ACCESS_WRITE;
    type = tern_dispatch_tensor_type_as_tensor(type);
  } else if (type->kind != TERN_TYPE_MEMREF) {
    return;
  }
  reader->bindings[ordinal].access |= access;
  tern_op_operands_named(op, "byte_offset", &start, &count);
  const tern_value_t *offset = count ? tern_op_operand(op, start) : NULL;
  read_view_of(reader, ordinal, op, type, offset && !is_zero(offset) ? offset : NULL);
}

static tern_walk_result_t visit_view(tern_op_t *op, void *user) {
  size_t start, count;
  if (tern_op_is(op, TERN_HAL(INTERFACE_BINDING_SUBSPAN))) read_subspan(user, op);
  if (tern_op_is(op, TERN_IREE(PLACEHOLDER)) && tern_op_attr(op, "binding")) {
    tern_op_operands_named(op, "byte_offset", &start, &count);
    read_view(user, op, tern_op_result(op, 0)->type, count ? tern_op_operand(op, start) : NULL);
  } else if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR)) || tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR))) {
    tern_op_operands_named(op, "offset", &start, &count);
    const tern_value_t *tensor = op->result_count ? tern_op_result(op, 0) : tern_op_operand(op, 0);
    const tern_value_t *offset = tern_op_operand(op, start);
    read_view(user, op, tensor->type, is_zero(offset) ? NULL : offset);
  }
  return TERN_WALK_ADVANCE;
}

static void walk_views(const tern_op_t *module, tern_op_t *func, reader_t *reader) {
  tern_op_walk_pre(func, visit_view, reader);
  const tern_attr_t *schedule = tern_hal_schedule(func);
  size_t count = schedule ? tern_array_attr_count(schedule) : 0;
  for (size_t i = 0; i < count; ++i) {
    tern_op_t *kernel = tern_symbol_lookup_in(module, tern_symbol_ref_attr_at(tern_array_attr_at(schedule, i), 0));
    if (kernel) tern_op_walk_pre(kernel, visit_view, reader);
  }
}

// What the entry point does not touch takes nothing and gives nothing.
static void finish_bindings(reader_t *reader) {
  for (size_t i = 0; i < reader->binding_count; ++i) {
    if (reader->bindings[i].element_type != TERN_ELEMENT_TYPE_NONE) continue;
    reader->bindings[i].access = 0;
    reader->bindings[i].element_type = TERN_ELEMENT_TYPE_I8;
    reader->bindings[i].rank = 1;
    reader->bindings[i].dims = tern_arena_alloc_zeroed(reader->arena, sizeof(int64_t));
  }
}

// The layout that ops of a function name, the longest.
static tern_walk_result_t find_layout(tern_op_t *op, void *user) {
  const tern_attr_t **layout = user;
  if (!tern_op_is(op, TERN_HAL(INTERFACE_BINDING_SUBSPAN)) && !tern_op_is(op, TERN_HAL(INTERFACE_CONSTANT_LOAD))) {
    return TERN_WALK_ADVANCE;
  }
  const tern_attr_t *found = tern_op_attr(op, "layout");
  bool is_longer =
      !*layout || tern_hal_pipeline_layout_binding_count(found) > tern_hal_pipeline_layout_binding_count(*layout);
  if (is_longer) *layout = found;
  return TERN_WALK_ADVANCE;
}

// An entry point of a whole program's executable.
static bool read_entry_point_of_program(tern_op_t *func, const tern_attr_t *layout, tern_arena_t *arena,
                                        tern_entry_point_t *out_entry) {
  reader_t reader = {.arena = arena, .is_right = true};
  reader.binding_count = tern_hal_pipeline_layout_binding_count(layout);
  reader.bindings = tern_arena_alloc_zeroed(arena, (reader.binding_count + 1) * sizeof *reader.bindings);
  reader.is_whole = tern_arena_alloc_zeroed(arena, (reader.binding_count + 1) * sizeof *reader.is_whole);
  for (size_t i = 0; i < reader.binding_count; ++i) {
    char name[32];
    int size = snprintf(name, sizeof name, "b%zu", i);
    reader.bindings[i] = (tern_binding_info_t){
        .binding = (uint32_t)i, .name = copy_string(arena, tern_str_make(name, (size_t)size)), .alignment = 1};
  }
  tern_op_walk_pre(func, visit_view, &reader);
  reader.of_parts = true;
  tern_op_walk_pre(func, visit_view, &reader);
  finish_bindings(&reader);
  *out_entry = (tern_entry_point_t){
      .name = copy_string(arena, tern_symbol_name(func)),
      .push_constant_count = (uint32_t)tern_hal_pipeline_layout_constants(layout),
      .binding_count = (uint32_t)reader.binding_count,
      .bindings = reader.bindings,
  };
  return reader.is_right;
}

static bool read_entry_point(const tern_op_t *module, tern_op_t *func, tern_arena_t *arena,
                             tern_entry_point_t *out_entry) {
  const tern_attr_t *layout = NULL;
  tern_op_walk_pre(func, find_layout, &layout);
  if (layout) return read_entry_point_of_program(func, layout, arena, out_entry);
  reader_t reader = {.arena = arena, .interface = tern_hal_module_interface(module), .is_right = true};
  reader.binding_count = reader.interface ? tern_hal_interface_binding_count(reader.interface) : 0;
  reader.bindings = tern_arena_alloc_zeroed(arena, (reader.binding_count + 1) * sizeof *reader.bindings);
  reader.is_whole = tern_arena_alloc_zeroed(arena, (reader.binding_count + 1) * sizeof *reader.is_whole);
  for (size_t i = 0; i < reader.binding_count; ++i) {
    tern_op_t *binding = tern_hal_interface_binding(reader.interface, i);
    reader.bindings[i] = (tern_binding_info_t){
        .set = (uint32_t)tern_integer_attr_value(tern_op_attr(binding, "set")),
        .binding = (uint32_t)tern_integer_attr_value(tern_op_attr(binding, "binding")),
        .access = access_of(binding),
        .name = copy_string(arena, tern_symbol_name(binding)),
        .alignment = 1,
    };
  }
  walk_views(module, func, &reader);
  reader.of_parts = true;
  walk_views(module, func, &reader);
  finish_bindings(&reader);
  *out_entry = (tern_entry_point_t){
      .name = copy_string(arena, tern_symbol_name(func)),
      .push_constant_count = (uint32_t)tern_hal_push_constant_count(module),
      .binding_count = (uint32_t)reader.binding_count,
      .bindings = reader.bindings,
  };
  return reader.is_right;
}

bool tern_dispatch_info_read(const tern_op_t *module, tern_arena_t *arena, tern_dispatch_info_t *out_info) {
  *out_info = (tern_dispatch_info_t){0};
  tern_block_t *body = tern_op_body(module, 0);
  if (!body) return true;
  size_t count = 0;
  tern_block_for_each_op(body, op) count += tern_hal_is_run_by_host(op);
  out_info->entry_points = tern_arena_alloc_zeroed(arena, (count + 1) * sizeof *out_info->entry_points);
  bool is_right = true;
  tern_block_for_each_op(body, op) {
    if (!tern_hal_is_run_by_host(op)) continue;
    is_right &= read_entry_point(module, op, arena, &out_info->entry_points[out_info->entry_point_count++]);
  }
  return is_right;
}

// --- the header ---

static void write_identifier(tern_string_builder_t *out, const char *text, bool is_upper) {
  for (const char *c = text; *c; ++c) {
    char plain = isalnum((unsigned char)*c) ? *c : '_';
    tern_string_builder_append_char(out, is_upper ? (char)toupper((unsigned char)plain) : plain);
  }
}

static void write_list(tern_string_builder_t *out, const tern_entry_point_t *entry, uint32_t binding, bool of_words) {
  const tern_binding_info_t *info = &entry->bindings[binding];
  tern_string_builder_append_format(out, "static const %s %s_%s_%u[] = {", of_words ? "int32_t" : "int64_t",
                                    entry->name, of_words ? "dim_push_constants" : "dims", binding);
  for (uint32_t i = 0; i < info->rank; ++i) {
    int64_t value = of_words ? (info->dim_push_constants ? info->dim_push_constants[i] : -1) : info->dims[i];
    tern_string_builder_append_format(out, "%s%" PRId64, i ? ", " : "", value);
  }
  tern_string_builder_append_cstr(out, info->rank ? "};\n" : "0};\n");
}

static void write_entry_point(tern_string_builder_t *out, const tern_entry_point_t *entry) {
  const char *name = entry->name;
  tern_string_builder_append_format(
      out,
      "int32_t %s(const tern_dispatch_params_t *params, uint32_t workgroup_x, uint32_t workgroup_y,\n"
      "             uint32_t workgroup_z);\n",
      name);
  if (entry->workgroup_count) {
    tern_string_builder_append_format(
        out, "void %s_workgroup_count(const uint32_t *push_constants, uint32_t out_count[3]);\n", name);
  }
  tern_string_builder_append_char(out, '\n');
  for (uint32_t b = 0; b < entry->binding_count; ++b) {
    write_list(out, entry, b, false);
    write_list(out, entry, b, true);
  }
  tern_string_builder_append_format(out, "static const tern_binding_info_t %s_bindings[] = {\n", name);
  for (uint32_t b = 0; b < entry->binding_count; ++b) {
    const tern_binding_info_t *info = &entry->bindings[b];
    tern_string_builder_append_format(
        out, "    {%u, %u, %uu, %uu, \"%s\", %u, %u, %s_dims_%u, %s_dim_push_constants_%u},\n", info->set,
        info->binding, info->access, info->element_type, info->name, info->rank, info->alignment, name, b, name, b);
  }
  if (entry->binding_count == 0) tern_string_builder_append_cstr(out, "    {0, 0, 0, 0, \"\", 0, 1, 0, 0},\n");
  char count_name[256] = "0";
  if (entry->workgroup_count) snprintf(count_name, sizeof count_name, "%.200s_workgroup_count", name);
  tern_string_builder_append_format(out,
                                    "};\nstatic const tern_entry_point_t %s_entry_point = {\"%s\", %s, %s, %u, %u, "
                                    "%s_bindings, 0, NULL, NULL};\n\n",
                                    name, name, name, count_name, entry->push_constant_count, entry->binding_count,
                                    name);
}

void tern_dispatch_info_write_header(const tern_dispatch_info_t *info, const char *guard, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(
      out, "// Written by tern-compile. The kernels of the object file of the same name.\n\n#ifndef ");
  write_identifier(out, guard, true);
  tern_string_builder_append_cstr(out, "_\n#define ");
  write_identifier(out, guard, true);
  tern_string_builder_append_cstr(
      out, "_\n\n#include \"tern/dispatch.h\"\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
  for (size_t i = 0; i < info->entry_point_count; ++i) write_entry_point(out, &info->entry_points[i]);
  tern_string_builder_append_cstr(out, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
