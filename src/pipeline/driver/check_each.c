// What functions compute, pass by pass (see src/interpreter/reference/).
//
// Each public function is run on several sets of inputs before the first pass, and again whenever a pass changed the IR. A
// copy of the IR as it was before is kept, so that both versions can be run once more, with every value noted, when
// results differ: values of ops at the same location are compared in the order in which the new version computes them,
// and the first that differs is named. Where a pass merges, splits or moves ops so that locations do not tell them apart,
// only the pass and the result can be named.

#include "pipeline/driver/check_each.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/func/func.h"
#include "dialect/tt/tt.h"
#include "interpreter/reference/inputs.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/driver/check_trace.h"

// Steps of one run: what takes longer is not compared.
#define STEPS_MAX 1000000
// The same of a kernel of Triton, which is several programs on whole tensors.
#define KERNEL_STEPS_MAX 100000000

typedef struct subject {
  const tern_ident_t *name;
  tern_types_t types;                // of the arguments at the start
  tern_reference_result_t *results;  // of each set of inputs; owned
  bool is_skipped;
} subject_t;

struct tern_check {
  tern_check_options_t options;
  tern_op_t *before;  // a copy of the IR; owned
  uint64_t hash;      // of its text
  TERN_VEC(subject_t) subjects;
};

// Results of two versions of a function on one set of inputs.
typedef struct comparison {
  const char *flag;
  subject_t *subject;
  uint32_t number;
  tern_op_t *before, *after;  // roots
  tern_op_t *function;        // in the version after
  const tern_reference_result_t *old, *new;
} comparison_t;

tern_check_t *tern_check_create(const tern_check_options_t *options) {
  tern_check_t *check = tern_malloc(sizeof *check);
  *check = (tern_check_t){.options = *options};
  return check;
}

void tern_check_destroy(tern_check_t *check) {
  if (!check) return;
  for (size_t k = 0; k < check->subjects.count; ++k) {
    subject_t *subject = &check->subjects.values[k];
    for (uint32_t i = 0; i < check->options.input_count; ++i) tern_reference_result_deinitialize(&subject->results[i]);
    free(subject->results);
  }
  tern_vec_deinitialize(&check->subjects);
  if (check->before) tern_op_destroy(check->before);
  free(check);
}

const tern_op_t *tern_check_last_ir(const tern_check_t *check) { return check->before; }

static uint64_t hash_of(tern_op_t *root) {
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.generic = true;
  tern_string_builder_t text = {0};
  tern_print_op(root, &options, &text);
  uint64_t hash = tern_hash_bytes(text.data, text.size, 0);
  tern_string_builder_deinitialize(&text);
  return hash;
}

static bool is_function(const tern_op_t *op) {
  return tern_op_is(op, TERN_FUNC(FUNC)) || tern_op_is(op, TERN_TT(FUNC));
}

static tern_reference_inputs_t inputs_of(const tern_check_t *check, const tern_op_t *function, uint32_t number) {
  bool is_kernel = tern_op_is(function, TERN_TT(FUNC));
  return (tern_reference_inputs_t){.seed = check->options.seed,
                                   .number = number,
                                   .size = check->options.size,
                                   .steps = is_kernel ? KERNEL_STEPS_MAX : STEPS_MAX,
                                   .is_kernel = is_kernel};
}

static void try(const tern_check_t *check, tern_op_t *root, tern_op_t *function, const subject_t *subject,
                uint32_t number, tern_reference_result_t *out) {
  tern_reference_inputs_t inputs = inputs_of(check, function, number);
  tern_reference_try(root, function, subject->types, &inputs, NULL, NULL, out);
}

// A warning that a function is not looked at any more.
static void skip(subject_t *subject, const tern_attr_t *loc, const char *when, const char *why) {
  subject->is_skipped = true;
  tern_str_t name = tern_ident_str(subject->name);
  tern_emit_warning(loc, "--check-each does not compare @%.*s%s: %s", (int)name.size, name.data, when, why);
}

