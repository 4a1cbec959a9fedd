// Layouts as code: the places that a layout gives, as arithmetic on index values.
//
// Some inputs are values of the program (a lane's number), the others are numbers that the writer goes through
// (registers). What the values make is built once; each choice of numbers then costs at most an addition, and an
// exclusive or where both have the same bits (a swizzle).
//
//   tern_gpu_places_t places = tern_gpu_build_places(b, &sums, TERN_GPU_INPUTS({TERN_LAYOUT_LANE, lane}));
//   row = tern_gpu_build_place(&places, "dim0", TERN_GPU_NUMBERS({TERN_LAYOUT_REGISTER, 2}));
//
// Inputs are named; one that the layout lacks, because it has a single element there, changes nothing.

#ifndef TERN_CONVERT_GPU_LAYOUT_PLACES_H_
#define TERN_CONVERT_GPU_LAYOUT_PLACES_H_

#include "analysis/layout/linear_layout.h"
#include "rewrite/builder.h"

// An input that is a value of type index below the size of its dimension.
typedef struct tern_gpu_input {
  const char *name;
  tern_value_t *value;  // NULL: it is a number
} tern_gpu_input_t;

typedef struct tern_gpu_inputs {
  const tern_gpu_input_t *values;
  size_t count;
} tern_gpu_inputs_t;
#define TERN_GPU_INPUTS(...)                                    \
  ((tern_gpu_inputs_t){(const tern_gpu_input_t[]){__VA_ARGS__}, \
                       sizeof((const tern_gpu_input_t[]){__VA_ARGS__}) / sizeof(tern_gpu_input_t)})

// An input that is a number.
typedef struct tern_gpu_number {
  const char *name;
  int64_t value;
} tern_gpu_number_t;

typedef struct tern_gpu_numbers {
  const tern_gpu_number_t *values;
  size_t count;
} tern_gpu_numbers_t;
#define TERN_GPU_NUMBERS(...)                                     \
  ((tern_gpu_numbers_t){(const tern_gpu_number_t[]){__VA_ARGS__}, \
                        sizeof((const tern_gpu_number_t[]){__VA_ARGS__}) / sizeof(tern_gpu_number_t)})

#define TERN_GPU_MAX_TERMS 8

// `value` << `shift`, which has no other bits than `bits`.
typedef struct tern_gpu_term {
  tern_value_t *value;
  size_t shift;
  uint64_t bits;
} tern_gpu_term_t;

// What the values make of one output: terms without a bit in common, whose sum it is.
typedef struct tern_gpu_place {
  tern_gpu_term_t terms[TERN_GPU_MAX_TERMS];
  size_t count;
  uint64_t constant;     // of values that are constants; what numbers make is added to it, exclusive or
  tern_value_t *origin;  // added to all; NULL: nothing is
} tern_gpu_place_t;

// A plain value; the builder is borrowed.
typedef struct tern_gpu_places {
  tern_builder_t *builder;
  tern_layout_t layout;
  tern_gpu_place_t outs[TERN_LAYOUT_MAX_DIMS];
} tern_gpu_places_t;

// Builds what `inputs` make of the outputs. Bits that stay together are moved together: what of a lane's number counts
// rows is one division, or one remainder. The layout has no error.
tern_gpu_places_t tern_gpu_build_places(tern_builder_t *builder, const tern_layout_t *layout, tern_gpu_inputs_t inputs);
// Makes one more input a value. What was built before stays as it is: copies of `places` go on from there.
void tern_gpu_places_set(tern_gpu_places_t *places, const char *in, tern_value_t *value);
// Counts an output from `origin` on, once at most.
void tern_gpu_places_begin_at(tern_gpu_places_t *places, const char *out, tern_value_t *origin);
// The output where the other inputs are `numbers`, and those that are not named are zero.
tern_value_t *tern_gpu_build_place(const tern_gpu_places_t *places, const char *out, tern_gpu_numbers_t numbers);
// What numbers alone add to an output: where they have no bit in common with the values, one place serves all of them.
int64_t tern_gpu_place_distance(const tern_gpu_places_t *places, const char *out, tern_gpu_numbers_t numbers);

#endif  // TERN_CONVERT_GPU_LAYOUT_PLACES_H_
