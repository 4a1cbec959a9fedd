// Delta debugging of IR (Zeller, Hildebrandt: Simplifying and isolating failure-inducing input): edits are tried from large to
// small, and kept where the pipeline still fails in the same way.
//
// Each attempt is a process of its own, so that crashes and endless loops are only attempts that failed. The order of
// attempts and their number are fixed: the same failure gives the same file. Time bounds an attempt only.

#include "pipeline/driver/reduce.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/verify/verifier.h"
#include "pipeline/registry.h"

#define ATTEMPTS_MAX 4000
// Edits whose result does not verify take no attempt, but time.
#define EDITS_MAX 20000
#define ATTEMPT_SECONDS 20

// How an attempt ended: failures by errors are told apart by what the first error says.
typedef struct verdict {
  tern_failure_t failure;
  uint64_t message;
} verdict_t;

typedef struct reducer {
  const tern_reduction_t *reduction;
  tern_op_t *best;  // owned
  verdict_t wanted;
  size_t attempts, edits;
} reducer_t;

static bool goes_on(const reducer_t *r) { return r->attempts < ATTEMPTS_MAX && r->edits < EDITS_MAX; }

// --- attempts ---

// Words of a message without what is quoted and without numbers, which change when the program does.
static void hear(const tern_diagnostic_t *diagnostic, void *user) {
  uint64_t *hash = user;
  if (diagnostic->severity != TERN_ERROR || *hash) return;
  bool is_quoted = false;
  for (const char *at = diagnostic->message; *at; ++at) {
    if (*at == '\'') is_quoted = !is_quoted;
    bool is_letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
    if (is_letter && !is_quoted) *hash = tern_hash_bytes(at, 1, *hash + 1);
  }
}

static void run_in_child(const tern_reduction_t *reduction, tern_op_t *root, int out) {
  tern_context_t *context = tern_op_context(root);
  verdict_t verdict = {0};
  tern_diagnostics_set_handler(context, hear, &verdict.message);
  tern_pass_manager_t *manager =
      tern_pass_manager_create(context, &tern_all_passes, tern_ident_get(context, tern_op_name(root))->data);
  tern_guard_t *guard = tern_guard_create(&(tern_guard_options_t){
      .checks = reduction->checks, .check = reduction->check, .verify_each = reduction->verify_each});
  tern_pass_options_t options = {.verify_each = reduction->verify_each, .watch = tern_guard_watch(guard)};
  bool is_ok = tern_pass_manager_parse(manager, reduction->pipeline) && tern_pass_manager_run(manager, root, &options);
  if (!is_ok) verdict.failure = tern_guard_found_change(guard) ? TERN_FAILURE_CHANGE : TERN_FAILURE_ERROR;
  if (verdict.failure == TERN_FAILURE_CHANGE) verdict.message = 0;
  ssize_t written = write(out, &verdict, sizeof verdict);
  // The parent has all there is to clean up.
  _exit(written == (ssize_t)sizeof verdict ? 0 : 1);
}

static verdict_t attempt(const tern_reduction_t *reduction, tern_op_t *root) {
  verdict_t verdict = {0};
  int ends[2], status = 0;
  if (pipe(ends) != 0) return verdict;
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    alarm(ATTEMPT_SECONDS);
    run_in_child(reduction, root, ends[1]);
  }
  close(ends[1]);
  bool is_told = child > 0 && read(ends[0], &verdict, sizeof verdict) == (ssize_t)sizeof verdict;
  close(ends[0]);
  if (child > 0) waitpid(child, &status, 0);
  if (child > 0 && !is_told) {
    bool is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    verdict = (verdict_t){is_late ? TERN_FAILURE_TIMEOUT : TERN_FAILURE_CRASH, 0};
  }
  return verdict;
}

tern_failure_t tern_reduction_try(const tern_reduction_t *reduction, tern_op_t *root) {
  return attempt(reduction, root).failure;
}

