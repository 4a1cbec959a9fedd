// Profiles: calls that are measured dispatch by dispatch, and what is made of that.

#ifndef TERN_TOOLS_BENCH_PROFILE_H_
#define TERN_TOOLS_BENCH_PROFILE_H_

#include <stdio.h>

#include "bound.h"

// All dispatches of one entry point, or all commands of a kind, in the warm calls.
typedef struct bench_row {
  const char *name;  // borrowed from the record
  tern_profile_kind_t kind;
  tern_element_type_t type;
  uint64_t count;                 // of commands
  double seconds;                 // all together
  double costs[TERN_COST_COUNT];  // all together
  bool is_cost_known, is_estimated;
} bench_row_t;

typedef struct bench_profile {
  const bench_subject_t *subject;
  const char *function;
  bench_record_t record;
  bench_bound_t bound;
  bench_row_t *rows;  // owned; those that take longest first
  size_t row_count;
  size_t warm_count;       // calls
  double call_seconds;     // of all warm calls
  double command_seconds;  // of all commands in them
} bench_profile_t;

// Profiles each function that the options ask for, and writes what they ask for.
bool bench_profile_all(const bench_subject_t *subject);

// Numbers of a row, or of a single command with `count` 1. NAN: not known.
double bench_row_gflops(const bench_row_t *row);
double bench_row_gbps(const bench_row_t *row);
// The part of the time that the machine would need at least, by its operations and its memory, whichever takes longer.
double bench_row_part_of_bound(const bench_profile_t *profile, const bench_row_t *row);
bench_row_t bench_row_of_event(const bench_event_t *event);

// The forms of a profile.
void bench_profile_write_table(const bench_profile_t *profile, FILE *file);
void bench_profile_write_trace(const bench_profile_t *profile, FILE *file);
void bench_profile_write_page(const bench_profile_t *profile, FILE *file);

#endif  // TERN_TOOLS_BENCH_PROFILE_H_
