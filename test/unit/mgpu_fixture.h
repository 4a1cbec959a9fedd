// What the tests of the runtimes for host code share: reading what they tell on stderr.

#ifndef TERN_TEST_UNIT_MGPU_FIXTURE_H_
#define TERN_TEST_UNIT_MGPU_FIXTURE_H_

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// A descriptor of rank 2.
typedef struct test_memref_t {
  void *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} test_memref_t;

// Stderr goes into a file from now on.
static inline int begin_telling(FILE **out_file) {
  *out_file = tmpfile();
  assert_non_null(*out_file);
  fflush(stderr);
  int kept = dup(2);
  dup2(fileno(*out_file), 2);
  return kept;
}

// Ends it, and gives what was told, to be freed.
static inline char *end_telling(FILE *file, int kept) {
  fflush(stderr);
  dup2(kept, 2);
  close(kept);
  char *text = calloc(1, 4096);
  rewind(file);
  size_t size = fread(text, 1, 4095, file);
  text[size] = 0;
  fclose(file);
  return text;
}

#define ASSERT_TELLS(statement, piece)                                   \
  do {                                                                   \
    FILE *file_;                                                         \
    int kept_ = begin_telling(&file_);                                   \
    statement;                                                           \
    char *text_ = end_telling(file_, kept_);                             \
    bool is_told_ = strstr(text_, piece);                                \
    if (!is_told_) print_error("told: %s\n", text_);                     \
    free(text_);                                                         \
    if (!is_told_) fail_msg("%s does not tell '%s'", #statement, piece); \
  } while (0)

#endif  // TERN_TEST_UNIT_MGPU_FIXTURE_H_
