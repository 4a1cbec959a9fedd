// A vm.module as the tables of base/bytecode_format.h, before they are bytes.

#ifndef TERN_TARGET_VM_IMAGE_H_
#define TERN_TARGET_VM_IMAGE_H_

#include "base/bytecode_format.h"
#include "base/map.h"
#include "base/string.h"
#include "base/vec.h"
#include "dialect/vm/vm.h"
#include "ir/symbol.h"
#include "tern/status.h"

// The bytes of an executable that a constant of the program is.
typedef struct tern_vm_executable {
  const tern_op_t *rodata;
  tern_string_builder_t data;  // owned
} tern_vm_executable_t;

// A constant of the RODATA section.
typedef struct tern_vm_constant {
  const tern_attr_t *value;
  uint64_t offset, size;  // bytes
} tern_vm_constant_t;

// Zero-initialise. Ops are borrowed.
typedef struct tern_vm_image {
  tern_context_t *context;
  tern_op_t *module;
  tern_symbol_table_t symbols;
  tern_map_t ordinals;  // function, import, global or rodata op -> ordinal + 1

  tern_bytecode_string_t name;
  tern_string_builder_t strings;
  tern_map_t string_offsets;  // interned text -> offset + 1
  TERN_VEC(uint32_t) words;
  TERN_VEC(int64_t) dims;
  TERN_VEC(tern_bytecode_type_t) types;
  tern_map_t type_ordinals;  // type -> ordinal + 1
  TERN_VEC(tern_bytecode_signature_t) signatures;
  TERN_VEC(tern_bytecode_import_t) imports;
  TERN_VEC(tern_bytecode_export_t) exports;
  TERN_VEC(tern_bytecode_function_t) functions;
  TERN_VEC(uint32_t) ref_globals;
  TERN_VEC(tern_bytecode_rodata_t) rodata;
  TERN_VEC(tern_bytecode_attribute_t) attributes;
  TERN_VEC(tern_bytecode_value_t) values;
  TERN_VEC(uint16_t) code;
  uint32_t value_global_count;
  uint32_t initializer, deinitializer;

  TERN_VEC(tern_vm_constant_t) constants;  // of the RODATA section, by rising offset
  uint64_t rodata_size;                    // bytes
  uint32_t rodata_alignment;               // the largest
  TERN_VEC(tern_vm_executable_t) executables;
} tern_vm_image_t;

void tern_vm_image_deinitialize(tern_vm_image_t *image);

// --- image_tables.c: each adds what is not there yet ---
tern_bytecode_string_t tern_vm_image_string(tern_vm_image_t *image, tern_str_t text);
uint32_t tern_vm_image_type(tern_vm_image_t *image, const tern_type_t *type);
// Of a vm.func or vm.import.
uint32_t tern_vm_image_signature(tern_vm_image_t *image, const tern_op_t *callee);
// Of a function, global or rodata of the module.
uint32_t tern_vm_image_ordinal(const tern_vm_image_t *image, const tern_op_t *op);
// Fills every table but the code. False after an error.
bool tern_vm_image_collect(tern_vm_image_t *image);

// --- reflection.c ---
// Adds what `iree.reflection` and the signature of the exported function say.
void tern_vm_image_reflect(tern_vm_image_t *image, const tern_op_t *export, tern_bytecode_export_t *out);

// --- function_encoder.c ---
// Adds the code of a vm.func, and its row. False after an error.
bool tern_vm_image_add_function(tern_vm_image_t *image, const tern_op_t *function);

// --- image.c ---
// Makes the image of a vm.module whose constants are vm.rodata and whose initializers are one function. False after an
// error.
bool tern_vm_image_build(tern_op_t *module, tern_vm_image_t *out_image);
// Appends the RODATA section of the tern_vm_image_t that `image` is.
void tern_vm_image_stream_rodata(const void *image, tern_sink_t *sink);
// Appends the BYTECODE section.
void tern_vm_image_write(const tern_vm_image_t *image, tern_string_builder_t *out);

#endif  // TERN_TARGET_VM_IMAGE_H_
