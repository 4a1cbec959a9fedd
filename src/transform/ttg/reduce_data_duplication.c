// --tritongpu-reduce-data-duplication: what threads of several warps need of an operand is written to shared memory once.
//
//   %b = ttg.convert_layout %a : #blocked -> #dot_op     %m = ttg.local_alloc %a : #blocked -> #swizzled_shared
//                                                        %b = ttg.local_load %m : #swizzled_shared -> #dot_op
//
// So several such conversions may share the memory. Conversions that threads or the lanes of a warp can do by themselves stay.
//
// Source: upstream's pass of the same name.

#include "dialect/ttg/ttg.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/ttg/operand_memory.h"

// How many bits of one input end up in another dimension.
static size_t moving_bits(const tern_layout_t *places, const char *from, const char *to) {
  size_t in = tern_layout_find(&places->ins, from), out = tern_layout_find(&places->outs, to), count = 0;
  if (in == places->ins.count || out == places->outs.count) return 0;
  for (size_t bit = 0; bit < places->ins.values[in].bits; ++bit) {
    if (tern_layout_basis(places, in, bit, out) != 0) ++count;
  }
  return count;
}

// Is there more to do than each warp can by renaming registers and letting each lane ask others for one half of them? Where it is
// more memory is as fast, and what other warps have as well counts as theirs.
static bool needs_memory(const tern_type_t *from, const tern_type_t *to) {
  tern_layout_t source = tern_ttg_type_layout(from), result = tern_ttg_type_layout(to);
  tern_layout_t places = tern_layout_invert_and_compose(&source, &result);
  if (places.error) return true;
  if (!tern_layout_is_trivial_over(&places, TERN_LAYOUT_NAMES(TERN_LAYOUT_WARP, TERN_LAYOUT_BLOCK))) return true;
  return moving_bits(&places, TERN_LAYOUT_REGISTER, TERN_LAYOUT_LANE) > 1 ||
         moving_bits(&places, TERN_LAYOUT_LANE, TERN_LAYOUT_REGISTER) > 1;
}

static void split(tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  const tern_attr_t *source = tern_tensor_type_encoding(from), *operand = tern_tensor_type_encoding(to);
  int64_t order[TERN_TTG_MAX_RANK];
  if (!tern_attr_is_ttg(operand, TERN_TTG_ATTR_DOT_OP) || !tern_ttg_is_distributed(source)) return;
  if (!needs_memory(from, to) || !tern_ttg_memory_order(from, order)) return;
  uint32_t bits = tern_type_bit_width(tern_type_element(from));
  const tern_attr_t *memory = tern_ttg_operand_memory(operand, tern_type_dims(from), order, tern_type_rank(from),
                                                      tern_ttg_cga_list(source), bits, false);
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *alloc = tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                                         .types = TERN_TYPES(tern_ttg_memory_for(to, memory)));
  tern_value_t *load =
      tern_build_value(&b, TERN_TTG(LOCAL_LOAD), .operands = TERN_VALUES(alloc), .types = TERN_TYPES(to));
  tern_value_replace_all_uses(&op->results[0], load);
  tern_op_destroy(op);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t conversions = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(CONVERT_LAYOUT));
  for (size_t i = 0; i < conversions.count; ++i) split(conversions.values[i]);
  tern_vec_deinitialize(&conversions);
  return true;
}

const tern_pass_def_t tern_tritongpu_reduce_data_duplication_pass = {
    .flag = "tritongpu-reduce-data-duplication",
    .name = "TritonGPUReduceDataDuplication",
    .anchor = "builtin.module",
    .summary = "Convert operands of products through shared memory that several conversions can read",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
