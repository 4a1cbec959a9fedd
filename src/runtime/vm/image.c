// Checking the tables of a BYTECODE section. One function a table; each relies on the tables that were checked before.

#include "runtime/vm/image.h"

#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/small.h"
#include "tern/dispatch.h"
#include "tern/tensor.h"

enum {
  VALUE_GLOBAL_COUNT_MAX = 1 << 20,
  TYPE_COUNT_MAX = 1 << 12,  // they are compared with each other
};

static const char *const table_names[TERN_BYTECODE_TABLE_COUNT] = {
    [TERN_BYTECODE_STRINGS] = "string",
    [TERN_BYTECODE_WORDS] = "word",
    [TERN_BYTECODE_DIMS] = "dimension",
    [TERN_BYTECODE_TYPES] = "type",
    [TERN_BYTECODE_SIGNATURES] = "signature",
    [TERN_BYTECODE_IMPORTS] = "import",
    [TERN_BYTECODE_EXPORTS] = "export",
    [TERN_BYTECODE_FUNCTIONS] = "function",
    [TERN_BYTECODE_REF_GLOBALS] = "global",
    [TERN_BYTECODE_RODATA] = "rodata",
    [TERN_BYTECODE_ATTRIBUTES] = "attribute",
    [TERN_BYTECODE_VALUES] = "value",
    [TERN_BYTECODE_CODE] = "code",
};

static const uint8_t element_sizes[TERN_BYTECODE_TABLE_COUNT] = TERN_BYTECODE_ELEMENT_SIZES;

static tern_status_t refuse(tern_bytecode_table_t table, uint64_t index, const char *what) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "the bytecode is malformed: %s %llu %s", table_names[table],
                          (unsigned long long)index, what);
}

static bool is_span(const tern_bytecode_image_t *image, tern_bytecode_table_t table, uint32_t start, uint32_t count) {
  return start <= image->counts[table] && count <= image->counts[table] - start;
}

static bool is_string(const tern_bytecode_image_t *image, tern_bytecode_string_t string) {
  uint32_t count = image->counts[TERN_BYTECODE_STRINGS];
  return string.offset < count && string.size < count - string.offset &&
         image->strings[string.offset + string.size] == 0;
}

// The same, and not a byte of it is a NUL.
static bool is_name(const tern_bytecode_image_t *image, tern_bytecode_string_t string) {
  return is_string(image, string) && strlen(tern_bytecode_text(image, string)) == string.size;
}

//---- Header ----

static tern_status_t check_spans(const tern_bytecode_image_t *image) {
  const tern_bytecode_header_t *header = image->header;
  for (int i = 0; i < TERN_BYTECODE_TABLE_COUNT; ++i) {
    tern_bytecode_span_t span = header->tables[i];
    uint64_t size = (uint64_t)span.count * element_sizes[i];
    if (span.offset % TERN_BYTECODE_ALIGNMENT != 0 || span.offset < sizeof(*header) || span.offset > header->size ||
        size > header->size - span.offset) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "the bytecode is malformed: the table of %ss is outside of it",
                              table_names[i]);
    }
    for (int j = 0; j < i; ++j) {
      tern_bytecode_span_t other = header->tables[j];
      uint64_t other_size = (uint64_t)other.count * element_sizes[j];
      if (!size || !other_size || span.offset >= other.offset + other_size || other.offset >= span.offset + size)
        continue;
      return tern_status_make(TERN_INVALID_ARGUMENT, "the bytecode is malformed: the tables of %ss and %ss overlap",
                              table_names[j], table_names[i]);
    }
  }
  return tern_ok();
}

