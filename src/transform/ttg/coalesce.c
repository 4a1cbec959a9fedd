// --tritongpu-coalesce: accesses to memory get encodings by which the threads of a warp read and write what lies side by side, in
// vectors as wide as is known to be right (upstream's pass of the name).
//
//   %x = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>   ->   %q = ttg.convert_layout %p : ... -> tensor<1024x!tt.ptr<f32>, #wide>
//                                                                %y = tt.load %q : tensor<1024x!tt.ptr<f32>, #wide>
//                                                                %x = ttg.convert_layout %y : ... -> tensor<1024xf32, #blocked>
//
// The conversions around are for --tritongpu-remove-layout-conversions to remove.

#include "dialect/tt/tt.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/coalescing.h"

static bool is_encoded_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR && tern_ttg_type_encoding(type);
}

static bool is_access(const tern_op_t *op) {
  const tern_value_t *pointers = tern_ttg_accessed_pointers(op);
  return pointers && is_encoded_tensor(pointers->type) && tern_axis_pointee_bits(pointers->type) > 0;
}

// The tensor that a descriptor's block is read to or written from; NULL: it is no such op, or the tensor has no encoding.
static const tern_type_t *descriptor_tensor(const tern_op_t *op) {
  const tern_type_t *type = NULL;
  if (tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER)))
    type = tern_op_result(op, 0)->type;
  bool is_store = tern_op_is(op, TERN_TT(DESCRIPTOR_STORE)) || tern_op_is(op, TERN_TT(DESCRIPTOR_REDUCE)) ||
                  tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER));
  if (is_store) type = tern_op_operand_named(op, "src")->type;
  return type && is_encoded_tensor(type) ? type : NULL;
}

static bool is_descriptor_access(const tern_op_t *op) { return descriptor_tensor(op) != NULL; }

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_op_list_t accesses = tern_op_collect(module, TERN_POSTORDER, is_access);
  tern_op_list_t descriptors = tern_op_collect(module, TERN_POSTORDER, is_descriptor_access);
  const tern_attr_t **encodings =
      tern_arena_alloc_array(tern_pass_scratch(pass), accesses.count + 1, sizeof *encodings);
  tern_axis_infos_t *infos = tern_axis_infos_create(module);
  for (size_t i = 0; i < accesses.count; ++i) encodings[i] = tern_ttg_coalesced_encoding(accesses.values[i], infos);
  tern_axis_infos_destroy(infos);
  for (size_t i = 0; i < accesses.count; ++i) tern_ttg_reencode_op(accesses.values[i], encodings[i]);
  for (size_t i = 0; i < descriptors.count; ++i) {
    tern_op_t *op = descriptors.values[i];
    tern_ttg_reencode_op(op, tern_ttg_descriptor_encoding(op, descriptor_tensor(op)));
  }
  tern_vec_deinitialize(&accesses);
  tern_vec_deinitialize(&descriptors);
  return true;
}

const tern_pass_def_t tern_tritongpu_coalesce_pass = {
    .flag = "tritongpu-coalesce",
    .name = "TritonGPUCoalesce",
    .anchor = "builtin.module",
    .summary = "Let the threads of a warp access what lies side by side",
    .run = run,
};
