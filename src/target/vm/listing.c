// The listing of a BYTECODE section. Nothing in the section is trusted: every offset is checked before it is followed.

#include "target/vm/listing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bytecode_format.h"

typedef struct bytecode {
  tern_str_t section;
  tern_bytecode_header_t header;
  tern_string_builder_t *out;
  bool is_broken;
  const char *problem;  // the first
} bytecode_t;

static const struct {
  const char *name, *letters;
} rows[] = {
#define OP(ID, NAME, OPERANDS) {NAME, OPERANDS},
#include "base/bytecode_ops.def"
#undef OP
};

static void fail(bytecode_t *b, const char *message) {
  if (!b->is_broken) b->problem = message;
  b->is_broken = true;
}

// --- tables ---

// Copies element `index` of a table; false if it is not there.
static bool get(bytecode_t *b, tern_bytecode_table_t table, uint32_t index, void *out, size_t size) {
  const tern_bytecode_span_t *span = &b->header.tables[table];
  if (b->is_broken || index >= span->count) {
    fail(b, "a table has no such element");
    memset(out, 0, size);
    return false;
  }
  memcpy(out, b->section.data + span->offset + (size_t)index * size, size);
  return true;
}

static tern_str_t get_string(bytecode_t *b, tern_bytecode_string_t string) {
  const tern_bytecode_span_t *span = &b->header.tables[TERN_BYTECODE_STRINGS];
  if (string.size == 0) return TERN_STR("");
  if (string.offset > span->count || string.size > span->count - string.offset) {
    fail(b, "a string lies outside of its table");
    return TERN_STR("");
  }
  return tern_str_make(b->section.data + span->offset + string.offset, string.size);
}

static void append_quoted(bytecode_t *b, tern_str_t text) {
  tern_string_builder_append_char(b->out, '"');
  for (size_t i = 0; i < text.size; ++i) {
    unsigned char c = (unsigned char)text.data[i];
    if (c < ' ' || c >= 127 || c == '"' || c == '\\') {
      tern_string_builder_append_format(b->out, "\\%02X", c);
    } else {
      tern_string_builder_append_char(b->out, (char)c);
    }
  }
  tern_string_builder_append_char(b->out, '"');
}

static void append_string(bytecode_t *b, tern_bytecode_string_t string) { append_quoted(b, get_string(b, string)); }

// Elements come before lists of them, so that the recursion ends.
static void append_type(bytecode_t *b, uint32_t ordinal) {
  static const char *const names[] = {
      [TERN_BYTECODE_KIND_I32] = "i32", [TERN_BYTECODE_KIND_I64] = "i64",           [TERN_BYTECODE_KIND_F32] = "f32",
      [TERN_BYTECODE_KIND_F64] = "f64", [TERN_BYTECODE_KIND_BUFFER] = "!vm.buffer", [TERN_BYTECODE_KIND_LIST] = NULL,
      [TERN_BYTECODE_KIND_REF] = NULL,  [TERN_BYTECODE_KIND_ANY] = "!vm.ref<?>",    [TERN_BYTECODE_KIND_OPAQUE] = "?",
      [TERN_BYTECODE_KIND_I8] = "i8",   [TERN_BYTECODE_KIND_I16] = "i16",
  };
  tern_bytecode_type_t type;
  if (!get(b, TERN_BYTECODE_TYPES, ordinal, &type, sizeof type)) return;
  if (type.kind >= TERN_BYTECODE_KIND_COUNT) {
    fail(b, "a type is of an unknown kind");
  } else if (type.kind == TERN_BYTECODE_KIND_REF) {
    tern_str_t name = get_string(b, type.name);
    tern_string_builder_append_format(b->out, "!vm.ref<!%.*s>", (int)name.size, name.data);
  } else if (type.kind == TERN_BYTECODE_KIND_LIST) {
    if (type.element >= ordinal) {
      fail(b, "a list holds a type that does not come before it");
      return;
    }
    tern_string_builder_append_cstr(b->out, "!vm.list<");
    tern_bytecode_type_t element = {0};
    if (get(b, TERN_BYTECODE_TYPES, type.element, &element, sizeof element) && element.kind == TERN_BYTECODE_KIND_ANY) {
      tern_string_builder_append_char(b->out, '?');  // anything, not references only
    } else {
      append_type(b, type.element);
    }
    tern_string_builder_append_char(b->out, '>');
  } else {
    tern_string_builder_append_cstr(b->out, names[type.kind]);
  }
}

