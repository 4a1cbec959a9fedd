// The reader of PTX, and the names that it knows; for the files that read.

#ifndef TERN_TEST_SUPPORT_PTX_PTX_READER_H_
#define TERN_TEST_SUPPORT_PTX_PTX_READER_H_

#include "ptx/ptx_code.h"

typedef struct name {
  char *text;
  uint32_t size, count;  // count: of numbered names, `%r<8>`; 0: one name
  operand_t operand;
} name_t;

typedef struct label {
  char *text;
  uint32_t at, depth;
  bool is_use;
} label_t;

typedef struct reader {
  ptx_module_t *module;
  const char *at, *counted;  // counted: up to where lines are
  uint32_t line;
  char *text;  // owned; without comments
  name_t *names;
  size_t name_count, name_capacity;
  label_t *labels;
  size_t label_count, label_capacity;
  function_t *function;
  uint32_t depth;
  bool is_f64;  // are decimal numbers of this instruction double?
  char *error;
  size_t error_size;
  jmp_buf failed;
} reader_t;

// Room for one element more.
void *ptx_grow(void *data, size_t count, size_t *capacity, size_t size);

// A name stands for an operand until its braces end. `count`: of numbered names, `%r<8>`. `text` is the reader's from now on.
void ptx_add_name(reader_t *reader, char *text, uint32_t count, operand_t operand);
bool ptx_find_name(const reader_t *reader, const char *text, size_t size, operand_t *out);
// A label at an instruction, or a use of one in an operand.
void ptx_add_label(reader_t *reader, char *text, uint32_t at, bool is_use);
// Braces end: names behind the first so many go, and uses of labels find theirs or are left to the braces around.
void ptx_end_scope(reader_t *reader, size_t first_name, size_t first_label);

#endif  // TERN_TEST_SUPPORT_PTX_PTX_READER_H_
