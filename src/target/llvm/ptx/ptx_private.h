// What the files of this folder share.
//
//   ptx_writer.c    modules, functions, blocks, and the moves to the registers of phis on the edges between these
//   operands.c      values as operands: registers and constants; templates
//   bits.c          bits of several operands as operands of other widths
//   arithmetic.c    instructions that compute: a row for each
//   conversions.c   casts
//   memory.c        loads, stores, addresses
//   calls.c         intrinsics, by intrinsics.def, and inline assembly
//
// A value is a list of operands: one for a scalar, one for each element of a vector or a struct. So what takes vectors and structs
// apart or puts them together writes nothing. Integers of other widths than registers have lie in the next wider register, and what
// is above them is anything; ops that would see it clear it first.

#ifndef TERN_TARGET_LLVM_PTX_PTX_PRIVATE_H_
#define TERN_TARGET_LLVM_PTX_PTX_PRIVATE_H_

#include "base/map.h"
#include "base/vec.h"
#include "target/llvm/ptx/ptx_writer.h"

typedef enum ptx_class { PTX_PRED, PTX_B16, PTX_B32, PTX_B64, PTX_CLASS_COUNT } ptx_class_t;

typedef enum ptx_kind {
  PTX_INTEGER,  // pointers, too
  PTX_HALF,
  PTX_BFLOAT,
  PTX_FLOAT,
  PTX_DOUBLE,
} ptx_kind_t;

// What a scalar is: i1 lies in a predicate.
typedef struct ptx_type {
  uint8_t kind;   // ptx_kind_t
  uint8_t bits;   // 1 to 64
  uint8_t class;  // ptx_class_t
} ptx_type_t;

// What an instruction wants above an integer that lies in a wider register.
typedef enum ptx_rest { PTX_ANY, PTX_ZEROS, PTX_SIGNS } ptx_rest_t;

typedef enum ptx_form {
  PTX_UNDEFINED,  // any bits
  PTX_REGISTER,
  PTX_CONSTANT,
  PTX_ROUNDED,  // a register of 32 bits that is read as f16 or bf16: two of these are rounded by one instruction
} ptx_form_t;

typedef struct ptx_operand {
  uint8_t form;  // ptx_form_t
  ptx_type_t type;
  uint64_t value;  // the register's number; the constant's bits
} ptx_operand_t;

enum { PTX_KEPT_COUNT = 8 };

typedef struct ptx_writer {
  LLVMTargetDataRef layout;          // borrowed
  unsigned architecture;             // 90 for sm_90a
  bool is_unknown;                   // something has no row: all is thrown away in the end
  tern_string_builder_t body;        // of the function at hand
  tern_map_t values;                 // LLVMValueRef -> where its operands are, plus one
  tern_map_t blocks;                 // LLVMBasicBlockRef -> its number, plus one
  tern_map_t continued;              // phis -> the phis of loops before them whose registers they have
  tern_map_t rows;                   // functions of LLVM's -> intrinsic_row_t, see calls.c
  TERN_VEC(ptx_operand_t) operands;  // of all values
  unsigned register_count[PTX_CLASS_COUNT];
  unsigned function_number;
  struct {
    LLVMValueRef call;
    bool has_separate_results;
  } asked;                                  // of the assembly that was last asked about, see calls.c
  ptx_operand_t constants[PTX_KEPT_COUNT];  // registers that hold constants in the block at hand, and these
  ptx_operand_t constant_registers[PTX_KEPT_COUNT];
  struct {
    LLVMValueRef index;
    uint64_t size;
    ptx_operand_t step;
  } steps[PTX_KEPT_COUNT];            // products of addresses in the block at hand
  size_t constant_count, step_count;  // the oldest are forgotten
} ptx_writer_t;

// --- operands.c ---

// The type of a scalar, without looking into vectors and structs; not `writer->is_unknown` only for those that have one.
ptx_type_t ptx_type_of(ptx_writer_t *writer, LLVMTypeRef type);
// The same of a vector's element, or of the scalar.
ptx_type_t ptx_element_type_of(ptx_writer_t *writer, LLVMTypeRef type);
ptx_type_t ptx_integer_type(unsigned bits);
// How many operands a value of the type has.
size_t ptx_count_of(ptx_writer_t *writer, LLVMTypeRef type);

ptx_operand_t ptx_new_register(ptx_writer_t *writer, ptx_type_t type);
ptx_operand_t ptx_constant(ptx_type_t type, uint64_t bits);

