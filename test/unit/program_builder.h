// Programs that use the runtime's native modules, made by hand (bytecode_builder.h).
//
// References are of any type to these programs: the native functions check what they are given.

#ifndef TERN_TEST_UNIT_PROGRAM_BUILDER_H_
#define TERN_TEST_UNIT_PROGRAM_BUILDER_H_

#include "bytecode_builder.h"
#include "status_asserts.h"
#include "tern/session.h"

// Ordinals of types, the same in every program.
enum { TYPE_I32, TYPE_I64, TYPE_F32, TYPE_F64, TYPE_ANY, TYPE_BUFFER, TYPE_VIEW, TYPE_FENCE, TYPE_DEVICE };

static inline void add_program_types(bytecode_builder_t *b) {
  add_type(b, TERN_BYTECODE_KIND_I32, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_I64, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_F32, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_F64, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_ANY, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_BUFFER, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_REF, NONE, "hal.buffer_view");
  add_type(b, TERN_BYTECODE_KIND_REF, NONE, "hal.fence");
  add_type(b, TERN_BYTECODE_KIND_REF, NONE, "hal.device");
}

// A signature of a convention; references are of the type `ref_type`.
static inline uint32_t add_convention(bytecode_builder_t *b, const char *convention, uint32_t ref_type) {
  uint32_t words[2][64];
  uint32_t counts[2] = {0, 0};
  int side = 0;
  for (const char *c = convention + 1; *c; ++c) {
    uint32_t *word = &words[side][counts[side]];
    if (*c == '_') {
      side = 1;
    } else if (*c == 'C') {
      *word = TERN_BYTECODE_SEGMENT | (uint32_t)(strchr(c, 'D') - c - 1);
      ++counts[side];
    } else if (*c != 'D' && *c != 'v') {
      *word = *c == 'i' ? TYPE_I32 : *c == 'I' ? TYPE_I64 : *c == 'f' ? TYPE_F32 : *c == 'F' ? TYPE_F64 : ref_type;
      ++counts[side];
    }
  }
  return add_signature(b, convention, words[0], counts[0], words[1], counts[1]);
}

// An import of a function of base/hal_imports.def.
static inline uint32_t add_hal_import(bytecode_builder_t *b, const char *name) {
  static const struct {
    const char *name, *convention;
  } rows[] = {
#define IMPORT(ID, NAME, CONVENTION, SIGNATURE, FLAGS) {NAME, CONVENTION},
#include "base/hal_imports.def"
#undef IMPORT
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (strcmp(rows[i].name, name) == 0) return add_import(b, name, add_convention(b, rows[i].convention, TYPE_ANY), 0);
  }
  fail_msg("there is no %s", name);
  return 0;
}

// Registers of a call. Lists end with NO_REGISTER.
enum { NO_REGISTER = 0xffff };

// Emits the call of a function that is not variadic.
static inline void emit_call(bytecode_builder_t *b, code_t *code, const char *name, const uint16_t *results,
                             const uint16_t *arguments) {
  uint32_t import = add_hal_import(b, name) | TERN_BYTECODE_IMPORT;
  size_t result_count = 0, argument_count = 0;
  while (results && results[result_count] != NO_REGISTER) ++result_count;
  while (arguments && arguments[argument_count] != NO_REGISTER) ++argument_count;
  EMIT(code, OP_(CALL), (uint16_t)result_count);
  emit_units(code, results, result_count);
  EMIT(code, PAIR(import), (uint16_t)argument_count);
  emit_units(code, arguments, argument_count);
}

// The same for a variadic function: `segments` holds `segment_count` numbers of repetitions.
static inline void emit_variadic(bytecode_builder_t *b, code_t *code, const char *name, const uint16_t *results,
                                 const uint16_t *segments, uint16_t segment_count, const uint16_t *arguments) {
  uint32_t import = add_hal_import(b, name) | TERN_BYTECODE_IMPORT;
  size_t result_count = 0, argument_count = 0;
  while (results && results[result_count] != NO_REGISTER) ++result_count;
  while (arguments[argument_count] != NO_REGISTER) ++argument_count;
  EMIT(code, OP_(CALL_VARIADIC), (uint16_t)result_count);
  emit_units(code, results, result_count);
  EMIT(code, PAIR(import), segment_count);
  emit_units(code, segments, segment_count);
  EMIT(code, (uint16_t)argument_count);
  emit_units(code, arguments, argument_count);
}

#define LIST(...) ((const uint16_t[]){__VA_ARGS__, NO_REGISTER})
#define CALL_(b, code, name, results, ...) emit_call((b), (code), (name), (results), LIST(__VA_ARGS__))

#endif  // TERN_TEST_UNIT_PROGRAM_BUILDER_H_
