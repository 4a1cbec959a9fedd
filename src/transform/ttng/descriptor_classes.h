// Descriptors that are one another: loops, conditionals, branches and partitions pass them on.

#ifndef TERN_TRANSFORM_TTNG_DESCRIPTOR_CLASSES_H_
#define TERN_TRANSFORM_TTNG_DESCRIPTOR_CLASSES_H_

#include "base/map.h"
#include "base/vec.h"
#include "ir/op_def.h"

// All descriptors of a function, in the order that they are met in.
typedef struct tern_descriptor_classes {
  TERN_VEC(tern_value_t *) values;
  TERN_VEC(size_t) parents;  // by position: a member of the same class, the first of which is its own
  tern_map_t positions;      // value -> position + 1
} tern_descriptor_classes_t;

void tern_descriptor_classes_find(tern_op_t *function, tern_descriptor_classes_t *out);
void tern_descriptor_classes_deinitialize(tern_descriptor_classes_t *classes);
// The position of the member that stands for the class of a descriptor.
size_t tern_descriptor_class_of(tern_descriptor_classes_t *classes, const tern_value_t *descriptor);

#endif  // TERN_TRANSFORM_TTNG_DESCRIPTOR_CLASSES_H_
