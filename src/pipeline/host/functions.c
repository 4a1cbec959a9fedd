// Functions of host programs: their types before lowering, and calls of them after it.
//
// A lowered function has a parameter for each part of a memref's descriptor, and one result, which is a struct where the
// function has several. The entry takes them all by address, so that C calls any function alike.

#include "pipeline/host/functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "convert/llvm/lowering.h"
#include "dialect/func/func.h"
#include "ir/symbol.h"

// --- types ---

static const char *copy_text(tern_arena_t *arena, const char *text) {
  return tern_arena_copy(arena, text, strlen(text) + 1);
}

// Numbers that C has a type for.
static bool is_number(const tern_type_t *type) {
  if (tern_type_is_index(type)) return true;
  if (!tern_type_is_integer(type) && !tern_type_is_float(type)) return false;
  uint32_t bits = tern_type_bit_width(type);
  return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static bool is_plain_memref(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF && !tern_memref_type_layout(type) && is_number(tern_type_element(type));
}

static tern_host_value_t *describe(tern_arena_t *arena, tern_types_t types) {
  tern_host_value_t *values = tern_arena_alloc(arena, (types.count + 1) * sizeof *values);
  for (size_t i = 0; i < types.count; ++i) {
    const tern_type_t *type = types.values[i];
    values[i] = (tern_host_value_t){.type = copy_text(arena, tern_type_text(type))};
    if (is_number(type)) values[i].element_type = values[i].type;
    if (!is_plain_memref(type)) continue;
    values[i].is_memref = true;
    values[i].element_type = copy_text(arena, tern_type_text(tern_type_element(type)));
    values[i].rank = tern_type_rank(type);
    int64_t *dims = tern_arena_alloc(arena, (values[i].rank + 1) * sizeof *dims);
    for (size_t d = 0; d < values[i].rank; ++d) dims[d] = tern_type_dim(type, d) < 0 ? -1 : tern_type_dim(type, d);
    values[i].dims = dims;
  }
  return values;
}

void tern_host_functions_read(tern_op_t *module, tern_host_functions_t *out_functions) {
  *out_functions = (tern_host_functions_t){0};
  tern_arena_initialize(&out_functions->arena);
  tern_arena_t *arena = &out_functions->arena;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_FUNC(FUNC)) || tern_region_is_empty(&op->regions[0])) continue;
    if (tern_symbol_visibility(op) != TERN_PUBLIC) continue;
    const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
    tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
    const char *name = tern_ident_get(tern_op_context(op), tern_symbol_name(op))->data;
    tern_host_signature_t row = {.name = copy_text(arena, name),
                                 .arguments = describe(arena, inputs),
                                 .argument_count = inputs.count,
                                 .results = describe(arena, results),
                                 .result_count = results.count};
    tern_vec_push(&out_functions->rows, row);
  }
}

void tern_host_functions_deinitialize(tern_host_functions_t *functions) {
  tern_vec_deinitialize(&functions->rows);
  tern_arena_deinitialize(&functions->arena);
}

void tern_host_functions_make_entries(tern_op_t *module, const tern_host_functions_t *functions) {
  for (size_t i = 0; i < functions->rows.count; ++i) {
    const char *name = functions->rows.values[i].name;
    tern_op_t *function = tern_symbol_lookup_in(module, tern_str_from_cstr(name));
    if (!function || !tern_op_is(function, TERN_LLVM(FUNC))) continue;
    tern_string_builder_t text = {0};
    tern_string_builder_append_format(&text, TERN_HOST_ENTRY_PREFIX "%s", name);
    tern_llvm_make_packed_entry(function, tern_string_builder_view(&text));
    tern_string_builder_deinitialize(&text);
  }
}

// --- calls ---

enum { WORD = 8 };  // of descriptors, which consist of pointers and int64_t

size_t tern_host_value_size(const tern_host_value_t *value) {
  static const struct {
    const char *name;
    size_t size;
  } sizes[] = {{"index", 8}, {"i1", 1}, {"bf16", 2}};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
    if (strcmp(value->element_type, sizes[i].name) == 0) return sizes[i].size;
  }
  const char *digits = value->element_type + strcspn(value->element_type, "0123456789");
  return (size_t)atoi(digits) / 8;
}

static size_t part_count(const tern_host_value_t *value) { return value->is_memref ? 3 + 2 * value->rank : 1; }

static size_t size_of(const tern_host_value_t *value) {
  return value->is_memref ? part_count(value) * WORD : tern_host_value_size(value);
}

// Where the `index`-th result lies in the struct of all.
static size_t result_offset(const tern_host_signature_t *function, size_t index) {
  size_t offset = 0;
  for (size_t i = 0;; ++i) {
    const tern_host_value_t *value = &function->results[i];
    size_t alignment = i == function->result_count ? WORD : value->is_memref ? WORD : size_of(value);
    offset = (offset + alignment - 1) / alignment * alignment;
    if (i == index) return offset;
    offset += size_of(value);
  }
}

void tern_host_call_entry(void (*entry)(void **values), const tern_host_signature_t *function, void *const *values) {
  size_t count = 1, used = 0;
  for (size_t i = 0; i < function->argument_count; ++i) count += part_count(&function->arguments[i]);
  void **parts = tern_malloc(count * sizeof *parts);
  char *results = tern_malloc(result_offset(function, function->result_count) + WORD);
  for (size_t i = 0; i < function->argument_count; ++i) {
    for (size_t p = 0; p < part_count(&function->arguments[i]); ++p) parts[used++] = (char *)values[i] + p * WORD;
  }
  parts[used] = results;
  entry(parts);
  for (size_t i = 0; i < function->result_count; ++i) {
    memcpy(values[function->argument_count + i], results + result_offset(function, i), size_of(&function->results[i]));
  }
  free(results);
  free(parts);
}
