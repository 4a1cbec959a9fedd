// --linalg-relax-zero-signs: maxima and minima whose sign of zero nobody sees say so.
//
//   linalg.generic ins(%x) outs(%max) { %m = arith.maximumf %out, %in ... }
//   linalg.generic ins(%x, %max) outs(%y) { %d = arith.subf %in, %max ; %e = math.exp %d ... }
// becomes
//   linalg.generic ins(%x) outs(%max) { %m = arith.maximumf %out, %in fastmath<nsz> ... }
//
// The greater one of 0 and -0 is 0: on x86 that takes three of the six instructions of a maximum. Here the sign of a zero makes no
// difference, for exp(0) and exp(-0) are both 1. That is followed from op to op, and through temporaries of the function that
// structured ops alone write and read. Where the difference is not zero it is the same for both zeros.

#include "dialect/arith/arith.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/memref/memref.h"
#include "pass/pass.h"

// As far as values are followed.
#define MOST_STEPS 8

// What gives the same for 0 and for -0.
static const tern_op_row_t *const blind[] = {
    TERN_MATH(EXP), TERN_MATH(EXP2), TERN_MATH(COS), TERN_MATH(COSH), TERN_MATH(ABSF), TERN_ARITH(CMPF),
};

// What gives the same, but for the sign of a zero.
static const tern_op_row_t *const passing[] = {
    TERN_ARITH(ADDF),     TERN_ARITH(SUBF),    TERN_ARITH(MULF),     TERN_ARITH(NEGF),
    TERN_ARITH(MAXIMUMF), TERN_ARITH(MAXNUMF), TERN_ARITH(MINIMUMF), TERN_ARITH(MINNUMF),
};

static bool is_one_of(const tern_op_t *op, const tern_op_row_t *const *rows, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

// What is looked for: who sees the sign of what `origin` gives, which may read it again to go on, in so many more steps.
typedef struct search {
  const tern_op_t *origin;
  int steps;
} search_t;

static bool is_value_unseen(const tern_value_t *value, search_t search);

// Does no structured op that reads the memory see the sign? All that uses it must be known: views, fills, and structured ops.
static bool is_memory_unseen(const tern_value_t *memory, search_t search) {
  tern_value_for_each_use(memory, use) {
    const tern_op_t *op = use->owner;
    if (tern_op_has_trait(op, TERN_TRAIT_VIEW_LIKE) && use == &op->operands[0]) {
      if (!is_memory_unseen(tern_op_result(op, 0), search)) return false;
      continue;
    }
    if (!tern_is_linalg(op)) return false;
    size_t position = tern_operand_index(use);
    const tern_block_t *body = tern_linalg_body(op);
    if (!body || position >= body->arg_count || !is_value_unseen(body->args[position], search)) return false;
  }
  return true;
}

// The memory that the op's output `index` goes to, if it is a temporary of the function.
static const tern_value_t *find_temporary(const tern_op_t *op, size_t index) {
  const tern_value_t *memory = tern_linalg_output(op, index);
  for (;;) {
    const tern_op_t *definition = tern_value_defining_op(memory);
    if (!definition) return NULL;
    if (tern_op_is(definition, TERN_MEMREF(ALLOCA))) return memory;
    if (!tern_op_has_trait(definition, TERN_TRAIT_VIEW_LIKE)) return NULL;
    memory = tern_op_operand(definition, 0);
  }
}

static bool is_use_unseen(const tern_op_t *op, size_t position, search_t search) {
  if (op == search.origin || is_one_of(op, blind, sizeof blind / sizeof blind[0])) return true;
  if (search.steps-- == 0) return false;
  if (is_one_of(op, passing, sizeof passing / sizeof passing[0])) return is_value_unseen(tern_op_result(op, 0), search);
  const tern_op_t *structured = tern_op_parent(op);
  if (!tern_op_is(op, TERN_LINALG(YIELD)) || !structured || !tern_is_linalg(structured)) return false;
  const tern_value_t *memory = find_temporary(structured, position);
  return memory && is_memory_unseen(memory, search);
}

static bool is_value_unseen(const tern_value_t *value, search_t search) {
  tern_value_for_each_use(value, use) {
    if (!is_use_unseen(use->owner, tern_operand_index(use), search)) return false;
  }
  return true;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  static const tern_op_row_t *const relaxed[] = {TERN_ARITH(MAXIMUMF), TERN_ARITH(MINIMUMF)};
  if (!is_one_of(op, relaxed, sizeof relaxed / sizeof relaxed[0])) return TERN_WALK_ADVANCE;
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  int64_t bits = flags ? tern_enum_attr_value(flags) : 0;
  search_t search = {op, MOST_STEPS};
  if ((bits & TERN_FASTMATH_NSZ) || !is_value_unseen(tern_op_result(op, 0), search)) return TERN_WALK_ADVANCE;
  tern_context_t *context = tern_op_context(op);
  tern_op_set_attr(op, "fastmath", tern_enum_attr_get(context, TERN_ARITH_ENUM(FASTMATH), bits | TERN_FASTMATH_NSZ));
  tern_pass_count(user, 0, 1);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_walk_post(root, visit, pass);
  return true;
}

const tern_pass_def_t tern_linalg_relax_zero_signs_pass = {
    .flag = "linalg-relax-zero-signs",
    .name = "LinalgRelaxZeroSigns",
    .summary = "Let maxima and minima be either zero where nobody sees its sign",
    .statistics = (const char *const[]){"num-relaxed - Number of maxima and minima", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