static const char *reason_of(const tern_reference_result_t *result) {
  return result->message && *result->message ? result->message : "it cannot be run";
}

// A pass may do with it what it likes.
static bool has_no_meaning(const tern_reference_result_t *result) {
  return result->outcome == TERN_REFERENCE_UNDEFINED || result->is_doubtful;
}

static bool cannot_compare(const tern_reference_result_t *result) {
  return result->outcome == TERN_REFERENCE_UNKNOWN || result->outcome == TERN_REFERENCE_LIMIT;
}

static void begin_function(tern_check_t *check, tern_op_t *root, tern_op_t *function) {
  uint32_t count = check->options.input_count, undefined = 0;
  subject_t subject = {
      .name = tern_ident_get(tern_op_context(root), tern_symbol_name(function)),
      .types = tern_function_type_inputs(tern_type_attr_value(tern_op_attr(function, "function_type"))),
      .results = tern_realloc_array(NULL, count, sizeof *subject.results),
  };
  memset(subject.results, 0, count * sizeof *subject.results);
  for (uint32_t i = 0; i < count && !subject.is_skipped; ++i) {
    tern_reference_result_t *result = &subject.results[i];
    try(check, root, function, &subject, i, result);
    undefined += has_no_meaning(result);
    const tern_attr_t *loc = result->place ? result->place->loc : function->loc;
    if (cannot_compare(result)) skip(&subject, loc, "", reason_of(result));
    if (undefined == count) {
      tern_string_builder_t why = {0};
      tern_string_builder_append_format(&why, "it is undefined on all inputs that were made: %s", reason_of(result));
      skip(&subject, loc, "", why.data);
      tern_string_builder_deinitialize(&why);
    }
  }
  tern_vec_push(&check->subjects, subject);
}

bool tern_check_begin(tern_check_t *check, tern_op_t *root) {
  if (!tern_op_has_trait(root, TERN_TRAIT_SYMBOL_TABLE)) {
    return tern_emit_error(root->loc, "--check-each compares functions in a module, and this is none");
  }
  tern_block_for_each_op(tern_op_body(root, 0), op) {
    bool is_public = is_function(op) && tern_symbol_visibility(op) == TERN_PUBLIC;
    if (is_public && tern_func_body(op)) begin_function(check, root, op);
  }
  check->before = tern_op_clone(root, NULL);
  check->hash = hash_of(root);
  for (size_t k = 0; k < check->subjects.count; ++k) {
    if (!check->subjects.values[k].is_skipped) return true;
  }
  tern_emit_error(root->loc, "--check-each has no function to compare");
  tern_emit_note(root->loc,
                 "it runs each public func.func and tt.func with a body whose ops the reference interpreter knows");
  return false;
}

// --- differences ---

static void append_element(const datum_t *array, int64_t element, tern_string_builder_t *out) {
  datum_t *part = tern_reference_extract(array, element);
  tern_reference_print(part, out);
  tern_reference_release(part);
}

// "7 became 9 at [0, 2]".
static void append_change(const datum_t *old, const datum_t *new, int64_t element, tern_string_builder_t *out) {
  append_element(old, element, out);
  tern_string_builder_append_cstr(out, " became ");
  append_element(new, element, out);
  if (!old->rank) return;
  tern_string_builder_append_cstr(out, " at [");
  int64_t rest = element;
  for (uint32_t d = 0; d < old->rank; ++d) {
    int64_t inner = 1;
    for (uint32_t i = d + 1; i < old->rank; ++i) inner *= old->sizes[i];
    tern_string_builder_append_format(out, "%s%lld", d ? ", " : "", (long long)(rest / inner));
    rest %= inner;
  }
  tern_string_builder_append_char(out, ']');
}