// Where the operands of the value begin in `writer->operands`: an index, for the list moves when it grows.
size_t ptx_operands_of(ptx_writer_t *writer, LLVMValueRef value);
// The `i`th operand, that of a scalar is the first; in a register or as a constant.
ptx_operand_t ptx_operand_at(ptx_writer_t *writer, LLVMValueRef value, size_t i);
// The same in a register.
ptx_operand_t ptx_register_at(ptx_writer_t *writer, LLVMValueRef value, size_t i);
ptx_operand_t ptx_in_register(ptx_writer_t *writer, ptx_operand_t operand);
// An integer with what is above its width clear, or copies of its sign.
ptx_operand_t ptx_extended(ptx_writer_t *writer, ptx_operand_t operand, bool is_signed);
// Makes room for the operands of a value, which the caller fills in, and returns where they begin.
size_t ptx_define(ptx_writer_t *writer, LLVMValueRef value);
// The value of a scalar is the operand.
void ptx_define_as(ptx_writer_t *writer, LLVMValueRef value, ptx_operand_t operand);

// The operand in a register or as a constant.
ptx_operand_t ptx_written(ptx_writer_t *writer, ptx_operand_t operand);
// The register that an operand of the form PTX_ROUNDED is rounded from.
ptx_operand_t ptx_rounded_source(ptx_operand_t operand);

// A line of a template: $0, $1, ... are operands, $$ is a dollar.
void ptx_emit(ptx_writer_t *writer, const char *text, const ptx_operand_t *operands, size_t count);
#define PTX_EMIT(writer, text, ...)                            \
  ptx_emit(writer, text, (const ptx_operand_t[]){__VA_ARGS__}, \
           sizeof((const ptx_operand_t[]){__VA_ARGS__}) / sizeof(ptx_operand_t))
// The same for a name that has the type's suffix appended, `add.` and s32: NAME.SUFFIX $0, $1, ...
void ptx_emit_typed(ptx_writer_t *writer, const char *name, char letter, ptx_type_t type, const ptx_operand_t *operands,
                    size_t count);
void ptx_append_operand(ptx_writer_t *writer, ptx_operand_t operand);
void ptx_append_template(ptx_writer_t *writer, tern_str_t text, const ptx_operand_t *operands, size_t count);

// --- bits.c ---

// The operands' bits in one after another, the first lowest, as operands of other widths. `to` has the types that are wanted and
// gets the operands; both have the same bits in all.
void ptx_reinterpret(ptx_writer_t *writer, const ptx_operand_t *from, size_t from_count, ptx_operand_t *to,
                     size_t to_count);

// --- the rows ---

// Each writes the instruction and defines its value, or finds it unknown.
void ptx_write_arithmetic(ptx_writer_t *writer, LLVMValueRef op);
void ptx_write_comparison(ptx_writer_t *writer, LLVMValueRef op);
void ptx_write_select(ptx_writer_t *writer, LLVMValueRef op);
void ptx_write_conversion(ptx_writer_t *writer, LLVMValueRef op);
void ptx_write_bitcast(ptx_writer_t *writer, LLVMValueRef op);
void ptx_write_address_cast(ptx_writer_t *writer, LLVMValueRef op);
void ptx_write_load(ptx_writer_t *writer, LLVMValueRef op);
void ptx_write_store(ptx_writer_t *writer, LLVMValueRef op);
void ptx_write_address(ptx_writer_t *writer, LLVMValueRef op);
// Of a getelementptr, which may be a constant.
ptx_operand_t ptx_address(ptx_writer_t *writer, LLVMValueRef op);
void ptx_write_call(ptx_writer_t *writer, LLVMValueRef op);
// The operand, read for the last time, whose register a sum or a product is written to; NULL: none. So it need not be moved when a
// loop begins again, and what products of warp groups are adding to may not be.
LLVMValueRef ptx_overwritten(ptx_writer_t *writer, LLVMValueRef op);
// The phi in whose register inline assembly, which adds to it in place, leaves the value; NULL: there is none.
LLVMValueRef ptx_phi_of(ptx_writer_t *writer, LLVMValueRef value);
// What moves operands only: elements of vectors and structs.
void ptx_write_movement(ptx_writer_t *writer, LLVMValueRef op);
// The product of two integers of 32 bits in 64, if that is what this product of 64 bits is. False, with nothing written, if not.
bool ptx_write_wide_product(ptx_writer_t *writer, LLVMValueRef a, LLVMValueRef b, uint64_t factor, ptx_operand_t to);
// The same for the high half of a product, `op` being what cuts it off.
bool ptx_write_high_product(ptx_writer_t *writer, LLVMValueRef op);

#endif  // TERN_TARGET_LLVM_PTX_PTX_PRIVATE_H_
