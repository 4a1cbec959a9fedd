// llvm: what is right for ops on values, memory and control flow.

#include <inttypes.h>

#include "dialect/common/switch_syntax.h"
#include "dialect/llvm/llvm_hooks.h"
#include "ir/symbol.h"

// --- aggregates ---

const tern_type_t *tern_llvm_member_type(const tern_op_t *op, const tern_type_t *aggregate, const int64_t *position,
                                         size_t depth) {
  const tern_type_t *type = aggregate;
  for (size_t i = 0; i < depth; i++) {
    uint64_t count;
    bool is_struct = tern_type_is_llvm(type, TERN_LLVM_STRUCT);
    if (is_struct) {
      count = tern_llvm_struct_elements(type).count;
    } else if (tern_type_is_llvm(type, TERN_LLVM_ARRAY)) {
      count = type->params[1];
    } else {
      if (op) tern_op_error(op, "expected LLVM IR structure/array type, got: '%s'", tern_type_text(type));
      return NULL;
    }
    if (position[i] < 0 || (uint64_t)position[i] >= count) {
      if (op) tern_op_error(op, "position out of bounds: %" PRId64, position[i]);
      return NULL;
    }
    type = is_struct ? tern_llvm_struct_elements(type).values[position[i]]
                     : (const tern_type_t *)(uintptr_t)type->params[0];
  }
  return type;
}

static const tern_type_t *member_of(const tern_op_t *op) {
  const tern_attr_t *position = tern_op_attr(op, "position");
  return tern_llvm_member_type(op, tern_op_operand(op, 0)->type, tern_dense_array_attr_data(position),
                               tern_dense_array_attr_count(position));
}

bool tern_llvm_verify_extractvalue(const tern_op_t *op) {
  const tern_type_t *member = member_of(op);
  if (!member) return false;
  return member == op->results[0].type ||
         tern_op_error(op, "Type mismatch: extracting from '%s' should produce '%s' but this op returns '%s'",
                       tern_type_text(tern_op_operand(op, 0)->type), tern_type_text(member),
                       tern_type_text(op->results[0].type));
}

bool tern_llvm_verify_insertvalue(const tern_op_t *op) {
  const tern_type_t *member = member_of(op), *type = tern_op_operand(op, 1)->type;
  if (!member) return false;
  return member == type || tern_op_error(op, "Type mismatch: cannot insert '%s' into '%s'", tern_type_text(type),
                                         tern_type_text(tern_op_operand(op, 0)->type));
}

bool tern_llvm_verify_shufflevector(const tern_op_t *op) {
  const tern_type_t *vector = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  const tern_attr_t *mask = tern_op_attr(op, "mask");
  size_t count = tern_dense_array_attr_count(mask);
  bool is_scalable = tern_vector_type_scalable_mask(vector) != 0;
  for (size_t i = 0; i < count; i++) {
    int64_t index = tern_dense_array_attr_int(mask, i);
    if (is_scalable && index != 0) return tern_op_error(op, "expected a splat operation for scalable vectors");
    if (index < -1 || (!is_scalable && index >= 2 * tern_type_dim(vector, 0)))
      return tern_op_error(op, "mask index #%zu out of range", i + 1);
  }
  return (tern_type_dim(result, 0) == (int64_t)count && tern_type_element(result) == tern_type_element(vector)) ||
         tern_op_error(op, "expected a result of %zu elements of '%s' but got '%s'", count,
                       tern_type_text(tern_type_element(vector)), tern_type_text(result));
}

// --- memory ---

bool tern_llvm_verify_alloca(const tern_op_t *op) {
  if (!tern_type_is_llvm(op->results[0].type, TERN_LLVM_PTR))
    return tern_op_error(op, "result #0 must be LLVM pointer type, but got '%s'", tern_type_text(op->results[0].type));
  const tern_type_t *element = tern_type_attr_value(tern_op_attr(op, "elem_type"));
  if (tern_type_is_llvm_target_without_memory(element))
    return tern_op_error(op, "this target extension type cannot be used in alloca");
  return tern_llvm_is_compatible(element) || tern_op_error(op, "cannot allocate '%s'", tern_type_text(element));
}

