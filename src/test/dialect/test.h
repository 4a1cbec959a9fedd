// test: the ops, types and attributes that upstream's own tests are written with.
//
// mlir-opt has a dialect of this name, and the tests of upstream's language, verifier and passes use it all over. It says
// nothing about programs; it is here so that such files can be read, verified and transformed as mlir-opt does. Ops that
// the tables do not know are allowed, as in upstream's dialect.

#ifndef TERN_TEST_DIALECT_TEST_H_
#define TERN_TEST_DIALECT_TEST_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_TEST_##ID,
#include "test/dialect/test_ops.def"
#include "test/dialect/test_syntax_ops.def"
#undef OP
  TERN_TEST_OP_COUNT
};
extern const tern_op_row_t tern_test_ops[];
extern const tern_dialect_t tern_test_dialect;
extern const tern_dialect_t tern_test_dyn_dialect;  // what upstream registers at run time: dynamic.c
#define TERN_TEST(ID) (&tern_test_ops[TERN_TEST_##ID])

#endif  // TERN_TEST_DIALECT_TEST_H_
