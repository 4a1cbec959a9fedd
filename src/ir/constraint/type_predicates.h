// Predicates over types that the constraint table names. Private to src/ir: short names, static in the one file that
// holds the table.

#ifndef TERN_IR_CONSTRAINT_TYPE_PREDICATES_H_
#define TERN_IR_CONSTRAINT_TYPE_PREDICATES_H_

#include <stdlib.h>

#include "base/arena.h"
#include "ir/op_def.h"

typedef const tern_type_constraint_t constraint_t;

static inline bool satisfies_any(const tern_type_t *type, constraint_t *constraint) {
  for (size_t i = 0; i < constraint->arg_count; ++i) {
    if (constraint->args[i]->is_satisfied(type, constraint->args[i])) return true;
  }
  return false;
}

static inline bool is_among(int64_t value, constraint_t *constraint) {
  for (size_t i = 0; i < constraint->value_count; ++i) {
    if (constraint->values[i] == value) return true;
  }
  return false;
}

// The element type of a shaped type satisfies one of the arguments; any does if there are none.
static inline bool has_element(const tern_type_t *type, constraint_t *constraint) {
  return constraint->arg_count == 0 || satisfies_any((const tern_type_t *)(uintptr_t)type->params[0], constraint);
}

// Defines a predicate of the table.
#define PREDICATE(name, condition)                                      \
  static bool name(const tern_type_t *type, constraint_t *constraint) { \
    (void)constraint;                                                   \
    return condition;                                                   \
  }

// --- scalars ---
PREDICATE(is_any, type != NULL)
PREDICATE(is_buildable, type == constraint->buildable)
PREDICATE(is_of_kind, (int64_t)type->kind == constraint->value)
PREDICATE(is_any_of, satisfies_any(type, constraint))
PREDICATE(is_integer, tern_type_is_integer(type))
PREDICATE(is_integer_of_sign,
          tern_type_is_integer(type) && (int64_t)tern_integer_type_signedness(type) == constraint->value)
PREDICATE(is_signless_or_index, tern_type_is_signless(type) || tern_type_is_index(type))
PREDICATE(is_integer_of_width, tern_type_is_integer(type) && tern_integer_type_width(type) == constraint->value)
PREDICATE(is_integer_of_widths, tern_type_is_integer(type) && is_among(tern_integer_type_width(type), constraint))
PREDICATE(is_signless_of_widths, tern_type_is_signless(type) && is_among(tern_integer_type_width(type), constraint))
PREDICATE(is_signed_of_widths, tern_type_is_integer(type) && tern_integer_type_signedness(type) == TERN_SIGNED &&
                                   is_among(tern_integer_type_width(type), constraint))
PREDICATE(is_unsigned_of_widths, tern_type_is_integer(type) && tern_integer_type_signedness(type) == TERN_UNSIGNED &&
                                     is_among(tern_integer_type_width(type), constraint))
PREDICATE(is_signless_or_unsigned_of_widths, tern_type_is_integer(type) &&
                                                 tern_integer_type_signedness(type) != TERN_SIGNED &&
                                                 is_among(tern_integer_type_width(type), constraint))
PREDICATE(is_float, tern_type_is_float(type))
// The IEEE formats of these widths, as ODS's F<width>.
PREDICATE(is_float_of_widths,
          (type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64 ||
           type->kind == TERN_TYPE_F80 || type->kind == TERN_TYPE_F128) &&
              is_among(tern_type_bit_width(type), constraint))
PREDICATE(is_complex_of, type->kind == TERN_TYPE_COMPLEX && has_element(type, constraint))

static bool is_all_of(const tern_type_t *type, constraint_t *constraint) {
  for (size_t i = 0; i < constraint->arg_count; ++i) {
    if (!constraint->args[i]->is_satisfied(type, constraint->args[i])) return false;
  }
  return true;
}

static bool is_of_dialect_type(const tern_type_t *type, constraint_t *constraint) {
  if (type->kind != TERN_TYPE_DIALECT) return false;
  return type->row == constraint->type_row ||
         tern_str_equal(tern_str_from_cstr(type->row->name), tern_str_from_cstr(constraint->name));
}

static bool is_tuple_of(const tern_type_t *type, constraint_t *constraint) {
  if (type->kind != TERN_TYPE_TUPLE) return false;
  tern_types_t elements = tern_tuple_type_elements(type);
  for (size_t i = 0; i < elements.count; ++i) {
    if (!satisfies_any(elements.values[i], constraint)) return false;
  }
  return true;
}

static bool is_tt_pointer_to(const tern_type_t *type, constraint_t *constraint) {
  return type->kind == TERN_TYPE_DIALECT && type->row == constraint->type_row && type->row &&
         satisfies_any(type->row->element(type), constraint);
}

