// --triton-nvidia-gpu-remove-tmem-tokens: the tokens that order uses of tensor memory go, once nothing is moved any more.
//
//   %x, %t = ttng.tmem_load %m[%s] : ...      becomes      %x = ttng.tmem_load %m : ...
//
// What still passes tokens on, a loop for one, passes a ub.poison on, which --canonicalize removes.

#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "dialect/ub/ub.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// Who has tokens: the operand that is one, if any.
typedef struct token_row {
  int op;
  const char *operand;
} token_row_t;

static const token_row_t rows[] = {{TERN_TTNG_TC_GEN5_MMA, "acc_dep"},
                                   {TERN_TTNG_TC_GEN5_MMA_SCALED, "acc_dep"},
                                   {TERN_TTNG_TMEM_STORE, "dep"},
                                   {TERN_TTNG_TMEM_LOAD, "dep"},
                                   {TERN_TTNG_TMEM_ALLOC, NULL}};

static const token_row_t *find_row(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, &tern_ttng_ops[rows[i].op])) return &rows[i];
  }
  return NULL;
}

static bool has_tokens(const tern_op_t *op) { return find_row(op) != NULL; }

// The token is the last result.
static void remove_result(tern_op_t *op, tern_value_t *placeholder) {
  size_t count = op->result_count;
  bool has_token = count && tern_type_is_ttg(op->results[count - 1].type, TERN_TTG_TYPE_ASYNC_TOKEN);
  if (!has_token) return;
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  const tern_type_t *type = count > 1 ? op->results[0].type : NULL;
  const tern_op_state_t state = {.def = op->def,
                                 .loc = op->loc,
                                 .operands = {operands.values, operands.count},
                                 .result_types = {&type, count - 1},
                                 .dictionary = tern_op_attr_dictionary(op)};
  tern_op_t *made = tern_op_create(tern_op_context(op), &state);
  tern_op_insert(made, op->block, op);
  if (count > 1) tern_value_replace_all_uses(&op->results[0], &made->results[0]);
  tern_value_replace_all_uses(&op->results[count - 1], placeholder);
  tern_op_destroy(op);
  tern_vec_deinitialize(&operands);
}

static void run_on(tern_op_t *function) {
  tern_block_t *entry = tern_op_body(function, 0);
  if (!entry) return;
  tern_op_list_t ops = tern_op_collect(function, TERN_POSTORDER, has_tokens);
  tern_builder_t b = tern_builder_at_start(entry, function->loc);
  const tern_type_t *token = tern_dialect_type_get(b.context, &tern_ttg_types[TERN_TTG_TYPE_ASYNC_TOKEN], NULL, 0);
  tern_value_t *placeholder = tern_build_value(&b, TERN_UB(POISON), .types = TERN_TYPES(token));
  for (size_t i = 0; i < ops.count; ++i) {
    const token_row_t *row = find_row(ops.values[i]);
    if (row->operand) tern_op_erase_group(ops.values[i], row->operand);
    remove_result(ops.values[i], placeholder);
  }
  tern_vec_deinitialize(&ops);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t functions = tern_op_collect_row(root, TERN_PREORDER, TERN_TT(FUNC));
  for (size_t i = 0; i < functions.count; ++i) run_on(functions.values[i]);
  tern_vec_deinitialize(&functions);
  return true;
}

const tern_pass_def_t tern_triton_nvidia_gpu_remove_tmem_tokens_pass = {
    .flag = "triton-nvidia-gpu-remove-tmem-tokens",
    .name = "TritonNvidiaGPURemoveTMEMTokensPass",
    .anchor = "builtin.module",
    .summary = "Remove the tokens that order uses of tensor memory",
    .dialects = (const tern_dialect_t *const[]){&tern_ub_dialect, &tern_ttng_dialect, NULL},
    .run = run,
};
