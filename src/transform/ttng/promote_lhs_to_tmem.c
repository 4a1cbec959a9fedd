// --tritongpu-promote-lhs-to-tmem: the first operand of a product lies in tensor memory, where registers are written without a detour.
//
//   %s = ttg.local_alloc %a                              %t = ttng.tmem_alloc %a
//   ttng.tc_gen5_mma %s, %b, %d, ...          =>         ttng.tc_gen5_mma %t, %b, %d, ...
//
// Operands of 16 and 32 bits that were put to shared memory beside their product. Where a store to tensor memory does not reach the tensor as
// it is dealt to threads it is converted, unless it was loaded: then it comes to shared memory by itself later.
//
// Source: upstream's pass of the same name.

#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/tmem_access.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// Is it loaded, or given to the function or block, perhaps converted and transposed?
static bool is_loaded(const tern_value_t *value) {
  for (;;) {
    const tern_op_t *op = tern_value_defining_op(value);
    if (!op) return true;
    if (tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) ||
        tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER)))
      return true;
    bool is_moved = tern_op_is(op, TERN_TTG(CONVERT_LAYOUT)) || tern_op_is(op, TERN_TT(TRANS));
    bool is_view = op->operand_count > 0 && op->result_count == 1 &&
                   tern_type_is_ttg(op->results[0].type, TERN_TTG_TYPE_MEMDESC) &&
                   tern_type_is_ttg(tern_op_operand(op, 0)->type, TERN_TTG_TYPE_MEMDESC);
    if (!is_moved && !is_view) return false;
    value = tern_op_operand(op, 0);
  }
}

// As the sums lie, but as wide as the operand is deep.
static const tern_type_t *memory_type(const tern_op_t *mma, const tern_type_t *source) {
  tern_memdesc_t a = tern_memdesc_read(tern_op_operand(mma, 0)->type);
  tern_tensor_memory_t memory =
      tern_tensor_memory_read(tern_memdesc_read(tern_op_operand_named(mma, "d")->type).encoding);
  tern_layout_t blocks = tern_ttg_cga_layout(tern_tensor_type_encoding(source));
  if (blocks.error || blocks.outs.count < 2) return NULL;
  memory.block_n = a.dims[1];
  memory.column_stride = 1;
  memory.split_m = INT64_C(1) << tern_layout_bits(&blocks.outs, tern_layout_dim_name(0));
  memory.split_n = INT64_C(1) << tern_layout_bits(&blocks.outs, tern_layout_dim_name(1));
  a.encoding = tern_tensor_memory_get(mma->loc->context, &memory);
  a.memory_space = tern_dialect_attr_get(mma->loc->context, &tern_ttng_attrs[TERN_TTNG_ATTR_TENSOR_MEMORY], NULL, 0);
  a.is_mutable = false;
  a.alloc_rank = a.rank;
  a.alloc_dims = a.dims;
  return tern_ttng_check_memdesc(&a) ? NULL : tern_memdesc_get(&a);
}

static void promote(tern_op_t *mma) {
  tern_op_t *alloc = tern_value_defined_by(tern_op_operand(mma, 0), TERN_TTG(LOCAL_ALLOC));
  tern_value_t *source = alloc ? tern_op_operand_named(alloc, "src") : NULL;
  if (!source || alloc->block->parent != mma->block->parent) return;
  uint32_t bits = tern_type_bit_width(tern_type_element(source->type));
  const tern_type_t *type = bits == 16 || bits == 32 ? memory_type(mma, source->type) : NULL;
  if (!type) return;
  tern_builder_t b = tern_builder_after(alloc);
  if (!tern_tmem_is_compatible(mma, source->type, type)) {
    const tern_attr_t *encoding =
        is_loaded(source) ? NULL
                          : tern_tmem_layout(mma, tern_tensor_type_encoding(source->type), type, TERN_TMEM_ROW_A_LANE);
    if (!encoding) return;
    const tern_type_t *wanted = tern_tensor_type_get(tern_type_element(source->type), tern_type_dims(source->type),
                                                     tern_type_rank(source->type), encoding);
    source =
        tern_build_value(&b, TERN_TTG(CONVERT_LAYOUT), .operands = TERN_VALUES(source), .types = TERN_TYPES(wanted));
  }
  tern_value_t *memory =
      tern_build_value(&b, TERN_TTNG(TMEM_ALLOC), .operands = TERN_VALUES(source), .types = TERN_TYPES(type));
  tern_op_set_operand(mma, 0, memory);
  if (!tern_value_has_uses(&alloc->results[0])) tern_op_destroy(alloc);
}

static bool is_mma(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t products = tern_op_collect(module, TERN_POSTORDER, is_mma);
  for (size_t i = 0; i < products.count; ++i) promote(products.values[i]);
  tern_vec_deinitialize(&products);
  return true;
}

const tern_pass_def_t tern_tritongpu_promote_lhs_to_tmem_pass = {
    .flag = "tritongpu-promote-lhs-to-tmem",
    .name = "TritonNvidiaGPUPromoteLHSToTMemPass",
    .anchor = "builtin.module",
    .summary = "Put first operands of products to tensor memory",
    .dialects = (const tern_dialect_t *const[]){&tern_ttng_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