static tern_status_t check_header(const void *data, size_t size, tern_bytecode_image_t *image) {
  const tern_bytecode_header_t *header = data;
  if ((uintptr_t)data % TERN_BYTECODE_ALIGNMENT != 0 || size < sizeof(*header) ||
      header->magic != TERN_BYTECODE_MAGIC) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the section is no bytecode");
  }
  if (header->version >> 16 != TERN_BYTECODE_VERSION_MAJOR ||
      (header->version & 0xffff) > TERN_BYTECODE_VERSION_MINOR) {
    return tern_status_make(TERN_UNSUPPORTED, "bytecode of version %u.%u, this runtime reads version %u.%u",
                            header->version >> 16, header->version & 0xffff, TERN_BYTECODE_VERSION_MAJOR,
                            TERN_BYTECODE_VERSION_MINOR);
  }
  if (header->size != size || header->flags) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the bytecode is malformed: its header has a wrong size or flags");
  }
  if (header->value_global_count > VALUE_GLOBAL_COUNT_MAX) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the bytecode has %u globals, the most is %d",
                            header->value_global_count, VALUE_GLOBAL_COUNT_MAX);
  }
  image->header = header;
  TERN_RETURN_IF_ERROR(check_spans(image));
  const unsigned char *base = data;
  for (int i = 0; i < TERN_BYTECODE_TABLE_COUNT; ++i) image->counts[i] = header->tables[i].count;
#define TABLE(member, table) image->member = (const void *)(base + header->tables[TERN_BYTECODE_##table].offset)
  TABLE(strings, STRINGS);
  TABLE(words, WORDS);
  TABLE(dims, DIMS);
  TABLE(types, TYPES);
  TABLE(signatures, SIGNATURES);
  TABLE(imports, IMPORTS);
  TABLE(exports, EXPORTS);
  TABLE(functions, FUNCTIONS);
  TABLE(ref_globals, REF_GLOBALS);
  TABLE(rodata, RODATA);
  TABLE(attributes, ATTRIBUTES);
  TABLE(values, VALUES);
  TABLE(code, CODE);
#undef TABLE
  if (!is_name(image, header->name)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the bytecode is malformed: the module has no name");
  }
  return tern_ok();
}

//---- Types and signatures ----

static bool types_match(const tern_bytecode_image_t *image, uint32_t left, uint32_t right) {
  const tern_bytecode_type_t *a = &image->types[left], *b = &image->types[right];
  if (a->kind != b->kind) return false;
  if (a->kind == TERN_BYTECODE_KIND_LIST)
    return image->canonical_types[a->element] == image->canonical_types[b->element];
  return a->kind != TERN_BYTECODE_KIND_REF ||
         strcmp(tern_bytecode_text(image, a->name), tern_bytecode_text(image, b->name)) == 0;
}

static tern_status_t check_types(tern_arena_t *arena, tern_bytecode_image_t *image) {
  uint32_t count = image->counts[TERN_BYTECODE_TYPES];
  if (count > TYPE_COUNT_MAX) return refuse(TERN_BYTECODE_TYPES, count, "is one too many");
  image->canonical_types = tern_arena_try_alloc_zeroed(arena, (size_t)count + 1, sizeof(uint32_t));
  if (!image->canonical_types) return tern_no_memory("types");
  for (uint32_t i = 0; i < count; ++i) {
    const tern_bytecode_type_t *type = &image->types[i];
    if (type->kind >= TERN_BYTECODE_KIND_COUNT) return refuse(TERN_BYTECODE_TYPES, i, "is of an unknown kind");
    bool is_list = type->kind == TERN_BYTECODE_KIND_LIST;
    if (is_list ? type->element >= i : type->element != TERN_BYTECODE_NONE) {
      return refuse(TERN_BYTECODE_TYPES, i, "has a wrong element type");
    }
    if (!is_name(image, type->name) || (type->kind == TERN_BYTECODE_KIND_REF && !type->name.size)) {
      return refuse(TERN_BYTECODE_TYPES, i, "has no name");
    }
    image->canonical_types[i] = i;
    for (uint32_t j = 0; j < i; ++j) {
      if (image->canonical_types[j] != j || !types_match(image, i, j)) continue;
      image->canonical_types[i] = j;
      break;
    }
  }
  return tern_ok();
}

