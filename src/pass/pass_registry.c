// Finding passes and pipelines by name.

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static bool has_mark(const tern_pass_registry_t *registry, tern_str_t flag) {
  tern_str_t mark = tern_str_from_cstr(registry->more_mark);
  for (; flag.size >= mark.size; ++flag.data, --flag.size) {
    if (tern_str_starts_with(flag, mark)) return true;
  }
  return false;
}

// The registry to look further in for `flag`, or NULL.
static const tern_pass_registry_t *find_more(const tern_pass_registry_t *registry, tern_str_t flag) {
  const tern_pass_registry_t *more = NULL;
  if (!registry || !registry->load_more || !has_mark(registry, flag)) return NULL;
  return tern_status_is_ok(registry->load_more(&more)) ? more : NULL;
}

const tern_pass_def_t *tern_pass_registry_find(const tern_pass_registry_t *registry, tern_str_t flag) {
  size_t low = 0, high = registry ? registry->pass_count : 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = tern_str_compare(flag, tern_str_from_cstr(registry->passes[middle]->flag));
    if (order == 0) return registry->passes[middle];
    if (order < 0) high = middle;
    if (order > 0) low = middle + 1;
  }
  for (size_t i = 0; registry && i < registry->pass_count; ++i) {
    const tern_pass_def_t *pass = registry->passes[i];
    if (pass->alias && tern_str_equal_cstr(flag, pass->alias)) return pass;
  }
  const tern_pass_registry_t *more = find_more(registry, flag);
  return more ? tern_pass_registry_find(more, flag) : NULL;
}

const tern_pipeline_def_t *tern_pass_registry_find_pipeline(const tern_pass_registry_t *registry, tern_str_t flag) {
  for (size_t i = 0; registry && i < registry->pipeline_count; ++i) {
    if (tern_str_equal_cstr(flag, registry->pipelines[i]->flag)) return registry->pipelines[i];
  }
  const tern_pass_registry_t *more = find_more(registry, flag);
  return more ? tern_pass_registry_find_pipeline(more, flag) : NULL;
}

// Levenshtein distance, row by row.
static size_t edit_distance(tern_str_t a, tern_str_t b) {
  size_t *row = tern_malloc((b.size + 1) * sizeof(*row));
  for (size_t j = 0; j <= b.size; ++j) row[j] = j;
  for (size_t i = 1; i <= a.size; ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size; ++j) {
      size_t above = row[j];
      size_t best = diagonal + (a.data[i - 1] != b.data[j - 1]);
      if (above + 1 < best) best = above + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      row[j] = best;
      diagonal = above;
    }
  }
  size_t distance = row[b.size];
  free(row);
  return distance;
}

const char *tern_suggest_word(tern_str_t word, const char *const *words, size_t count) {
  if (word.size > 256) return NULL;
  const char *best = NULL;
  size_t best_distance = word.size / 2 + 1;
  for (size_t i = 0; i < count; ++i) {
    size_t distance = edit_distance(word, tern_str_from_cstr(words[i]));
    if (distance >= best_distance) continue;
    best = words[i];
    best_distance = distance;
  }
  return best;
}

const char *tern_pass_registry_suggest(const tern_pass_registry_t *registry, tern_str_t flag) {
  TERN_VEC(const char *) flags = {0};
  const tern_pass_registry_t *more = NULL;
  for (; registry; registry = more) {
    for (size_t i = 0; i < registry->pass_count; ++i) tern_vec_push(&flags, registry->passes[i]->flag);
    for (size_t i = 0; i < registry->pipeline_count; ++i) tern_vec_push(&flags, registry->pipelines[i]->flag);
    more = NULL;
    if (registry->load_more && !tern_status_is_ok(registry->load_more(&more))) more = NULL;
  }
  const char *best = tern_suggest_word(flag, flags.values, flags.count);
  tern_vec_deinitialize(&flags);
  return best;
}

void tern_pass_registry_note_unknown(const tern_pass_registry_t *registry, tern_str_t flag, const tern_attr_t *loc) {
  const tern_pass_registry_t *more = NULL;
  if (registry && registry->load_more && has_mark(registry, flag)) {
    tern_status_t status = registry->load_more(&more);
    if (!tern_status_is_ok(status)) {
      tern_emit_note(loc, "%s", status.message);
      return;
    }
  }
  const char *near = tern_pass_registry_suggest(registry, flag);
  if (near) tern_emit_note(loc, "did you mean '%s'?", near);
}
