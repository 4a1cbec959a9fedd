// --iree-stream-encode-device-tensors: what executables load and store, in the layout of resources (upstream:
// Stream/Transforms/EncodeTensors.cpp).
//
// Code generation knows how an element is kept (see tern/dispatch.h), so that nothing has to be rewritten; a binding of a
// type that has no layout is an error here, before code is made for it.

#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/stream/stream.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "transform/stream/encoding.h"

static tern_walk_result_t check_binding(tern_op_t *op, void *user) {
  bool *is_ok = user;
  if (!tern_op_is(op, TERN_STREAM(BINDING_SUBSPAN))) return TERN_WALK_ADVANCE;
  const tern_type_t *type = op->results[0].type;
  if (tern_type_is_dispatch_tensor(type)) type = tern_dispatch_tensor_type_as_tensor(type);
  if (!tern_type_is_shaped(type)) return TERN_WALK_ADVANCE;
  const tern_type_t *element = tern_type_element(type);
  if (element->kind == TERN_TYPE_VECTOR) element = tern_type_element(element);
  if (!tern_stream_element_size(element)) {
    *is_ok = tern_op_error(op, "has elements of type %s, which have no layout in memory", tern_type_text(element));
  } else if (type->kind == TERN_TYPE_TENSOR && tern_tensor_type_encoding(type)) {
    *is_ok = tern_op_error(op, "has a value with the encoding %s, which no target lays out",
                           tern_attr_text(tern_tensor_type_encoding(type)));
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  bool is_ok = true;
  tern_op_walk_pre(op, check_binding, &is_ok);
  return is_ok;
}

const tern_pass_def_t tern_stream_encode_device_tensors_pass = {
    .flag = "iree-stream-encode-device-tensors",
    .name = "EncodeDeviceTensors",
    .summary = "Checks that the bindings of executables have layouts in memory",
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, NULL},
    .run = run,
};
