// The CUDA toolkit's programs on temporary files.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/machine/machine.h"
#include "base/file.h"
#include "base/vec.h"
#include "target/programs.h"
#include "target/ptx/ptx.h"

static char *join(const char *folder, const char *middle, const char *name) {
  tern_string_builder_t path = {0};
  tern_string_builder_append_format(&path, "%s%s%s", folder, middle, name);
  return tern_string_builder_take(&path);
}

// --- a place for files ---

// A folder of its own for the files of one run.
typedef struct workplace {
  char *folder;
  TERN_VEC(char *) files;      // owned
  TERN_VEC(char *) arguments;  // owned
} workplace_t;

static tern_status_t open_workplace(workplace_t *work) {
  const char *base = getenv("TMPDIR");
  if (!base || !*base) base = "/tmp";
  work->folder = join(base, "/tern-XXXXXX", "");
  if (mkdtemp(work->folder)) return tern_ok();
  tern_status_t status =
      tern_status_make(TERN_INTERNAL, "cannot make a temporary folder in '%s': %s", base, strerror(errno));
  free(work->folder);
  work->folder = NULL;
  return status;
}

static void close_workplace(workplace_t *work) {
  for (size_t i = 0; i < work->files.count; ++i) {
    unlink(work->files.values[i]);
    free(work->files.values[i]);
  }
  for (size_t i = 0; i < work->arguments.count; ++i) free(work->arguments.values[i]);
  if (work->folder) rmdir(work->folder);
  free(work->folder);
  tern_vec_deinitialize(&work->files);
  tern_vec_deinitialize(&work->arguments);
}

static const char *add_file(workplace_t *work, const char *name) {
  tern_vec_push(&work->files, join(work->folder, "/", name));
  return work->files.values[work->files.count - 1];
}

// Argument made of two texts.
static void add_argument(workplace_t *work, const char *head, const char *tail) {
  tern_vec_push(&work->arguments, join(head, tail, ""));
}

// Runs the tool, and reads the file that it makes.
static tern_status_t run_for_output(workplace_t *work, const char *output_path, tern_llvm_buffer_t *out_buffer,
                                    char **out_log) {
  const char *log_path = add_file(work, "log");
  bool has_succeeded = false;
  tern_vec_push(&work->arguments, NULL);
  TERN_RETURN_IF_ERROR(tern_program_run(work->arguments.values, log_path, &has_succeeded));
  char *log = NULL;
  size_t log_size = 0;
  TERN_RETURN_IF_ERROR(tern_file_read(log_path, &log, &log_size));
  tern_status_t status = tern_ok();
  if (!has_succeeded) {
    tern_str_t text = tern_str_trim(tern_str_make(log, log_size));
    status = tern_status_make(TERN_INVALID_IR, "%s failed: %.*s", work->arguments.values[0], (int)text.size, text.data);
  } else {
    status = tern_file_read(output_path, &out_buffer->data, &out_buffer->size);
  }
  if (out_log && log_size > 0 && has_succeeded) {
    *out_log = log;
  } else {
    free(log);
  }
  return status;
}

static tern_status_t find_or_fail(const tern_ptx_options_t *options, const char *name, workplace_t *work) {
  char *path = tern_cuda_program_find(options->toolkit, name);
  if (!path) {
    return tern_status_make(TERN_NOT_FOUND,
                            "%s of the CUDA toolkit was not found; name the toolkit's folder, or set CUDA_PATH", name);
  }
  tern_vec_push(&work->arguments, path);
  return tern_ok();
}

static const char *chip_of(const tern_ptx_options_t *options) {
  return options->chip ? options->chip : tern_machine_cuda_at(0)->name;
}

// --- the tools ---

// The option is the same on every machine, because ptxas notes it in its output: as many threads as there are processors.
#define MANY_THREADS "--split-compile=0"

static tern_status_t assemble(tern_str_t text, const tern_ptx_options_t *options, bool has_threads, workplace_t *work,
                              tern_llvm_buffer_t *out_cubin, char **out_log) {
  const char level[] = {'0' + (char)(options->level & 3), '\0'};
  TERN_RETURN_IF_ERROR(find_or_fail(options, "ptxas", work));
  TERN_RETURN_IF_ERROR(open_workplace(work));
  const char *input = add_file(work, "kernels.ptx"), *output = add_file(work, "kernels.cubin");
  TERN_RETURN_IF_ERROR(tern_file_write(input, text));
  add_argument(work, "-arch=", chip_of(options));
  add_argument(work, "--opt-level=", level);
  if (has_threads) add_argument(work, MANY_THREADS, "");
  for (size_t i = 0; i < options->assembler_option_count; ++i) {
    add_argument(work, options->assembler_options[i], "");
  }
  add_argument(work, input, "");
  add_argument(work, "-o", "");
  add_argument(work, output, "");
  return run_for_output(work, output, out_cubin, out_log);
}

tern_status_t tern_ptx_assemble(tern_str_t text, const tern_ptx_options_t *options, tern_llvm_buffer_t *out_cubin,
                                char **out_log) {
  *out_cubin = (tern_llvm_buffer_t){0};
  if (out_log) *out_log = NULL;
  workplace_t work = {0};
  tern_status_t status = assemble(text, options, options->is_of_many, &work, out_cubin, out_log);
  close_workplace(&work);
  // ptxas before CUDA 12 has one thread, and names the option that it does not know.
  if (!options->is_of_many || status.code != TERN_INVALID_IR || !strstr(status.message, "split-compile")) return status;
  work = (workplace_t){0};
  status = assemble(text, options, false, &work, out_cubin, out_log);
  close_workplace(&work);
  return status;
}

bool tern_ptx_describe_assembler(tern_string_builder_t *out) {
  char *path = tern_cuda_program_find(NULL, "ptxas");
  struct stat info;
  bool is_there = path && stat(path, &info) == 0;
  if (is_there) {
    tern_string_builder_append_format(out, "%s %lld %lld.%09ld\n", path, (long long)info.st_size,
                                      (long long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
  }
  free(path);
  return is_there;
}
