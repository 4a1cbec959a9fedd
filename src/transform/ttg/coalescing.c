// See coalescing.h.

#include "transform/ttg/coalescing.h"

#include <string.h>

#include "analysis/triton/op_slice.h"
#include "dialect/tt/tt.h"
#include "rewrite/builder.h"

enum { MAX_RANK = TERN_TTG_MAX_RANK, VECTOR_BITS = 128 };

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

tern_ttg_machine_t tern_ttg_machine_of(const tern_op_t *op) {
  int64_t warps = tern_ttg_lookup_num_warps(op), threads = tern_ttg_lookup_threads_per_warp(op);
  int64_t ctas = tern_ttg_lookup_num_ctas(op);
  return (tern_ttg_machine_t){warps ? warps : 4, threads ? threads : 32, ctas ? ctas : 1};
}

tern_value_t *tern_ttg_accessed_pointers(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_TT(LOAD), TERN_TT(ATOMIC_RMW), TERN_TT(ATOMIC_CAS), TERN_TT(STORE),
                                              TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return tern_op_operand(op, 0);
  }
  return NULL;
}

// --- encodings ---

// Dimensions by their contiguity, the greatest first.
static void order_of(const tern_axis_info_t *info, int64_t *out_order) {
  for (size_t i = 0; i < info->rank; ++i) {
    size_t at = i;
    while (at > 0 && info->contiguity[out_order[at - 1]] < info->contiguity[i]) --at;
    memmove(&out_order[at + 1], &out_order[at], (i - at) * sizeof *out_order);
    out_order[at] = (int64_t)i;
  }
}

// How many elements along `dim` one vector may have.
static int64_t vector_size(const tern_op_t *access, const tern_axis_infos_t *infos, size_t dim, int64_t part) {
  const tern_value_t *pointers = tern_ttg_accessed_pointers(access);
  tern_axis_info_t info = tern_axis_info_of(infos, pointers);
  int64_t bits = most(1, tern_axis_pointee_bits(pointers->type));
  int64_t aligned = most(info.divisibility[dim] / most(bits / 8, 1), 1);
  return least(least(aligned, least(info.contiguity[dim], part)), most(VECTOR_BITS / bits, 1));
}

static bool has_same_shape(const tern_type_t *a, const tern_type_t *b) {
  return a->kind == TERN_TYPE_TENSOR && tern_type_rank(a) == tern_type_rank(b) &&
         memcmp(tern_type_dims(a), tern_type_dims(b), tern_type_rank(a) * sizeof(int64_t)) == 0;
}

// The widest vector of accesses of the same shape and order that belong together.
static int64_t widest_vector(tern_op_t *access, const tern_axis_infos_t *infos, const int64_t *order, size_t rank,
                             int64_t part) {
  tern_value_t *pointers = tern_ttg_accessed_pointers(access);
  size_t dim = (size_t)order[0];
  int64_t size = vector_size(access, infos, dim, part), other_order[MAX_RANK];
  if (!tern_value_defining_op(pointers)) return size;
  tern_op_list_t slice = tern_slice_around(access, NULL, NULL);
  for (size_t i = 1; i < slice.count; ++i) {
    const tern_value_t *other = tern_ttg_accessed_pointers(slice.values[i]);
    if (!other || !has_same_shape(other->type, pointers->type)) continue;
    tern_axis_info_t info = tern_axis_info_of(infos, other);
    order_of(&info, other_order);
    if (memcmp(order, other_order, rank * sizeof *order) == 0)
      size = most(size, vector_size(slice.values[i], infos, dim, part));
  }
  tern_vec_deinitialize(&slice);
  return size;
}

// The part of the tensor that one block of the cluster has.
static int64_t part_elements(const tern_type_t *type, int64_t *out_part) {
  int64_t elements = 1;
  tern_ttg_part_shape(tern_tensor_type_encoding(type), tern_type_dims(type), out_part);
  for (size_t d = 0; d < tern_type_rank(type); ++d) elements *= out_part[d];
  return elements;
}

const tern_attr_t *tern_ttg_coalesced_encoding(tern_op_t *access, const tern_axis_infos_t *infos) {
  const tern_value_t *pointers = tern_ttg_accessed_pointers(access);
  const tern_type_t *type = pointers->type;
  size_t rank = tern_type_rank(type);
  int64_t order[MAX_RANK], part[MAX_RANK], sizes[MAX_RANK];
  tern_axis_info_t info = tern_axis_info_of(infos, pointers);
  order_of(&info, order);
  tern_ttg_machine_t machine = tern_ttg_machine_of(access);
  int64_t each = most(part_elements(type, part) / (machine.warps * machine.threads), 1), part_size = part[order[0]];
  int64_t size = least(widest_vector(access, infos, order, rank, part_size), each);
  // Threads that write in several vectors leave gaps between those of a warp; what is read twice comes from the cache.
  if (!tern_op_is(access, TERN_TT(LOAD))) size = least(size, vector_size(access, infos, (size_t)order[0], part_size));
  for (size_t d = 0; d < rank; ++d) sizes[d] = (int64_t)d == order[0] ? size : 1;
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  return tern_ttg_blocked_for(type->context, tern_type_dims(type), sizes, order, rank, machine,
                              tern_ttg_cga_list(encoding));
}

const tern_attr_t *tern_ttg_descriptor_encoding(const tern_op_t *op, const tern_type_t *tensor) {
  int64_t order[MAX_RANK], part[MAX_RANK], sizes[MAX_RANK];
  size_t rank = tern_type_rank(tensor);
  tern_ttg_machine_t machine = tern_ttg_machine_of(op);
  int64_t each = most(part_elements(tensor, part) / (machine.warps * machine.threads), 1);
  for (size_t d = 0; d < rank; ++d) {
    sizes[d] = 1;
    order[d] = (int64_t)(rank - 1 - d);
  }
  sizes[rank - 1] = least(each, VECTOR_BITS / most(1, tern_type_bit_width(tern_type_element(tensor))));
  return tern_ttg_blocked_for(tensor->context, tern_type_dims(tensor), sizes, order, rank, machine,
                              tern_ttg_cga_list(tern_tensor_type_encoding(tensor)));
}

// --- the op with another encoding ---

// The numbers of rows that a descriptor gathers or scatters keep what TMA needs.
static bool keeps_operand(const tern_op_t *op, size_t index) {
  return index == 1 && (tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER)) || tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER)));
}

tern_op_t *tern_ttg_reencode_op(tern_op_t *op, const tern_attr_t *encoding) {
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *made = tern_op_clone(op, NULL);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (operand->type->kind == TERN_TYPE_TENSOR && !keeps_operand(op, i))
      tern_op_set_operand(made, i, tern_ttg_build_convert(&b, operand, encoding));
  }
  tern_builder_insert(&b, made);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *old = tern_op_result(op, i), *result = tern_op_result(made, i);
    if (old->type->kind == TERN_TYPE_TENSOR) result->type = tern_ttg_with_encoding(old->type, encoding);
    if (result->type != old->type) result = tern_ttg_build_convert(&b, result, tern_tensor_type_encoding(old->type));
    tern_value_replace_all_uses(old, result);
  }
  tern_op_destroy(op);
  return made;
}
