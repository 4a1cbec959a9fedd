// Strings, types, signatures, globals and constants of an image.

#include <string.h>

#include "asm/printer.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/promise.h"
#include "target/vm/image.h"

#define EXECUTABLE_MIME_TYPE "application/x-tern-executable"

tern_bytecode_string_t tern_vm_image_string(tern_vm_image_t *image, tern_str_t text) {
  if (text.size == 0) return (tern_bytecode_string_t){0, 0};
  const tern_ident_t *ident = tern_ident_get(image->context, text);
  uintptr_t known = (uintptr_t)tern_map_get(&image->string_offsets, ident);
  if (known == 0) {
    known = image->strings.size + 1;
    tern_map_set(&image->string_offsets, ident, (void *)known);
    tern_string_builder_append(&image->strings, text);
    tern_string_builder_append_char(&image->strings, 0);
  }
  return (tern_bytecode_string_t){(uint32_t)(known - 1), (uint32_t)text.size};
}

// --- types ---

static tern_str_t target_name(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_DIALECT) return tern_str_from_cstr(type->row->name);
  return tern_ident_str((const tern_ident_t *)(uintptr_t)type->params[1]);  // opaque: its text
}

static tern_bytecode_type_t describe_type(tern_vm_image_t *image, const tern_type_t *type) {
  tern_bytecode_type_t row = {.kind = TERN_BYTECODE_KIND_ANY, .element = TERN_BYTECODE_NONE};
  if (tern_type_is_integer(type)) {
    switch (tern_integer_type_width(type)) {
      case 8: row.kind = TERN_BYTECODE_KIND_I8; break;
      case 16: row.kind = TERN_BYTECODE_KIND_I16; break;
      case 64: row.kind = TERN_BYTECODE_KIND_I64; break;
      default: row.kind = TERN_BYTECODE_KIND_I32; break;
    }
  } else if (type->kind == TERN_TYPE_F32) {
    row.kind = TERN_BYTECODE_KIND_F32;
  } else if (type->kind == TERN_TYPE_F64) {
    row.kind = TERN_BYTECODE_KIND_F64;
  } else if (tern_type_is_vm(type, TERN_VM_TYPE_BUFFER)) {
    row.kind = TERN_BYTECODE_KIND_BUFFER;
  } else if (tern_type_is_vm(type, TERN_VM_TYPE_LIST)) {
    row.kind = TERN_BYTECODE_KIND_LIST;
    row.element = tern_vm_image_type(image, tern_vm_type_target(type));
  } else if (tern_type_is_vm(type, TERN_VM_TYPE_REF) && !tern_vm_type_is_any_ref(type)) {
    row.kind = TERN_BYTECODE_KIND_REF;
    row.name = tern_vm_image_string(image, target_name(tern_vm_type_target(type)));
  } else if (type->kind == TERN_TYPE_DIALECT && !tern_vm_type_is_ref(type) &&
             !tern_type_is_vm(type, TERN_VM_TYPE_OPAQUE)) {
    row.kind = TERN_BYTECODE_KIND_I32;  // an address of a global
  }
  return row;
}

uint32_t tern_vm_image_type(tern_vm_image_t *image, const tern_type_t *type) {
  uintptr_t known = (uintptr_t)tern_map_get(&image->type_ordinals, type);
  if (known == 0) {
    tern_bytecode_type_t row = describe_type(image, type);  // its element first
    tern_vec_push(&image->types, row);
    known = image->types.count;
    tern_map_set(&image->type_ordinals, type, (void *)known);
  }
  return (uint32_t)(known - 1);
}

// --- signatures ---

static char letter_of(const tern_type_t *type) {
  if (tern_vm_type_is_ref(type)) return 'r';
  if (type->kind == TERN_TYPE_F32) return 'f';
  if (type->kind == TERN_TYPE_F64) return 'F';
  return tern_type_is_i(type, 64) ? 'I' : 'i';
}

typedef struct signature_builder {
  tern_vm_image_t *image;
  TERN_VEC(uint32_t) words;
  tern_string_builder_t convention;
  uint32_t segment_count;
} signature_builder_t;

