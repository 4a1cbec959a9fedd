// --tritongpu-hoist-tmem-alloc: sums in tensor memory stay there while a loop runs.
//
//   %r = scf.for ... iter_args(%c = %init) {                 %m, %t = ttng.tmem_alloc
//     %m, %t = ttng.tmem_alloc %c                            %s = ttng.tmem_store %init, %m[%t], %true
//     %u = ttng.tc_gen5_mma %a, %b, %m[%t], ...       =>     %o = scf.for ... iter_args(%k = %s) {
//     %d, %v = ttng.tmem_load %m[%u]                           %u = ttng.tc_gen5_mma %a, %b, %m[%k], ...
//     scf.yield %d                                             scf.yield %u
//   }                                                        }
//                                                            %r, %v = ttng.tmem_load %m[%o]
//
// The memory is allocated before the loop, and its token carried. Then loads and stores are moved across iterations, and those cancel each
// other that copy back what was there (tmem_patterns.c). Tensor memory for operands that are the same in all iterations is
// filled before the loop, too. With `hoist-out-of-if` memory is moved out of conditionals instead.
//
// Memory without tokens stays where it is, and so does memory whose last use in an iteration is not one op of the loop's body.
//
// Source: upstream's pass of the same name.

#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttg/tmem/tmem_tokens.h"

// --- operands that are the same in all iterations ---

enum { MAX_CHAIN = 16 };

static void hoist_operand(tern_op_t *loop, tern_value_t *operand) {
  tern_op_t *alloc = tern_value_defined_by(operand, TERN_TTNG(TMEM_ALLOC)), *chain[MAX_CHAIN];
  bool is_memory = alloc && operand == &alloc->results[0];
  if (!is_memory || tern_value_is_defined_outside(operand, loop) || tern_memdesc_read(operand->type).is_mutable) return;
  size_t count = 0;
  chain[count++] = alloc;
  tern_value_t *source = tern_op_operand_named(alloc, "src");
  if (!source) return;
  while (!tern_value_is_defined_outside(source, loop) && count < MAX_CHAIN) {
    tern_op_t *op = tern_value_defining_op(source);
    if (!op || !tern_op_has_trait(op, TERN_TRAIT_PURE) || op->operand_count != 1 || op->region_count) return;
    chain[count++] = op;
    source = tern_op_operand(op, 0);
  }
  if (!tern_value_is_defined_outside(source, loop)) return;
  while (count) tern_op_move_before(chain[--count], loop);
}

// --- memory of sums ---

// Follows the token to where nobody uses it any more; NULL: that is not one op of the block `token` is in.
static tern_value_t *find_last_use(tern_value_t *token) {
  tern_map_t seen = {0};
  TERN_VEC(tern_value_t *) open = {0};
  tern_value_t *last = NULL;
  bool is_found = true;
  tern_vec_push(&open, token);
  while (open.count && is_found) {
    tern_value_t *value = open.values[--open.count];
    if (!tern_map_set(&seen, value, value)) continue;
    if (!tern_value_has_uses(value)) {
      is_found = !last;
      last = value;
    }
    tern_value_for_each_use(value, use) {
      bool is_memory = tern_tmem_is_mma(use->owner) || tern_op_is(use->owner, TERN_TTNG(TMEM_LOAD)) ||
                       tern_op_is(use->owner, TERN_TTNG(TMEM_STORE));
      tern_value_t *next = is_memory ? tern_tmem_token(use->owner) : NULL;
      if (next)
        tern_vec_push(&open, next);
      else
        is_found = false;
    }
  }
  tern_vec_deinitialize(&open);
  tern_map_deinitialize(&seen);
  return is_found && last && tern_value_block(last) == tern_value_block(token) ? last : NULL;
}

static void hoist_alloc(tern_op_t *alloc, tern_op_t *loop) {
  tern_value_t *token = tern_tmem_token(alloc), *last = find_last_use(token);
  tern_value_t *source = tern_op_operand_named(alloc, "src");
  if (!last) return;
  tern_builder_t b = tern_builder_before(loop);
  tern_op_t *made = tern_builder_clone(&b, alloc, NULL);
  if (source) tern_op_erase_operands(made, 0, 1);
  loop = tern_scf_for_carry_more(loop, TERN_VALUES(tern_tmem_token(made)));
  tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  tern_op_insert_operands(yield, yield->operand_count, TERN_VALUES(last));
  tern_value_t *carried = tern_scf_for_carried(loop, loop->result_count - 1);
  if (source) {
    tern_builder_set_before(&b, alloc);
    carried = tern_tmem_token(tern_tmem_build_store(&b, &made->results[0], carried, source, NULL));
  }
  tern_value_replace_all_uses(&alloc->results[0], &made->results[0]);
  tern_value_replace_all_uses(token, carried);
  tern_op_destroy(alloc);
}

static void hoist_around(tern_op_t *mma) {
  tern_op_t *loop = tern_op_parent(mma);
  if (!loop || !tern_op_is(loop, TERN_SCF(FOR))) return;
  for (size_t i = 0; i < mma->operand_count; ++i) hoist_operand(loop, tern_op_operand(mma, i));
  tern_op_t *alloc = tern_tmem_defined_by(tern_op_operand_named(mma, "d"), TERN_TTNG(TMEM_ALLOC));
  if (alloc && alloc->block == mma->block) hoist_alloc(alloc, loop);
}

// --- the pass ---

// Memory that is written to does not begin with a tensor: it is stored.
static void store_source(tern_op_t *alloc) {
  tern_value_t *source = tern_op_operand_named(alloc, "src"), *token = tern_tmem_token(alloc);
  if (!source || !tern_memdesc_read(alloc->results[0].type).is_mutable) return;
  tern_builder_t b = tern_builder_after(alloc);
  tern_op_t *store = tern_tmem_build_store(&b, &alloc->results[0], token, source, NULL);
  tern_op_erase_operands(alloc, 0, 1);
  if (!token) return;
  tern_value_replace_all_uses(token, tern_tmem_token(store));
  tern_tmem_set_dep(store, token);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  bool is_for_conditionals = tern_pass_bool(pass, "hoist-out-of-if");
  tern_op_list_t products = tern_op_collect(module, TERN_POSTORDER, tern_tmem_is_mma);
  for (size_t i = 0; i < products.count && !is_for_conditionals; ++i) hoist_around(products.values[i]);
  tern_vec_deinitialize(&products);
  size_t count = is_for_conditionals ? TERN_TMEM_PATTERN_COUNT : TERN_TMEM_LOOP_PATTERN_COUNT;
  tern_str_t labels[TERN_TMEM_PATTERN_COUNT + 1];
  for (size_t i = 0; i < count; ++i) labels[i] = tern_str_from_cstr(tern_tmem_patterns[i].name);
  labels[count] = TERN_STR("scf.for");
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.use_canonicalizers = true;
  options.enabled = (tern_pattern_labels_t){labels, count + 1};
  tern_apply_patterns_greedily(module, tern_tmem_patterns, count, NULL, &options, NULL);
  tern_op_visit_row(module, TERN_POSTORDER, TERN_TTNG(TMEM_ALLOC), store_source);
  return true;
}

static const tern_option_def_t options[] = {
    {.name = "hoist-out-of-if",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Move memory out of conditionals, and not out of loops"},
};

const tern_pass_def_t tern_tritongpu_hoist_tmem_alloc_pass = {
    .flag = "tritongpu-hoist-tmem-alloc",
    .name = "TritonGPUHoistTMEMAlloc",
    .anchor = "builtin.module",
    .summary = "Keep sums in tensor memory while a loop runs",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_ttg_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