static void append_types(bytecode_t *b, uint32_t start, uint32_t count) {
  tern_string_builder_append_char(b->out, '(');
  for (uint32_t i = 0; i < count && !b->is_broken; ++i) {
    uint32_t word = 0;
    get(b, TERN_BYTECODE_WORDS, start + i, &word, sizeof word);
    if (i > 0) tern_string_builder_append_cstr(b->out, ", ");
    if (!(word & TERN_BYTECODE_SEGMENT)) {
      append_type(b, word);
      continue;
    }
    uint32_t width = word & ~TERN_BYTECODE_SEGMENT;
    tern_string_builder_append_char(b->out, '[');
    for (uint32_t k = 0; k < width && i + 1 < count && !b->is_broken; ++k) {
      get(b, TERN_BYTECODE_WORDS, start + ++i, &word, sizeof word);
      if (k > 0) tern_string_builder_append_cstr(b->out, ", ");
      append_type(b, word);
    }
    tern_string_builder_append_cstr(b->out, "]...");
  }
  tern_string_builder_append_char(b->out, ')');
}

static void append_signature(bytecode_t *b, uint32_t ordinal) {
  tern_bytecode_signature_t signature;
  if (!get(b, TERN_BYTECODE_SIGNATURES, ordinal, &signature, sizeof signature)) return;
  append_string(b, signature.convention);
  tern_string_builder_append_char(b->out, ' ');
  append_types(b, signature.argument_start, signature.argument_count);
  tern_string_builder_append_cstr(b->out, " -> ");
  append_types(b, signature.result_start, signature.result_count);
}

// --- code ---

// A function's code while it is listed.
typedef struct code {
  bytecode_t *b;
  tern_bytecode_function_t function;
  uint32_t at;        // units, from the start of the function
  uint32_t callee;    // where the callee of the instruction is named, 0 before
  uint32_t segments;  // where its numbers of repetitions are
} code_t;

static uint32_t unit(code_t *c) {
  uint16_t value = 0;
  if (c->at >= c->function.code_size) {
    fail(c->b, "an instruction ends behind its function");
    return 0;
  }
  get(c->b, TERN_BYTECODE_CODE, c->function.code_offset + c->at++, &value, sizeof value);
  return value;
}
static uint32_t unit32(code_t *c) {
  uint32_t low = unit(c);
  return low | unit(c) << 16;
}
static uint64_t unit64(code_t *c) {
  uint64_t low = unit32(c);
  return low | (uint64_t)unit32(c) << 32;
}

static void append_value(code_t *c) { tern_string_builder_append_format(c->b->out, "%%i%" PRIu32, unit(c)); }

static void append_ref(code_t *c) {
  uint32_t reg = unit(c);
  tern_string_builder_append_format(c->b->out, "%%r%" PRIu32 "%s", reg & ~TERN_BYTECODE_MOVE,
                                    reg & TERN_BYTECODE_MOVE ? "!" : "");
}

// The callee that is named at unit `at` of the function.
static bool signature_of(code_t *c, uint32_t at, tern_bytecode_signature_t *out) {
  code_t ahead = *c;
  ahead.at = at;
  uint32_t callee = unit32(&ahead), ordinal = callee & ~TERN_BYTECODE_IMPORT, signature = 0;
  if (callee & TERN_BYTECODE_IMPORT) {
    tern_bytecode_import_t import;
    if (get(c->b, TERN_BYTECODE_IMPORTS, ordinal, &import, sizeof import)) signature = import.signature;
  } else {
    tern_bytecode_function_t function;
    if (get(c->b, TERN_BYTECODE_FUNCTIONS, ordinal, &function, sizeof function)) signature = function.signature;
  }
  return !c->b->is_broken && get(c->b, TERN_BYTECODE_SIGNATURES, signature, out, sizeof *out);
}

