// Buffers behind views, and accesses that meet.

#include "analysis/memory_location.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/hal.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/spirv/spirv.h"
#include "dialect/vector/vector.h"

// --- accesses ---

// Places of the operands of each kind of access, in pairs; the indices are the last ones.
static const struct {
  const tern_op_row_t *row;
  bool is_store;
  size_t memref, value, first_index;
} access_ops[] = {
    {TERN_MEMREF(LOAD), false, 0, 0, 1},
    {TERN_MEMREF(STORE), true, 1, 0, 2},
    {TERN_VECTOR(LOAD), false, 0, 0, 1},
    {TERN_VECTOR(STORE), true, 1, 0, 2},
    {TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX), false, 0, 0, 1},
    {TERN_GPU(SUBGROUP_MMA_STORE_MATRIX), true, 1, 0, 2},
};

bool tern_memory_access_of(tern_op_t *op, tern_memory_access_t *out) {
  for (size_t i = 0; i < sizeof access_ops / sizeof access_ops[0]; ++i) {
    if (!tern_op_is(op, access_ops[i].row)) continue;
    tern_value_t *value = access_ops[i].is_store ? tern_op_operand(op, access_ops[i].value) : tern_op_result(op, 0);
    *out = (tern_memory_access_t){.op = op,
                                  .is_store = access_ops[i].is_store,
                                  .memref = tern_op_operand(op, access_ops[i].memref),
                                  .first_index = access_ops[i].first_index,
                                  .index_count = op->operand_count - access_ops[i].first_index,
                                  .type = value->type,
                                  .value = value};
    return true;
  }
  return false;
}

const tern_op_row_t *tern_memory_access_row(const tern_op_t *op, bool is_store) {
  for (size_t i = 0; i < sizeof access_ops / sizeof access_ops[0]; ++i) {
    if (!tern_op_is(op, access_ops[i].row)) continue;
    return access_ops[i].is_store == is_store ? access_ops[i].row : access_ops[i ^ 1].row;
  }
  return NULL;
}

// --- buffers ---

static bool is_view(const tern_op_t *op) {
  return tern_op_is(op, TERN_MEMREF(SUBVIEW)) || tern_op_is(op, TERN_MEMREF(CAST)) ||
         tern_op_is(op, TERN_MEMREF(EXPAND_SHAPE)) || tern_op_is(op, TERN_MEMREF(COLLAPSE_SHAPE)) ||
         tern_op_is(op, TERN_MEMREF(REINTERPRET_CAST)) || tern_op_is(op, TERN_MEMREF(MEMORY_SPACE_CAST)) ||
         tern_op_is(op, TERN_MEMREF(ASSUME_ALIGNMENT)) || tern_op_is(op, TERN_MEMREF(VIEW)) ||
         tern_op_is(op, TERN_MEMREF(TRANSPOSE));
}

tern_value_t *tern_memory_base(tern_value_t *memref) {
  tern_op_t *op = tern_value_defining_op(memref);
  while (op && is_view(op)) {
    memref = tern_op_operand(op, 0);
    op = tern_value_defining_op(memref);
  }
  return memref;
}

static bool is_allocation(const tern_op_t *op) {
  return op && (tern_op_is(op, TERN_MEMREF(ALLOC)) || tern_op_is(op, TERN_MEMREF(ALLOCA)));
}

static bool is_binding(const tern_op_t *op) { return op && tern_op_is(op, TERN_IREE(PLACEHOLDER)); }

static bool is_global(const tern_op_t *op) { return op && tern_op_is(op, TERN_MEMREF(GET_GLOBAL)); }

static bool is_known(const tern_op_t *op) { return is_binding(op) || is_allocation(op) || is_global(op); }

tern_alias_t tern_memory_bases_alias(const tern_value_t *a, const tern_value_t *b) {
  if (a == b) return TERN_MUST_ALIAS;
  const tern_op_t *from_a = tern_value_defining_op(a), *from_b = tern_value_defining_op(b);
  if (is_binding(from_a) && is_binding(from_b)) {
    return tern_op_attr(from_a, "binding") == tern_op_attr(from_b, "binding") ? TERN_MAY_ALIAS : TERN_NO_ALIAS;
  }
  bool is_same_global =
      is_global(from_a) && is_global(from_b) && tern_op_attr(from_a, "name") == tern_op_attr(from_b, "name");
  if (is_same_global) return TERN_MUST_ALIAS;
  return is_known(from_a) && is_known(from_b) ? TERN_NO_ALIAS : TERN_MAY_ALIAS;
}

// --- indices ---

// `value` as base + offset; a constant has no base.
static const tern_value_t *split_offset(const tern_value_t *value, int64_t *out_offset) {
  *out_offset = 0;
  for (;;) {
    int64_t constant;
    const tern_op_t *op = tern_value_defining_op(value);
    if (tern_index_constant(value, &constant)) {
      *out_offset += constant;
      return NULL;
    }
    if (!op || !tern_op_is(op, TERN_ARITH(ADDI))) return value;
    if (tern_index_constant(tern_op_operand(op, 1), &constant)) {
      value = tern_op_operand(op, 0);
    } else if (tern_index_constant(tern_op_operand(op, 0), &constant)) {
      value = tern_op_operand(op, 1);
    } else {
      return value;
    }
    *out_offset += constant;
  }
}

