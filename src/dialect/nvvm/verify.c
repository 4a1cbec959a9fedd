// nvvm: what is right for registers, barriers, fences and ops among lanes. Messages are upstream's.

#include <inttypes.h>

#include "dialect/llvm/llvm.h"
#include "dialect/nvvm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static const tern_type_t *result_type(const tern_op_t *op) { return op->results[0].type; }

// A struct of these members?
static bool is_pair(const tern_type_t *type, const tern_type_t *first, const tern_type_t *second) {
  if (!tern_type_is_llvm(type, TERN_LLVM_STRUCT)) return false;
  tern_types_t members = tern_llvm_struct_elements(type);
  return members.count == 2 && members.values[0] == first && members.values[1] == second;
}

static bool fail(const tern_op_t *op, const char *message) { return tern_emit_error(op->loc, "%s", message); }

// --- registers ---

bool tern_nvvm_verify_range(const tern_op_t *op) {
  const tern_attr_t *range = tern_op_attr(op, "range");
  if (!range) return true;
  const tern_attr_t *bounds[] = {(const tern_attr_t *)(uintptr_t)range->params[0],
                                 (const tern_attr_t *)(uintptr_t)range->params[1]};
  uint32_t width = tern_integer_type_width(tern_attr_type(bounds[0]));
  uint64_t max = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
  uint64_t lower = (uint64_t)tern_integer_attr_value(bounds[0]), upper = (uint64_t)tern_integer_attr_value(bounds[1]);
  if ((lower & max) != (upper & max) || (lower & max) == 0 || (lower & max) == max) return true;
  return tern_op_error(op,
                       "invalid range attribute: Lower == Upper, but they aren't min (0) or max (%" PRIu64
                       ") value! This is an invalid constant range.",
                       max);
}

bool tern_nvvm_verify_pmevent(const tern_op_t *op) {
  const tern_attr_t *id = tern_op_attr(op, "eventId"), *mask = tern_op_attr(op, "maskedEventId");
  if (!id && !mask) return tern_op_error(op, "either `id` or `mask` must be set");
  if (id && mask) return tern_op_error(op, "`id` and `mask` cannot be set at the same time");
  if (id && (tern_integer_attr_value(id) < 0 || tern_integer_attr_value(id) > 15)) {
    return tern_op_error(op, "`id` must be between 0 and 15");
  }
  return true;
}

bool tern_nvvm_verify_setmaxregister(const tern_op_t *op) {
  int64_t count = tern_nvvm_value(op, "regCount", 0);
  if (count % 8 != 0) return tern_op_error(op, "new register size must be multiple of 8");
  return (count >= 24 && count <= 256) || tern_op_error(op, "new register size must be in between 24 to 256");
}

bool tern_nvvm_verify_prmt(const tern_op_t *op) {
  int64_t mode = tern_nvvm_value(op, "mode", 0);
  bool has_hi = tern_op_operand_named(op, "hi") != NULL, needs_hi = mode <= TERN_NVVM_PERMUTE_MODE_B4E;
  if (has_hi == needs_hi) return true;
  const char *name = tern_enum_case_name(TERN_NVVM_ENUM(PERMUTE_MODE), mode);
  return tern_emit_error(op->loc,
                         has_hi ? "mode '%s' does not accept 'hi' operand." : "mode '%s' requires 'hi' operand.", name);
}

// --- barriers ---

bool tern_nvvm_verify_barrier(const tern_op_t *op) {
  bool has_id = tern_op_operand_named(op, "barrierId") != NULL;
  bool has_predicate = tern_op_operand_named(op, "reductionPredicate") != NULL;
  bool has_reduction = tern_op_attr(op, "reductionOp") != NULL;
  if (tern_op_operand_named(op, "numberOfThreads") && !has_id) {
    return tern_op_error(op, "barrier id is missing, it should be set between 0 to 15");
  }
  if (has_id && (has_reduction || has_predicate)) {
    return tern_op_error(op, "reduction are only available when id is 0");
  }
  return has_reduction == has_predicate ||
         tern_op_error(op, "reduction predicate and reduction operation must be specified together");
}

// `result_count` is 0 for ops whose result is no state of the barrier.
static bool check_arrival(const tern_op_t *op, size_t result_count) {
  int64_t scope = tern_nvvm_value(op, "scope", TERN_NVVM_MEM_SCOPE_CTA);
  if (scope != TERN_NVVM_MEM_SCOPE_CTA && scope != TERN_NVVM_MEM_SCOPE_CLUSTER) {
    return fail(op, "mbarrier scope must be either CTA or Cluster");
  }
  return result_count == 0 || tern_nvvm_pointer_space(tern_op_operand(op, 0)) != TERN_NVVM_SHARED_CLUSTER ||
         fail(op, "mbarrier in shared_cluster space cannot return any value");
}