// The letters of the arguments in a convention, with segments repeated as often as `repetitions` (units of a list) say.
typedef struct letters {
  tern_str_t convention;  // what is left of it
  tern_str_t segment;     // the one that is repeated
  uint32_t remaining;     // of its repetitions
  size_t place;           // in it
  uint32_t next_count;    // where the next number of repetitions is
} letters_t;

static char next_letter(code_t *c, letters_t *letters) {
  for (;;) {
    if (letters->place < letters->segment.size) return letters->segment.data[letters->place++];
    if (letters->remaining > 1) {
      --letters->remaining;
      letters->place = 0;
      continue;
    }
    letters->segment = TERN_STR("");
    letters->place = letters->remaining = 0;
    if (letters->convention.size == 0) return '?';
    char letter = letters->convention.data[0];
    letters->convention = tern_str_drop(letters->convention, 1);
    if (letter != 'C') return letter;
    size_t end = tern_str_find_char(letters->convention, 'D');
    code_t ahead = *c;
    ahead.at = letters->next_count++;
    uint32_t repetitions = unit(&ahead);
    tern_str_t segment = tern_str_make(letters->convention.data, end);
    letters->convention = tern_str_drop(letters->convention, end < letters->convention.size ? end + 1 : end);
    if (repetitions > 0) {
      letters->segment = segment;
      letters->remaining = repetitions;
    }
  }
}

// A list of registers; letters say the bank of each.
static void append_registers(code_t *c, letters_t *letters) {
  uint32_t count = unit(c);
  tern_string_builder_append_char(c->b->out, '(');
  for (uint32_t i = 0; i < count && !c->b->is_broken; ++i) {
    if (i > 0) tern_string_builder_append_cstr(c->b->out, ", ");
    if (next_letter(c, letters) == 'r') {
      append_ref(c);
    } else {
      append_value(c);
    }
  }
  tern_string_builder_append_char(c->b->out, ')');
}

// Of the arguments (part 0) or results (part 1) of a convention such as "0rCiD_i".
static tern_str_t part_of(code_t *c, const tern_bytecode_signature_t *signature, int part) {
  tern_str_t text = get_string(c->b, signature->convention);
  if (text.size > 0) text = tern_str_drop(text, 1);
  size_t split = tern_str_find_char(text, '_');
  if (part == 0) return tern_str_make(text.data, split);
  return split < text.size ? tern_str_drop(text, split + 1) : TERN_STR("");
}

static void append_results(code_t *c) {
  code_t ahead = *c;
  uint32_t count = unit(&ahead);
  tern_bytecode_signature_t signature;
  if (!signature_of(c, c->at + 1 + count, &signature)) return;
  letters_t letters = {.convention = part_of(c, &signature, 1)};
  append_registers(c, &letters);
}

static void append_arguments(code_t *c) {
  tern_bytecode_signature_t signature;
  bool is_return = c->callee == 0;
  bool is_there = is_return ? get(c->b, TERN_BYTECODE_SIGNATURES, c->function.signature, &signature, sizeof signature)
                            : signature_of(c, c->callee, &signature);
  if (!is_there) return;
  letters_t letters = {.convention = part_of(c, &signature, is_return), .next_count = c->segments};
  append_registers(c, &letters);
}

static void append_counts(code_t *c) {
  uint32_t count = unit(c);
  c->segments = c->at;
  tern_string_builder_append_char(c->b->out, '[');
  for (uint32_t i = 0; i < count && !c->b->is_broken; ++i) {
    tern_string_builder_append_format(c->b->out, "%s%" PRIu32, i ? ", " : "", unit(c));
  }
  tern_string_builder_append_char(c->b->out, ']');
}

static void append_list(code_t *c, bool is_ref) {
  uint32_t count = unit(c);
  tern_string_builder_append_char(c->b->out, '[');
  for (uint32_t i = 0; i < count && !c->b->is_broken; ++i) {
    if (i > 0) tern_string_builder_append_cstr(c->b->out, ", ");
    (is_ref ? append_ref : append_value)(c);
  }
  tern_string_builder_append_char(c->b->out, ']');
}

