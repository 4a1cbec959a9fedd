// --tritongpu-optimize-accumulator-init: sums that begin at zero are not set to zero; the product is told that there are none.
//
//   %r = scf.for ... iter_args(%c = %zero) {               %r:2 = scf.for ... iter_args(%c = %zero, %adds = %false) {
//     %d = ttng.warp_group_dot %a, %b, %c           =>       %d = ttng.warp_group_dot %a, %b, %c, %adds
//     %n = arith.select %last, %zero, %d                     %next = arith.select %last, %false, %true
//     scf.yield %n                                           scf.yield %d, %next
//
// The zero may be the loop's first value, or come out of a select or a conditional, in the iteration of the product or in the one
// before. Products that leave out their sums already, or sometimes, stay, and so do those that add up parts of imprecise sums.
// Tensor memory that begins with a tensor which no product reads does not begin with it.
//
// Source: upstream's pass of the same name.

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

// --- products ---

static bool is_mma(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

static bool is_f8(const tern_type_t *type) { return tern_type_is_float(type) && tern_type_bit_width(type) == 8; }

// Sums of 8-bit floats in parts are added by other means than the flag.
static bool adds_parts(const tern_op_t *dot) {
  const tern_type_t *a = tern_op_operand(dot, 0)->type;
  bool is_memory = tern_type_is_ttg(a, TERN_TTG_TYPE_MEMDESC);
  const tern_type_t *element = is_memory ? tern_memdesc_read(a).element : tern_type_element(a);
  int64_t depth = is_memory ? tern_memdesc_read(a).dims[1] : tern_type_dim(a, 1);
  return is_f8(element) && tern_type_element(dot->results[0].type)->kind == TERN_TYPE_F32 &&
         tern_integer_attr_value(tern_op_attr(dot, "maxNumImpreciseAcc")) <= depth;
}

static bool has_flag(const tern_op_t *op) {
  return is_mma(op) || (tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT)) && !adds_parts(op));
}

static tern_value_t *flag_of(const tern_op_t *dot) { return tern_op_operand_named(dot, is_mma(dot) ? "useD" : "useC"); }

static void set_flag(tern_op_t *dot, tern_value_t *flag) {
  size_t start, count;
  tern_op_operands_named(dot, is_mma(dot) ? "useD" : "useC", &start, &count);
  if (count)
    tern_op_set_operand(dot, start, flag);
  else
    tern_op_insert_operands(dot, start, TERN_VALUES(flag));
}

static bool is_bool_constant(const tern_value_t *value, bool wanted) {
  const tern_op_t *op = tern_value_defined_by(value, TERN_ARITH(CONSTANT));
  const tern_attr_t *attr = op ? tern_op_attr(op, "value") : NULL;
  return tern_attr_is_integer(attr) && (tern_integer_attr_value(attr) != 0) == wanted;
}

static bool is_zero(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defined_by(value, TERN_ARITH(CONSTANT));
  const tern_attr_t *attr = op ? tern_op_attr(op, "value") : NULL;
  if (!attr || !tern_attr_is_splat(attr)) return false;
  const tern_attr_t *element = tern_dense_elements_attr_at(attr, 0);
  return tern_attr_is_float(element) ? tern_float_attr_value(element) == 0 : tern_integer_attr_value(element) == 0;
}

// The sums that a product begins with, of tensor memory only where it is allocated and read beside the product.
static tern_value_t *sums_before(const tern_op_t *dot) {
  if (!is_mma(dot)) return tern_op_operand(dot, 2);
  const tern_op_t *alloc = tern_value_defined_by(tern_op_operand_named(dot, "d"), TERN_TTNG(TMEM_ALLOC));
  if (!alloc || alloc->block->parent != dot->block->parent) return NULL;
  tern_value_for_each_use(&alloc->results[0], use) {
    if (!tern_op_is(use->owner, TERN_TTNG(TMEM_LOAD))) continue;
    return use->owner->block->parent == dot->block->parent ? tern_op_operand_named(alloc, "src") : NULL;
  }
  return NULL;
}

