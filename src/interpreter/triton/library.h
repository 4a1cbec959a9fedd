// Functions of NVIDIA's libdevice, on one number each, as exact as the C library has them.

#ifndef TERN_INTERPRETER_TRITON_LIBRARY_H_
#define TERN_INTERPRETER_TRITON_LIBRARY_H_

#include "base/string.h"
#include "interpreter/numbers.h"

enum { LIBRARY_OPERANDS_MAX = 4 };

typedef struct number_value {
  number_t number;
  uint64_t word;
  double value;  // of a float
} number_value_t;

typedef struct library_row {
  const char *name;  // without the prefix __nv_ and the suffix f
  size_t operand_count;
  double (*one)(double);
  double (*two)(double, double);
  double (*three)(double, double, double);
  uint64_t (*words)(number_t to, const number_value_t *values);  // of integers, or that give some
} library_row_t;

// NULL: not known.
const library_row_t *tern_triton_library_find(tern_str_t symbol);
uint64_t tern_triton_library_call(const library_row_t *row, number_t to, const number_value_t *values);

#endif  // TERN_INTERPRETER_TRITON_LIBRARY_H_
