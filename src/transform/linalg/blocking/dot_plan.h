// How --linalg-contractions-to-dot computes a product: by which instruction, in which register tiles and pieces.

#ifndef TERN_TRANSFORM_LINALG_BLOCKING_DOT_PLAN_H_
#define TERN_TRANSFORM_LINALG_BLOCKING_DOT_PLAN_H_

#include "transform/linalg/blocking/narrow_contractions.h"
#include "transform/linalg/blocking/pack_groups.h"

enum {
  TERN_DOT_MAX_VECTORS = TERN_PACK_MAX_TILES,  // that a register tile is wide
  TERN_DOT_MAX_SUMS = 24,                      // vectors of sums of a register tile
};

typedef struct tern_dot_instruction {
  const char *name;       // of the option
  int64_t vector_bytes;   // 0: any
  uint32_t element_bits;  // what it takes; narrower elements are widened
  bool is_float;
  bool is_unsigned[2];    // its factors, if they are of 8 bits
  bool adds;              // the sum is its first operand; else it is added
  int64_t least_rows;     // with fewer, copying the right factor costs more than is gained
  const char *intrinsic;  // NULL: a fused multiply-add
} tern_dot_instruction_t;

typedef struct tern_dot_machine {
  tern_str_t i8, bf16;  // names of instructions
  int64_t vector_bytes, vector_registers;
} tern_dot_machine_t;

// What a product becomes.
typedef struct tern_dot_product {
  tern_narrow_contraction_t op;
  const tern_dot_instruction_t *instruction;
  bool swaps;                    // the right factor is its first
  bool flips;                    // signs of the left factor are turned around
  tern_op_t *fill;               // with zeros, where sums are stored once; goes
  const tern_type_t *element;    // of the copies
  int64_t lanes, group;          // of a vector of sums; elements of a group of the depth
  int64_t rows, vectors;         // of a register tile
  int64_t depth_step, row_step;  // of what is copied at a time
} tern_dot_product_t;

static inline int64_t tern_dot_width(const tern_dot_product_t *product) { return product->vectors * product->lanes; }

// Groups of a row that a piece of the depth has.
static inline int64_t tern_dot_groups(const tern_dot_product_t *product) {
  return product->depth_step / product->group;
}

// False: the op is no such product, or there is no instruction for it, or it is not worth it.
bool tern_dot_plan(tern_op_t *op, const tern_dot_machine_t *machine, tern_dot_product_t *out);
// Is there an instruction of this name for such vectors?
bool tern_dot_instruction_is_known(tern_str_t name, bool is_float, int64_t vector_bytes);

#endif  // TERN_TRANSFORM_LINALG_BLOCKING_DOT_PLAN_H_
