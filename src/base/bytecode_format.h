// The layout of BYTECODE sections of module files (base/module_format.h): the host program as a register bytecode. The
// compiler writes it (target/vm), the runtime verifies it once and then interprets it in place.
//
// Little-endian. A section is read where it lies (mapped, at a multiple of 8 bytes) and holds no pointers: a header
// (tern_bytecode_header_t) with one span per table, then the tables, each at a multiple of 8 bytes, in any order and not
// overlapping. Offsets in bytes count from the start of the section; ordinals are positions in a table. A string is a
// span of the table of bytes, and a NUL that its size does not count follows it.
//
// Types, signatures. TYPES lists types by their text ("i32", "!vm.ref<!hal.buffer>"); a list's element is a lower
// ordinal. A signature lists arguments and results as type ordinals in WORDS. In a signature that has variadic segments
// (imports only) a word with TERN_BYTECODE_SEGMENT set stands before each segment's types: its low bits count them; a
// segment of several types repeats as tuples. Results have no segments. `convention` says the same in short for the
// binding of imports: "0", a letter per argument (i I f F: i32 i64 f32 f64; r: a reference of any kind), C..D around
// the types of a segment, and, unless there are no results, "_" and their letters; no arguments are "v", no results
// "_v": "0v_v", "0rr_iI", "0rCID_r", "0rCrIID_v".
//
// Registers. A function has two banks: value registers of 64 bits (i32 and f32 use the low half, the upper half is
// undefined) and reference registers. All are zero (null) on entry, but for the arguments, which arrive in the first
// registers of their bank, in order. Registers are numbered in 16 bits; bit 15 of an operand in the reference bank,
// TERN_BYTECODE_MOVE, says that the reference is moved out: the register is null afterwards. An instruction that names
// a register several times has the bit on the last of them at most; results never have it. A result may take the register
// of an operand: operands are read first.
//
// Code is a list of 16-bit units; a function is a span of CODE. An instruction is an opcode (bytecode_ops.def) and
// operands as the op's row says. The function starts with a BLOCK, and every branch goes to a BLOCK of the same
// function; the last instruction is a terminator, and so is the last before each BLOCK (no falling through).
//
//   operands in rows, results first, before a `=`:
//   i I f F   value register                                             1 unit
//   r         reference register                                         1 unit
//   h         immediate of 16 bits                                       1 unit
//   k q       immediate i32, f32                                         2 units, low first (so all numbers)
//   K Q       immediate i64, f64                                         4 units
//   t         type ordinal                                               1 unit
//   g G       ordinal of a value global, reference global                2 units
//   d         ordinal of a rodata segment                                2 units
//   c         function ordinal, or import ordinal + TERN_BYTECODE_IMPORT 2 units
//   m         string: offset in bytes, size                              4 units
//   s         count, and for each variadic segment of the callee the number of its repetitions
//   a         count, and registers for the arguments of the callee (segments repeated), or for the results of the own
//             function (vm.return): the bank of each as the signature says
//   o         count, and registers for the results of the callee
//   l L       count, and value registers; reference registers
//   v         count, and pairs of a type ordinal and a register of that type's bank
//   b         branch: target in units from the start of the function (2 units); count of value moves, and pairs of
//             source and target register; count of reference moves, and such pairs. Moves are done one after the other,
//             in this order: the compiler has broken cycles. A value move copies all 64 bits.
//   T         count, and as many branches
//   Counts are one unit.
//
// Initialization: `initializer` is a function "0v_v" that runs once when the module is bound (globals are zero before),
// `deinitializer` likewise before it is freed; either may be TERN_BYTECODE_NONE.

#ifndef TERN_BASE_BYTECODE_FORMAT_H_
#define TERN_BASE_BYTECODE_FORMAT_H_

#include <stddef.h>
#include <stdint.h>

#define TERN_BYTECODE_MAGIC 0x424d5654u  // "TVMB"
// A reader takes its own major version only, and minor versions up to its own.
#define TERN_BYTECODE_VERSION_MAJOR 1u
#define TERN_BYTECODE_VERSION_MINOR 0u
#define TERN_BYTECODE_VERSION ((TERN_BYTECODE_VERSION_MAJOR << 16) | TERN_BYTECODE_VERSION_MINOR)

