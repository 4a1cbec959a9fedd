// Reads any bytes as an archive of parameters. Strategies:
//
//   1. The bytes as they are: the first of them say which format it is, all offsets and lengths are hostile.
//   2. As the header of a safetensors file whose size is right, with data behind it.
//   3. What loads is used: each parameter is found by its key, and its first and last bytes and its dims are read.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tern/parameters.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile unsigned sink;

static void load(void *data, size_t size) {
  tern_parameters_t *parameters;
  tern_status_t status = tern_parameters_load_borrowed("fuzz", data, size, false, NULL, NULL, &parameters);
  if (!tern_status_is_ok(status)) {
    if (!status.message) abort();
    return;
  }
  for (size_t i = 0; i < tern_parameters_count(parameters); ++i) {
    const tern_parameter_t *row = tern_parameters_at(parameters, i);
    if (tern_parameters_find(parameters, row->key, row->key_size) != row) abort();
    size_t here = row->pattern_size ? row->pattern_size : row->size;
    const unsigned char *bytes = row->data;
    if (here) sink += bytes[0] + bytes[here - 1];
    for (uint32_t d = 0; row->dims && d < row->rank; ++d) sink += (unsigned)row->dims[d];
  }
  tern_parameters_release(parameters);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { DATA_SIZE = 64 };
  // Exact copies, so that a sanitizer sees a read behind the end.
  unsigned char *copy = calloc(1, 8 + size + DATA_SIZE);
  if (!copy) return 0;
  if (size) memcpy(copy, data, size);
  unsigned char *exact = realloc(copy, size + !size);
  load(exact, size);
  free(exact);
  copy = calloc(1, 8 + size + DATA_SIZE);
  if (!copy) return 0;
  uint64_t header_size = size;
  memcpy(copy, &header_size, sizeof header_size);
  if (size) memcpy(copy + 8, data, size);
  load(copy, 8 + size + DATA_SIZE);
  free(copy);
  return 0;
}
