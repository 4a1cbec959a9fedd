// --tosa-to-mlprogram: variables become globals of ml_program (upstream: TosaToMLProgram).
//
//   tosa.variable @v = dense<1> : tensor<4xi32>      ml_program.global private mutable @v(dense<1> : tensor<4xi32>) : ...
//   tosa.variable_read @v : tensor<4xi32>             ml_program.global_load @v : tensor<4xi32>
//   tosa.variable_write @v, %x : tensor<4xi32>        ml_program.global_store @v = %x : tensor<4xi32>

#include "dialect/ml_program/ml_program.h"
#include "dialect/tosa/tosa.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { MAX_RANK = 32 };
static bool is_wanted(const tern_op_t *op) {
  int id = tern_tosa_id(op);
  return id == TERN_TOSA_VARIABLE || id == TERN_TOSA_VARIABLE_READ || id == TERN_TOSA_VARIABLE_WRITE;
}

static const tern_type_t *variable_type(const tern_op_t *op) {
  const tern_attr_t *shape = tern_op_attr(op, "var_shape");
  int64_t dims[MAX_RANK];
  size_t rank = tern_int_list_attr_count(shape);
  if (rank > MAX_RANK) rank = MAX_RANK;
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = tern_int_list_attr_at(shape, i);
    if (dims[i] < 0) dims[i] = TERN_DYNAMIC;
  }
  return tern_tensor_type_get(tern_type_attr_value(tern_op_attr(op, "type")), dims, rank, NULL);
}

static void rewrite_variable(tern_builder_t *b, tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "initial_value");
  tern_op_t *global = tern_build(
      b, TERN_ML_PROGRAM(GLOBAL),
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")}, {"type", tern_type_attr_get(variable_type(op))},
                          {"is_mutable", tern_unit_attr_get(b->context)},
                          {"sym_visibility", tern_string_attr_get(b->context, TERN_STR("private"))}));
  if (value) tern_op_set_attr(global, "value", value);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    tern_builder_t b = tern_builder_before(op);
    if (tern_op_is(op, TERN_TOSA(VARIABLE))) {
      rewrite_variable(&b, op);
    } else {
      const tern_attr_t *name =
          tern_flat_symbol_ref_attr_get(b.context, tern_string_attr_value(tern_op_attr(op, "name")));
      if (tern_op_is(op, TERN_TOSA(VARIABLE_READ))) {
        tern_value_t *loaded =
            tern_build_value(&b, TERN_ML_PROGRAM(GLOBAL_LOAD), .types = TERN_TYPES(tern_op_result(op, 0)->type),
                             .attrs = TERN_ATTRS({"global", name}));
        tern_value_replace_all_uses(tern_op_result(op, 0), loaded);
      } else {
        tern_build(&b, TERN_ML_PROGRAM(GLOBAL_STORE), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                   .attrs = TERN_ATTRS({"global", name}));
      }
    }
    tern_op_destroy(op);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_tosa_to_mlprogram_pass = {
    .flag = "tosa-to-mlprogram",
    .name = "TosaToMLProgram",
    .anchor = "builtin.module",
    .summary = "Lower TOSA's variables to globals of ml_program",
    .dialects = (const tern_dialect_t *const[]){&tern_ml_program_dialect, NULL},
    .run = run,
};
