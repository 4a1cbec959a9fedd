// A libcusparse.so.12 and a libcusparseLt.so.0 for tests: they note which functions are called, and compute nothing.

#ifndef TERN_TEST_SUPPORT_FAKE_SPARSE_H_
#define TERN_TEST_SUPPORT_FAKE_SPARSE_H_

// Names of the functions called since it was last asked for, each with a space behind it, without "cusparse"; behind that
// of cuSPARSELt which plans a product, the compute type.
const char *fake_sparse_take_log(void);
// Makes the next call of the function of this name fail.
void fake_sparse_fail(const char *name, int status);

// For the functions.
int fake_sparse_note(const char *name);

#endif  // TERN_TEST_SUPPORT_FAKE_SPARSE_H_