bool tern_bytecode_types_equal(const tern_bytecode_image_t *left, uint32_t left_type,
                               const tern_bytecode_image_t *right, uint32_t right_type) {
  for (;;) {
    const tern_bytecode_type_t *a = &left->types[left_type], *b = &right->types[right_type];
    if (a->kind != b->kind) return false;
    if (a->kind == TERN_BYTECODE_KIND_REF) {
      return strcmp(tern_bytecode_text(left, a->name), tern_bytecode_text(right, b->name)) == 0;
    }
    if (a->kind != TERN_BYTECODE_KIND_LIST) return true;
    left_type = a->element;
    right_type = b->element;
  }
}

// The letter of a type in calling conventions, or 0 if it can be no argument.
static char type_letter(const tern_bytecode_image_t *image, uint32_t word) {
  static const char letters[TERN_BYTECODE_KIND_COUNT] = {
      [TERN_BYTECODE_KIND_I32] = 'i', [TERN_BYTECODE_KIND_I64] = 'I',    [TERN_BYTECODE_KIND_F32] = 'f',
      [TERN_BYTECODE_KIND_F64] = 'F', [TERN_BYTECODE_KIND_BUFFER] = 'r', [TERN_BYTECODE_KIND_LIST] = 'r',
      [TERN_BYTECODE_KIND_REF] = 'r', [TERN_BYTECODE_KIND_ANY] = 'r',
  };
  return word < image->counts[TERN_BYTECODE_TYPES] ? letters[image->types[word].kind] : 0;
}

// Compares letters with a convention as they are found.
typedef struct convention_cursor {
  const char *next;
  bool is_right;
} convention_cursor_t;

static void expect_letter(convention_cursor_t *cursor, char letter) {
  cursor->is_right = cursor->is_right && *cursor->next == letter;
  if (cursor->is_right) ++cursor->next;
}

static const char *check_arguments(const tern_bytecode_image_t *image, const tern_bytecode_signature_t *signature,
                                   convention_cursor_t *cursor) {
  const uint32_t *words = image->words + signature->argument_start;
  uint32_t segment_count = 0;
  if (!signature->argument_count) expect_letter(cursor, 'v');
  for (uint32_t i = 0; i < signature->argument_count; ++i) {
    uint32_t repeated = words[i] & TERN_BYTECODE_SEGMENT ? words[i] & ~TERN_BYTECODE_SEGMENT : 0;
    if (words[i] & TERN_BYTECODE_SEGMENT) {
      ++segment_count;
      if (!repeated || repeated > signature->argument_count - i - 1) return "has a segment without types";
      expect_letter(cursor, 'C');
      ++i;
    }
    for (uint32_t last = i + (repeated ? repeated - 1 : 0); i <= last; ++i) {
      char letter = type_letter(image, words[i]);
      if (!letter) return "has an argument of an unknown type";
      expect_letter(cursor, letter);
    }
    --i;
    if (repeated) expect_letter(cursor, 'D');
  }
  return segment_count == signature->segment_count ? NULL : "has another number of segments than it says";
}

static tern_status_t check_signatures(const tern_bytecode_image_t *image) {
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_SIGNATURES]; ++i) {
    const tern_bytecode_signature_t *signature = &image->signatures[i];
    if (!is_name(image, signature->convention)) return refuse(TERN_BYTECODE_SIGNATURES, i, "has no convention");
    if (!is_span(image, TERN_BYTECODE_WORDS, signature->argument_start, signature->argument_count) ||
        !is_span(image, TERN_BYTECODE_WORDS, signature->result_start, signature->result_count)) {
      return refuse(TERN_BYTECODE_SIGNATURES, i, "is outside of the table of words");
    }
    convention_cursor_t cursor = {tern_bytecode_text(image, signature->convention), true};
    expect_letter(&cursor, '0');
    const char *what = check_arguments(image, signature, &cursor);
    if (what) return refuse(TERN_BYTECODE_SIGNATURES, i, what);
    expect_letter(&cursor, '_');
    if (!signature->result_count) expect_letter(&cursor, 'v');
    for (uint32_t j = 0; j < signature->result_count; ++j) {
      char letter = type_letter(image, image->words[signature->result_start + j]);
      if (!letter) return refuse(TERN_BYTECODE_SIGNATURES, i, "has a result of an unknown type");
      expect_letter(&cursor, letter);
    }
    if (!cursor.is_right || *cursor.next) return refuse(TERN_BYTECODE_SIGNATURES, i, "disagrees with its convention");
    if (signature->reserved) return refuse(TERN_BYTECODE_SIGNATURES, i, "has reserved bits");
  }
  return tern_ok();
}