static bool is_nested_tuple_of(const tern_type_t *type, constraint_t *constraint) {
  if (type->kind != TERN_TYPE_TUPLE) return false;
  tern_types_t elements = tern_tuple_type_elements(type);
  for (size_t i = 0; i < elements.count; ++i) {
    const tern_type_t *element = elements.values[i];
    bool is_right =
        element->kind == TERN_TYPE_TUPLE ? is_nested_tuple_of(element, constraint) : satisfies_any(element, constraint);
    if (!is_right) return false;
  }
  return true;
}

// --- vectors ---
static inline bool is_vector_kind(const tern_type_t *type) { return type->kind == TERN_TYPE_VECTOR; }
static inline bool is_fixed_vector_kind(const tern_type_t *type) {
  return is_vector_kind(type) && tern_vector_type_scalable_mask(type) == 0;
}
static inline bool is_scalable_vector_kind(const tern_type_t *type) {
  return is_vector_kind(type) && tern_vector_type_scalable_mask(type) != 0;
}
static inline bool has_rank_among(const tern_type_t *type, constraint_t *constraint) {
  return is_among((int64_t)tern_type_rank(type), constraint);
}
static inline bool has_count_among(const tern_type_t *type, constraint_t *constraint) {
  return is_among(tern_type_element_count(type), constraint);
}
PREDICATE(is_vector, is_vector_kind(type) && has_element(type, constraint))
PREDICATE(is_vector_of_some_rank, is_vector_kind(type) && tern_type_rank(type) > 0 && has_element(type, constraint))
PREDICATE(is_fixed_vector, is_fixed_vector_kind(type) && has_element(type, constraint))
PREDICATE(is_fixed_vector_of_some_rank,
          is_fixed_vector_kind(type) && tern_type_rank(type) > 0 && has_element(type, constraint))
PREDICATE(is_scalable_vector, is_scalable_vector_kind(type) && has_element(type, constraint))
PREDICATE(is_trailing_scalable_vector, is_vector_kind(type) && tern_type_rank(type) > 0 && tern_type_rank(type) <= 64 &&
                                           tern_vector_type_scalable_mask(type) == UINT64_C(1)
                                                                                       << (tern_type_rank(type) - 1) &&
                                           has_element(type, constraint))
PREDICATE(is_vector_of_ranks, is_vector_kind(type) && has_rank_among(type, constraint) && has_element(type, constraint))
PREDICATE(is_fixed_vector_of_ranks,
          is_fixed_vector_kind(type) && has_rank_among(type, constraint) && has_element(type, constraint))
PREDICATE(is_scalable_vector_of_ranks,
          is_scalable_vector_kind(type) && has_rank_among(type, constraint) && has_element(type, constraint))
PREDICATE(is_vector_of_lengths, is_vector_kind(type) && tern_type_rank(type) > 0 && has_count_among(type, constraint) &&
                                    has_element(type, constraint))
PREDICATE(is_fixed_vector_of_lengths,
          is_fixed_vector_kind(type) && has_count_among(type, constraint) && has_element(type, constraint))
PREDICATE(is_scalable_vector_of_lengths,
          is_scalable_vector_kind(type) && has_count_among(type, constraint) && has_element(type, constraint))
PREDICATE(is_vector_of_length_range,
          is_vector_kind(type) && tern_type_rank(type) > 0 && tern_type_element_count(type) >= constraint->values[0] &&
              tern_type_element_count(type) <= constraint->values[1] && has_element(type, constraint))

// --- tensors ---
static inline bool is_tensor_kind(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR || type->kind == TERN_TYPE_UNRANKED_TENSOR;
}
static inline bool is_tensor_of_rank(const tern_type_t *type, size_t rank) {
  return type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) == rank;
}
PREDICATE(is_tensor, is_tensor_kind(type) && has_element(type, constraint))
PREDICATE(is_ranked_tensor, type->kind == TERN_TYPE_TENSOR && has_element(type, constraint))
PREDICATE(is_unranked_tensor, type->kind == TERN_TYPE_UNRANKED_TENSOR && has_element(type, constraint))
PREDICATE(is_tensor_of_some_rank,
          type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) > 0 && has_element(type, constraint))
PREDICATE(is_tensor_of_ranks,
          type->kind == TERN_TYPE_TENSOR && has_rank_among(type, constraint) && has_element(type, constraint))
PREDICATE(is_static_tensor,
          type->kind == TERN_TYPE_TENSOR && tern_type_has_static_shape(type) && has_element(type, constraint))
