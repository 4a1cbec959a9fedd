// Timers in a tree, and the report of them.

#ifndef TERN_PASS_TIMING_H_
#define TERN_PASS_TIMING_H_

#include <stdbool.h>
#include <stdint.h>

#include "base/string.h"

// A timer adds up the time between its starts and stops. Its children are found by name. Thread-compatible.
typedef struct tern_timer {
  char *name;         // owned
  const void *owner;  // whose time it is, to tell apart timers of one name; or NULL
  struct tern_timer *parent;
  struct tern_timer **children;  // owned, in order of creation
  size_t child_count, child_capacity;
  uint64_t nanoseconds;  // wall time so far
  uint64_t started_at;   // nanoseconds of the monotonic clock
} tern_timer_t;

tern_timer_t *tern_timer_create(const char *name);
void tern_timer_destroy(tern_timer_t *timer);
// The child with this name, made if need be. NULL for a NULL `timer`, so that untimed code needs no conditions.
tern_timer_t *tern_timer_nest(tern_timer_t *timer, const char *name);
// The same for a name that several have: the child with this name and owner.
tern_timer_t *tern_timer_nest_for(tern_timer_t *timer, const char *name, const void *owner);
void tern_timer_start(tern_timer_t *timer);
void tern_timer_stop(tern_timer_t *timer);
// Nanoseconds of the monotonic clock.
uint64_t tern_timer_now(void);

// The layouts of reports, upstream's.
typedef enum tern_times_layout {
  TERN_TIMES_AS_TREE,
  TERN_TIMES_AS_LIST,  // a line for each name, the longest first
  TERN_TIMES_AS_JSON_TREE,
  TERN_TIMES_AS_JSON_LIST,
} tern_times_layout_t;
void tern_timer_report(const tern_timer_t *root, tern_times_layout_t layout, tern_string_builder_t *out);

#endif  // TERN_PASS_TIMING_H_