//---- Functions ----

static tern_status_t check_imports(const tern_bytecode_image_t *image) {
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_IMPORTS]; ++i) {
    const tern_bytecode_import_t *import = &image->imports[i];
    if (!is_name(image, import->name) || !strchr(tern_bytecode_text(image, import->name), '.')) {
      return refuse(TERN_BYTECODE_IMPORTS, i, "has no name with a module");
    }
    if (import->signature >= image->counts[TERN_BYTECODE_SIGNATURES]) {
      return refuse(TERN_BYTECODE_IMPORTS, i, "has no signature");
    }
    if (import->flags & ~TERN_BYTECODE_IMPORT_OPTIONAL || import->reserved[0] || import->reserved[1] ||
        import->reserved[2]) {
      return refuse(TERN_BYTECODE_IMPORTS, i, "has unknown flags");
    }
  }
  return tern_ok();
}

// How many arguments, or results, go to the bank of values; the others go to that of references.
static uint32_t count_values(const tern_bytecode_image_t *image, uint32_t start, uint32_t count) {
  uint32_t value_count = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (!tern_bytecode_kind_is_ref(image->types[image->words[start + i]].kind)) ++value_count;
  }
  return value_count;
}

static tern_status_t check_functions(const tern_bytecode_image_t *image) {
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_FUNCTIONS]; ++i) {
    const tern_bytecode_function_t *function = &image->functions[i];
    if (!is_name(image, function->name)) return refuse(TERN_BYTECODE_FUNCTIONS, i, "has no name");
    if (function->signature >= image->counts[TERN_BYTECODE_SIGNATURES]) {
      return refuse(TERN_BYTECODE_FUNCTIONS, i, "has no signature");
    }
    const tern_bytecode_signature_t *signature = &image->signatures[function->signature];
    if (signature->segment_count) return refuse(TERN_BYTECODE_FUNCTIONS, i, "has a variadic signature");
    if (!is_span(image, TERN_BYTECODE_CODE, function->code_offset, function->code_size)) {
      return refuse(TERN_BYTECODE_FUNCTIONS, i, "is outside of the code");
    }
    uint32_t value_count = count_values(image, signature->argument_start, signature->argument_count);
    if (function->value_register_count > TERN_BYTECODE_REGISTER_MAX ||
        function->ref_register_count > TERN_BYTECODE_REGISTER_MAX || function->value_register_count < value_count ||
        function->ref_register_count < signature->argument_count - value_count) {
      return refuse(TERN_BYTECODE_FUNCTIONS, i, "has too few registers, or too many");
    }
    if (function->reserved[0] || function->reserved[1]) return refuse(TERN_BYTECODE_FUNCTIONS, i, "has reserved bits");
  }
  return tern_ok();
}

static tern_status_t check_exports(const tern_bytecode_image_t *image) {
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_EXPORTS]; ++i) {
    const tern_bytecode_export_t *row = &image->exports[i];
    if (!is_name(image, row->name) || !row->name.size) return refuse(TERN_BYTECODE_EXPORTS, i, "has no name");
    if (i && strcmp(tern_bytecode_text(image, row[-1].name), tern_bytecode_text(image, row->name)) >= 0) {
      return refuse(TERN_BYTECODE_EXPORTS, i, "is not behind the one before it in the order of names");
    }
    if (row->function >= image->counts[TERN_BYTECODE_FUNCTIONS]) {
      return refuse(TERN_BYTECODE_EXPORTS, i, "has no function");
    }
    if (!is_span(image, TERN_BYTECODE_ATTRIBUTES, row->attribute_start, row->attribute_count) ||
        !is_span(image, TERN_BYTECODE_VALUES, row->argument_start, row->argument_count) ||
        !is_span(image, TERN_BYTECODE_VALUES, row->result_start, row->result_count)) {
      return refuse(TERN_BYTECODE_EXPORTS, i, "has a description outside of its table");
    }
    if (row->reserved[0] || row->reserved[1] || row->reserved[2]) {
      return refuse(TERN_BYTECODE_EXPORTS, i, "has reserved bits");
    }
  }
  return tern_ok();
}

