// Lists of partitions, in an arena.

#include "analysis/stream/partition_list.h"

#include <string.h>

size_t tern_stream_partitions_add(tern_stream_partitions_t *partitions, tern_arena_t *arena) {
  if (partitions->count == partitions->capacity) {
    size_t capacity = partitions->capacity ? 2 * partitions->capacity : 8;
    tern_stream_partition_t *values = tern_arena_alloc_array(arena, capacity, sizeof(*values));
    if (partitions->count) memcpy(values, partitions->values, partitions->count * sizeof(*values));
    partitions->values = values;
    partitions->capacity = capacity;
  }
  partitions->values[partitions->count] = (tern_stream_partition_t){0};
  return partitions->count++;
}

void tern_stream_partition_add_op(tern_stream_partition_t *partition, tern_op_t *op, bool is_copy,
                                  tern_arena_t *arena) {
  if (partition->op_count == partition->op_capacity) {
    size_t capacity = partition->op_capacity ? 2 * partition->op_capacity : 8;
    tern_stream_partition_op_t *ops = tern_arena_alloc_array(arena, capacity, sizeof(*ops));
    if (partition->op_count) memcpy(ops, partition->ops, partition->op_count * sizeof(*ops));
    partition->ops = ops;
    partition->op_capacity = capacity;
  }
  partition->ops[partition->op_count++] = (tern_stream_partition_op_t){op, is_copy};
}

void tern_stream_partitions_reverse(tern_stream_partitions_t *partitions) {
  for (size_t i = 0; i < partitions->count / 2; ++i) {
    tern_stream_partition_t other = partitions->values[i];
    partitions->values[i] = partitions->values[partitions->count - 1 - i];
    partitions->values[partitions->count - 1 - i] = other;
  }
  for (size_t p = 0; p < partitions->count; ++p) {
    tern_stream_partition_t *partition = &partitions->values[p];
    for (size_t i = 0; i < partition->op_count / 2; ++i) {
      tern_stream_partition_op_t other = partition->ops[i];
      partition->ops[i] = partition->ops[partition->op_count - 1 - i];
      partition->ops[partition->op_count - 1 - i] = other;
    }
  }
}
