// Scopes, errors, locations, and types of the IR.

#include <stdio.h>
#include <string.h>

#include "dialect/tt/tt.h"
#include "frontend/triton/evaluate/generator.h"
#include "ir/attr.h"
#include "ir/diagnostic.h"

// --- errors ---

static const tern_attr_t *place_of(const tl_generator_t *g) {
  const tl_node_t *node = g->node;
  return tern_tl_place(&g->module->source, node ? node->line : 1, node ? node->column : 0);
}

const tl_value_t *tl_error(tl_generator_t *g, const char *format, ...) {
  if (g->program->quiet) return NULL;
  va_list args;
  va_start(args, format);
  tern_emit(place_of(g), TERN_ERROR, format, args);
  va_end(args);
  for (const tl_generator_t *at = g->caller; at; at = at->caller) tern_emit_note(place_of(at), "called from here");
  return NULL;
}

void tl_note(tl_generator_t *g, const char *format, ...) {
  if (g->program->quiet) return;
  va_list args;
  va_start(args, format);
  tern_emit(place_of(g), TERN_NOTE, format, args);
  va_end(args);
}

static const char *take_text(tl_generator_t *g, tern_string_builder_t *text) {
  const char *copy = tern_arena_copy(g->program->arena, text->data ? text->data : "", text->size + 1);
  tern_string_builder_deinitialize(text);
  return copy;
}

const char *tl_text(tl_generator_t *g, const tl_value_t *value) {
  tern_string_builder_t text = {0};
  tl_print(value, &text);
  return take_text(g, &text);
}

const char *tl_type_text(tl_generator_t *g, const tl_type_t *type) {
  tern_string_builder_t text = {0};
  tl_print_type(type, &text);
  return take_text(g, &text);
}

// --- scopes ---

const tl_value_t *tl_scope_find(const tl_scope_t *scope, tern_str_t name) {
  for (size_t i = 0; i < scope->count; ++i) {
    if (tern_str_equal(scope->values[i].name, name)) return scope->values[i].value;
  }
  return NULL;
}

void tl_scope_set(tern_arena_t *arena, tl_scope_t *scope, tern_str_t name, const tl_value_t *value) {
  for (size_t i = 0; i < scope->count; ++i) {
    if (!tern_str_equal(scope->values[i].name, name)) continue;
    scope->values[i].value = value;
    return;
  }
  if (scope->count == scope->capacity) {
    scope->capacity = scope->capacity ? 2 * scope->capacity : 16;
    tl_binding_t *values = tern_arena_alloc_array(arena, scope->capacity, sizeof *values);
    if (scope->count) memcpy(values, scope->values, scope->count * sizeof *values);
    scope->values = values;
  }
  scope->values[scope->count++] = (tl_binding_t){name, value};
}

tl_scope_t tl_scope_copy(tern_arena_t *arena, const tl_scope_t *scope) {
  return (tl_scope_t){tern_arena_copy(arena, scope->values, scope->count * sizeof *scope->values), scope->count,
                      scope->count};
}

void tl_bind(tl_generator_t *g, tern_str_t name, const tl_value_t *value) {
  tl_scope_set(g->program->arena, &g->locals, name, value);
  tl_scope_set(g->program->arena, &g->defs, name, value);
}

tl_region_scope_t tl_enter_region(tl_generator_t *g) {
  tl_region_scope_t scope = {tl_scope_copy(g->program->arena, &g->locals), g->defs, g->b.block, g->b.before, g->b.loc};
  g->defs = (tl_scope_t){0};
  return scope;
}

void tl_return_to(tl_generator_t *g, const tl_region_scope_t *scope) {
  g->b.block = scope->block;
  g->b.before = scope->before;
  g->b.loc = scope->loc;
}

void tl_leave_region(tl_generator_t *g, const tl_region_scope_t *scope) {
  g->b.block = scope->block;
  g->b.before = scope->before;
  g->locals = scope->live;
  g->defs = scope->defs;
}

// --- locations ---

void tl_set_location(tl_generator_t *g, const tl_node_t *node) {
  if (g->is_host) return;
  const tl_function_t *function = g->function;
  uint32_t indent = function && function->node->kind == TL_FUNCTION_DEF ? function->node->column : 0;
  uint32_t column = node->column >= indent ? node->column - indent : 0;
  const tern_attr_t *loc = tern_file_loc_get(g->program->context, g->module->path, node->line, column);
  g->b.loc = g->target_name.size ? tern_name_loc_get(g->target_name, loc) : loc;
}

