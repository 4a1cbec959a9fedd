// The forms and the promises of passes, as rows; see the header.

#include "pass/promises.h"

#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- forms ---

static bool is_tensor(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_TENSOR || value->type->kind == TERN_TYPE_UNRANKED_TENSOR;
}

static bool has_tensor(const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_tensor(&op->results[i])) return true;
  }
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t k = 0; k < block->arg_count; ++k) {
        if (is_tensor(block->args[k])) return true;
      }
    }
  }
  return false;
}

typedef struct form_row {
  tern_pass_forms_t bit;
  const char *text;     // what holds, in words
  const char *dialect;  // that has no op here; or NULL, and
  bool (*is_broken_by)(const tern_op_t *op);
} form_row_t;

static const form_row_t forms[] = {
    {TERN_FORM_NO_TENSORS, "no value is a tensor", NULL, has_tensor},
    {TERN_FORM_NO_LINALG, "there is no op of linalg", "linalg", NULL},
    {TERN_FORM_NO_SCF, "there is no op of scf", "scf", NULL},
};

typedef struct search {
  const form_row_t *form;
  tern_op_t *found;
} search_t;

static tern_walk_result_t look_at(tern_op_t *op, void *user) {
  search_t *search = user;
  const tern_dialect_t *dialect = op->def->dialect;
  bool is_broken = search->form->dialect ? dialect && strcmp(dialect->name, search->form->dialect) == 0
                                         : search->form->is_broken_by(op);
  if (!is_broken) return TERN_WALK_ADVANCE;
  search->found = op;
  return TERN_WALK_INTERRUPT;
}

// The first form of `wanted` that does not hold, with an op that breaks it; NULL: all hold.
static const form_row_t *find_broken(tern_op_t *op, tern_pass_forms_t wanted, tern_op_t **out_op) {
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; ++i) {
    search_t search = {.form = &forms[i]};
    if (!(wanted & forms[i].bit) || tern_op_walk_pre(op, look_at, &search) != TERN_WALK_INTERRUPT) continue;
    *out_op = search.found;
    return &forms[i];
  }
  return NULL;
}

bool tern_pass_check_needs(const tern_pass_def_t *pass, tern_op_t *op) {
  tern_op_t *breaker;
  const form_row_t *form = find_broken(op, pass->needs, &breaker);
  if (!form) return true;
  tern_op_error(breaker, "cannot be here when pass '%s' runs, which needs that %s", pass->flag, form->text);
  tern_emit_note(breaker->loc, "run the passes that make this form before it");
  return false;
}

// --- what is kept ---

static uint64_t mix(uint64_t hash, const void *pointer) { return tern_hash_bytes(&pointer, sizeof pointer, hash); }

// Names, kinds and visibility of symbols, and types of functions. All of them are uniqued: their addresses stand for them.
static tern_walk_result_t note_symbol(tern_op_t *op, void *user) {
  uint64_t *hash = user;
  const tern_attr_t *name = tern_op_attr(op, "sym_name");
  if (!name) return TERN_WALK_ADVANCE;
  *hash = mix(mix(mix(*hash, op->def), name), tern_op_attr(op, "sym_visibility"));
  *hash = mix(*hash, tern_op_attr(op, "function_type"));
  return TERN_WALK_ADVANCE;
}

uint64_t tern_pass_note_kept(const tern_pass_def_t *pass, tern_op_t *op) {
  uint64_t hash = 0;
  if (pass->keeps & TERN_KEEPS_SYMBOLS) tern_op_walk_pre(op, note_symbol, &hash);
  return hash;
}

bool tern_pass_check_promises(const tern_pass_def_t *pass, tern_op_t *op, uint64_t noted) {
  tern_op_t *breaker;
  const form_row_t *form = find_broken(op, pass->leaves, &breaker);
  if (form) return tern_op_error(breaker, "is left by pass '%s', which promises that %s", pass->flag, form->text);
  if (tern_pass_note_kept(pass, op) == noted) return true;
  return tern_op_error(op, "has other symbols or types of functions behind pass '%s', which promises to keep them",
                       pass->flag);
}