// --- where sums become zero ---

typedef struct zeroing {
  tern_op_t *op;  // the select or conditional; NULL: there is none
  size_t result;
  bool starts_at_zero;  // the loop does
} zeroing_t;

// Values of a select or of a conditional's result where the condition holds (0) and where it does not (1).
static tern_value_t *choice_of(const zeroing_t *zeroing, size_t index) {
  if (tern_op_is(zeroing->op, TERN_ARITH(SELECT))) return tern_op_operand(zeroing->op, 1 + index);
  return tern_op_operand(tern_op_body(zeroing->op, index)->last_op, zeroing->result);
}

static bool is_chosen_zero(const tern_op_t *loop, zeroing_t *zeroing) {
  const tern_op_t *op = zeroing->op;
  if (!op || op->block != tern_op_body(loop, 0)) return false;
  bool is_if = tern_op_is(op, TERN_SCF(IF));
  if (!is_if && !tern_op_is(op, TERN_ARITH(SELECT))) return false;
  if (!is_if && !tern_type_is_i(tern_op_operand(op, 0)->type, 1)) return false;
  tern_value_t *then_value = choice_of(zeroing, 0), *else_value = choice_of(zeroing, 1);
  if (!is_zero(then_value) && !is_zero(else_value)) return false;
  // The other value must be there where the conditional is left out.
  return !is_if || (tern_value_is_defined_outside(then_value, op) && tern_value_is_defined_outside(else_value, op));
}

static zeroing_t find_zeroing(const tern_op_t *loop, tern_value_t *sums) {
  zeroing_t zeroing = {0};
  const tern_block_t *body = tern_op_body(loop, 0);
  const tern_value_t *before = sums;
  if (tern_value_arg_block(sums) == body && sums->index > 0) {
    zeroing.starts_at_zero = is_zero(tern_op_operand(loop, 2 + sums->index));
    sums = tern_op_operand(body->last_op, sums->index - 1);
  }
  // Others would read what is no longer set to zero.
  bool is_alone = tern_value_has_one_use(sums) && tern_value_has_one_use(before);
  zeroing.op = is_alone ? tern_value_defining_op(sums) : NULL;
  zeroing.result = sums->index;
  if (!is_chosen_zero(loop, &zeroing)) zeroing.op = NULL;
  return zeroing;
}

// --- rewriting ---

static tern_value_t *make_bool(tern_builder_t *b, bool value) {
  return tern_build_value(b, TERN_ARITH(CONSTANT),
                          .attrs = TERN_ATTRS({"value", tern_bool_attr_get(b->context, value)}));
}

// Makes the sums go on as they were: the select or the conditional gives what it gave without zero.
static void stop_zeroing(const zeroing_t *zeroing, size_t zero_index) {
  tern_value_t *other = choice_of(zeroing, 1 - zero_index);
  if (tern_op_is(zeroing->op, TERN_SCF(IF))) {
    tern_op_set_operand(tern_op_body(zeroing->op, zero_index)->last_op, zeroing->result, other);
    return;
  }
  tern_value_replace_all_uses(&zeroing->op->results[0], other);
  tern_op_destroy(zeroing->op);
}