void tl_name_handle(tern_value_t *handle, tern_str_t name) {
  if (handle->is_block_argument) {
    handle->arg_loc = tern_name_loc_get(name, handle->arg_loc);
  } else {
    tern_op_t *op = tern_value_defining_op(handle);
    op->loc = tern_name_loc_get(name, op->loc);
  }
}

void tl_name_handles(tl_generator_t *g, const tl_value_t *value, tern_str_t name) {
  (void)g;
  tl_handles_t handles = {0};
  tl_flatten(value, &handles);
  for (size_t i = 0; i < handles.count; ++i) tl_name_handle(handles.values[i], name);
  tern_vec_deinitialize(&handles);
}

// --- types of the IR ---

// Are numbers of this narrow float there on the target? AMD's formats are those of CDNA 3, the others those of GPUs of NVIDIA.
static bool has_fp8(const tern_triton_target_t *target, tl_dtype_t dtype) {
  bool is_cuda = strcmp(target->backend, "cuda") == 0;
  switch (dtype) {
    case TL_DTYPE_FP8E4NV: return !is_cuda || target->capability >= 89;
    case TL_DTYPE_FP8E4B8:
    case TL_DTYPE_FP8E5B16: return !is_cuda;
    default: return true;
  }
}

static const tern_type_t *scalar_ir_type(tl_generator_t *g, const tl_type_t *type) {
  const tl_dtype_row_t *row = &tl_dtypes[type->dtype];
  if (row->kind == TL_KIND_FLOAT && row->bits == 8 && !has_fp8(&g->program->target, type->dtype)) {
    tl_error(g, "type %s is not supported in this architecture", row->name);
    return NULL;
  }
  if (row->ir_kind == TERN_TYPE_INTEGER) return tern_i_type_get(g->program->context, (uint32_t)row->bits);
  if (row->ir_kind == TERN_TYPE_NONE) return tern_none_type_get(g->program->context);
  return tern_float_type_get(g->program->context, row->ir_kind);
}

const tern_type_t *tl_ir_type(tl_generator_t *g, const tl_type_t *type) {
  if (type->kind == TL_SCALAR) return scalar_ir_type(g, type);
  const tern_type_t *element = tl_ir_type(g, type->element);
  if (!element) return NULL;
  if (type->kind == TL_POINTER) return tern_tt_pointer_get(element, TERN_TT_GLOBAL_SPACE);
  return tern_tensor_type_get(element, type->dims, type->rank, NULL);
}

const tl_value_t *tl_tensor(tl_generator_t *g, tern_value_t *handle, const tl_type_t *type) {
  tl_value_t *value = tl_new_value(g->program->arena, TL_TENSOR);
  value->tensor.handle = handle;
  value->tensor.type = type;
  return value;
}

static const tern_type_t *descriptor_ir_type(tl_generator_t *g, const tl_type_t *block) {
  const tern_type_t *tensor = tl_ir_type(g, block);
  if (!tensor) return NULL;
  const tern_type_t *element = tern_type_element(tensor);
  if (tern_type_is_integer(element)) {
    element = tern_integer_type_get(g->program->context, tern_integer_type_width(element),
                                    tl_is_signed(block->element) ? TERN_SIGNED : TERN_UNSIGNED);
    tensor = tern_type_with_element(tensor, element);
  }
  uint64_t param = (uint64_t)(uintptr_t)tensor;
  return tern_dialect_type_get(g->program->context, &tern_tt_types[TERN_TT_TYPE_TENSORDESC], &param, 1);
}

bool tl_ir_types(tl_generator_t *g, const tl_value_t *pattern, const tern_type_t **types, size_t *inout_count) {
  if (pattern->kind == TL_TENSOR) return (types[(*inout_count)++] = tl_ir_type(g, pattern->tensor.type)) != NULL;
  if (pattern->kind == TL_DESCRIPTOR) {
    if (!(types[(*inout_count)++] = descriptor_ir_type(g, pattern->descriptor.block))) return false;
    return !pattern->descriptor.shape || (tl_ir_types(g, pattern->descriptor.shape, types, inout_count) &&
                                          tl_ir_types(g, pattern->descriptor.strides, types, inout_count));
  }
  tl_items_t items = {0};
  if (pattern->kind == TL_TUPLE_VALUE) items = pattern->tuple.items;
  if (pattern->kind == TL_OBJECT) items = pattern->object.fields;
  for (size_t i = 0; i < items.count; ++i) {
    if (!tl_ir_types(g, items.values[i], types, inout_count)) return false;
  }
  return true;
}
