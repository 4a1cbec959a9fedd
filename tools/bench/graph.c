// Data dependencies, from the bytes that commands read and write.

#include "graph.h"

#include <stdbool.h>
#include <stdlib.h>

#include "common/memory.h"

static bool overlaps(const tern_profile_access_t *left, const tern_profile_access_t *right) {
  return left->buffer == right->buffer && left->offset < right->offset + right->size &&
         right->offset < left->offset + left->size;
}

static bool covers(const tern_profile_access_t *outer, const tern_profile_access_t *inner) {
  return outer->offset <= inner->offset && outer->offset + outer->size >= inner->offset + inner->size;
}

static void add_edge(bench_graph_t *graph, size_t from, size_t to) {
  for (size_t i = graph->edge_count; i > 0 && graph->edges[i - 1].to == to; --i) {
    if (graph->edges[i - 1].from == from) return;
  }
  if ((graph->edge_count & (graph->edge_count - 1)) == 0) {
    size_t capacity = graph->edge_count ? 2 * graph->edge_count : 1;
    graph->edges = reallocate(graph->edges, capacity, sizeof *graph->edges);
  }
  graph->edges[graph->edge_count++] = (bench_edge_t){from, to};
  if (graph->levels[to] <= graph->levels[from]) graph->levels[to] = graph->levels[from] + 1;
}

// Looks back for who wrote what `access` reads, up to somebody who wrote all of it.
static void find_writers(bench_graph_t *graph, size_t reader, const tern_profile_access_t *access) {
  for (size_t i = reader; i-- > 0;) {
    const tern_profile_command_t *command = &graph->events[i].command;
    for (size_t a = 0; a < command->access_count; ++a) {
      const tern_profile_access_t *write = &command->accesses[a];
      if (!(write->access & TERN_BINDING_ACCESS_WRITE) || !overlaps(write, access)) continue;
      add_edge(graph, i, reader);
      if (covers(write, access)) return;
    }
  }
}

void bench_graph_make(const bench_record_t *record, size_t call, size_t limit, bench_graph_t *out_graph) {
  *out_graph = (bench_graph_t){0};
  size_t first = 0;
  while (first < record->event_count && record->events[first].call != call) ++first;
  out_graph->events = record->events + first;
  while (first + out_graph->count < record->event_count && out_graph->count < limit &&
         out_graph->events[out_graph->count].call == call) {
    ++out_graph->count;
  }
  out_graph->levels = allocate(out_graph->count, sizeof(size_t));
  out_graph->positions = allocate(out_graph->count, sizeof(size_t));
  for (size_t i = 0; i < out_graph->count; ++i) {
    const tern_profile_command_t *command = &out_graph->events[i].command;
    for (size_t a = 0; a < command->access_count; ++a) {
      if (command->accesses[a].access & TERN_BINDING_ACCESS_READ) find_writers(out_graph, i, &command->accesses[a]);
    }
    if (out_graph->levels[i] >= out_graph->level_count) out_graph->level_count = out_graph->levels[i] + 1;
  }
  size_t *used = allocate(out_graph->level_count, sizeof *used);
  for (size_t i = 0; i < out_graph->count; ++i) {
    out_graph->positions[i] = used[out_graph->levels[i]]++;
    if (used[out_graph->levels[i]] > out_graph->width) out_graph->width = used[out_graph->levels[i]];
  }
  free(used);
}

void bench_graph_deinitialize(bench_graph_t *graph) {
  free(graph->edges);
  free(graph->levels);
  free(graph->positions);
  *graph = (bench_graph_t){0};
}