static void append_moves(code_t *c, bool is_ref, bool *inout_first) {
  uint32_t count = unit(c);
  for (uint32_t i = 0; i < count && !c->b->is_broken; ++i) {
    tern_string_builder_append_cstr(c->b->out, *inout_first ? "(" : ", ");
    *inout_first = false;
    (is_ref ? append_ref : append_value)(c);
    tern_string_builder_append_cstr(c->b->out, " -> ");
    (is_ref ? append_ref : append_value)(c);
  }
}

static void append_branch(code_t *c) {
  bool is_first = true;
  tern_string_builder_append_format(c->b->out, "^%" PRIu32, unit32(c));
  append_moves(c, false, &is_first);
  append_moves(c, true, &is_first);
  if (!is_first) tern_string_builder_append_char(c->b->out, ')');
}

static void append_callee(code_t *c) {
  c->callee = c->at;
  uint32_t callee = unit32(c), ordinal = callee & ~TERN_BYTECODE_IMPORT;
  tern_bytecode_string_t name = {0, 0};
  if (callee & TERN_BYTECODE_IMPORT) {
    tern_bytecode_import_t import;
    if (get(c->b, TERN_BYTECODE_IMPORTS, ordinal, &import, sizeof import)) name = import.name;
  } else {
    tern_bytecode_function_t function;
    if (get(c->b, TERN_BYTECODE_FUNCTIONS, ordinal, &function, sizeof function)) name = function.name;
  }
  tern_str_t text = get_string(c->b, name);
  tern_string_builder_append_format(c->b->out, "@%.*s", (int)text.size, text.data);
}

static void append_float(code_t *c, bool is_wide) {
  double value;
  if (is_wide) {
    uint64_t bits = unit64(c);
    memcpy(&value, &bits, sizeof value);
  } else {
    uint32_t bits = unit32(c);
    float narrow;
    memcpy(&narrow, &bits, sizeof narrow);
    value = (double)narrow;
  }
  tern_string_builder_append_format(c->b->out, is_wide ? "%.17g" : "%.9g", value);
}

static void append_tagged(code_t *c) {
  uint32_t count = unit(c);
  tern_string_builder_append_char(c->b->out, '(');
  for (uint32_t i = 0; i < count && !c->b->is_broken; ++i) {
    uint32_t ordinal = unit(c);
    tern_bytecode_type_t type = {0};
    if (i > 0) tern_string_builder_append_cstr(c->b->out, ", ");
    if (!get(c->b, TERN_BYTECODE_TYPES, ordinal, &type, sizeof type)) return;
    (type.kind >= TERN_BYTECODE_KIND_BUFFER ? append_ref : append_value)(c);
    tern_string_builder_append_cstr(c->b->out, " : ");
    append_type(c->b, ordinal);
  }
  tern_string_builder_append_char(c->b->out, ')');
}

static void append_operand(code_t *c, char letter) {
  tern_string_builder_t *out = c->b->out;
  switch (letter) {
    case 'i':
    case 'I':
    case 'f':
    case 'F': append_value(c); break;
    case 'r': append_ref(c); break;
    case 'h': tern_string_builder_append_format(out, "%" PRIu32, unit(c)); break;
    case 'k': tern_string_builder_append_format(out, "%" PRId32, (int32_t)unit32(c)); break;
    case 'K': tern_string_builder_append_format(out, "%" PRId64, (int64_t)unit64(c)); break;
    case 'q': append_float(c, false); break;
    case 'Q': append_float(c, true); break;
    case 't': append_type(c->b, unit(c)); break;
    case 'g': tern_string_builder_append_format(out, "value.%" PRIu32, unit32(c)); break;
    case 'G': tern_string_builder_append_format(out, "ref.%" PRIu32, unit32(c)); break;
    case 'd': tern_string_builder_append_format(out, "rodata.%" PRIu32, unit32(c)); break;
    case 'c': append_callee(c); break;
    case 'm': {
      uint32_t offset = unit32(c);
      append_string(c->b, (tern_bytecode_string_t){offset, unit32(c)});
      break;
    }
    case 's': append_counts(c); break;
    case 'a': append_arguments(c); break;
    case 'o': append_results(c); break;
    case 'l':
    case 'L': append_list(c, letter == 'L'); break;
    case 'v': append_tagged(c); break;
    case 'b': append_branch(c); break;
    default: {  // T
      uint32_t count = unit(c);
      tern_string_builder_append_char(out, '[');
      for (uint32_t i = 0; i < count && !c->b->is_broken; ++i) {
        if (i > 0) tern_string_builder_append_cstr(out, ", ");
        append_branch(c);
      }
      tern_string_builder_append_char(out, ']');
    }
  }
}

