// Reads attributes that say how an op is to be tiled: a dictionary of numbers and lists of numbers, where what is left out
// keeps the value that was chosen. Each function returns false after an error at the op.

#ifndef TERN_ANALYSIS_GPU_CONFIG_READER_H_
#define TERN_ANALYSIS_GPU_CONFIG_READER_H_

#include "ir/op.h"

typedef struct tern_gpu_config_reader {
  const tern_op_t *op;
  const char *config;             // the attribute's name
  const tern_attr_t *dictionary;  // NULL: the op has none, and there is nothing to read
} tern_gpu_config_reader_t;

// Finds the attribute `config` of `op`; its entries must be among `known`, which ends with NULL.
bool tern_gpu_config_open(const tern_op_t *op, const char *config, const char *const *known,
                          tern_gpu_config_reader_t *out_reader);

// A number from `least` to `most`; INT32_MAX: from `least` on.
bool tern_gpu_config_number(const tern_gpu_config_reader_t *reader, const char *name, int64_t least, int64_t most,
                            int64_t *out_value);

// A list of `count` numbers that are right each; `wanted` says in words what they should be.
bool tern_gpu_config_list(const tern_gpu_config_reader_t *reader, const char *name, size_t count,
                          bool (*is_right)(int64_t value), const char *wanted, int64_t *out_values);

#endif  // TERN_ANALYSIS_GPU_CONFIG_READER_H_