static bool has_same_shape(const datum_t *a, const datum_t *b) {
  bool is_same =
      a->rank == b->rank && a->form.words == b->form.words && a->form.number.is_float == b->form.number.is_float;
  for (uint32_t d = 0; is_same && d < a->rank; ++d) is_same = a->sizes[d] == b->sizes[d];
  return is_same;
}

// Skips to the end of a word.
static const char *word_end(const char *text) { return text + strcspn(text, ",() \n"); }

// What was poison may be anything. Numbers that agree to a few digits are the same in what was printed: their text is rounded.
static bool is_same_output(const char *a, const char *b) {
  while (*a && *b) {
    if (strncmp(a, "poison", 6) == 0) {
      a = word_end(a);
      b = word_end(b);
      continue;
    }
    bool is_number = (isdigit((unsigned char)*a) || *a == '-') && (isdigit((unsigned char)*b) || *b == '-');
    if (is_number) {
      char *a_end, *b_end;
      double x = strtod(a, &a_end), y = strtod(b, &b_end);
      if (a_end == a || b_end == b || fabs(x - y) > 1e-4 * fmax(fabs(x), fabs(y))) return false;
      a = a_end;
      b = b_end;
    } else if (*a++ != *b++) {
      return false;
    }
  }
  return *a == *b;
}

// Describes how the new version differs. False if it does not. What cannot be compared ends the comparison of the function.
static bool find_change(const comparison_t *c, tern_string_builder_t *out) {
  const tern_reference_result_t *old = c->old, *new = c->new;
  if (old->outcome == TERN_REFERENCE_ABORTED || new->outcome != TERN_REFERENCE_DONE) {
    if (old->outcome == new->outcome) return false;
    static const char *const verbs[] = {"ends well", "is undefined", "ends itself"};
    tern_string_builder_append_format(out, "it %s now", verbs[new->outcome]);
    if (*new->message) tern_string_builder_append_format(out, ": %s", new->message);
    return true;
  }
  for (size_t k = 0; k < old->value_count; ++k) {
    bool is_same_shape = has_same_shape(old->values[k], new->values[k]);
    int64_t element = is_same_shape ? tern_reference_find_difference(old->values[k], new->values[k]) : 0;
    if (element < 0) continue;
    tern_string_builder_append_format(out, "result #%zu ", k);
    if (is_same_shape) append_change(old->values[k], new->values[k], element, out);
    if (!is_same_shape) tern_string_builder_append_cstr(out, "has another shape");
    return true;
  }
  for (size_t k = 0; k < old->argument_count && k < new->argument_count; ++k) {
    const datum_t *a = old->contents[k], *b = new->contents[k];
    int64_t element = a && b && has_same_shape(a, b) ? tern_reference_find_difference(a, b) : -1;
    if (element < 0) continue;
    tern_string_builder_append_format(out, "in the memory of argument #%zu ", k);
    append_change(a, b, element, out);
    return true;
  }
  if (is_same_output(old->output, new->output)) return false;
  tern_string_builder_append_cstr(out, "it prints something else");
  return true;
}

static void report_inputs(const comparison_t *c, const tern_check_t *check) {
  tern_string_builder_t text = {0};
  tern_reference_inputs_t inputs = inputs_of(check, c->function, c->number);
  for (size_t k = 0; k < c->subject->types.count; ++k) {
    datum_t *input = tern_reference_make_input(c->subject->types.values[k], &inputs, k);
    tern_string_builder_append_format(&text, "%s#%zu = ", k ? ", " : "", k);
    if (input) tern_reference_print(input, &text);
    tern_reference_release(input);
  }
  // Long inputs say less than the seed.
  if (text.size > 200) {
    text.size = 200;
    tern_string_builder_append_cstr(&text, " ...");
  }
  if (text.size) {
    tern_emit_note(c->function->loc, "inputs %u of seed %llu: %.*s", c->number, (unsigned long long)check->options.seed,
                   (int)text.size, text.data);
  }
  tern_string_builder_deinitialize(&text);
}