PREDICATE(is_tensor_0d, is_tensor_of_rank(type, 0) && has_element(type, constraint))
PREDICATE(is_tensor_1d, is_tensor_of_rank(type, 1) && has_element(type, constraint))
PREDICATE(is_tensor_2d, is_tensor_of_rank(type, 2) && has_element(type, constraint))
PREDICATE(is_tensor_3d, is_tensor_of_rank(type, 3) && has_element(type, constraint))
PREDICATE(is_tensor_4d, is_tensor_of_rank(type, 4) && has_element(type, constraint))
// TOSA's tensors have no dimension of size 0.
static bool has_no_zero_dim(const tern_type_t *type) {
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) == 0) return false;
  }
  return true;
}
static bool has_only_ones(const tern_type_t *type) {
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) != 1) return false;
  }
  return true;
}
PREDICATE(is_tosa_tensor,
          is_unranked_tensor(type, constraint) || (is_ranked_tensor(type, constraint) && has_no_zero_dim(type)))
PREDICATE(is_tosa_tensor_of_some_rank,
          is_ranked_tensor(type, constraint) && has_no_zero_dim(type) && tern_type_rank(type) > 0)
PREDICATE(is_tosa_tensor_of_ranks, is_tensor_of_ranks(type, constraint) && has_no_zero_dim(type))
PREDICATE(is_tosa_tensor_of_one, is_tensor_1d(type, constraint) && has_only_ones(type))

// --- memrefs ---
PREDICATE(is_memref, type->kind == TERN_TYPE_MEMREF && has_element(type, constraint))
PREDICATE(is_unranked_memref, type->kind == TERN_TYPE_UNRANKED_MEMREF && has_element(type, constraint))
PREDICATE(is_any_memref,
          (type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF) && has_element(type, constraint))
PREDICATE(is_memref_of_some_rank,
          type->kind == TERN_TYPE_MEMREF && tern_type_rank(type) > 0 && has_element(type, constraint))
PREDICATE(is_memref_of_ranks,
          type->kind == TERN_TYPE_MEMREF && has_rank_among(type, constraint) && has_element(type, constraint))
PREDICATE(is_static_memref,
          type->kind == TERN_TYPE_MEMREF && tern_type_has_static_shape(type) && has_element(type, constraint))

static bool is_strided(const tern_type_t *type) {
  const tern_attr_t *layout = tern_memref_type_layout(type);
  if (!layout || layout->kind == TERN_ATTR_STRIDED_LAYOUT) return true;
  int64_t offset, *strides = tern_malloc((tern_type_rank(type) + 1) * sizeof(*strides));
  bool result = tern_memref_type_strides(type, strides, &offset);
  free(strides);
  return result;
}
PREDICATE(is_strided_memref, type->kind == TERN_TYPE_MEMREF && is_strided(type) && has_element(type, constraint))
PREDICATE(is_strided_memref_of_ranks,
          type->kind == TERN_TYPE_MEMREF && has_rank_among(type, constraint) && is_strided(type))

// --- several kinds ---
static inline bool is_value_container_kind(const tern_type_t *type) {
  return is_vector_kind(type) || is_tensor_kind(type);
}
PREDICATE(is_shaped, tern_type_is_shaped(type) && has_element(type, constraint))
PREDICATE(is_tensor_or_memref,
          (is_tensor_kind(type) || type->kind == TERN_TYPE_MEMREF) && has_element(type, constraint))
PREDICATE(is_value_container, is_value_container_kind(type) && has_element(type, constraint))
PREDICATE(is_like, satisfies_any(type, constraint) || (is_value_container_kind(type) && has_element(type, constraint)))

// values[0] is the dimension (negative: from the end), the others are sizes it may have.
static bool has_dim_of_size(const tern_type_t *type, constraint_t *constraint) {
  if (!tern_type_is_ranked(type)) return false;
  int64_t rank = (int64_t)tern_type_rank(type);
  int64_t dim = constraint->values[0] < 0 ? constraint->values[0] + rank : constraint->values[0];
  if (dim < 0 || dim >= rank) return false;
  for (size_t i = 1; i < constraint->value_count; ++i) {
    if (constraint->values[i] == tern_type_dim(type, (size_t)dim)) return true;
  }
  return false;
}

// --- llvm ---
static inline bool is_llvm_type_named(const tern_type_t *type, const char *name) {
  return type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, name) == 0;
}
PREDICATE(is_llvm_float, type->kind == TERN_TYPE_BF16 || type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_F32 ||
                             type->kind == TERN_TYPE_F64 || type->kind == TERN_TYPE_F80 ||
                             type->kind == TERN_TYPE_F128 || is_llvm_type_named(type, "llvm.ppc_fp128"))