static void add_type(signature_builder_t *b, const tern_type_t *type) {
  tern_vec_push(&b->words, tern_vm_image_type(b->image, type));
  tern_string_builder_append_char(&b->convention, letter_of(type));
}

static void add_segment(signature_builder_t *b, const tern_type_t *type) {
  size_t width = tern_vm_segment_width(type);
  tern_vec_push(&b->words, TERN_BYTECODE_SEGMENT | (uint32_t)width);
  tern_string_builder_append_char(&b->convention, 'C');
  for (size_t i = 0; i < width; ++i) {
    add_type(b, type->kind == TERN_TYPE_TUPLE ? tern_tuple_type_elements(type).values[i] : type);
  }
  tern_string_builder_append_char(&b->convention, 'D');
  ++b->segment_count;
}

static bool is_same_signature(const tern_vm_image_t *image, const tern_bytecode_signature_t *row,
                              const signature_builder_t *b, tern_bytecode_string_t convention) {
  size_t count = row->argument_count + row->result_count;
  return row->convention.offset == convention.offset && row->convention.size == convention.size &&
         count == b->words.count &&
         (count == 0 ||
          memcmp(&image->words.values[row->argument_start], b->words.values, count * sizeof(uint32_t)) == 0);
}

uint32_t tern_vm_image_signature(tern_vm_image_t *image, const tern_op_t *callee) {
  const tern_type_t *type = tern_vm_func_type(callee);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  bool is_import = tern_op_is(callee, TERN_VM(IMPORT));
  signature_builder_t b = {.image = image};
  tern_string_builder_append_char(&b.convention, '0');
  for (size_t i = 0; i < inputs.count; ++i) {
    bool is_variadic = is_import && tern_vm_import_is_variadic_at(callee, i);
    (is_variadic ? add_segment : add_type)(&b, inputs.values[i]);
  }
  uint32_t argument_count = (uint32_t)b.words.count;
  tern_string_builder_append_cstr(&b.convention, inputs.count ? "_" : "v_");
  for (size_t i = 0; i < results.count; ++i) add_type(&b, results.values[i]);
  if (results.count == 0) tern_string_builder_append_char(&b.convention, 'v');
  tern_bytecode_string_t convention = tern_vm_image_string(image, tern_string_builder_view(&b.convention));
  uint32_t ordinal = 0;
  while (ordinal < image->signatures.count &&
         !is_same_signature(image, &image->signatures.values[ordinal], &b, convention)) {
    ++ordinal;
  }
  if (ordinal == image->signatures.count) {
    uint32_t start = (uint32_t)image->words.count;
    for (size_t i = 0; i < b.words.count; ++i) tern_vec_push(&image->words, b.words.values[i]);
    tern_vec_push(&image->signatures, ((tern_bytecode_signature_t){.convention = convention,
                                                                   .argument_start = start,
                                                                   .argument_count = argument_count,
                                                                   .result_start = start + argument_count,
                                                                   .result_count = (uint32_t)results.count,
                                                                   .segment_count = b.segment_count}));
  }
  tern_vec_deinitialize(&b.words);
  tern_string_builder_deinitialize(&b.convention);
  return ordinal;
}

// --- what the module holds ---

uint32_t tern_vm_image_ordinal(const tern_vm_image_t *image, const tern_op_t *op) {
  return (uint32_t)(uintptr_t)tern_map_get(&image->ordinals, op) - 1;
}

static void set_ordinal(tern_vm_image_t *image, const tern_op_t *op, size_t ordinal) {
  tern_map_set(&image->ordinals, op, (void *)(uintptr_t)(ordinal + 1));
}

static void add_import(tern_vm_image_t *image, const tern_op_t *op) {
  const tern_attr_t *version = tern_op_attr(op, "minimum_version");
  tern_bytecode_import_t row = {
      .name = tern_vm_image_string(image, tern_symbol_name(op)),
      .signature = tern_vm_image_signature(image, op),
      .flags = tern_op_attr(op, "is_optional") ? TERN_BYTECODE_IMPORT_OPTIONAL : 0,
      .minimum_version = version ? (uint32_t)tern_integer_attr_value(version) : 0,
  };
  set_ordinal(image, op, image->imports.count);
  tern_vec_push(&image->imports, row);
}

