// Counters that let only some executions of an action happen.

#include "pass/debug_counter.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"

typedef struct counter {
  tern_str_t tag;  // in the text that the counters were made from
  int64_t seen, skip, limit;
} counter_t;

struct tern_debug_counters {
  char *text;  // owned
  TERN_VEC(counter_t) list;
};

static counter_t *find(const tern_debug_counters_t *counters, tern_str_t tag) {
  for (size_t i = 0; i < counters->list.count; ++i) {
    if (tern_str_equal(counters->list.values[i].tag, tag)) return &counters->list.values[i];
  }
  return NULL;
}

// `TAG-skip=N` or `TAG-count=N`.
static tern_status_t read_argument(tern_debug_counters_t *counters, tern_str_t argument) {
  static const tern_str_t skip = {"-skip", 5}, count = {"-count", 6};
  tern_str_t value = argument;
  tern_str_t name = tern_str_split(&value, '=');
  int64_t number;
  if (name.size == argument.size) {
    return tern_status_make(
        TERN_INVALID_ARGUMENT,
        "expected DebugCounter argument to have an `=` separating the counter name and value, but the "
        "provided argument was: `%.*s`",
        (int)argument.size, argument.data);
  }
  if (!tern_str_to_int64(value, &number)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected DebugCounter counter value to be numeric, but got: `%.*s`",
                            (int)value.size, value.data);
  }
  bool is_skip = tern_str_ends_with(name, skip);
  if (!is_skip && !tern_str_ends_with(name, count)) {
    return tern_status_make(
        TERN_INVALID_ARGUMENT,
        "expected DebugCounter counter name to end with either `-skip` or `-count`, but got: `%.*s`", (int)name.size,
        name.data);
  }
  tern_str_t tag = tern_str_make(name.data, name.size - (is_skip ? skip.size : count.size));
  counter_t *counter = find(counters, tag);
  if (!counter) {
    tern_vec_push(&counters->list, ((counter_t){.tag = tag, .skip = -1, .limit = -1}));
    counter = &counters->list.values[counters->list.count - 1];
  }
  *(is_skip ? &counter->skip : &counter->limit) = number;
  return tern_ok();
}

static int compare_tags(const void *a, const void *b) {
  const counter_t *first = a, *second = b;
  return tern_str_compare(first->tag, second->tag);
}

tern_status_t tern_debug_counters_create(const char *text, tern_debug_counters_t **out_counters) {
  *out_counters = NULL;
  tern_debug_counters_t *counters = tern_malloc(sizeof(*counters));
  *counters = (tern_debug_counters_t){.text = tern_strdup(text)};
  tern_str_t rest = tern_str_from_cstr(counters->text);
  tern_status_t status = tern_ok();
  while (rest.size && tern_status_is_ok(status)) status = read_argument(counters, tern_str_split(&rest, ','));
  if (!tern_status_is_ok(status)) {
    tern_debug_counters_destroy(counters);
    return status;
  }
  if (counters->list.count) qsort(counters->list.values, counters->list.count, sizeof(counter_t), compare_tags);
  *out_counters = counters;
  return tern_ok();
}

void tern_debug_counters_destroy(tern_debug_counters_t *counters) {
  if (!counters) return;
  tern_vec_deinitialize(&counters->list);
  free(counters->text);
  free(counters);
}

bool tern_debug_counters_allow(tern_debug_counters_t *counters, tern_str_t tag) {
  counter_t *counter = counters ? find(counters, tag) : NULL;
  if (!counter) return true;
  ++counter->seen;
  // A negative limit is none; without a number to skip the other one counts for nothing, as upstream has it.
  if (counter->skip < 0) return true;
  if (counter->seen <= counter->skip) return false;
  return counter->limit < 0 || counter->seen <= counter->skip + counter->limit;
}

void tern_debug_counters_print(const tern_debug_counters_t *counters, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "DebugCounter counters:\n");
  for (size_t i = 0; i < counters->list.count; ++i) {
    const counter_t *counter = &counters->list.values[i];
    int padding = counter->tag.size < 32 ? 32 - (int)counter->tag.size : 0;
    tern_string_builder_append_format(out, "%.*s%*s: {%lld,%lld,%lld}\n", (int)counter->tag.size, counter->tag.data,
                                      padding, "", (long long)counter->seen, (long long)counter->skip,
                                      (long long)counter->limit);
  }
}
