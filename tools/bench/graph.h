// Which commands of a call use what others wrote.

#ifndef TERN_TOOLS_BENCH_GRAPH_H_
#define TERN_TOOLS_BENCH_GRAPH_H_

#include "record.h"

typedef struct bench_edge {
  size_t from, to;  // places among the events
} bench_edge_t;

// The commands of one call. All is owned.
typedef struct bench_graph {
  const bench_event_t *events;  // borrowed: of the call
  size_t count;
  bench_edge_t *edges;
  size_t edge_count;
  size_t *levels;             // of each command: one more than the highest that it uses something of
  size_t *positions;          // of each command among those of its level
  size_t level_count, width;  // the most commands of a level
} bench_graph_t;

// The graph of call `call`, of its first `limit` commands.
void bench_graph_make(const bench_record_t *record, size_t call, size_t limit, bench_graph_t *out_graph);
void bench_graph_deinitialize(bench_graph_t *graph);

#endif  // TERN_TOOLS_BENCH_GRAPH_H_
