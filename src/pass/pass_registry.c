// Finding passes and pipelines by name.

#include <stdlib.h>

#include "base/arena.h"
#include "pass/pass.h"

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
  return NULL;
}

const tern_pipeline_def_t *tern_pass_registry_find_pipeline(const tern_pass_registry_t *registry, tern_str_t flag) {
  for (size_t i = 0; registry && i < registry->pipeline_count; ++i) {
    if (tern_str_equal_cstr(flag, registry->pipelines[i]->flag)) return registry->pipelines[i];
  }
  return NULL;
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
  if (!registry) return NULL;
  size_t count = registry->pass_count + registry->pipeline_count;
  const char **flags = tern_realloc_array(NULL, count + 1, sizeof(*flags));
  for (size_t i = 0; i < registry->pass_count; ++i) flags[i] = registry->passes[i]->flag;
  for (size_t i = 0; i < registry->pipeline_count; ++i) flags[registry->pass_count + i] = registry->pipelines[i]->flag;
  const char *best = tern_suggest_word(flag, flags, count);
  free(flags);
  return best;
}
