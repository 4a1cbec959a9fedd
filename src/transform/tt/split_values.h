// Taking values apart on their way through a program: block pointers and descriptors become what they are made of, and functions,
// calls, branches, loops and conditionals hand on the parts in their place.

#ifndef TERN_TRANSFORM_TT_SPLIT_VALUES_H_
#define TERN_TRANSFORM_TT_SPLIT_VALUES_H_

#include "ir/op_def.h"

typedef struct tern_tt_splitter tern_tt_splitter_t;

// A row for an op that makes or takes such values and is no control flow. `split` puts other ops before `op`; the op itself is
// erased later. It may say what the parts of results are (tern_tt_set_parts) and ask for those of operands. False after an
// error.
typedef struct tern_tt_split_row {
  const tern_op_row_t *row;
  bool (*split)(tern_tt_splitter_t *splitter, tern_op_t *op);
  // Says what stands in the way of splitting `op`, before anything is changed; NULL: nothing does.
  bool (*check)(const tern_op_t *op);
} tern_tt_split_row_t;

// An operand of an op, which some part of a value always is.
typedef struct tern_tt_fixed_part {
  const tern_op_t *op;  // NULL: the part is not always the same
  size_t operand;
} tern_tt_fixed_part_t;

typedef struct tern_tt_split {
  const char *noun;  // what messages call such a value: "a block pointer"
  bool (*is_split)(const tern_type_t *type);
  size_t (*part_count)(const tern_type_t *type);
  const tern_type_t *(*part_type)(const tern_type_t *type, size_t part);
  // Which part of a block argument, or of a result of control flow, need not be handed on. NULL: all are.
  tern_tt_fixed_part_t (*find_fixed)(const tern_value_t *value, size_t part);
  const tern_tt_split_row_t *rows;
  size_t row_count;
} tern_tt_split_t;

// Splits all such values inside `module`. False after an error at an op that cannot do without them; nothing is changed then.
bool tern_tt_split_values(tern_op_t *module, const tern_tt_split_t *split);

// The parts of a value that was split; valid until the next call of tern_tt_set_parts.
tern_values_t tern_tt_parts(tern_tt_splitter_t *splitter, const tern_value_t *value);
void tern_tt_set_parts(tern_tt_splitter_t *splitter, const tern_value_t *value, tern_values_t parts);

#endif  // TERN_TRANSFORM_TT_SPLIT_VALUES_H_