// How many elements an access covers along dimension `dim` of `rank`.
static int64_t extent_along(const tern_type_t *type, size_t dim, size_t rank) {
  if (tern_type_is_gpu_matrix(type) && dim + 2 >= rank) {
    return dim + 1 == rank ? tern_gpu_matrix_columns(type) : tern_gpu_matrix_rows(type);
  }
  if (type->kind != TERN_TYPE_VECTOR) return 1;
  size_t vector_rank = tern_type_rank(type);
  return dim + vector_rank >= rank ? tern_type_dim(type, dim + vector_rank - rank) : 1;
}

// A matrix lies in the last two dimensions as it is if its rows are as far apart as those of the memref.
static bool is_plain(const tern_memory_access_t *access) {
  if (!tern_type_is_gpu_matrix(access->type)) return true;
  int64_t strides[TERN_MEMREF_MAX_RANK], offset;
  size_t rank = tern_type_rank(access->memref->type);
  return !tern_op_attr(access->op, "transpose") && rank >= 2 && rank <= TERN_MEMREF_MAX_RANK &&
         tern_type_element(access->memref->type) == tern_gpu_matrix_element(access->type) &&
         tern_memref_type_strides(access->memref->type, strides, &offset) &&
         strides[rank - 2] == tern_integer_attr_value(tern_op_attr(access->op, "leadDimension"));
}

tern_alias_t tern_memory_accesses_alias(const tern_memory_access_t *a, const tern_memory_access_t *b) {
  if (a->memref != b->memref) {
    tern_alias_t bases = tern_memory_bases_alias(tern_memory_base(a->memref), tern_memory_base(b->memref));
    return bases == TERN_NO_ALIAS ? TERN_NO_ALIAS : TERN_MAY_ALIAS;
  }
  if (!is_plain(a) || !is_plain(b)) return TERN_MAY_ALIAS;
  bool is_same = a->type == b->type;
  for (size_t i = 0; i < a->index_count; ++i) {
    int64_t offset_a, offset_b;
    const tern_value_t *base_a = split_offset(tern_op_operand(a->op, a->first_index + i), &offset_a);
    const tern_value_t *base_b = split_offset(tern_op_operand(b->op, b->first_index + i), &offset_b);
    if (base_a != base_b) {
      is_same = false;
      continue;
    }
    if (offset_a == offset_b) continue;
    is_same = false;
    bool is_before = offset_a < offset_b;
    int64_t extent = extent_along(is_before ? a->type : b->type, i, a->index_count);
    if ((is_before ? offset_b - offset_a : offset_a - offset_b) >= extent) return TERN_NO_ALIAS;
  }
  return is_same ? TERN_MUST_ALIAS : TERN_MAY_ALIAS;
}

// --- effects ---

static bool is_workgroup_memory(const tern_value_t *base) {
  return is_allocation(tern_value_defining_op(base)) && !tern_op_is(tern_value_defining_op(base), TERN_MEMREF(ALLOCA));
}

// A barrier makes others' accesses to shared memory visible: as if it accessed that memory itself.
static bool barrier_touches(const tern_op_t *op, const tern_value_t *base) {
  enum { UNIFORM_MEMORY = 0x40, WORKGROUP_MEMORY = 0x100 };  // SPIR-V specification, Memory Semantics
  int64_t semantics = tern_enum_attr_value(tern_op_attr(op, "memory_semantics"));
  if (is_allocation(tern_value_defining_op(base))) return is_workgroup_memory(base) && (semantics & WORKGROUP_MEMORY);
  return (semantics & UNIFORM_MEMORY) != 0 || !is_binding(tern_value_defining_op(base));
}

static bool touches_itself(tern_op_t *op, const tern_value_t *base) {
  tern_memory_access_t access;
  if (tern_memory_access_of(op, &access)) {
    return tern_memory_bases_alias(tern_memory_base(access.memref), base) != TERN_NO_ALIAS;
  }
  if (tern_op_is(op, TERN_SPIRV(CONTROLBARRIER)) || tern_op_is(op, TERN_SPIRV(MEMORYBARRIER))) {
    return barrier_touches(op, base);
  }
  if (tern_op_is(op, TERN_GPU(BARRIER))) {
    const tern_op_t *from = tern_value_defining_op(base);
    return !(from && tern_op_is(from, TERN_MEMREF(ALLOCA)));
  }
  bool names_memory = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (operand->type->kind != TERN_TYPE_MEMREF) continue;
    names_memory = true;
    if (tern_memory_bases_alias(tern_memory_base(operand), base) != TERN_NO_ALIAS) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_op_result(op, i)->type->kind != TERN_TYPE_MEMREF) continue;
    names_memory = true;
    if (tern_op_result(op, i) == base) return true;
  }
  return !names_memory;
}

typedef struct touch_search {
  const tern_value_t *base;
} touch_search_t;

static tern_walk_result_t find_touch(tern_op_t *op, void *user) {
  const touch_search_t *search = user;
  if (tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && op->region_count == 0) return TERN_WALK_ADVANCE;
  if (tern_op_effects(op) == 0) return TERN_WALK_SKIP;
  if (tern_op_has_trait(op, TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS)) return TERN_WALK_ADVANCE;
  return touches_itself(op, search->base) ? TERN_WALK_INTERRUPT : TERN_WALK_SKIP;
}

bool tern_op_may_touch(tern_op_t *op, const tern_value_t *base) {
  touch_search_t search = {base};
  return tern_op_walk_pre(op, find_touch, &search) == TERN_WALK_INTERRUPT;
}