static bool is_value_global(const tern_op_t *op) {
  return tern_op_is(op, TERN_VM(GLOBAL_I32)) || tern_op_is(op, TERN_VM(GLOBAL_I64)) ||
         tern_op_is(op, TERN_VM(GLOBAL_F32)) || tern_op_is(op, TERN_VM(GLOBAL_F64));
}

static bool add_value_global(tern_vm_image_t *image, const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "initial_value");
  if (value && value->params[1] != 0) {
    tern_op_error(op, "has an initial value, which only code can give it");
    tern_emit_note(op->loc, "run --iree-vm-global-initialization before");
    return false;
  }
  set_ordinal(image, op, image->value_global_count++);
  return true;
}

static uint32_t alignment_of(const tern_op_t *rodata) {
  const tern_attr_t *alignment = tern_op_attr(rodata, "alignment");
  return alignment ? (uint32_t)tern_integer_attr_value(alignment) : 16;
}

static bool add_rodata(tern_vm_image_t *image, const tern_op_t *op) {
  const tern_attr_t *mime_type = tern_op_attr(op, "mime_type");
  const tern_attr_t *value = tern_promise_attr_value(tern_op_attr(op, "value"));
  if (!value) return false;
  tern_str_t mime_text = tern_attr_is_string(mime_type) ? tern_string_attr_value(mime_type) : TERN_STR("");
  tern_bytecode_rodata_t row = {.name = tern_vm_image_string(image, tern_symbol_name(op)),
                                .mime_type = tern_vm_image_string(image, mime_text),
                                .alignment = alignment_of(op)};
  if (tern_str_equal_cstr(mime_text, EXECUTABLE_MIME_TYPE)) {
    tern_vm_executable_t executable = {.rodata = op};
    tern_vm_serialize_constant(value, &executable.data);
    row.source = TERN_BYTECODE_RODATA_EXECUTABLE;
    row.offset = image->executables.count;
    row.size = executable.data.size;
    row.alignment = 8;
    tern_vec_push(&image->executables, executable);
  } else {
    if (row.alignment > image->rodata_alignment) image->rodata_alignment = row.alignment;
    int64_t size = tern_vm_constant_size(value);
    tern_vm_constant_t constant = {.value = value, .size = size > 0 ? (uint64_t)size : 0};
    constant.offset = (image->rodata_size + row.alignment - 1) / row.alignment * row.alignment;
    row.offset = constant.offset;
    row.size = constant.size;
    image->rodata_size = constant.offset + constant.size;
    tern_vec_push(&image->constants, constant);
  }
  set_ordinal(image, op, image->rodata.count);
  tern_vec_push(&image->rodata, row);
  return true;
}

bool tern_vm_image_collect(tern_vm_image_t *image) {
  size_t function_count = 0;
  tern_block_t *body = tern_op_body(image->module, 0);
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_VM(FUNC))) {
      if (!tern_op_body(op, 0)) return tern_op_error(op, "has no body; functions of others are imported");
      set_ordinal(image, op, function_count++);
    } else if (tern_op_is(op, TERN_VM(IMPORT))) {
      add_import(image, op);
    } else if (tern_op_is(op, TERN_VM(GLOBAL_REF))) {
      set_ordinal(image, op, image->ref_globals.count);
      tern_vec_push(&image->ref_globals, tern_vm_image_type(image, tern_type_attr_value(tern_op_attr(op, "type"))));
    } else if (is_value_global(op)) {
      if (!add_value_global(image, op)) return false;
    } else if (tern_op_is(op, TERN_VM(RODATA))) {
      if (!add_rodata(image, op)) return false;
    } else if (tern_op_is(op, TERN_VM(INITIALIZER))) {
      tern_op_error(op, "cannot be encoded: a module has one function that initializes it");
      tern_emit_note(op->loc, "run --iree-vm-global-initialization before");
      return false;
    } else if (!tern_op_is(op, TERN_VM(EXPORT)) && !tern_op_is(op, TERN_VM(MODULE_TERMINATOR))) {
      return tern_op_error(op, "cannot be encoded");
    }
  }
  return true;
}
