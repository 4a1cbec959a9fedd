// How large the blocks of tiled attention are, and the memory that they take.

#ifndef TERN_CONVERT_LINALG_EXT_ATTENTION_SIZES_H_
#define TERN_CONVERT_LINALG_EXT_ATTENTION_SIZES_H_

#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "rewrite/builder.h"

// The options of the pass.
typedef struct tern_attention_machine {
  int64_t vector_bytes, panel_vectors, keys, rows, chunk;
} tern_attention_machine_t;

// Attention that is being tiled.
typedef struct tern_tiled_attention {
  tern_builder_t *b;
  tern_op_t *op;
  tern_attention_t maps;
  tern_attention_loops_t loops;
  const tern_type_t *element;
  int64_t bytes;                     // of an element
  int64_t panel, rows, keys, chunk;  // block sizes
  bool copies_queries;
  bool is_online;                                  // several blocks of keys
  tern_value_t *scale;                             // NULL: 1
  tern_value_t *outer[TERN_LINALG_EXT_MAX_LOOPS];  // places of the outer loops
  tern_value_t *first_row, *first_key;             // of the scores that a generic op is for
  // Copies of queries, keys and values (NULL: they are read where they are), scores; for each row of a chunk the
  // maxima, the same in differences, sums and corrections.
  tern_value_t *queries, *key_panels, *value_panels, *scores, *max, *base, *sum, *correction;
} tern_tiled_attention_t;

// Sets the sizes of blocks, and what follows from them.
void tern_attention_choose_sizes(tern_tiled_attention_t *a, const tern_attention_machine_t *machine);
// Builds the memories that the blocks share.
void tern_attention_build_memories(tern_tiled_attention_t *a);
// Memory of elements like those of the output.
tern_value_t *tern_attention_build_memory(const tern_tiled_attention_t *a, const int64_t *dims, size_t rank);

#endif  // TERN_CONVERT_LINALG_EXT_ATTENTION_SIZES_H_
