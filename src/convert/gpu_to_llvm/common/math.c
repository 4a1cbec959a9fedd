// Math by calls of a library for the device (upstream: OpToFuncCallLowering, ScalarizeVectorOpLowering).

#include "base/arena.h"
#include "convert/gpu_to_llvm/common/common.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "ir/context.h"
#include "ir/symbol.h"

enum { MAX_OPERANDS = 4, APPROXIMATE = 64 };  // the bit `afn` of fast-math flags

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// --- functions ---

tern_op_t *tern_gpu_library_function(tern_builder_t *b, tern_op_t *op, const char *name, const tern_type_t *type) {
  tern_op_t *function = tern_op_parent(op);
  while (function && !tern_op_is(function, TERN_GPU(FUNC)) && !tern_op_has_trait(function, TERN_TRAIT_FUNCTION_LIKE)) {
    function = tern_op_parent(function);
  }
  if (!function) return NULL;
  const tern_attr_t *ref = tern_flat_symbol_ref_attr_get(b->context, tern_str_from_cstr(name));
  tern_op_t *found = tern_symbol_lookup_nearest(op, ref);
  if (found && tern_op_is(found, TERN_LLVM(FUNC))) return found;
  tern_builder_t before = *b;
  tern_builder_set_before(&before, function);
  const tern_attr_t *file = tern_loc_find_file(op->loc);
  before.loc = file ? file : tern_unknown_loc_get(b->context);
  return tern_llvm_make_function(&before, tern_str_from_cstr(name), type, TERN_LLVM_LINKAGE_EXTERNAL);
}

static bool is_approximate(const tern_op_t *op) {
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  return flags && (tern_enum_attr_value(flags) & APPROXIMATE) != 0;
}

// The function for operands of `type`, or NULL.
static const char *function_name(const tern_gpu_library_call_t *call, const tern_op_t *op, const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_F16: return call->f16;
    case TERN_TYPE_F32: return call->approximate_f32 && is_approximate(op) ? call->approximate_f32 : call->f32;
    case TERN_TYPE_F64: return call->f64;
    default: return tern_type_is_i(type, 32) ? call->i32 : NULL;
  }
}

static const tern_gpu_library_call_t *call_for(const tern_conversion_t *conversion, const tern_op_t *op) {
  const tern_gpu_library_call_t *call = tern_gpu_lowering_of(conversion)->target->library_calls;
  while (call->row && !tern_op_is(op, call->row)) ++call;
  return call->row ? call : NULL;
}

// --- scalars ---

static bool takes_detour(const tern_gpu_library_call_t *call, const tern_type_t *type) {
  return type->kind == TERN_TYPE_BF16 || (type->kind == TERN_TYPE_F16 && !call->f16);
}

// Does the library have the function for these operands? Exponents of powi are ints of C.
static bool has_function(const tern_gpu_library_call_t *call, const tern_op_t *op, tern_values_t operands) {
  const tern_type_t *first = operands.values[0]->type;
  if (takes_detour(call, first)) first = tern_float_type_get(first->context, TERN_TYPE_F32);
  for (size_t i = 1; i < operands.count; ++i) {
    const tern_type_t *type = operands.values[i]->type;
    if (tern_type_is_integer(type) && !tern_type_is_i(type, 32)) return false;
  }
  return function_name(call, op, first) != NULL;
}

