// Code that moves registers of all threads to and from shared memory, as analysis/layout/memory_moves.h plans it (upstream:
// lowerLdStShared, lowerLdStMatrix).

#ifndef TERN_CONVERT_TRITON_TO_LLVM_SHARED_ACCESS_H_
#define TERN_CONVERT_TRITON_TO_LLVM_SHARED_ACCESS_H_

#include "analysis/layout/memory_moves.h"
#include "convert/triton/to_llvm/to_llvm.h"

typedef struct tern_triton_place {
  tern_value_t *base;          // pointer into shared memory
  tern_value_t *moved;         // i32: all offsets, in elements, are exclusive ors with it; NULL: zero
  const tern_attr_t *padding;  // the padded_shared encoding whose padding is between elements; NULL: none
} tern_triton_place_t;

// Stores `values`, one for each register of the moves' map.
void tern_triton_store_registers(tern_conversion_t *conversion, const tern_op_t *op, const tern_triton_place_t *place,
                                 const tern_memory_moves_t *moves, tern_value_t *const *values);
// Loads `out_values`, of `type`, likewise.
void tern_triton_load_registers(tern_conversion_t *conversion, const tern_op_t *op, const tern_triton_place_t *place,
                                const tern_memory_moves_t *moves, const tern_type_t *type, tern_value_t **out_values);

// Bits that a value of this type has in shared memory.
size_t tern_triton_memory_bits(const tern_type_t *type);
// What such a value is stored as by itself: an integer, if it is a pointer or has less than a byte.
const tern_type_t *tern_triton_stored_type(tern_builder_t *b, const tern_type_t *type);
tern_value_t *tern_triton_to_stored(tern_builder_t *b, tern_value_t *value);
// The same value as an integer of so many bits, and back, also from what it is stored as.
tern_value_t *tern_triton_to_memory(tern_builder_t *b, tern_value_t *value);
tern_value_t *tern_triton_from_memory(tern_builder_t *b, tern_value_t *value, const tern_type_t *type);

// The instructions of matrices that the chip has.
bool tern_triton_has_load_matrix(const tern_conversion_t *conversion);
bool tern_triton_has_store_matrix(const tern_conversion_t *conversion);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_SHARED_ACCESS_H_
