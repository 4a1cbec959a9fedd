// The grammar of SPIR-V as tables: instructions with their operands, operand kinds with their enumerants, and the
// instructions of the extended sets, each with the version, capabilities and extensions that it takes.
//
// The tables are generated at build time by scripts/generate_spirv_grammar.py from the grammar of the SPIR-V headers and
// grammar_supplement.json, which adds what those may be too old for. So are the numbers of the header grammar_ids,
// that stands in the build tree:
//
//   TERN_SPIRV_OPCODE_<NAME>         an opcode: OpIAdd is TERN_SPIRV_OPCODE_IADD
//   TERN_SPIRV_KIND_<NAME>           an operand kind: TERN_SPIRV_KIND_IDREF, TERN_SPIRV_KIND_STORAGECLASS
//   TERN_SPIRV_<KIND>_<ENUMERANT>    a value: TERN_SPIRV_STORAGECLASS_STORAGEBUFFER, TERN_SPIRV_DIM_2D; of a bit enum the
//                                    mask: TERN_SPIRV_MEMORYACCESS_ALIGNED
//   TERN_SPIRV_GLSL_<NAME>, TERN_SPIRV_OPENCL_<NAME>  extended instructions: TERN_SPIRV_GLSL_FMA

#ifndef TERN_DIALECT_SPIRV_GRAMMAR_H_
#define TERN_DIALECT_SPIRV_GRAMMAR_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/string.h"
#include "dialect/spirv/grammar_ids.h"

// What has this minimal version is in no version: it takes one of the extensions.
#define TERN_SPIRV_NO_VERSION UINT8_MAX

// An operand kind: TERN_SPIRV_KIND_*.
typedef uint8_t tern_spirv_kind_t;

// What a feature takes. Immutable. Numbers of capabilities are those of TERN_SPIRV_KIND_CAPABILITY; extensions are names.
typedef struct tern_spirv_needs {
  const uint16_t *capabilities;   // any one of them; none: no capability is needed
  const char *const *extensions;  // any one of them, unless the version is min_version or later
  uint8_t capability_count;
  uint8_t extension_count;
  uint8_t min_version;   // minor number: 3 is v1.3; TERN_SPIRV_NO_VERSION: none
  uint8_t last_version;  // TERN_SPIRV_NO_VERSION: no end
} tern_spirv_needs_t;

typedef enum tern_spirv_quantifier {
  TERN_SPIRV_ONE,
  TERN_SPIRV_OPTIONAL,
  TERN_SPIRV_MANY,  // none or more
} tern_spirv_quantifier_t;

typedef struct tern_spirv_operand_def {
  const char *name;  // as the specification calls it ("Pointer"), or "" where it has none
  tern_spirv_kind_t kind;
  uint8_t quantifier;  // tern_spirv_quantifier_t
} tern_spirv_operand_def_t;

typedef struct tern_spirv_instruction {
  const char *name;  // "OpIAdd"
  uint16_t opcode;
  bool has_result_type, has_result;
  uint8_t operand_count;
  const tern_spirv_operand_def_t *operands;  // without result type and result
  tern_spirv_needs_t needs;
} tern_spirv_instruction_t;

typedef struct tern_spirv_enumerant {
  const char *name;  // "StorageBuffer"; the spelling that MLIR prints where there are several
  uint32_t value;    // of a bit enum: the mask
  bool is_alias;     // another row of the same value is the one to print
  bool is_hidden;    // MLIR does not know it: binaries may have it, text may not
  uint8_t parameter_count;
  const tern_spirv_kind_t *parameters;  // kinds of the operands that follow
  tern_spirv_needs_t needs;
} tern_spirv_enumerant_t;

typedef enum tern_spirv_category {
  TERN_SPIRV_BIT_ENUM,
  TERN_SPIRV_VALUE_ENUM,
  TERN_SPIRV_ID,
  TERN_SPIRV_LITERAL,
  TERN_SPIRV_COMPOSITE,  // `parts` follow each other
} tern_spirv_category_t;

typedef struct tern_spirv_kind_def {
  const char *name;  // "StorageClass"
  tern_spirv_category_t category;
  uint16_t enumerant_count;
  const tern_spirv_enumerant_t *enumerants;  // by value, aliases behind what they stand for
  const uint16_t *by_name;                   // indices of `enumerants` in the order of names
  uint8_t part_count;
  const tern_spirv_kind_t *parts;
} tern_spirv_kind_def_t;

// A set of extended instructions.
typedef enum tern_spirv_ext_set {
  TERN_SPIRV_EXT_SET_GLSL,    // "GLSL.std.450"
  TERN_SPIRV_EXT_SET_OPENCL,  // "OpenCL.std"
  TERN_SPIRV_EXT_SET_COUNT
} tern_spirv_ext_set_t;

typedef struct tern_spirv_ext_instruction {
  const char *name;  // "FAbs", "fabs"
  uint16_t number;
  uint8_t operand_count;
  const tern_spirv_operand_def_t *operands;
  tern_spirv_needs_t needs;
} tern_spirv_ext_instruction_t;

// NULL (or false) from all of these: there is none.
const tern_spirv_instruction_t *tern_spirv_instruction_of_opcode(uint32_t opcode);
const tern_spirv_instruction_t *tern_spirv_instruction_named(tern_str_t name);  // "OpIAdd"; "IAdd" does as well

const tern_spirv_kind_def_t *tern_spirv_kind(tern_spirv_kind_t kind);
const tern_spirv_kind_def_t *tern_spirv_kind_named(tern_str_t name);
// The enumerant to print for a value (of a bit enum: of a single bit, or of 0).
const tern_spirv_enumerant_t *tern_spirv_enumerant_of_value(tern_spirv_kind_t kind, uint32_t value);
const tern_spirv_enumerant_t *tern_spirv_enumerant_named(tern_spirv_kind_t kind, tern_str_t name);

const char *tern_spirv_ext_set_name(tern_spirv_ext_set_t set);
bool tern_spirv_ext_set_named(tern_str_t name, tern_spirv_ext_set_t *out_set);
const tern_spirv_ext_instruction_t *tern_spirv_ext_instruction_of_number(tern_spirv_ext_set_t set, uint32_t number);
const tern_spirv_ext_instruction_t *tern_spirv_ext_instruction_named(tern_spirv_ext_set_t set, tern_str_t name);

// Extensions are numbered: an index of this list, which holds each that a table names and each that a target may have.
// It is what enum attributes (spirv.ext) hold. Binaries have the name only.
size_t tern_spirv_extension_count(void);
const char *tern_spirv_extension_name(size_t index);
bool tern_spirv_extension_named(tern_str_t name, uint32_t *out_index);

// The capabilities that a capability brings along: what it needs itself, transitively, each once, without itself.
// Where the specification gives a choice (A or B), the first counts. Returns how many; writes at most `size`.
size_t tern_spirv_capability_implied(uint32_t capability, uint32_t *out_capabilities, size_t size);
// Whether having `capability` means having `wanted` too.
bool tern_spirv_capability_implies(uint32_t capability, uint32_t wanted);
// Minor version by which an extension became part of SPIR-V itself; TERN_SPIRV_NO_VERSION: by none.
uint8_t tern_spirv_extension_core_version(uint32_t extension);

#endif  // TERN_DIALECT_SPIRV_GRAMMAR_H_