bool tern_gpu_lower_to_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_gpu_library_call_t *call = call_for(conversion, op);
  if (!call || operands.count == 0 || operands.count > MAX_OPERANDS || !has_function(call, op, operands)) return false;
  const tern_type_t *f32 = tern_float_type_get(b->context, TERN_TYPE_F32), *i32 = tern_i_type_get(b->context, 32);
  const tern_type_t *types[MAX_OPERANDS], *original = operands.values[0]->type;
  tern_value_t *values[MAX_OPERANDS];
  bool is_test = tern_type_is_i(tern_op_result(op, 0)->type, 1);
  for (size_t i = 0; i < operands.count; ++i) {
    values[i] = operands.values[i];
    if (takes_detour(call, values[i]->type))
      values[i] = tern_llvm_make(b, TERN_LLVM(FPEXT), f32, TERN_VALUES(values[i]));
    types[i] = values[i]->type;
  }
  const tern_type_t *type = tern_llvm_func_type(is_test ? i32 : types[0], (tern_types_t){types, operands.count}, false);
  tern_op_t *function = tern_gpu_library_function(b, op, function_name(call, op, types[0]), type);
  if (!function) return false;
  tern_value_t *result = tern_llvm_make_call(b, function, (tern_values_t){values, operands.count});
  if (is_test) {
    tern_value_t *zero = tern_llvm_make_int(b, i32, 0);
    const tern_attr_t *not_equal = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ICMP_PREDICATE), TERN_CMPI_NE);
    result = tern_build_value(b, TERN_LLVM(ICMP), .operands = TERN_VALUES(result, zero),
                              .attrs = TERN_ATTRS({"predicate", not_equal}));
  } else if (result->type != original) {
    result = tern_llvm_make(b, TERN_LLVM(FPTRUNC), original, TERN_VALUES(result));
  }
  return tern_conversion_replace_value(conversion, op, result);
}

// --- vectors ---

typedef struct scalarized {
  const tern_llvm_lowering_t *lowering;
  tern_op_t *op;
} scalarized_t;

// The op once for each element of 1-D vectors.
static tern_value_t *scalarize_one(tern_builder_t *b, const tern_type_t *type, tern_values_t operands, void *user) {
  const scalarized_t *one = user;
  const tern_type_t *element = tern_type_element(tern_op_result(one->op, 0)->type);
  tern_value_t *result = tern_llvm_make_poison(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    tern_value_t *index = tern_llvm_make_int(b, one->lowering->index_type, i);
    tern_value_t *scalars[MAX_OPERANDS];
    for (size_t k = 0; k < operands.count; ++k) {
      tern_value_t *vector = operands.values[k];
      bool is_vector = vector->type->kind == TERN_TYPE_VECTOR;
      scalars[k] = is_vector ? tern_llvm_make(b, TERN_LLVM(EXTRACTELEMENT), tern_type_element(vector->type),
                                              TERN_VALUES(vector, index))
                             : vector;
    }
    tern_value_t *scalar =
        tern_build_value(b, one->op->def->row, .operands = {scalars, operands.count}, .types = TERN_TYPES(element),
                         .dictionary = tern_op_attr_dictionary(one->op));
    result = tern_llvm_make(b, TERN_LLVM(INSERTELEMENT), type, TERN_VALUES(result, scalar, index));
  }
  return result;
}

bool tern_gpu_scalarize(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (type->kind != TERN_TYPE_VECTOR || tern_vector_type_scalable_mask(type) || operands.count > MAX_OPERANDS) {
    return false;
  }
  scalarized_t one = {tern_llvm_lowering_of(conversion), op};
  const tern_type_t *lowered = tern_llvm_lower_type(one.lowering, type);
  if (!lowered) return false;
  if (tern_type_is_llvm(lowered, TERN_LLVM_ARRAY)) {
    return tern_llvm_each_vector(conversion, op, operands, scalarize_one, &one);
  }
  return tern_conversion_replace_value(conversion, op, scalarize_one(builder_of(conversion), lowered, operands, &one));
}

void tern_gpu_add_library_patterns(tern_llvm_pattern_set_t *set, const tern_gpu_library_call_t *calls) {
  for (; calls->row; ++calls) {
    const tern_conversion_pattern_t pair[] = {
        {"scalarize", calls->row, TERN_GPU_PATTERN_BENEFIT, tern_gpu_scalarize},
        {"library-call", calls->row, TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_to_call},
    };
    tern_vec_push(set, pair[0]);
    tern_vec_push(set, pair[1]);
  }
}
