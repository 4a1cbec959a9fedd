// nvvm: what is right for copies, prefetches and addresses within clusters. Messages are upstream's.

#include <inttypes.h>

#include "dialect/nvvm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

enum { MAX_RANK = 5 };

static size_t group_size(const tern_op_t *op, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return count;
}

static bool is_set(const tern_op_t *op, const char *name) { return tern_nvvm_value(op, name, 0) != 0; }

static bool fail(const tern_op_t *op, const char *message) { return tern_emit_error(op->loc, "%s", message); }

// --- copies by threads ---

bool tern_nvvm_verify_cp_async_shared_global(const tern_op_t *op) {
  int64_t modifier = tern_nvvm_value(op, "modifier", 0), size = tern_nvvm_value(op, "size", 0);
  if (modifier != TERN_NVVM_LOAD_CACHE_MODIFIER_CG && modifier != TERN_NVVM_LOAD_CACHE_MODIFIER_CA) {
    return fail(op, "Only CG and CA cache modifiers are supported.");
  }
  if (size != 4 && size != 8 && size != 16) return fail(op, "expected byte size to be either 4, 8 or 16.");
  return modifier != TERN_NVVM_LOAD_CACHE_MODIFIER_CG || size == 16 ||
         fail(op, "CG cache modifier is only support for 16 bytes copy.");
}

bool tern_nvvm_verify_st_bulk(const tern_op_t *op) {
  int64_t value = tern_nvvm_value(op, "initVal", 0);
  return value == 0 || tern_op_error(op, "only 0 is supported for initVal, got %" PRId64, value);
}

// Addresses in a cluster: generic to generic, or shared to shared of the cluster.
bool tern_nvvm_verify_mapa(const tern_op_t *op) {
  tern_nvvm_space_t from = tern_nvvm_pointer_space(tern_op_operand(op, 0)),
                    to = tern_nvvm_pointer_space(&op->results[0]);
  return (from == TERN_NVVM_GENERIC && to == TERN_NVVM_GENERIC) ||
         (from == TERN_NVVM_SHARED && to == TERN_NVVM_SHARED_CLUSTER) ||
         tern_op_error(op, "failed to verify that Valid address-space check(or mapping) for mapa Op");
}

// --- copies of boxes of tensors ---

static bool check_load(const tern_op_t *op) {
  int64_t mode = tern_nvvm_value(op, "mode", TERN_NVVM_TMA_LOAD_MODE_TILE);
  size_t rank = group_size(op, "coordinates"), offsets = group_size(op, "im2colOffsets"), expected = 0;
  if (rank < 1 || rank > MAX_RANK) return fail(op, "expects coordinates between 1 to 5 dimension");
  bool is_tile = mode == TERN_NVVM_TMA_LOAD_MODE_TILE, is_gather = mode == TERN_NVVM_TMA_LOAD_MODE_TILE_GATHER4;
  if (is_gather && rank != MAX_RANK) return fail(op, "Gather4 mode expects 5 coordinates");
  if (!is_tile && !is_gather) {
    if (rank < 3) {
      return tern_emit_error(op->loc, "to use %s mode, the tensor has to be at least 3-dimensional",
                             tern_enum_case_name(TERN_NVVM_ENUM(TMA_LOAD_MODE), mode));
    }
    expected = mode == TERN_NVVM_TMA_LOAD_MODE_IM2COL ? rank - 2 : 2;
  }
  return offsets == expected ||
         tern_emit_error(op->loc, " im2col offsets expected %zu (provided %zu)", expected, offsets);
}

static bool check_store(const tern_op_t *op) {
  size_t rank = group_size(op, "coordinates");
  if (rank < 1 || rank > MAX_RANK) return fail(op, "expects coordinates between 1 to 5 dimension");
  return tern_nvvm_value(op, "mode", 0) != TERN_NVVM_TMA_STORE_MODE_IM2COL || rank >= 3 ||
         fail(op, "to use im2col mode, the tensor has to be at least 3-dimensional");
}

bool tern_nvvm_verify_cp_async_bulk_tensor_prefetch(const tern_op_t *op) { return check_load(op); }

// With a predicate it becomes PTX text, which has less to offer.
bool tern_nvvm_verify_cp_async_bulk_tensor_shared_cluster_global(const tern_op_t *op) {
  bool is_for_block = is_set(op, "isCTAOnly");
  if (tern_op_operand_named(op, "predicate")) {
    int64_t mode = tern_nvvm_value(op, "mode", TERN_NVVM_TMA_LOAD_MODE_TILE);
    if (is_for_block) return fail(op, "Predicate is supported only for shared::cluster mode.");
    if (mode != TERN_NVVM_TMA_LOAD_MODE_TILE && mode != TERN_NVVM_TMA_LOAD_MODE_IM2COL) {
      return fail(op, "Predicate is supported only for Tile and Im2col modes.");
    }
    return check_load(op);
  }
  tern_nvvm_space_t space = tern_nvvm_pointer_space(tern_op_operand(op, 0));
  if (space != (is_for_block ? TERN_NVVM_SHARED : TERN_NVVM_SHARED_CLUSTER)) {
    return fail(op, is_for_block ? "Shared::cta destination requires address-space 3."
                                 : "Shared::cluster destination requires address-space 7.");
  }
  if (is_for_block && tern_op_operand_named(op, "multicastMask")) {
    return fail(op, "Multicast is not supported with shared::cta mode.");
  }
  if (is_for_block && tern_op_attr(op, "group")) return fail(op, "CTAGroup is not supported with shared::cta mode.");
  return check_load(op);
}

