// The steps that no other program does.

#include <stdlib.h>

#include "base/file.h"
#include "base/vec.h"
#include "clang/architectures.h"
#include "clang/fatbinary.h"
#include "clang/host_source.h"
#include "tern/cc.h"

typedef struct contents {
  TERN_VEC(tern_fatbinary_image_t) images;
  TERN_VEC(char *) codes;  // owned
} contents_t;

// "sm_80:FILE" or "compute_80:FILE".
static tern_status_t read_image(const char *input, contents_t *contents) {
  tern_str_t path = tern_str_from_cstr(input), name = tern_str_split(&path, ':');
  tern_fatbinary_image_t image = {0};
  tern_cuda_architecture_t architecture;
  bool is_virtual;
  char *code;
  if (path.size == 0) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "an image of a fatbinary is sm_N:FILE or compute_N:FILE but not '%s'", input);
  }
  TERN_RETURN_IF_ERROR(tern_cuda_read_architecture(name, &architecture, &is_virtual));
  TERN_RETURN_IF_ERROR(tern_file_read(path.data, &code, &image.code.size));
  tern_vec_push(&contents->codes, code);
  image.code.data = code;
  image.kind = is_virtual ? TERN_FATBINARY_PTX : TERN_FATBINARY_ELF;
  image.architecture = architecture.number;
  image.suffix = architecture.suffix;
  tern_vec_push(&contents->images, image);
  return tern_ok();
}

static tern_status_t write_fatbinary(const char *output, tern_cc_words_t inputs) {
  contents_t contents = {0};
  tern_string_builder_t out = {0};
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < inputs.count && tern_status_is_ok(status); ++i)
    status = read_image(inputs.values[i], &contents);
  if (tern_status_is_ok(status)) {
    tern_fatbinary_write(contents.images.values, contents.images.count, &out);
    status = tern_file_write(output, tern_string_builder_view(&out));
  }
  for (size_t i = 0; i < contents.codes.count; ++i) free(contents.codes.values[i]);
  tern_vec_deinitialize(&contents.codes);
  tern_vec_deinitialize(&contents.images);
  tern_string_builder_deinitialize(&out);
  return status;
}

static tern_status_t drop_line_markers(const tern_str_t *texts, tern_cc_words_t inputs, tern_string_builder_t *out) {
  (void)inputs;
  tern_host_drop_line_markers(texts[0], out);
  return tern_ok();
}

// Inputs: the preprocessed text, the dump, the path that was dumped (which is read, too), PTX.
static tern_status_t make_host_source(const tern_str_t *texts, tern_cc_words_t inputs, tern_string_builder_t *out) {
  tern_ast_t ast;
  tern_ast_read(texts[1], tern_str_from_cstr(inputs.values[2]), &ast);
  tern_status_t status = tern_host_source_write(texts[0], &ast, texts[3], out);
  tern_ast_deinitialize(&ast);
  return status;
}

// A line for each image of the fatbinaries in a file, which may be an object, a library or a program.
static tern_status_t list_images(const tern_str_t *texts, tern_cc_words_t inputs, tern_string_builder_t *out) {
  tern_str_t rest = texts[0];
  size_t at;
  while ((at = tern_fatbinary_find(rest)) < rest.size) {
    rest = tern_str_drop(rest, at);
    size_t offset = 0;
    tern_fatbinary_image_t image;
    while (tern_status_is_ok(tern_fatbinary_next(rest, &offset, &image))) {
      char name[TERN_CUDA_ARCHITECTURE_NAME_SIZE];
      bool is_ptx = image.kind == TERN_FATBINARY_PTX;
      tern_cuda_architecture_name((tern_cuda_architecture_t){image.architecture, image.suffix}, is_ptx, name);
      tern_string_builder_append_format(out, "%s %s\n", is_ptx ? "PTX" : "ELF", name);
    }
    // One that is empty or damaged is passed.
    rest = tern_str_drop(rest, offset > 0 ? offset : 1);
  }
  if (out->size) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "there is no image for a GPU in '%s', or they are compressed",
                          inputs.values[0]);
}

static tern_status_t make_header(const tern_str_t *texts, tern_cc_words_t inputs, tern_string_builder_t *out) {
  (void)inputs;
  tern_host_header_write(texts[0], out);
  return tern_ok();
}

enum { MOST_TEXTS = 4 };

typedef tern_status_t (*text_fn_t)(const tern_str_t *texts, tern_cc_words_t inputs, tern_string_builder_t *out);

// Reads all inputs, and writes what `make` makes of them.
static tern_status_t transform(const char *output, tern_cc_words_t inputs, size_t count, text_fn_t make) {
  tern_str_t texts[MOST_TEXTS] = {{0}};
  tern_string_builder_t out = {0};
  tern_status_t status = tern_ok();
  if (inputs.count != count)
    return tern_status_make(TERN_INVALID_ARGUMENT, "the step takes %zu files but got %zu", count, inputs.count);
  for (size_t i = 0; i < count && tern_status_is_ok(status); ++i) {
    char *data = NULL;
    status = tern_file_read(inputs.values[i], &data, &texts[i].size);
    texts[i].data = data;
  }
  if (tern_status_is_ok(status)) status = make(texts, inputs, &out);
  if (tern_status_is_ok(status)) status = tern_file_write(output, tern_string_builder_view(&out));
  for (size_t i = 0; i < count; ++i) free((char *)(uintptr_t)texts[i].data);
  tern_string_builder_deinitialize(&out);
  return status;
}

static tern_status_t write_without_lines(const char *output, tern_cc_words_t inputs) {
  return transform(output, inputs, 1, drop_line_markers);
}

static tern_status_t write_host_source(const char *output, tern_cc_words_t inputs) {
  return transform(output, inputs, MOST_TEXTS, make_host_source);
}

static tern_status_t write_images(const char *output, tern_cc_words_t inputs) {
  return transform(output, inputs, 1, list_images);
}

static tern_status_t write_header(const char *output, tern_cc_words_t inputs) {
  return transform(output, inputs, 1, make_header);
}

static const struct {
  const char *name;
  tern_status_t (*run)(const char *output, tern_cc_words_t inputs);
} own_steps[] = {
    {"fatbinary", write_fatbinary},     {"without-lines", write_without_lines}, {"host-source", write_host_source},
    {"fatbinary-header", write_header}, {"list-images", write_images},
};

tern_status_t tern_cc_step(const char *name, const char *output, tern_cc_words_t inputs) {
  tern_str_t text = tern_str_from_cstr(name);
  if (!output) return tern_status_make(TERN_INVALID_ARGUMENT, "a step needs an output: -o FILE");
  for (size_t i = 0; i < sizeof own_steps / sizeof own_steps[0]; ++i) {
    if (tern_str_equal_cstr(text, own_steps[i].name)) return own_steps[i].run(output, inputs);
  }
  return tern_status_make(TERN_INVALID_ARGUMENT, "there is no step '%s'; --dryrun shows those that there are", name);
}