static void list_instruction(code_t *c) {
  uint32_t start = c->at, opcode = unit(c);
  c->callee = c->segments = 0;
  if (opcode >= TERN_BYTECODE_OP_COUNT) {
    fail(c->b, "an instruction has an unknown opcode");
    return;
  }
  if (opcode == TERN_BYTECODE_OP_BLOCK) {
    tern_string_builder_append_format(c->b->out, "  ^%" PRIu32 ":\n", start);
    return;
  }
  tern_string_builder_append_format(c->b->out, "    %s", rows[opcode].name);
  bool is_first = true;
  for (const char *letter = rows[opcode].letters; *letter && !c->b->is_broken; ++letter) {
    if (*letter == '=') {
      tern_string_builder_append_cstr(c->b->out, " =");
      is_first = true;
      continue;
    }
    tern_string_builder_append_cstr(c->b->out, is_first ? " " : ", ");
    is_first = false;
    append_operand(c, *letter);
  }
  tern_string_builder_append_char(c->b->out, '\n');
}

static void list_function(bytecode_t *b, uint32_t ordinal) {
  code_t c = {.b = b};
  if (!get(b, TERN_BYTECODE_FUNCTIONS, ordinal, &c.function, sizeof c.function)) return;
  tern_str_t name = get_string(b, c.function.name);
  tern_string_builder_append_format(b->out, "function %" PRIu32 " @%.*s ", ordinal, (int)name.size, name.data);
  append_signature(b, c.function.signature);
  tern_string_builder_append_format(b->out, " values %" PRIu32 " refs %" PRIu32 " blocks %" PRIu32 "\n",
                                    c.function.value_register_count, c.function.ref_register_count,
                                    c.function.block_count);
  while (c.at < c.function.code_size && !b->is_broken) list_instruction(&c);
}

// --- the rest of the module ---

static void list_imports(bytecode_t *b) {
  for (uint32_t i = 0; i < b->header.tables[TERN_BYTECODE_IMPORTS].count && !b->is_broken; ++i) {
    tern_bytecode_import_t import;
    get(b, TERN_BYTECODE_IMPORTS, i, &import, sizeof import);
    tern_str_t name = get_string(b, import.name);
    tern_string_builder_append_format(b->out, "import %" PRIu32 "%s @%.*s ", i,
                                      import.flags & TERN_BYTECODE_IMPORT_OPTIONAL ? " optional" : "", (int)name.size,
                                      name.data);
    append_signature(b, import.signature);
    tern_string_builder_append_char(b->out, '\n');
  }
}

static void list_values(bytecode_t *b, const char *what, uint32_t start, uint32_t count) {
  for (uint32_t i = 0; i < count && !b->is_broken; ++i) {
    tern_bytecode_value_t value;
    get(b, TERN_BYTECODE_VALUES, start + i, &value, sizeof value);
    tern_str_t name = get_string(b, value.name), type = get_string(b, value.type);
    tern_string_builder_append_format(b->out, "  %s %" PRIu32 " \"%.*s\" %.*s element %" PRIu32 "\n", what, i,
                                      (int)name.size, name.data, (int)type.size, type.data, value.element_type);
  }
}

static void list_exports(bytecode_t *b) {
  for (uint32_t i = 0; i < b->header.tables[TERN_BYTECODE_EXPORTS].count && !b->is_broken; ++i) {
    tern_bytecode_export_t export;
    get(b, TERN_BYTECODE_EXPORTS, i, &export, sizeof export);
    tern_string_builder_append_format(b->out, "export %" PRIu32 " ", i);
    append_string(b, export.name);
    tern_string_builder_append_format(b->out, " function %" PRIu32 "\n", export.function);
    for (uint32_t k = 0; k < export.attribute_count && !b->is_broken; ++k) {
      tern_bytecode_attribute_t attribute;
      get(b, TERN_BYTECODE_ATTRIBUTES, export.attribute_start + k, &attribute, sizeof attribute);
      tern_string_builder_append_cstr(b->out, "  ");
      append_string(b, attribute.key);
      tern_string_builder_append_cstr(b->out, " = ");
      append_string(b, attribute.value);
      tern_string_builder_append_char(b->out, '\n');
    }
    list_values(b, "argument", export.argument_start, export.argument_count);
    list_values(b, "result", export.result_start, export.result_count);
  }
}