static tern_status_t check_initializer(const tern_bytecode_image_t *image, uint32_t ordinal, const char *what) {
  if (ordinal == TERN_BYTECODE_NONE) return tern_ok();
  if (ordinal >= image->counts[TERN_BYTECODE_FUNCTIONS]) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the bytecode is malformed: the %s does not exist", what);
  }
  const tern_bytecode_signature_t *signature = &image->signatures[image->functions[ordinal].signature];
  if (!signature->argument_count && !signature->result_count) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "the bytecode is malformed: the %s takes or returns something", what);
}

//---- Data ----

static tern_status_t check_globals(tern_arena_t *arena, tern_bytecode_image_t *image) {
  uint32_t count = image->counts[TERN_BYTECODE_REF_GLOBALS];
  image->ref_global_flags = tern_arena_try_alloc_zeroed(arena, (size_t)count + 1, 1);
  if (!image->ref_global_flags) return tern_no_memory("globals");
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t type = image->ref_globals[i];
    if (type >= image->counts[TERN_BYTECODE_TYPES] || !tern_bytecode_kind_is_ref(image->types[type].kind)) {
      return refuse(TERN_BYTECODE_REF_GLOBALS, i, "has no type of a reference");
    }
  }
  return tern_ok();
}

static tern_status_t check_rodata(const tern_bytecode_image_t *image) {
  const tern_bytecode_sources_t *sources = &image->sources;
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_RODATA]; ++i) {
    const tern_bytecode_rodata_t *rodata = &image->rodata[i];
    if (!is_name(image, rodata->name) || !is_name(image, rodata->mime_type)) {
      return refuse(TERN_BYTECODE_RODATA, i, "has no name");
    }
    if (!rodata->alignment || rodata->alignment & (rodata->alignment - 1) ||
        rodata->alignment > TERN_BYTECODE_RODATA_ALIGNMENT_MAX) {
      return refuse(TERN_BYTECODE_RODATA, i, "has an alignment that is no power of two, or too large");
    }
    bool is_inside = false;
    if (rodata->source == TERN_BYTECODE_RODATA_SECTION) {
      is_inside = rodata->offset <= sources->rodata.size && rodata->size <= sources->rodata.size - rodata->offset &&
                  rodata->offset % rodata->alignment == 0;
    } else if (rodata->source == TERN_BYTECODE_RODATA_EXECUTABLE) {
      is_inside =
          rodata->offset < sources->executable_count && rodata->size == sources->executables[rodata->offset].size;
    }
    if (!is_inside) return refuse(TERN_BYTECODE_RODATA, i, "is outside of its section, or misaligned");
  }
  return tern_ok();
}

tern_bytecode_bytes_t tern_bytecode_rodata_bytes(const tern_bytecode_image_t *image, uint32_t ordinal) {
  const tern_bytecode_rodata_t *rodata = &image->rodata[ordinal];
  if (rodata->source == TERN_BYTECODE_RODATA_EXECUTABLE) return image->sources.executables[rodata->offset];
  return (tern_bytecode_bytes_t){image->sources.rodata.data + rodata->offset, (size_t)rodata->size};
}