PREDICATE(is_llvm_pointer, is_llvm_type_named(type, "llvm.ptr"))
PREDICATE(is_llvm_pointer_in_space,
          is_llvm_type_named(type, "llvm.ptr") && type->params[0] == (uint64_t)constraint->value)
PREDICATE(is_llvm_struct, is_llvm_type_named(type, "llvm.struct"))
PREDICATE(is_llvm_aggregate, is_llvm_type_named(type, "llvm.struct") || is_llvm_type_named(type, "llvm.array"))

PREDICATE(is_llvm_address, is_llvm_pointer(type, constraint) || tern_type_is_llvm_address(type))
static bool is_llvm_vector(const tern_type_t *type, constraint_t *constraint) {
  if (!is_vector_kind(type) || tern_type_rank(type) != 1) return false;
  const tern_type_t *element = (const tern_type_t *)(uintptr_t)type->params[0];
  return tern_type_is_signless(element) || is_llvm_float(element, constraint) || is_llvm_address(element, constraint);
}
PREDICATE(is_llvm_compatible, tern_type_is_signless(type) || is_llvm_float(type, constraint) ||
                                  is_llvm_vector(type, constraint) ||
                                  (type->kind == TERN_TYPE_DIALECT && strncmp(type->row->name, "llvm.", 5) == 0) ||
                                  tern_type_is_llvm_address(type))
PREDICATE(is_llvm_fixed_vector, is_llvm_vector(type, constraint) && tern_vector_type_scalable_mask(type) == 0)
PREDICATE(is_llvm_non_aggregate, is_llvm_compatible(type, constraint) && !is_llvm_aggregate(type, constraint))
PREDICATE(is_llvm_sized, is_llvm_compatible(type, constraint) && !is_llvm_type_named(type, "llvm.void") &&
                             !is_llvm_type_named(type, "llvm.func") && !is_llvm_type_named(type, "llvm.label") &&
                             !is_llvm_type_named(type, "llvm.metadata") && !is_llvm_type_named(type, "llvm.token") &&
                             !tern_type_is_llvm_target_without_memory(type))
PREDICATE(is_llvm_primitive, is_llvm_compatible(type, constraint) && !is_llvm_type_named(type, "llvm.func") &&
                                 !is_llvm_type_named(type, "llvm.void"))
PREDICATE(is_llvm_vector_of, is_llvm_vector(type, constraint) && has_element(type, constraint))
PREDICATE(is_llvm_scalar_or_vector,
          satisfies_any(type, constraint) || (is_llvm_vector(type, constraint) && has_element(type, constraint)))

// --- spirv ---
PREDICATE(is_spirv_vector,
          is_fixed_vector_kind(type) && tern_type_rank(type) == 1 &&
              (tern_type_dim(type, 0) == 2 || tern_type_dim(type, 0) == 3 || tern_type_dim(type, 0) == 4 ||
               tern_type_dim(type, 0) == 8 || tern_type_dim(type, 0) == 16) &&
              has_element(type, constraint))
PREDICATE(is_spirv_scalar_or_vector, satisfies_any(type, constraint) || is_spirv_vector(type, constraint))

// A container of this name whose elements (of a matrix: its columns' elements) satisfy one of the arguments.
static bool holds_elements(const tern_type_t *type, const char *name, constraint_t *constraint) {
  if (type->kind != TERN_TYPE_DIALECT || strcmp(type->row->name, name) != 0 || !type->row->element) return false;
  const tern_type_t *element = type->row->element(type);
  if (element && is_vector_kind(element)) element = tern_type_element(element);
  return element && satisfies_any(element, constraint);
}
PREDICATE(is_spirv_coop_matrix, holds_elements(type, "spirv.coopmatrix", constraint))
PREDICATE(is_spirv_matrix, holds_elements(type, "spirv.matrix", constraint))
PREDICATE(is_gpu_matrix, holds_elements(type, "gpu.mma_matrix", constraint))
// Of two dimensions, which follow the element.
PREDICATE(is_amx_tile, holds_elements(type, "amx.tile", constraint) && type->param_count == 3)
PREDICATE(is_spirv_scalar_or_vector_or_coop_matrix,
          is_spirv_scalar_or_vector(type, constraint) || is_spirv_coop_matrix(type, constraint))

// --- stream ---
// A resource whose lifetime (parameter 0) is in the mask.
PREDICATE(is_stream_resource, type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, "stream.resource") == 0 &&
                                  (constraint->value >> type->params[0] & 1))

#undef PREDICATE

#endif  // TERN_IR_CONSTRAINT_TYPE_PREDICATES_H_
