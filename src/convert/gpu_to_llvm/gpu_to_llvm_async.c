// --gpu-to-llvm: what work waits for. A !gpu.async.token is the stream that its work went to; between the bodies of
// async.execute it is an event, which is recorded on that stream where the body yields it. Ops of the async dialect only
// change their types (upstream: AsyncToLLVM's structural conversion).

#include "convert/gpu_to_llvm/gpu_to_llvm.h"
#include "dialect/async/async.h"

static tern_value_t *call(tern_conversion_t *conversion, tern_gpu_runtime_call_t id, tern_values_t args) {
  return tern_gpu_runtime_build(conversion, id, args);
}

// --- gpu.wait ---

// Was `value` made by a call that creates a stream? Otherwise it is an event.
static bool is_new_stream(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  const tern_attr_t *callee = op && tern_op_is(op, TERN_LLVM(CALL)) ? tern_op_attr(op, "callee") : NULL;
  return callee &&
         tern_str_equal_cstr(tern_symbol_ref_attr_at(callee, 0), tern_gpu_runtime_name(TERN_GPU_RUNTIME_STREAM_CREATE));
}

static bool lower_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  for (size_t i = 0; i < operands.count; ++i) {
    bool is_stream = is_new_stream(operands.values[i]);
    tern_values_t args = TERN_VALUES(operands.values[i]);
    call(conversion, is_stream ? TERN_GPU_RUNTIME_STREAM_SYNCHRONIZE : TERN_GPU_RUNTIME_EVENT_SYNCHRONIZE, args);
    call(conversion, is_stream ? TERN_GPU_RUNTIME_STREAM_DESTROY : TERN_GPU_RUNTIME_EVENT_DESTROY, args);
  }
  tern_conversion_erase(conversion, op);
  return true;
}

// A new stream that waits for events. Streams among the operands get one recorded right behind the op that gave the
// token.
static bool lower_wait_async(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_gpu_host_builder(conversion), place = *b;
  tern_llvm_value_vec_t events = {0};
  for (size_t i = 0; i < operands.count; ++i) {
    tern_value_t *event = operands.values[i];
    tern_op_t *origin = tern_value_defining_op(tern_op_operand(op, i));
    if (origin && is_new_stream(event)) {
      const tern_attr_t *loc = b->loc;
      tern_builder_set_after(b, origin);
      b->loc = loc;
      event = call(conversion, TERN_GPU_RUNTIME_EVENT_CREATE, (tern_values_t){0});
      call(conversion, TERN_GPU_RUNTIME_EVENT_RECORD, TERN_VALUES(event, operands.values[i]));
      *b = place;
    }
    tern_vec_push(&events, event);
  }
  tern_value_t *stream = call(conversion, TERN_GPU_RUNTIME_STREAM_CREATE, (tern_values_t){0});
  for (size_t i = 0; i < events.count; ++i) {
    call(conversion, TERN_GPU_RUNTIME_STREAM_WAIT_EVENT, TERN_VALUES(stream, events.values[i]));
  }
  for (size_t i = 0; i < events.count; ++i) {
    call(conversion, TERN_GPU_RUNTIME_EVENT_DESTROY, TERN_VALUES(events.values[i]));
  }
  tern_vec_deinitialize(&events);
  return tern_conversion_replace_value(conversion, op, stream);
}

static bool lower_any_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!tern_gpu_are_llvm_values(operands)) return false;
  return tern_gpu_is_async(op) ? lower_wait_async(op, operands, conversion) : lower_wait(op, operands, conversion);
}

// --- the async dialect ---

static bool contains(const tern_llvm_value_vec_t *values, const tern_value_t *value) {
  for (size_t i = 0; i < values->count; ++i) {
    if (values->values[i] == value) return true;
  }
  return false;
}

// Tokens leave the body as events, and their streams end with it.
static bool lower_yield_of_tokens(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_llvm_value_vec_t values = {0}, streams = {0};
  for (size_t i = 0; i < operands.count; ++i) {
    tern_value_t *value = operands.values[i];
    if (tern_gpu_is_token(tern_op_operand(op, i))) {
      if (!contains(&streams, value)) tern_vec_push(&streams, value);
      value = call(conversion, TERN_GPU_RUNTIME_EVENT_CREATE, (tern_values_t){0});
      call(conversion, TERN_GPU_RUNTIME_EVENT_RECORD, TERN_VALUES(value, operands.values[i]));
    }
    tern_vec_push(&values, value);
  }
  for (size_t i = 0; i < streams.count; ++i) {
    call(conversion, TERN_GPU_RUNTIME_STREAM_DESTROY, TERN_VALUES(streams.values[i]));
  }
  tern_build(tern_gpu_host_builder(conversion), TERN_ASYNC(YIELD), .operands = {values.values, values.count},
             .dictionary = op->attrs);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&streams);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_yield(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  for (size_t i = 0; i < operands.count; ++i) {
    if (tern_gpu_is_token(tern_op_operand(op, i))) return lower_yield_of_tokens(op, operands, conversion);
  }
  tern_build(tern_gpu_host_builder(conversion), TERN_ASYNC(YIELD), .operands = operands);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_await(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_async_value_type(operands.values[0]->type);
  tern_op_t *made = tern_build(tern_gpu_host_builder(conversion), TERN_ASYNC(AWAIT), .operands = operands,
                               .types = {&type, op->result_count});
  tern_value_t *value = op->result_count > 0 ? tern_op_result(made, 0) : NULL;
  tern_conversion_replace(conversion, op, (tern_values_t){&value, op->result_count});
  return true;
}

static bool lower_execute(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_llvm_lower_type(lowering, tern_op_result(op, i)->type);
    if (type) tern_vec_push(&types, type);
  }
  bool is_lowered = types.count == op->result_count;
  if (is_lowered) {
    tern_op_t *made =
        tern_build(tern_gpu_host_builder(conversion), TERN_ASYNC(EXECUTE), .operands = operands,
                   .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(op), .regions = 1);
    tern_region_take_blocks(&made->regions[0], &op->regions[0]);
    // The arguments are what the operands hold, so they have forms too.
    tern_conversion_convert_region_types(conversion, &made->regions[0]);
    tern_llvm_value_vec_t values = {0};
    for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&values, tern_op_result(made, i));
    tern_conversion_replace(conversion, op, (tern_values_t){values.values, values.count});
    tern_vec_deinitialize(&values);
  }
  tern_vec_deinitialize(&types);
  return is_lowered;
}

const tern_conversion_pattern_t tern_gpu_host_async_patterns[] = {
    {"gpu-wait-to-calls", TERN_GPU(WAIT), 1, lower_any_wait},
    {"async-execute-types", TERN_ASYNC(EXECUTE), 1, lower_execute},
    {"async-await-types", TERN_ASYNC(AWAIT), 1, lower_await},
    {"async-yield-types", TERN_ASYNC(YIELD), 1, lower_yield},
    {0},
};