#define TERN_BYTECODE_NONE UINT32_MAX       // no ordinal
#define TERN_BYTECODE_SEGMENT 0x80000000u   // in WORDS of a signature: a variadic segment starts
#define TERN_BYTECODE_IMPORT 0x80000000u    // in a callee: an import
#define TERN_BYTECODE_MOVE 0x8000u          // in a reference operand: the last use
#define TERN_BYTECODE_REGISTER_MAX 0x7fffu  // registers of a bank, at most (both banks)
#define TERN_BYTECODE_ALIGNMENT 8u          // bytes, of tables
#define TERN_BYTECODE_RODATA_ALIGNMENT_MAX 4096u

// Tables of a section, each an array of the struct named.
typedef enum tern_bytecode_table_t {
  TERN_BYTECODE_STRINGS,      // bytes
  TERN_BYTECODE_WORDS,        // uint32_t: type ordinals of signatures
  TERN_BYTECODE_DIMS,         // int64_t: shapes of values
  TERN_BYTECODE_TYPES,        // tern_bytecode_type_t
  TERN_BYTECODE_SIGNATURES,   // tern_bytecode_signature_t
  TERN_BYTECODE_IMPORTS,      // tern_bytecode_import_t
  TERN_BYTECODE_EXPORTS,      // tern_bytecode_export_t, sorted by name (bytes)
  TERN_BYTECODE_FUNCTIONS,    // tern_bytecode_function_t
  TERN_BYTECODE_REF_GLOBALS,  // uint32_t: type ordinal of each reference global
  TERN_BYTECODE_RODATA,       // tern_bytecode_rodata_t
  TERN_BYTECODE_ATTRIBUTES,   // tern_bytecode_attribute_t
  TERN_BYTECODE_VALUES,       // tern_bytecode_value_t
  TERN_BYTECODE_CODE,         // uint16_t
  TERN_BYTECODE_TABLE_COUNT
} tern_bytecode_table_t;

// Bytes of an element of each table, by tern_bytecode_table_t.
#define TERN_BYTECODE_ELEMENT_SIZES {1, 4, 8, 16, 32, 32, 48, 40, 4, 40, 16, 32, 2}

typedef struct tern_bytecode_string_t {
  uint32_t offset;  // bytes, in STRINGS
  uint32_t size;    // bytes, without the NUL behind it
} tern_bytecode_string_t;

typedef struct tern_bytecode_span_t {
  uint32_t offset;  // bytes, from the start of the section, a multiple of 8
  uint32_t count;   // elements
} tern_bytecode_span_t;

typedef struct tern_bytecode_header_t {
  uint32_t magic, version;
  uint32_t size;                        // bytes of the section, this header included
  uint32_t flags;                       // 0
  tern_bytecode_string_t name;          // of the module
  uint32_t value_global_count;          // 8 bytes each
  uint32_t initializer, deinitializer;  // function ordinals, or TERN_BYTECODE_NONE
  uint32_t module_version;              // of the program; 0 if it says nothing
  tern_bytecode_span_t tables[TERN_BYTECODE_TABLE_COUNT];
} tern_bytecode_header_t;

typedef enum tern_bytecode_kind_t {
  TERN_BYTECODE_KIND_I32,
  TERN_BYTECODE_KIND_I64,
  TERN_BYTECODE_KIND_F32,
  TERN_BYTECODE_KIND_F64,
  TERN_BYTECODE_KIND_BUFFER,  // bytes: !vm.buffer
  TERN_BYTECODE_KIND_LIST,    // `element` is its type: !vm.list<..>
  TERN_BYTECODE_KIND_REF,     // `name` is what it refers to: "hal.buffer_view"
  TERN_BYTECODE_KIND_ANY,     // a reference of any kind: !vm.ref<?>; as an element of a list: anything
  TERN_BYTECODE_KIND_OPAQUE,  // !vm.opaque: only as the element of a list that holds nothing
  TERN_BYTECODE_KIND_I8,      // i8, i16: only as elements of lists
  TERN_BYTECODE_KIND_I16,
  TERN_BYTECODE_KIND_COUNT
} tern_bytecode_kind_t;