bool tern_llvm_verify_gep(const tern_op_t *op) {
  const tern_attr_t *constants = tern_op_attr(op, "rawConstantIndices");
  size_t count = tern_dense_array_attr_count(constants), dynamic_count = 0;
  for (size_t i = 0; i < count; i++) dynamic_count += tern_dense_array_attr_int(constants, i) == TERN_LLVM_GEP_DYNAMIC;
  if (dynamic_count != op->operand_count - 1)
    return tern_op_error(op, "expected as many dynamic indices as specified in 'rawConstantIndices'");
  if (tern_llvm_enum_value(op, "noWrapFlags", 0) == 1)
    return tern_op_error(op, "'inbounds_flag' cannot be used directly.");
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "elem_type"));
  for (size_t i = 1; i < count; i++) {
    int64_t index = tern_dense_array_attr_int(constants, i);
    if (tern_type_is_llvm(type, TERN_LLVM_STRUCT)) {
      tern_types_t elements = tern_llvm_struct_elements(type);
      if (index == TERN_LLVM_GEP_DYNAMIC)
        return tern_op_error(op, "expected index %zu indexing a struct to be constant", i);
      if (index < 0 || (uint64_t)index >= elements.count)
        return tern_op_error(op, "index %zu indexing a struct is out of bounds", i);
      type = elements.values[index];
    } else if (tern_type_is_llvm(type, TERN_LLVM_ARRAY)) {
      type = (const tern_type_t *)(uintptr_t)type->params[0];
    } else if (type->kind == TERN_TYPE_VECTOR) {
      type = tern_type_element(type);
    } else {
      return tern_op_error(op, "type '%s' cannot be indexed (index #%zu)", tern_type_text(type), i);
    }
  }
  return true;
}

static bool is_atomic_type(const tern_type_t *type) {
  if (tern_type_is_llvm(type, TERN_LLVM_PTR)) return true;
  if (!tern_type_is_signless(type) && !tern_type_is_float(type)) return false;
  uint32_t width = tern_type_bit_width(type);
  return width >= 8 && (width & (width - 1)) == 0;
}

static const char *ordering_name(int64_t ordering) {
  const char *name = tern_enum_case_name(TERN_LLVM_ENUM(ATOMIC_ORDERING), ordering);
  return name ? name : "?";
}

static bool verify_access(const tern_op_t *op, const tern_type_t *type, int64_t unsupported) {
  int64_t ordering = tern_llvm_enum_value(op, "ordering", TERN_LLVM_ORDERING_NOT_ATOMIC);
  if (ordering == TERN_LLVM_ORDERING_NOT_ATOMIC)
    return !tern_op_attr(op, "syncscope") || tern_op_error(op, "expected syncscope to be null for non-atomic access");
  if (!is_atomic_type(type)) return tern_op_error(op, "unsupported type '%s' for atomic access", tern_type_text(type));
  if (ordering == unsupported || ordering == TERN_LLVM_ORDERING_ACQ_REL)
    return tern_op_error(op, "unsupported ordering '%s'", ordering_name(ordering));
  return tern_op_attr(op, "alignment") || tern_op_error(op, "expected alignment for atomic access");
}

bool tern_llvm_verify_dereferenceable(const tern_op_t *op) {
  return !tern_op_attr(op, "dereferenceable") || tern_type_is_llvm(op->results[0].type, TERN_LLVM_PTR) ||
         tern_op_error(op, "expected op to return a single LLVM pointer type");
}

bool tern_llvm_verify_load(const tern_op_t *op) {
  if (!tern_llvm_verify_dereferenceable(op)) return false;
  return verify_access(op, op->results[0].type, TERN_LLVM_ORDERING_RELEASE);
}
bool tern_llvm_verify_store(const tern_op_t *op) {
  return verify_access(op, tern_op_operand(op, 0)->type, TERN_LLVM_ORDERING_ACQUIRE);
}

