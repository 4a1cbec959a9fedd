// Where bytes go that are made piece by piece: what is larger than memory should hold twice is handed on as it is made.

#ifndef TERN_BASE_SINK_H_
#define TERN_BASE_SINK_H_

#include "base/checksum.h"
#include "base/file.h"
#include "base/string.h"

// The head of every sink. `append` is not called again after it failed.
typedef struct tern_sink {
  tern_status_t (*append)(struct tern_sink *sink, tern_str_t data);
  // Writes over what was appended `back` bytes before the end; NULL: the sink takes nothing back.
  tern_status_t (*patch)(struct tern_sink *sink, uint64_t back, tern_str_t data);
  void (*expect)(struct tern_sink *sink, uint64_t size);  // NULL: it need not know how many bytes come
  tern_status_t status;                                   // the first that failed
  uint64_t size;                                          // bytes so far
} tern_sink_t;

static inline void tern_sink_append(tern_sink_t *sink, tern_str_t data) {
  sink->size += data.size;
  if (tern_status_is_ok(sink->status) && data.size) sink->status = sink->append(sink, data);
}
void tern_sink_append_fill(tern_sink_t *sink, char byte, uint64_t count);

// Appends to a string.
typedef struct tern_string_sink {
  tern_sink_t sink;                // first
  tern_string_builder_t *builder;  // borrowed
} tern_string_sink_t;
tern_string_sink_t tern_string_sink(tern_string_builder_t *builder);

// Appends to a file.
typedef struct tern_file_sink {
  tern_sink_t sink;            // first
  tern_file_writer_t *writer;  // borrowed
} tern_file_sink_t;
tern_file_sink_t tern_file_sink(tern_file_writer_t *writer);

// Sums up what it hands on.
typedef struct tern_checksum_sink {
  tern_sink_t sink;     // first
  tern_sink_t *target;  // borrowed; NULL: nothing is handed on
  tern_checksum_t sum;
} tern_checksum_sink_t;
tern_checksum_sink_t tern_checksum_sink(tern_sink_t *target);

#endif  // TERN_BASE_SINK_H_