static tern_status_t check_descriptions(const tern_bytecode_image_t *image) {
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_ATTRIBUTES]; ++i) {
    if (is_name(image, image->attributes[i].key) && is_name(image, image->attributes[i].value)) continue;
    return refuse(TERN_BYTECODE_ATTRIBUTES, i, "has no key or value");
  }
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_VALUES]; ++i) {
    const tern_bytecode_value_t *value = &image->values[i];
    if (!is_name(image, value->name) || !is_name(image, value->type) || value->reserved) {
      return refuse(TERN_BYTECODE_VALUES, i, "has no name or type");
    }
    if (value->element_type && !tern_element_type_size((tern_element_type_t)value->element_type)) {
      return refuse(TERN_BYTECODE_VALUES, i, "has an unknown element type");
    }
    if (value->rank == UINT32_MAX) continue;
    if (value->rank > TERN_TENSOR_RANK_MAX || !is_span(image, TERN_BYTECODE_DIMS, value->dim_start, value->rank)) {
      return refuse(TERN_BYTECODE_VALUES, i, "has a shape outside of its table");
    }
    for (uint32_t j = 0; j < value->rank; ++j) {
      if (image->dims[value->dim_start + j] < TERN_DIM_DYNAMIC) {
        return refuse(TERN_BYTECODE_VALUES, i, "has a negative size");
      }
    }
  }
  return tern_ok();
}

//---- All of it ----

// Calls ask this for every argument.
static tern_status_t note_ref_words(tern_arena_t *arena, tern_bytecode_image_t *image) {
  uint32_t count = image->counts[TERN_BYTECODE_WORDS];
  image->ref_words = tern_arena_try_alloc_zeroed(arena, count, sizeof(*image->ref_words));
  if (!image->ref_words) return tern_no_memory("signatures");
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t word = image->words[i];
    image->ref_words[i] =
        word < image->counts[TERN_BYTECODE_TYPES] && tern_bytecode_kind_is_ref(image->types[word].kind);
  }
  return tern_ok();
}

tern_status_t tern_bytecode_image_open(tern_arena_t *arena, const void *data, size_t size,
                                       const tern_bytecode_sources_t *sources, tern_bytecode_image_t *out_image) {
  tern_bytecode_image_t image = {.sources = *sources};
  TERN_RETURN_IF_ERROR(check_header(data, size, &image));
  TERN_RETURN_IF_ERROR(check_types(arena, &image));
  TERN_RETURN_IF_ERROR(check_signatures(&image));
  TERN_RETURN_IF_ERROR(note_ref_words(arena, &image));
  TERN_RETURN_IF_ERROR(check_imports(&image));
  TERN_RETURN_IF_ERROR(check_functions(&image));
  TERN_RETURN_IF_ERROR(check_exports(&image));
  TERN_RETURN_IF_ERROR(check_initializer(&image, image.header->initializer, "initializer"));
  TERN_RETURN_IF_ERROR(check_initializer(&image, image.header->deinitializer, "deinitializer"));
  TERN_RETURN_IF_ERROR(check_globals(arena, &image));
  TERN_RETURN_IF_ERROR(check_rodata(&image));
  TERN_RETURN_IF_ERROR(check_descriptions(&image));
  for (uint32_t i = 0; i < image.counts[TERN_BYTECODE_FUNCTIONS]; ++i) {
    TERN_RETURN_IF_ERROR(tern_bytecode_verify_function(&image, i));
  }
  *out_image = image;
  return tern_ok();
}

//---- Rows of instructions ----

#if TERN_SMALL
// Each text once: the tables are made by cmake/small/CMakeLists.txt.
#include "base/small_operands.inc"
_Static_assert(sizeof(operand_places) / sizeof(operand_places[0]) == TERN_BYTECODE_OP_COUNT,
               "a row that was not found");

const char *tern_bytecode_operands(uint16_t opcode) {
  return opcode < TERN_BYTECODE_OP_COUNT ? operand_texts + operand_places[opcode] : NULL;
}
#else
// Arrays and no addresses: nothing to relocate when the library is loaded.
enum { OPERANDS_SIZE = 8 };
static const char operand_rows[][OPERANDS_SIZE] = {
#define OP(ID, NAME, OPERANDS) OPERANDS,
#include "base/bytecode_ops.def"
#undef OP
};
#define OP(ID, NAME, OPERANDS) _Static_assert(sizeof(OPERANDS) <= OPERANDS_SIZE, "no room for the operands of " NAME);
#include "base/bytecode_ops.def"
#undef OP

const char *tern_bytecode_operands(uint16_t opcode) {
  return opcode < TERN_BYTECODE_OP_COUNT ? operand_rows[opcode] : NULL;
}
#endif