// A volatile access, or one that orders others, may do anything.
static tern_traits_t effects_of(const tern_op_t *op, tern_traits_t effects) {
  int64_t ordering = tern_llvm_enum_value(op, "ordering", TERN_LLVM_ORDERING_NOT_ATOMIC);
  bool is_plain = !tern_op_attr(op, "volatile_") && ordering <= TERN_LLVM_ORDERING_UNORDERED;
  return is_plain ? effects : effects | TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE;
}
tern_traits_t tern_llvm_inline_asm_effects(const tern_op_t *op) {
  return tern_op_attr(op, "has_side_effects") ? TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE : 0;
}
tern_traits_t tern_llvm_load_effects(const tern_op_t *op) { return effects_of(op, TERN_TRAIT_MEM_READ); }
tern_traits_t tern_llvm_store_effects(const tern_op_t *op) { return effects_of(op, TERN_TRAIT_MEM_WRITE); }

bool tern_llvm_verify_atomicrmw(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 1)->type;
  int64_t kind = tern_llvm_enum_value(op, "bin_op", 0), ordering = tern_llvm_enum_value(op, "ordering", 0);
  bool is_float_op = (kind >= 11 && kind <= 14) || kind >= 19;
  const tern_type_t *element = type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
  if (is_float_op && !tern_type_is_float(element))
    return tern_op_error(op, "expected LLVM IR floating point type%s", element == type ? "" : " for vector element");
  if (kind == 0 && !is_atomic_type(type)) return tern_op_error(op, "unexpected LLVM IR type for 'xchg' bin_op");
  if (!is_float_op && kind != 0 && !(tern_type_is_signless(type) && is_atomic_type(type)))
    return tern_op_error(op, "expected LLVM IR integer type");
  return ordering >= TERN_LLVM_ORDERING_MONOTONIC || tern_op_error(op, "expected at least 'monotonic' ordering");
}

bool tern_llvm_verify_cmpxchg(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 2)->type;
  int64_t success = tern_llvm_enum_value(op, "success_ordering", 0);
  int64_t failure = tern_llvm_enum_value(op, "failure_ordering", 0);
  if (tern_type_is_float(type) || !is_atomic_type(type)) return tern_op_error(op, "unexpected LLVM IR type");
  if (success < TERN_LLVM_ORDERING_MONOTONIC || failure < TERN_LLVM_ORDERING_MONOTONIC)
    return tern_op_error(op, "ordering must be at least 'monotonic'");
  if (failure == TERN_LLVM_ORDERING_RELEASE || failure == TERN_LLVM_ORDERING_ACQ_REL)
    return tern_op_error(op, "failure ordering cannot be 'release' or 'acq_rel'");
  tern_context_t *context = tern_op_context(op);
  return op->results[0].type == tern_llvm_struct_type(context, TERN_TYPES(type, tern_i_type_get(context, 1)), false) ||
         tern_op_error(op,
                       "failed to verify that result #0 has an LLVM struct type consisting of the type of operand "
                       "#2 and a bool");
}

bool tern_llvm_verify_fence(const tern_op_t *op) {
  return tern_llvm_enum_value(op, "ordering", 0) > TERN_LLVM_ORDERING_MONOTONIC ||
         tern_op_error(op, "can be given only acquire, release, acq_rel, and seq_cst orderings");
}

// --- casts ---

static uint32_t element_width(const tern_type_t *type) {
  return tern_type_bit_width(type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type);
}

static int64_t lane_count(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR ? tern_type_dim(type, 0) : 0;
}