typedef struct tern_bytecode_type_t {
  uint32_t kind;                // tern_bytecode_kind_t
  uint32_t element;             // ordinal of a list's element type, lower than the own; else TERN_BYTECODE_NONE
  tern_bytecode_string_t name;  // of a KIND_REF, such as "hal.buffer"; else empty
} tern_bytecode_type_t;

typedef struct tern_bytecode_signature_t {
  tern_bytecode_string_t convention;
  uint32_t argument_start, argument_count;  // in WORDS; segment words counted
  uint32_t result_start, result_count;
  uint32_t segment_count;  // variadic segments among the arguments
  uint32_t reserved;       // 0
} tern_bytecode_signature_t;

#define TERN_BYTECODE_IMPORT_OPTIONAL 1u  // may stay unresolved; asked for by vm.import.resolved

typedef struct tern_bytecode_import_t {
  tern_bytecode_string_t name;  // module and function: "hal.device.query.i64"
  uint32_t signature;
  uint32_t flags;            // TERN_BYTECODE_IMPORT_*
  uint32_t minimum_version;  // of the module that exports it
  uint32_t reserved[3];      // 0
} tern_bytecode_import_t;

typedef struct tern_bytecode_export_t {
  tern_bytecode_string_t name;
  uint32_t function;
  uint32_t attribute_start, attribute_count;  // in ATTRIBUTES
  uint32_t argument_start, argument_count;    // in VALUES: what the function takes, as the user's program says it
  uint32_t result_start, result_count;        // in VALUES; both counts 0 if that is not known
  uint32_t reserved[3];                       // 0
} tern_bytecode_export_t;

typedef struct tern_bytecode_function_t {
  tern_bytecode_string_t name;                        // for messages; may be empty
  uint32_t signature;                                 // without variadic segments
  uint32_t code_offset;                               // units, in CODE
  uint32_t code_size;                                 // units
  uint32_t value_register_count, ref_register_count;  // arguments included
  uint32_t block_count;
  uint32_t reserved[2];  // 0
} tern_bytecode_function_t;

// Where constant bytes lie: in the module file's RODATA section, or somewhere else that its kind names.
typedef enum tern_bytecode_rodata_source_t {
  TERN_BYTECODE_RODATA_SECTION,     // in the RODATA section
  TERN_BYTECODE_RODATA_EXECUTABLE,  // all of the EXECUTABLE section whose number among those is `offset`
} tern_bytecode_rodata_source_t;

typedef struct tern_bytecode_rodata_t {
  tern_bytecode_string_t name;       // of the constant; may be empty
  tern_bytecode_string_t mime_type;  // may be empty
  uint64_t offset, size;             // bytes, from the start of the RODATA section
  uint32_t alignment;                // bytes, a power of two: of `offset`, and of the address where the file is mapped
  uint32_t source;                   // tern_bytecode_rodata_source_t
} tern_bytecode_rodata_t;

typedef struct tern_bytecode_attribute_t {
  tern_bytecode_string_t key, value;  // "iree.abi.declaration"
} tern_bytecode_attribute_t;

// What an exported function takes or returns, for tools: a tensor as a buffer view, or a number.
typedef struct tern_bytecode_value_t {
  tern_bytecode_string_t name;  // in the source program; may be empty
  tern_bytecode_string_t type;  // as written: "tensor<8x?xf32>", "i32"
  uint32_t element_type;        // tern_element_type_t; TERN_ELEMENT_TYPE_NONE if it is no tensor and no number
  uint32_t rank;                // UINT32_MAX: no tensor
  uint32_t dim_start;           // in DIMS; TERN_DIM_DYNAMIC where unknown
  uint32_t reserved;            // 0
} tern_bytecode_value_t;

// Flags of the rows of hal_imports.def.
#define TERN_IMPORT_PURE 1u   // no side effect: an unused call goes
#define TERN_IMPORT_WAITS 2u  // may block the caller

// Opcodes, by the rows of bytecode_ops.def.
typedef enum tern_bytecode_opcode_t {
#define OP(ID, NAME, OPERANDS) TERN_BYTECODE_OP_##ID,
#include "base/bytecode_ops.def"
#undef OP
  TERN_BYTECODE_OP_COUNT
} tern_bytecode_opcode_t;

#endif  // TERN_BASE_BYTECODE_FORMAT_H_