static bool report_change(const tern_check_t *check, const comparison_t *c, const tern_string_builder_t *change) {
  tern_str_t name = tern_ident_str(c->subject->name);
  tern_emit_error(c->function->loc, "pass '%s' changes what @%.*s computes: %.*s", c->flag, (int)name.size, name.data,
                  (int)change->size, change->data);
  tern_reference_inputs_t inputs = inputs_of(check, c->function, c->number);
  tern_op_t *old_function = tern_symbol_lookup_in(c->before, name);
  if (old_function) {
    tern_check_trace_report(c->before, old_function, c->after, c->function, c->subject->types, &inputs);
  }
  report_inputs(c, check);
  return false;
}

// Is what the function gives of the same kind as before?
static bool has_same_results(const tern_reference_result_t *old, const tern_reference_result_t *new) {
  if (old->outcome != TERN_REFERENCE_DONE || new->outcome != TERN_REFERENCE_DONE) return true;
  bool is_same = old->value_count == new->value_count;
  for (size_t k = 0; is_same && k < old->value_count; ++k) {
    const datum_t *a = old->values[k], *b = new->values[k];
    is_same = a->rank == b->rank && a->form.words == b->form.words &&
              a->form.number.is_float == b->form.number.is_float &&
              (!a->form.number.is_float || a->form.number.float_kind == b->form.number.float_kind);
  }
  return is_same;
}

// True if the function computes what it did.
static bool check_function(tern_check_t *check, tern_op_t *root, subject_t *subject, const char *flag,
                           tern_reference_result_t *new_results) {
  tern_op_t *function = tern_symbol_lookup_in(root, tern_ident_str(subject->name));
  tern_string_builder_t when = {0}, change = {0};
  tern_string_builder_append_format(&when, " after pass '%s'", flag);
  bool is_right = true;
  if (!function || !is_function(function) || !tern_func_body(function)) {
    skip(subject, root->loc, when.data, "there is no function with a body of this name any more");
  }
  for (uint32_t i = 0; i < check->options.input_count && !subject->is_skipped && is_right; ++i) {
    if (has_no_meaning(&subject->results[i])) continue;
    tern_reference_result_t *result = &new_results[i];
    try(check, root, function, subject, i, result);
    if (cannot_compare(result)) {
      skip(subject, result->place ? result->place->loc : function->loc, when.data, reason_of(result));
      continue;
    }
    if (!has_same_results(&subject->results[i], result)) {
      skip(subject, function->loc, when.data, "the types of its results are others now");
      continue;
    }
    comparison_t comparison = {flag, subject, i, check->before, root, function, &subject->results[i], result};
    if (find_change(&comparison, &change)) is_right = report_change(check, &comparison, &change);
  }
  tern_string_builder_deinitialize(&when);
  tern_string_builder_deinitialize(&change);
  return is_right;
}

bool tern_check_after(tern_check_t *check, tern_op_t *root, const char *flag) {
  if (!check->before) return true;
  uint64_t hash = hash_of(root);
  if (hash == check->hash) return true;
  uint32_t count = check->options.input_count;
  bool is_right = true;
  for (size_t k = 0; k < check->subjects.count && is_right; ++k) {
    subject_t *subject = &check->subjects.values[k];
    if (subject->is_skipped) continue;
    tern_reference_result_t *results = tern_realloc_array(NULL, count, sizeof *results);
    memset(results, 0, count * sizeof *results);
    is_right = check_function(check, root, subject, flag, results);
    for (uint32_t i = 0; i < count; ++i) {
      // What was undefined stays so: a pass may do with it what it likes.
      bool is_new = is_right && results[i].message;
      tern_reference_result_t old = is_new ? subject->results[i] : results[i];
      if (is_new) subject->results[i] = results[i];
      tern_reference_result_deinitialize(&old);
    }
    free(results);
  }
  if (!is_right) return false;
  tern_op_destroy(check->before);
  check->before = tern_op_clone(root, NULL);
  check->hash = hash;
  return true;
}