static bool verify_width_change(const tern_op_t *op, bool to_wider) {
  const tern_type_t *in = tern_op_operand(op, 0)->type, *out = op->results[0].type;
  if ((in->kind == TERN_TYPE_VECTOR) != (out->kind == TERN_TYPE_VECTOR))
    return tern_op_error(op, "input type is %s but output type is %s",
                         in->kind == TERN_TYPE_VECTOR ? "a vector" : "an integer",
                         out->kind == TERN_TYPE_VECTOR ? "a vector" : "an integer");
  if (lane_count(in) != lane_count(out)) return tern_op_error(op, "input and output vectors are of incompatible shape");
  uint32_t in_width = element_width(in), out_width = element_width(out);
  if (to_wider ? in_width < out_width : in_width > out_width) return true;
  return tern_op_error(op, "integer width of the output type is %s or equal to the integer width of the input type",
                       to_wider ? "smaller" : "greater");
}
bool tern_llvm_verify_extension(const tern_op_t *op) { return verify_width_change(op, true); }
bool tern_llvm_verify_truncation(const tern_op_t *op) { return verify_width_change(op, false); }

bool tern_llvm_verify_bitcast(const tern_op_t *op) {
  const tern_type_t *in = tern_op_operand(op, 0)->type, *out = op->results[0].type;
  const tern_type_t *in_element = in->kind == TERN_TYPE_VECTOR ? tern_type_element(in) : in;
  const tern_type_t *out_element = out->kind == TERN_TYPE_VECTOR ? tern_type_element(out) : out;
  bool in_is_ptr = tern_type_is_llvm(in_element, TERN_LLVM_PTR);
  if (in_is_ptr != tern_type_is_llvm(out_element, TERN_LLVM_PTR))
    return tern_op_error(op, "can only cast pointers from and to pointers");
  if (!in_is_ptr) {
    uint64_t in_bits = (uint64_t)element_width(in) * (uint64_t)(lane_count(in) ? lane_count(in) : 1);
    uint64_t out_bits = (uint64_t)element_width(out) * (uint64_t)(lane_count(out) ? lane_count(out) : 1);
    return in_bits == out_bits || in_bits == 0 || out_bits == 0 ||
           tern_op_error(op, "cannot cast '%s' to '%s' of another size", tern_type_text(in), tern_type_text(out));
  }
  if ((in->kind == TERN_TYPE_VECTOR) != (out->kind == TERN_TYPE_VECTOR))
    return tern_op_error(op, in->kind == TERN_TYPE_VECTOR ? "cannot cast vector of pointers to pointer"
                                                          : "cannot cast pointer to vector of pointers");
  if (in_element->params[0] != out_element->params[0])
    return tern_op_error(op, "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead");
  return lane_count(in) == lane_count(out) ||
         tern_op_error(op, "cannot cast pointers to vectors of pointers of another length");
}

bool tern_llvm_verify_inline_asm(const tern_op_t *op) {
  const char *kind = tern_enum_case_name(TERN_LLVM_ENUM(TAIL_CALL_KIND), tern_llvm_enum_value(op, "tail_call_kind", 0));
  return !kind || strcmp(kind, "musttail") != 0 ||
         tern_op_error(op, "tail call kind 'musttail' is not supported by this operation");
}

// --- control flow ---

bool tern_llvm_verify_switch(const tern_op_t *op) {
  const tern_attr_t *values = tern_op_attr(op, "case_values");
  size_t count = values ? (size_t)tern_type_element_count(tern_attr_type(values)) : 0;
  if (count != (size_t)op->successor_count - 1)
    return tern_op_error(op, "expects number of case values to match number of case destinations");
  if (values && tern_type_element(tern_attr_type(values)) != tern_op_operand(op, 0)->type)
    return tern_op_error(op, "expects case value type to match condition value type");
  return tern_switch_verify_successors(op);
}

bool tern_llvm_verify_return(const tern_op_t *op) {
  const tern_op_t *function = tern_op_parent_of(op, TERN_LLVM(FUNC));
  if (!function) return true;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  const tern_type_t *result = (const tern_type_t *)(uintptr_t)type->params[0];
  const char *message = NULL;
  if (tern_type_is_llvm(result, TERN_LLVM_VOID))
    message = op->operand_count > 0 ? "expected no operands" : NULL;
  else if (op->operand_count == 0)
    message = "expected 1 operand";
  else if (tern_op_operand(op, 0)->type != result)
    message = "mismatching result types";
  if (!message) return true;
  tern_op_error(op, "%s", message);
  tern_emit_note(function->loc, "when returning from function");
  return false;
}
