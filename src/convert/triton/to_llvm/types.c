// What Triton's types become for one thread; see to_llvm.h (upstream: TritonGPUToLLVMTypeConverter).

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/tt/tt.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS };

// A rule's answers, besides a type: it knows nothing of the type; the type has no form.
enum { OTHERS = 0, CONVERTED = 1, REFUSED = -1 };

static int give(const tern_type_t *type, const tern_type_t **out_types, size_t *out_count) {
  out_types[0] = type;
  *out_count = type ? 1 : 0;
  return type ? CONVERTED : REFUSED;
}

// {offset of each dimension, size of each, stride of each, pointer}
static const tern_type_t *lower_block_pointer(tern_triton_lowering_t *lowering, const tern_type_t *type) {
  tern_context_t *context = lowering->llvm.context;
  const tern_type_t *fields[3 * MAX_RANK + 1];
  size_t rank = tern_type_rank(tern_tt_type_inside(type)), count = 0;
  if (rank > MAX_RANK) return NULL;
  while (count < rank) fields[count++] = tern_i_type_get(context, 32);
  while (count < 3 * rank) fields[count++] = tern_i_type_get(context, 64);
  fields[count++] = tern_llvm_ptr_type(context, (unsigned)tern_tt_pointer_space(type));
  return tern_llvm_struct_type(context, (tern_types_t){fields, count}, false);
}

static int pointer_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  tern_triton_lowering_t *lowering = user;
  if (tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC))
    return give(tern_llvm_ptr_type(lowering->llvm.context, 0), out_types, out_count);
  if (!tern_type_is_tt(type, TERN_TT_TYPE_PTR)) return OTHERS;
  if (tern_tt_is_block_pointer(type)) return give(lower_block_pointer(lowering, type), out_types, out_count);
  return give(tern_llvm_ptr_type(lowering->llvm.context, (unsigned)tern_tt_pointer_space(type)), out_types, out_count);
}

static int tensor_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  tern_triton_lowering_t *lowering = user;
  if (type->kind != TERN_TYPE_TENSOR) return OTHERS;
  if (!tern_ttg_is_distributed(tern_ttg_type_encoding(type))) return REFUSED;
  const tern_type_t *element = tern_llvm_lower_type(&lowering->llvm, tern_type_element(type));
  tern_layout_t layout = tern_ttg_type_layout(type);
  if (!element || layout.error) return REFUSED;
  size_t count = (size_t)1 << tern_layout_bits(&layout.ins, TERN_LAYOUT_REGISTER);
  return give(tern_llvm_struct_of(element, count), out_types, out_count);
}

static int memory_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  tern_triton_lowering_t *lowering = user;
  tern_context_t *context = lowering->llvm.context;
  if (tern_type_is_ttg(type, TERN_TTG_TYPE_ASYNC_TOKEN))
    return give(tern_i_type_get(context, 32), out_types, out_count);
  if (!tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC)) return OTHERS;
  tern_memdesc_t memory = tern_memdesc_read(type);
  const tern_type_t *fields[MAX_RANK + 1] = {tern_llvm_ptr_type(context, lowering->target->shared_space)};
  if (memory.rank > MAX_RANK) return REFUSED;
  for (size_t d = 0; d < memory.rank; ++d) fields[d + 1] = tern_i_type_get(context, 32);
  return give(tern_llvm_struct_type(context, (tern_types_t){fields, memory.rank + 1}, false), out_types, out_count);
}

const tern_type_rule_fn_t tern_triton_type_rules[] = {pointer_rule, tensor_rule, memory_rule};
const size_t tern_triton_type_rule_count = sizeof tern_triton_type_rules / sizeof tern_triton_type_rules[0];

const tern_type_t *tern_triton_element_type(const tern_conversion_t *conversion, const tern_type_t *type) {
  return tern_triton_lower_type(conversion, type->kind == TERN_TYPE_TENSOR ? tern_type_element(type) : type);
}