bool tern_nvvm_verify_mbarrier_arrive(const tern_op_t *op) { return check_arrival(op, op->result_count); }
bool tern_nvvm_verify_mbarrier_arrive_drop(const tern_op_t *op) { return check_arrival(op, op->result_count); }
bool tern_nvvm_verify_mbarrier_arrive_drop_expect_tx(const tern_op_t *op) {
  return check_arrival(op, op->result_count);
}
bool tern_nvvm_verify_mbarrier_expect_tx(const tern_op_t *op) { return check_arrival(op, 0); }
bool tern_nvvm_verify_mbarrier_complete_tx(const tern_op_t *op) { return check_arrival(op, 0); }
bool tern_nvvm_verify_mbarrier_test_wait(const tern_op_t *op) { return check_arrival(op, 0); }
bool tern_nvvm_verify_mbarrier_try_wait(const tern_op_t *op) { return check_arrival(op, 0); }

// With a predicate it becomes PTX text, which has less to offer.
bool tern_nvvm_verify_mbarrier_arrive_expect_tx(const tern_op_t *op) {
  if (!tern_op_operand_named(op, "predicate")) return check_arrival(op, op->result_count);
  const tern_attr_t *relaxed = tern_op_attr(op, "relaxed");
  if (tern_nvvm_value(op, "scope", TERN_NVVM_MEM_SCOPE_CTA) != TERN_NVVM_MEM_SCOPE_CTA) {
    return fail(op, "mbarrier scope must be CTA when using predicate");
  }
  if (tern_nvvm_pointer_space(tern_op_operand(op, 0)) == TERN_NVVM_SHARED_CLUSTER) {
    return fail(op, "mbarrier in shared_cluster space is not supported when using predicate");
  }
  if (op->result_count > 0) return fail(op, "return-value is not supported when using predicate");
  if (relaxed && tern_integer_attr_value(relaxed) != 0) {
    return fail(op, "mbarrier with relaxed semantics is not supported when using predicate");
  }
  return true;
}

// --- fences ---

bool tern_nvvm_verify_fence_proxy(const tern_op_t *op) {
  int64_t kind = tern_nvvm_value(op, "kind", 0);
  if (kind == TERN_NVVM_PROXY_KIND_TENSORMAP) {
    return tern_op_error(op, "tensormap proxy is not a supported proxy kind");
  }
  if (kind == TERN_NVVM_PROXY_KIND_GENERIC) return tern_op_error(op, "generic proxy not a supported proxy kind");
  bool is_shared = kind == TERN_NVVM_PROXY_KIND_ASYNC_SHARED;
  bool has_space = tern_op_attr(op, "space") != NULL;
  if (is_shared && !has_space) return tern_op_error(op, "async_shared fence requires space attribute");
  return is_shared || !has_space || tern_op_error(op, "only async_shared fence can have space attribute");
}

static bool check_tensormap_proxies(const tern_op_t *op) {
  if (tern_nvvm_value(op, "fromProxy", TERN_NVVM_PROXY_KIND_GENERIC) != TERN_NVVM_PROXY_KIND_GENERIC) {
    return tern_op_error(op, "uni-directional proxies only support generic for from_proxy attribute");
  }
  return tern_nvvm_value(op, "toProxy", TERN_NVVM_PROXY_KIND_TENSORMAP) == TERN_NVVM_PROXY_KIND_TENSORMAP ||
         tern_op_error(op, "uni-directional proxies only support tensormap for to_proxy attribute");
}

bool tern_nvvm_verify_fence_proxy_acquire(const tern_op_t *op) { return check_tensormap_proxies(op); }
bool tern_nvvm_verify_fence_proxy_release(const tern_op_t *op) { return check_tensormap_proxies(op); }

static bool check_order(const tern_op_t *op) {
  int64_t order = tern_nvvm_value(op, "order", 0);
  return order == TERN_NVVM_MEM_ORDER_ACQUIRE || order == TERN_NVVM_MEM_ORDER_RELEASE ||
         tern_op_error(op, "only acquire and release semantics are supported");
}

bool tern_nvvm_verify_fence_sync_restrict(const tern_op_t *op) { return check_order(op); }

