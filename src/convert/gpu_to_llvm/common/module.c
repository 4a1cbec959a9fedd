// What kernels need beside them in their gpu.module: declarations, texts, workgroup memory whose size the launch says
// (upstream: GPUOpsLowering).

#include <stdio.h>

#include "base/arena.h"
#include "convert/gpu_to_llvm/common/common.h"
#include "convert/llvm/memref_extents.h"
#include "dialect/gpu/gpu.h"
#include "ir/context.h"
#include "ir/symbol.h"

enum { NAME_SIZE = 64 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

tern_op_t *tern_gpu_module_around(tern_op_t *op) {
  tern_op_t *module = tern_symbol_table_around(op);
  while (!module && tern_op_parent(op)) op = tern_op_parent(op);
  return module ? module : op;
}

// A builder at the start of the module that goes on as `b` does. The location loses what belongs to a function only, as
// metadata of debug information does.
static tern_builder_t at_start_of(const tern_builder_t *b, tern_op_t *module) {
  tern_builder_t start = *b;
  tern_builder_set_start(&start, module->regions[0].first_block);
  const tern_attr_t *file = tern_loc_find_file(b->loc);
  start.loc = file ? file : tern_unknown_loc_get(b->context);
  return start;
}

tern_op_t *tern_gpu_declare(tern_builder_t *b, tern_op_t *module, const char *name, const tern_type_t *type) {
  tern_str_t wanted = tern_str_from_cstr(name);
  tern_op_t *found = tern_symbol_lookup_in(module, wanted);
  if (found && tern_op_is(found, TERN_LLVM(FUNC))) return found;
  tern_builder_t start = at_start_of(b, module);
  return tern_llvm_make_function(&start, wanted, type, TERN_LLVM_LINKAGE_EXTERNAL);
}

// --- globals ---

static tern_op_t *make_global(tern_builder_t *b, tern_str_t name, const tern_type_t *type, const tern_attr_t *value,
                              int64_t alignment, unsigned space) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  const tern_attr_t *linkage = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_INTERNAL);
  tern_named_attr_t attrs[7] = {
      {"sym_name", tern_string_attr_get(b->context, name)},
      {"global_type", tern_type_attr_get(type)},
      {"linkage", linkage},
      {"addr_space", tern_integer_attr_get(i32, space)},
  };
  size_t count = 4;
  if (alignment) attrs[count++] = (tern_named_attr_t){"alignment", tern_integer_attr_get(i64, alignment)};
  if (value) attrs[count++] = (tern_named_attr_t){"value", value};
  if (value) attrs[count++] = (tern_named_attr_t){"constant", tern_unit_attr_get(b->context)};
  return tern_build(b, TERN_LLVM(MLIR_GLOBAL), .regions = 1, .attrs = {attrs, count});
}

tern_op_t *tern_gpu_make_array(tern_builder_t *b, tern_str_t name, const tern_type_t *element, uint64_t count,
                               int64_t alignment, unsigned space) {
  return make_global(b, name, tern_llvm_array_type(element, count), NULL, alignment, space);
}

static int64_t integer_of(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_integer_attr_value(attr) : 0;
}

tern_value_t *tern_gpu_address_of(tern_builder_t *b, tern_op_t *global) {
  unsigned space = (unsigned)integer_of(global, "addr_space");
  return tern_build_value(
      b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(tern_llvm_ptr_type(b->context, space)),
      .attrs = TERN_ATTRS({"global_name", tern_flat_symbol_ref_attr_get(b->context, tern_symbol_name(global))}));
}

// PREFIX0, PREFIX1 ...: the first that the module has not.
static void choose_name(const tern_op_t *module, const char *prefix, char name[NAME_SIZE]) {
  unsigned number = 0;
  do {
    snprintf(name, NAME_SIZE, "%s%u", prefix, number++);
  } while (tern_symbol_lookup_in(module, tern_str_from_cstr(name)));
}

