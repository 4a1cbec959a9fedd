// ttg: whether encodings go with shapes, and with the threads that a program has (upstream: Traits.cpp, Dialect.cpp).

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "dialect/ttg/hooks.h"
#include "ir/diagnostic.h"

// What is wrong with operand or result `index`, which is said in front of it.
static bool report(const tern_op_t *op, size_t index, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool report(const tern_op_t *op, size_t index, const char *format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  if (index >= op->operand_count) {
    size_t number = index - op->operand_count;
    if (op->result_count == 1) return tern_op_error_unnamed(op, "Result has an invalid layout: %s", text);
    return tern_op_error_unnamed(op, "Result %zu has an invalid layout: %s", number, text);
  }
  const tern_value_t *value = tern_op_operand(op, index);
  const tern_op_t *maker = tern_value_defining_op(value);
  if (maker)
    return tern_op_error_unnamed(op, "Operand %zu (%s) has an invalid layout: %s", index, tern_op_text(maker), text);
  return tern_op_error_unnamed(op,
                               "Operand %zu (<block argument> of type '%s' at index: %zu) has an invalid layout: %s",
                               index, tern_type_text(value->type), (size_t)value->index, text);
}

// What surrounds the op, found once.
typedef struct surroundings {
  bool is_known;
  int64_t threads, warps, ctas;
} surroundings_t;

static void look_around(const tern_op_t *op, surroundings_t *out) {
  if (out->is_known) return;
  *out = (surroundings_t){true, tern_ttg_lookup_threads_per_warp(op), tern_ttg_lookup_num_warps(op),
                          tern_ttg_lookup_num_ctas(op)};
}

static bool check_powers(const tern_op_t *op, size_t index, const tern_type_t *type) {
  char text[256] = "";
  size_t used = 0;
  bool is_right = true;
  for (size_t d = 0; d < tern_type_rank(type) && used < sizeof(text) - 24; ++d) {
    int64_t size = tern_type_dim(type, d);
    is_right &= size > 0 && (size & (size - 1)) == 0;
    used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%" PRId64, d ? ", " : "", size);
  }
  return is_right ||
         report(op, index,
                "Layout has shape %s, but the tensor it's attached to has shape %s which is not a power of two.", text,
                text);
}

static bool check_tensor(const tern_op_t *op, size_t index, const tern_type_t *type, surroundings_t *around) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  if (!tern_ttg_is_encoding(encoding)) return true;
  if (!tern_ttg_is_distributed(encoding))
    return report(op, index, "Non-distributed layout is not allowed in tensor type.");
  if (tern_ttg_rank(encoding) != tern_type_rank(type)) {
    return report(op, index, "Layout has rank %zu, but the tensor it's attached to has rank %zu.",
                  tern_ttg_rank(encoding), tern_type_rank(type));
  }
  if (!check_powers(op, index, type)) return false;
  look_around(op, around);
  int64_t threads = tern_ttg_threads_per_warp(encoding), warps = tern_ttg_warps_per_cta(encoding),
          ctas = tern_ttg_ctas_per_cga(encoding);
  if (threads != around->threads) {
    return report(op, index,
                  "%s.\nLayout has %" PRId64 " threads per warp, but the module specifies %" PRId64
                  " threads per warp.",
                  tern_attr_text(encoding), threads, around->threads);
  }
  if (!around->warps) {
    return report(
        op, index,
        "Could not determine the number of warps per CTA. Operation is not in a context with `ttg.num-warps`.");
  }
  if (warps != around->warps) {
    return report(op, index,
                  "%s.\nLayout has %" PRId64 " warps per CTA, but the context requires %" PRId64 " warps per CTA.",
                  tern_attr_text(encoding), warps, around->warps);
  }
  return ctas == around->ctas ||
         report(op, index,
                "%s.\nLayout has %" PRId64 " CTAs per CGA, but the context requires %" PRId64 " CTAs per CGA.",
                tern_attr_text(encoding), ctas, around->ctas);
}

bool tern_ttg_verify_layouts(const tern_op_t *op) {
  surroundings_t around = {0};
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
    bool is_operand = i < op->operand_count;
    const tern_type_t *type = is_operand ? tern_op_operand(op, i)->type : op->results[i - op->operand_count].type;
    if (type->kind == TERN_TYPE_TENSOR && !check_tensor(op, i, type, &around)) return false;
  }
  return true;
}