bool tern_nvvm_verify_cp_async_bulk_tensor_global_shared_cta(const tern_op_t *op) {
  int64_t mode = tern_nvvm_value(op, "mode", TERN_NVVM_TMA_STORE_MODE_TILE);
  if (tern_op_operand_named(op, "predicate")) {
    if (mode != TERN_NVVM_TMA_STORE_MODE_TILE) return fail(op, "Inline-ptx lowering supported only for Tile mode.");
    if (tern_op_operand_named(op, "l2CacheHint")) {
      return fail(op, "Inline-ptx lowering unsupported with L2 cache-hint.");
    }
  }
  if (mode != TERN_NVVM_TMA_STORE_MODE_TILE_SCATTER4) return check_store(op);
  return group_size(op, "coordinates") == MAX_RANK || fail(op, "Scatter4 mode expects 5 coordinates");
}

bool tern_nvvm_verify_cp_async_bulk_tensor_reduce(const tern_op_t *op) {
  if (tern_nvvm_value(op, "mode", 0) != TERN_NVVM_TMA_STORE_MODE_TILE_SCATTER4) return check_store(op);
  return fail(op, "Scatter mode unsupported for CpAsyncBulkTensorReduceOp");
}

bool tern_nvvm_verify_cp_async_bulk_shared_cluster_global(const tern_op_t *op) {
  return tern_nvvm_pointer_space(tern_op_operand(op, 0)) != TERN_NVVM_SHARED ||
         !tern_op_operand_named(op, "multicastMask") || fail(op, "Multicast is not supported with shared::cta mode.");
}

// --- prefetch ---

static bool check_tensormap_prefetch(const tern_op_t *op, tern_nvvm_space_t space) {
  if (space != TERN_NVVM_GENERIC && space != TERN_NVVM_CONSTANT) {
    return tern_op_error(op, "prefetch tensormap requires a generic or constant pointer");
  }
  if (tern_op_attr(op, "evictPriority")) {
    return tern_op_error(op, "prefetch tensormap does not support eviction priority");
  }
  return !tern_op_attr(op, "in_param_space") || space == TERN_NVVM_GENERIC ||
         tern_op_error(op, "in_param_space can only be specified for a generic pointer");
}

static bool check_eviction(const tern_op_t *op, int64_t level, tern_nvvm_space_t space) {
  int64_t priority = tern_nvvm_value(op, "evictPriority", 0);
  if (level != TERN_NVVM_PREFETCH_CACHE_LEVEL_L2) {
    return tern_op_error(op, "cache eviction priority supported only for cache level L2");
  }
  if (space != TERN_NVVM_GLOBAL) return tern_op_error(op, "cache eviction priority requires a global pointer");
  return priority == TERN_NVVM_CACHE_EVICTION_PRIORITY_EVICT_NORMAL ||
         priority == TERN_NVVM_CACHE_EVICTION_PRIORITY_EVICT_LAST ||
         tern_op_error(op, "unsupported cache eviction priority, only evict_last and evict_normal are supported");
}

static bool check_cache_prefetch(const tern_op_t *op, int64_t level, tern_nvvm_space_t space) {
  if (space != TERN_NVVM_GENERIC && space != TERN_NVVM_GLOBAL && space != TERN_NVVM_LOCAL) {
    return tern_op_error(op, "prefetch to cache level requires a generic, global, or local pointer");
  }
  if (tern_op_attr(op, "uniform")) {
    if (level != TERN_NVVM_PREFETCH_CACHE_LEVEL_L1) {
      return tern_op_error(op, "unsupported cache level, the only supported uniform cache level is L1");
    }
    if (space != TERN_NVVM_GENERIC) {
      return tern_op_error(op, "prefetch to uniform cache requires a generic pointer");
    }
  }
  if (tern_op_attr(op, "evictPriority") && !check_eviction(op, level, space)) return false;
  return !tern_op_operand_named(op, "predicate") || tern_op_error(op, "predicate supported only on prefetch tensormap");
}

bool tern_nvvm_verify_prefetch(const tern_op_t *op) {
  tern_nvvm_space_t space = tern_nvvm_pointer_space(tern_op_operand_named(op, "addr"));
  bool is_tensormap = tern_op_attr(op, "tensormap") != NULL, has_level = tern_op_attr(op, "cacheLevel") != NULL;
  if (is_tensormap && has_level) return tern_op_error(op, "cannot specify both tensormap and cache level");
  if (is_tensormap) return check_tensormap_prefetch(op, space);
  if (!has_level) return tern_op_error(op, "requires specification of either cache level or tensormap");
  return check_cache_prefetch(op, tern_nvvm_value(op, "cacheLevel", 0), space);
}