// Verification without a word about it.
static bool is_valid(tern_op_t *root) {
  tern_diagnostics_t *diagnostics = tern_context_diagnostics(tern_op_context(root)), kept = *diagnostics;
  diagnostics->handler = NULL;
  bool is_right = tern_verify(root);
  *diagnostics = kept;
  return is_right;
}

// --- the search ---

// Tries an edit; true if it was kept.
static bool try_edit(reducer_t *r, const tern_edit_t *edit, size_t first, size_t count, bool *out_is_end) {
  tern_op_t *candidate = tern_op_clone(r->best, NULL);
  ++r->edits;
  tern_edit_result_t result = edit->apply(candidate, first, count);
  *out_is_end = result == TERN_EDIT_END;
  bool is_kept = false;
  if (result == TERN_EDIT_DONE && is_valid(candidate)) {
    ++r->attempts;
    verdict_t verdict = attempt(r->reduction, candidate);
    is_kept = verdict.failure == r->wanted.failure && verdict.message == r->wanted.message;
  }
  tern_op_destroy(is_kept ? r->best : candidate);
  if (is_kept) r->best = candidate;
  return is_kept;
}

// All places of one edit, in runs of `count`.
static bool try_places(reducer_t *r, const tern_edit_t *edit, size_t count) {
  bool is_progress = false, is_end = false;
  for (size_t first = 0; !is_end && goes_on(r);) {
    // Where an edit was kept, the next place has moved up.
    bool is_kept = try_edit(r, edit, first, count, &is_end);
    is_progress = is_progress || is_kept;
    if (!is_kept) first += count;
  }
  return is_progress;
}

static void search(reducer_t *r) {
  for (bool is_progress = true; is_progress && goes_on(r);) {
    is_progress = false;
    for (size_t k = 0; k < tern_edit_count; ++k) {
      const tern_edit_t *edit = &tern_edits[k];
      size_t count = 1;
      while (edit->takes_many && 2 * count < tern_edit_size_of(r->best)) count *= 2;
      for (; count; count /= 2) is_progress = try_places(r, edit, count) || is_progress;
    }
  }
}

// --- the file ---

static void write_file(const reducer_t *r) {
  const tern_reduction_t *reduction = r->reduction;
  tern_string_builder_t text = {0}, check = {0};
  if (reduction->checks) {
    tern_string_builder_append_format(&check,
                                      ",\n    tern_check_each: {\n      seed: \"%llu\",\n      inputs: \"%u\",\n      "
                                      "size: \"%lld\"\n    }",
                                      (unsigned long long)reduction->check.seed, reduction->check.input_count,
                                      (long long)reduction->check.size);
  }
  tern_reproducer_print(r->best, reduction->pipeline, reduction->verify_each, tern_string_builder_view(&check), &text);
  tern_status_t status = tern_file_write(reduction->path, tern_string_builder_view(&text));
  const tern_attr_t *loc = r->best->loc;
  if (tern_status_is_ok(status)) {
    tern_emit_note(loc, "reduced to %zu operations in %zu attempts: tern-opt --run-reproducer %s shows it again",
                   tern_edit_size_of(r->best), r->attempts, reduction->path);
  } else {
    tern_emit_note(loc, "what fails was reduced, but cannot be written: %s", status.message);
  }
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&check);
}

void tern_reduce(const tern_reduction_t *reduction, tern_op_t *root) {
  reducer_t r = {.reduction = reduction, .best = tern_op_clone(root, NULL)};
  r.wanted = attempt(reduction, r.best);
  if (r.wanted.failure == TERN_FAILURE_NONE) {
    tern_emit_note(root->loc, "nothing is reduced: run alone, '%.*s' does not fail", (int)reduction->pipeline.size,
                   reduction->pipeline.data);
  } else {
    search(&r);
    write_file(&r);
  }
  tern_op_destroy(r.best);
}
