#include "base/sink.h"

#include "base/arena.h"

void tern_sink_append_fill(tern_sink_t *sink, char byte, uint64_t count) {
  char bytes[4096];
  memset(bytes, byte, count < sizeof bytes ? (size_t)count : sizeof bytes);
  for (; count > sizeof bytes; count -= sizeof bytes) tern_sink_append(sink, tern_str_make(bytes, sizeof bytes));
  tern_sink_append(sink, tern_str_make(bytes, (size_t)count));
}

static tern_status_t append_to_string(tern_sink_t *sink, tern_str_t data) {
  tern_string_builder_append(((tern_string_sink_t *)sink)->builder, data);
  return tern_ok();
}

static tern_status_t patch_string(tern_sink_t *sink, uint64_t back, tern_str_t data) {
  tern_string_builder_t *builder = ((tern_string_sink_t *)sink)->builder;
  memcpy(builder->data + builder->size - back, data.data, data.size);
  return tern_ok();
}

static void make_room(tern_sink_t *sink, uint64_t size) {
  if (size > SIZE_MAX) tern_out_of_memory(SIZE_MAX);
  tern_string_builder_reserve(((tern_string_sink_t *)sink)->builder, (size_t)size);
}

tern_string_sink_t tern_string_sink(tern_string_builder_t *builder) {
  return (tern_string_sink_t){.sink = {.append = append_to_string, .patch = patch_string, .expect = make_room},
                              .builder = builder};
}

static tern_status_t append_to_file(tern_sink_t *sink, tern_str_t data) {
  return tern_file_writer_append(((tern_file_sink_t *)sink)->writer, data);
}

static tern_status_t patch_file(tern_sink_t *sink, uint64_t back, tern_str_t data) {
  return tern_file_writer_patch(((tern_file_sink_t *)sink)->writer, sink->size - back, data);
}

tern_file_sink_t tern_file_sink(tern_file_writer_t *writer) {
  tern_file_sink_t sink = {.sink.append = append_to_file, .writer = writer};
  if (tern_file_writer_can_patch(writer)) sink.sink.patch = patch_file;
  return sink;
}

static tern_status_t append_to_checksum(tern_sink_t *sink, tern_str_t data) {
  tern_checksum_sink_t *sum = (tern_checksum_sink_t *)sink;
  tern_checksum_append(&sum->sum, data.data, data.size);
  if (!sum->target) return tern_ok();
  tern_sink_append(sum->target, data);
  return sum->target->status;
}

tern_checksum_sink_t tern_checksum_sink(tern_sink_t *target) {
  return (tern_checksum_sink_t){.sink.append = append_to_checksum, .target = target, .sum = tern_checksum_start()};
}