static tern_op_t *find_text(const tern_op_t *module, const tern_type_t *type, const tern_attr_t *value,
                            unsigned space) {
  for (tern_op_t *op = module->regions[0].first_block->first_op; op; op = op->next) {
    if (tern_op_is(op, TERN_LLVM(MLIR_GLOBAL)) && tern_op_attr(op, "value") == value && tern_op_attr(op, "constant") &&
        tern_type_attr_value(tern_op_attr(op, "global_type")) == type && integer_of(op, "alignment") == 0 &&
        integer_of(op, "addr_space") == space) {
      return op;
    }
  }
  return NULL;
}

tern_value_t *tern_gpu_make_text(tern_builder_t *b, tern_op_t *module, const char *prefix, tern_str_t text,
                                 unsigned space) {
  char *bytes = tern_malloc(text.size + 1);
  if (text.size) memcpy(bytes, text.data, text.size);
  bytes[text.size] = '\0';
  const tern_attr_t *value = tern_string_attr_get(b->context, tern_str_make(bytes, text.size + 1));
  free(bytes);
  const tern_type_t *type = tern_llvm_array_type(tern_i_type_get(b->context, 8), text.size + 1);
  tern_op_t *global = find_text(module, type, value, space);
  if (!global) {
    char name[NAME_SIZE];
    choose_name(module, prefix, name);
    tern_builder_t start = at_start_of(b, module);
    global = make_global(&start, tern_str_from_cstr(name), type, value, 0, space);
  }
  tern_value_t *address = tern_gpu_address_of(b, global);
  return tern_llvm_make_gep_constant(b, address->type, type, address, (int32_t[]){0, 0}, 2);
}

// --- workgroup memory whose size the launch says ---

static tern_op_t *find_dynamic_array(const tern_op_t *module, int64_t alignment, unsigned space) {
  for (tern_op_t *op = module->regions[0].first_block->first_op; op; op = op->next) {
    if (!tern_op_is(op, TERN_LLVM(MLIR_GLOBAL))) continue;
    const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "global_type"));
    if (tern_type_is_llvm(type, TERN_LLVM_ARRAY) && type->params[1] == 0 && integer_of(op, "alignment") == alignment &&
        integer_of(op, "addr_space") == space) {
      return op;
    }
  }
  return NULL;
}

bool tern_gpu_lower_dynamic_memory(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_gpu_lowering_t *gpu = tern_gpu_lowering_of(conversion);
  const tern_llvm_lowering_t *lowering = &gpu->lowering;
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *module = tern_gpu_module_around(op);
  const tern_type_t *memref = tern_op_result(op, 0)->type;
  const tern_type_t *element = tern_llvm_lower_type(lowering, tern_type_element(memref));
  unsigned space;
  if (!element || !tern_llvm_lower_type(lowering, memref)) return false;
  if (!tern_llvm_lower_address_space(lowering, memref, &space)) return false;
  int64_t alignment = gpu->target->dynamic_memory_alignment;
  tern_op_t *global = find_dynamic_array(module, alignment, space);
  if (!global) {
    char name[NAME_SIZE];
    choose_name(module, "__dynamic_shmem__", name);
    tern_builder_t start = at_start_of(b, module);
    global = tern_gpu_make_array(&start, tern_str_from_cstr(name), element, 0, alignment, space);
  }
  tern_value_t *base = tern_gpu_address_of(b, global);
  tern_value_t *memory = tern_llvm_make_gep_constant(b, base->type, element, base, (int32_t[]){0}, 1);
  tern_value_t *size = tern_llvm_make_index(lowering, b, 0);
  // The size in bytes comes with the extents, and nobody asks for it.
  tern_llvm_extents_t extents = tern_llvm_extents_make(lowering, b, memref, TERN_VALUES(size), true);
  tern_value_t *descriptor = tern_llvm_extents_descriptor(&extents, lowering, b, memref, memory, memory);
  tern_llvm_extents_deinitialize(&extents);
  return tern_conversion_replace_value(conversion, op, descriptor);
}
