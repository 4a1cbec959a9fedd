// See parts.h (upstream: createStreamOps of LowerLoops.cpp).
//
//   %x = tt.load %p                      %i = (%i + 1) mod buffers              carried by the loop
//   %a = ttg.convert_layout %x     =>    %x = tt.load %p
//                                        %v = ttg.memdesc_index %memory[%i]
//                                        ttg.local_store %x, %v
//                                        %a = ttg.convert_layout (ttg.local_load %v)
//
// or, asynchronously, ttg.async_copy_global_to_local with the commit and wait of its group instead of load and store.

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/tt/tt.h"
#include "transform/amdg/pipeline/parts.h"
#include "transform/ttg/shared_for_users.h"

static tern_value_t *number(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

// Which buffer is the iteration's.
static tern_value_t *add_counter(tern_ttg_schedule_t *schedule, int64_t buffer_count) {
  tern_builder_t b = tern_builder_before(schedule->loop);
  tern_ttg_value_list_t more = {0};
  tern_vec_push(&more, number(&b, -1));
  tern_value_t *zero = number(&b, 0), *one = number(&b, 1), *count = number(&b, buffer_count);
  schedule->loop = tern_pipeline_extend_loop(schedule->loop, &more);
  tern_vec_deinitialize(&more);
  tern_block_t *body = tern_op_body(schedule->loop, 0);
  b = tern_builder_at_start(body, schedule->loop->loc);
  tern_value_t *carried = body->args[body->arg_count - 1];
  tern_value_t *next = tern_build_value(&b, TERN_ARITH(ADDI), .operands = TERN_VALUES(carried, one));
  tern_value_t *is_inside = tern_arith_cmpi(&b, TERN_CMPI_SLT, next, count);
  next = tern_build_value(&b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_inside, next, zero),
                          .types = TERN_TYPES(next->type));
  tern_op_set_operand(body->last_op, body->last_op->operand_count - 1, next);
  return next;
}

// Who used the load reads memory, or uses it as it is.
static tern_op_t *replace_load(tern_builder_t *b, tern_ttg_schedule_t *schedule, tern_op_t *load, tern_value_t *view,
                               tern_value_t *token) {
  tern_value_t *old = &load->results[0];
  const tern_attr_t *encoding = tern_memdesc_read(view->type).encoding;
  for (tern_operand_t *use = old->first_use, *next; use; use = next) {
    tern_op_t *user = use->owner;
    next = use->next;
    if (!tern_op_is(user, TERN_TTG(LOCAL_ALLOC)) || tern_memdesc_read(user->results[0].type).encoding != encoding)
      continue;
    tern_pipeline_replace_memory(schedule, &user->results[0], view);
    tern_ttg_schedule_remove(schedule, user);
    tern_op_destroy(user);
  }
  if (!tern_value_has_uses(old)) return NULL;
  tern_value_t *operands[] = {view, token};
  tern_op_t *read =
      tern_build(b, TERN_TTG(LOCAL_LOAD), .operands = {operands, token ? 2 : 1}, .types = TERN_TYPES(old->type));
  tern_value_replace_all_uses(old, &read->results[0]);
  return read;
}

static void make_stream(tern_ttg_schedule_t *schedule, tern_amd_stream_t *stream, tern_value_t *memory,
                        tern_value_t *counter) {
  tern_builder_t b = tern_builder_before(stream->load);
  tern_op_t *load = stream->load;
  tern_value_t *view = tern_pipeline_view(&b, memory, counter);
  stream->view = tern_value_defining_op(view);
  tern_map_t mapping = {0};
  stream->fetch = tern_builder_clone(&b, load, &mapping);
  tern_map_deinitialize(&mapping);
  stream->store =
      tern_build(&b, TERN_TTG(LOCAL_STORE), .operands = TERN_VALUES(&stream->fetch->results[0], view), .types = {0});
  stream->read = replace_load(&b, schedule, load, view, NULL);
}

static void make_async_stream(tern_ttg_schedule_t *schedule, tern_amd_stream_t *stream, tern_value_t *memory,
                              tern_value_t *counter, int64_t together) {
  tern_builder_t b = tern_builder_before(stream->load);
  tern_op_t *load = stream->load;
  const tern_type_t *token = tern_pipeline_token_type(b.context);
  tern_value_t *view = tern_pipeline_view(&b, memory, counter);
  tern_value_t *mask = tern_op_operand_named(load, "mask"), *other = tern_op_operand_named(load, "other");
  tern_value_t *operands[4] = {tern_op_operand(load, 0), view};
  size_t count = 2;
  if (mask) operands[count++] = mask;
  if (other) operands[count++] = other;
  const tern_attr_t *contiguity = tern_integer_attr_get(tern_i_type_get(b.context, 32), together);
  stream->fetch =
      tern_build(&b, TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL), .operands = {operands, count}, .types = TERN_TYPES(token),
                 .attrs = TERN_ATTRS({"cache", tern_op_attr(load, "cache")}, {"evict", tern_op_attr(load, "evict")},
                                     {"isVolatile", tern_op_attr(load, "isVolatile")}, {"contiguity", contiguity}),
                 .segments = (int32_t[]){1, 1, mask != NULL, other != NULL});
  stream->commit = tern_build(&b, TERN_TTG(ASYNC_COMMIT_GROUP), .operands = TERN_VALUES(&stream->fetch->results[0]),
                              .types = TERN_TYPES(token));
  tern_value_t *waited = tern_pipeline_build_wait(&b, &stream->commit->results[0]);
  stream->wait = tern_value_defining_op(waited);
  stream->read = replace_load(&b, schedule, load, view, waited);
}

void tern_amd_make_streams(tern_ttg_schedule_t *schedule, tern_amd_streams_t *streams, int64_t buffer_count,
                           bool is_async, const tern_axis_infos_t *infos) {
  tern_value_t *counter = add_counter(schedule, buffer_count);
  for (size_t i = 0; i < streams->count; ++i) {
    tern_amd_stream_t *stream = &streams->values[i];
    if (!stream->encoding) continue;
    tern_op_t *load = stream->load;
    tern_value_t *memory =
        tern_pipeline_allocate(schedule->loop, load->results[0].type, stream->encoding, load->loc, buffer_count);
    // The memory of a single one would be written while it is read.
    if (is_async && buffer_count > 1 && tern_amd_can_be_async(load, stream->encoding, infos)) {
      make_async_stream(schedule, stream, memory, counter, tern_ttg_loaded_together(load, infos));
    } else {
      make_stream(schedule, stream, memory, counter);
    }
  }
}