// The last iteration may have left out to set the loop's result to zero.
static void zero_result(tern_op_t *loop, tern_value_t *result, tern_value_t *flag, const tern_attr_t *zeros) {
  if (!tern_value_has_uses(result)) return;
  tern_builder_t b = tern_builder_after(loop);
  tern_value_t *zero = tern_build_value(&b, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", zeros}));
  tern_value_t *chosen = tern_build_value(&b, TERN_ARITH(SELECT), .operands = TERN_VALUES(flag, result, zero));
  for (tern_operand_t *use = result->first_use, *following = NULL; use; use = following) {
    following = use->next;
    if (use->owner != tern_value_defining_op(chosen)) tern_operand_set(use, chosen);
  }
}

static void carry_flag(tern_op_t *dot, tern_op_t *loop, const zeroing_t *zeroing) {
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *yes = make_bool(&b, true), *no = make_bool(&b, false);
  loop = tern_scf_for_carry_more(loop, TERN_VALUES(zeroing->starts_at_zero ? no : yes));
  tern_value_t *carried = tern_scf_for_carried(loop, loop->result_count - 1), *flag = carried, *next = yes;
  tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  if (zeroing->op) {
    size_t zero_index = is_zero(choice_of(zeroing, 0)) ? 0 : 1;
    bool is_before = tern_op_is_before(zeroing->op, dot);
    const tern_value_t *yielded = tern_op_result(zeroing->op, zeroing->result);
    size_t place = yielded->first_use->owner == yield ? tern_operand_index(yielded->first_use) : loop->result_count;
    tern_builder_set_before(&b, zeroing->op);
    tern_value_t *otherwise = is_before ? carried : yes;
    tern_value_t *chosen =
        tern_build_value(&b, TERN_ARITH(SELECT),
                         .operands = TERN_VALUES(tern_op_operand(zeroing->op, 0), zero_index ? otherwise : no,
                                                 zero_index ? no : otherwise));
    *(is_before ? &flag : &next) = chosen;
    const tern_attr_t *zeros = tern_op_attr(tern_value_defining_op(choice_of(zeroing, zero_index)), "value");
    stop_zeroing(zeroing, zero_index);
    if (!is_before && place < loop->result_count)
      zero_result(loop, &loop->results[place], &loop->results[loop->result_count - 1], zeros);
  }
  set_flag(dot, flag);
  tern_op_insert_operands(yield, yield->operand_count, TERN_VALUES(next));
}

static void optimize(tern_op_t *dot) {
  tern_op_t *loop = tern_op_parent(dot);
  if (!loop || !tern_op_is(loop, TERN_SCF(FOR))) return;
  tern_value_t *sums = sums_before(dot), *flag = flag_of(dot);
  if (!sums) return;
  if (is_zero(sums)) {
    tern_builder_t b = tern_builder_before(loop);
    set_flag(dot, make_bool(&b, false));
    return;
  }
  zeroing_t zeroing = find_zeroing(loop, sums);
  if (!zeroing.op && !zeroing.starts_at_zero) return;
  if (flag && !is_bool_constant(flag, true)) return;
  carry_flag(dot, loop, &zeroing);
}

// --- tensor memory that begins with what nobody reads ---

static bool drop_source(tern_op_t *alloc, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_op_t *dot = NULL, *load = NULL;
  size_t count = 0;
  if (!tern_op_operand_named(alloc, "src")) return false;
  tern_value_for_each_use(&alloc->results[0], use) {
    ++count;
    if (is_mma(use->owner) && tern_op_operand_named(use->owner, "d") == use->value) dot = use->owner;
    if (tern_op_is(use->owner, TERN_TTNG(TMEM_LOAD))) load = use->owner;
  }
  if (!dot || count > 2 || (count == 2 && !load)) return false;
  if (load && (load->block != dot->block || !tern_op_is_before(dot, load))) return false;
  if (!is_bool_constant(flag_of(dot), false)) return false;
  tern_op_erase_operands(alloc, 0, 1);
  tern_rewriter_modified(rewriter, alloc);
  return true;
}

static const tern_pattern_t patterns[] = {{"unused-source", TERN_TTNG(TMEM_ALLOC), 1, drop_source}};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t dots = tern_op_collect(module, TERN_POSTORDER, has_flag);
  for (size_t i = 0; i < dots.count; ++i) optimize(dots.values[i]);
  tern_vec_deinitialize(&dots);
  const tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  return true;
}

const tern_pass_def_t tern_tritongpu_optimize_accumulator_init_pass = {
    .flag = "tritongpu-optimize-accumulator-init",
    .name = "TritonGPUOptimizeAccumulatorInit",
    .anchor = "builtin.module",
    .summary = "Tell products that there are no sums yet, instead of setting sums to zero",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_ttg_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