bool tern_nvvm_verify_fence_proxy_sync_restrict(const tern_op_t *op) {
  if (!check_order(op)) return false;
  if (tern_nvvm_value(op, "fromProxy", TERN_NVVM_PROXY_KIND_GENERIC) != TERN_NVVM_PROXY_KIND_GENERIC) {
    return tern_op_error(op, "only generic is support for from_proxy attribute");
  }
  return tern_nvvm_value(op, "toProxy", TERN_NVVM_PROXY_KIND_ASYNC) == TERN_NVVM_PROXY_KIND_ASYNC ||
         tern_op_error(op, "only async is supported for to_proxy attribute");
}

// --- among lanes ---

static bool wrong_type(const tern_op_t *op, const char *what, const tern_type_t *expected, const tern_type_t *actual) {
  return tern_op_error(op, "expected %s to be of type '%s' but got '%s' instead", what, tern_type_text(expected),
                       tern_type_text(actual));
}

bool tern_nvvm_verify_shfl_sync(const tern_op_t *op) {
  const tern_type_t *type = result_type(op), *value = tern_op_operand_named(op, "val")->type;
  bool says_valid = tern_op_attr(op, "return_value_and_is_valid") != NULL;
  if (!tern_type_is_llvm(type, TERN_LLVM_STRUCT)) {
    if (says_valid) return tern_op_error(op, "expected return type to be a two-element struct");
    return type == value || wrong_type(op, "return type", value, type);
  }
  if (!says_valid) {
    return tern_op_error(
        op, "\"return_value_and_is_valid\" attribute must be specified when the return type is a struct type");
  }
  tern_types_t members = tern_llvm_struct_elements(type);
  if (members.count != 2) return tern_op_error(op, "expected return type to be a two-element struct");
  if (members.values[0] != value) {
    return wrong_type(op, "first element in the returned struct", value, members.values[0]);
  }
  const tern_type_t *i1 = tern_i_type_get(tern_op_context(op), 1);
  return members.values[1] == i1 || wrong_type(op, "second element in the returned struct", i1, members.values[1]);
}

bool tern_nvvm_verify_match_sync(const tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  if (tern_nvvm_value(op, "kind", 0) == TERN_NVVM_MATCH_SYNC_KIND_ALL) {
    return is_pair(result_type(op), i32, tern_i_type_get(context, 1)) ||
           tern_op_error(op,
                         "match.sync 'all' returns a two element struct with first element as i32 and second element "
                         "as i1");
  }
  return result_type(op) == i32 || tern_op_error(op, "match.sync 'any' returns an i32");
}

bool tern_nvvm_verify_vote_sync(const tern_op_t *op) {
  if (tern_nvvm_value(op, "kind", 0) == TERN_NVVM_VOTE_SYNC_KIND_BALLOT) {
    return tern_type_is_i(result_type(op), 32) || tern_op_error(op, "vote.sync 'ballot' returns an i32");
  }
  return tern_type_is_i(result_type(op), 1) || tern_op_error(op, "vote.sync 'any', 'all' and 'uni' returns an i1");
}

bool tern_nvvm_verify_redux_sync(const tern_op_t *op) {
  const tern_type_t *type = result_type(op);
  if (tern_op_operand_named(op, "val")->type != type) {
    return tern_op_error(op, "failed to verify that all of {res, val} have same type");
  }
  bool is_float = type->kind == TERN_TYPE_F32;
  static const char *const for_floats[] = {"abs", "nan"};
  for (size_t i = 0; !is_float && i < 2; ++i) {
    if (tern_nvvm_value(op, for_floats[i], 0) == 0) continue;
    return tern_op_error(op, "%s attribute is supported only for f32 type", for_floats[i]);
  }
  int64_t kind = tern_nvvm_value(op, "kind", 0);
  bool needs_float = kind == TERN_NVVM_REDUX_KIND_FMIN || kind == TERN_NVVM_REDUX_KIND_FMAX;
  return is_float == needs_float ||
         tern_op_error(op, "'%s' redux kind unsupported with '%s' type. Only supported type is '%s'.",
                       tern_enum_case_name(TERN_NVVM_ENUM(REDUX_KIND), kind), tern_type_text(type),
                       needs_float ? "f32" : "i32");
}

bool tern_nvvm_verify_clusterlaunchcontrol_query_cancel(const tern_op_t *op) {
  if (tern_nvvm_value(op, "query_type", 0) == TERN_NVVM_CLUSTER_LAUNCH_CONTROL_QUERY_TYPE_IS_CANCELED) {
    return tern_type_is_i(result_type(op), 1) || tern_op_error(op, "is_canceled query type returns an i1");
  }
  return tern_type_is_i(result_type(op), 32) ||
         tern_op_error(op, "get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32");
}
