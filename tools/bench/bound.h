// What the machine can do at most, measured by kernels that do nothing else.

#ifndef TERN_TOOLS_BENCH_BOUND_H_
#define TERN_TOOLS_BENCH_BOUND_H_

#include "record.h"
#include "subject.h"

#define BENCH_TYPE_COUNT 128  // above all element types

// Zero-initialise: nothing was measured.
typedef struct bench_bound {
  double operations[BENCH_TYPE_COUNT];  // each second, by tern_element_type_t; 0: not known
  bool was_measured[BENCH_TYPE_COUNT];
  double bytes;  // each second, read and written; 0: not known
} bench_bound_t;

// Measures the memory, and operations of `type`, unless the options say them or they were measured. The device has a profile that
// writes to `record`. What cannot be measured is a warning, and stays unknown.
void bench_bound_measure(const bench_subject_t *subject, bench_record_t *record, tern_element_type_t type,
                         bench_bound_t *bound);

#endif  // TERN_TOOLS_BENCH_BOUND_H_