static void list_state(bytecode_t *b) {
  tern_string_builder_append_format(b->out, "value globals: %" PRIu32 "\n", b->header.value_global_count);
  for (uint32_t i = 0; i < b->header.tables[TERN_BYTECODE_REF_GLOBALS].count && !b->is_broken; ++i) {
    uint32_t type = 0;
    get(b, TERN_BYTECODE_REF_GLOBALS, i, &type, sizeof type);
    tern_string_builder_append_format(b->out, "ref global %" PRIu32 " ", i);
    append_type(b, type);
    tern_string_builder_append_char(b->out, '\n');
  }
  for (uint32_t i = 0; i < b->header.tables[TERN_BYTECODE_RODATA].count && !b->is_broken; ++i) {
    tern_bytecode_rodata_t rodata;
    get(b, TERN_BYTECODE_RODATA, i, &rodata, sizeof rodata);
    tern_string_builder_append_format(b->out, "rodata %" PRIu32 " ", i);
    append_string(b, rodata.name);
    bool is_executable = rodata.source == TERN_BYTECODE_RODATA_EXECUTABLE;
    tern_string_builder_append_format(b->out, " %s %" PRIu64 " size %" PRIu64 " alignment %" PRIu32,
                                      is_executable ? "executable" : "offset", rodata.offset, rodata.size,
                                      rodata.alignment);
    if (rodata.mime_type.size > 0) {
      tern_string_builder_append_char(b->out, ' ');
      append_string(b, rodata.mime_type);
    }
    tern_string_builder_append_char(b->out, '\n');
  }
}

static bool check_header(bytecode_t *b) {
  static const size_t sizes[TERN_BYTECODE_TABLE_COUNT] = TERN_BYTECODE_ELEMENT_SIZES;
  if (b->section.size < sizeof b->header) {
    fail(b, "the section ends in its header");
    return false;
  }
  memcpy(&b->header, b->section.data, sizeof b->header);
  if (b->header.magic != TERN_BYTECODE_MAGIC) fail(b, "the section is no bytecode");
  if (b->header.version >> 16 != TERN_BYTECODE_VERSION_MAJOR) fail(b, "the bytecode is of another version");
  for (size_t i = 0; i < TERN_BYTECODE_TABLE_COUNT; ++i) {
    const tern_bytecode_span_t *span = &b->header.tables[i];
    bool is_inside = span->offset <= b->section.size && span->count <= (b->section.size - span->offset) / sizes[i];
    if (!is_inside) fail(b, "a table ends behind the section");
  }
  return !b->is_broken;
}

const char *tern_vm_list_bytecode(tern_str_t section, tern_string_builder_t *out) {
  bytecode_t b = {.section = section, .out = out};
  if (!check_header(&b)) return b.problem;
  tern_string_builder_append_cstr(out, "program ");
  append_string(&b, b.header.name);
  tern_string_builder_append_format(out, " bytecode %" PRIu32 ".%" PRIu32 "\n", b.header.version >> 16,
                                    b.header.version & 0xffff);
  list_imports(&b);
  list_exports(&b);
  if (b.header.initializer != TERN_BYTECODE_NONE) {
    tern_string_builder_append_format(out, "initializer: function %" PRIu32 "\n", b.header.initializer);
  }
  if (b.header.deinitializer != TERN_BYTECODE_NONE) {
    tern_string_builder_append_format(out, "deinitializer: function %" PRIu32 "\n", b.header.deinitializer);
  }
  list_state(&b);
  for (uint32_t i = 0; i < b.header.tables[TERN_BYTECODE_FUNCTIONS].count && !b.is_broken; ++i) list_function(&b, i);
  return b.problem;
}
