// Programs of others: compilers, assemblers.

#include "target/programs.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/string.h"

#define USUAL_CUDA_TOOLKIT "/usr/local/cuda"

extern char **environ;

// --- where they are ---

static char *find(tern_str_t directory, const char *folder, const char *name) {
  if (directory.size == 0) return NULL;
  tern_string_builder_t path = {0};
  tern_string_builder_append_format(&path, "%.*s/%s%s%s", (int)directory.size, directory.data, folder,
                                    *folder ? "/" : "", name);
  if (access(path.data, X_OK) == 0) return tern_string_builder_take(&path);
  tern_string_builder_deinitialize(&path);
  return NULL;
}

char *tern_program_in(const char *directory, const char *folder, const char *name) {
  return find(tern_str_from_cstr(directory ? directory : ""), folder, name);
}

char *tern_program_in_path(const char *name) {
  const char *directories = getenv("PATH");
  tern_str_t rest = tern_str_from_cstr(directories ? directories : "");
  while (rest.size > 0) {
    char *path = find(tern_str_split(&rest, ':'), "", name);
    if (path) return path;
  }
  return NULL;
}

// What the environment says; NULL if it says nothing.
static const char *named_toolkit(void) {
  static const char *const variables[] = {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"};
  for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); ++i) {
    const char *value = getenv(variables[i]);
    if (value && *value) return value;
  }
  return NULL;
}

const char *tern_cuda_toolkit(const char *option) {
  if (option && *option) return option;
  const char *named = named_toolkit();
  return named ? named : USUAL_CUDA_TOOLKIT;
}

char *tern_cuda_program_find(const char *option, const char *name) {
  char *path = tern_program_in(option, "bin", name);
  if (!path) path = tern_program_in(named_toolkit(), "bin", name);
  if (!path) path = tern_program_in_path(name);
  if (!path && !named_toolkit()) path = tern_program_in(USUAL_CUDA_TOOLKIT, "bin", name);
  return path;
}

// --- running ---

static tern_status_t fail_to_run(const char *program, int code) {
  return tern_status_make(TERN_INTERNAL, "cannot run %s: %s", program, strerror(code));
}

static int redirect(posix_spawn_file_actions_t *actions, int stream, const char *path) {
  enum { MODE = 0666 };
  return path ? posix_spawn_file_actions_addopen(actions, stream, path, O_WRONLY | O_CREAT | O_TRUNC, MODE) : 0;
}

tern_status_t tern_program_start(char *const *words, const char *output_path, const char *error_path,
                                 int *out_process) {
  posix_spawn_file_actions_t actions;
  pid_t child = 0;
  *out_process = 0;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return fail_to_run(words[0], code);
  bool is_one_file = output_path && error_path && strcmp(output_path, error_path) == 0;
  code = redirect(&actions, STDOUT_FILENO, output_path);
  if (code == 0 && is_one_file) code = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  if (code == 0 && !is_one_file) code = redirect(&actions, STDERR_FILENO, error_path);
  if (code == 0) code = posix_spawn(&child, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) return fail_to_run(words[0], code);
  *out_process = child;
  return tern_ok();
}

tern_status_t tern_program_finish(const char *program, int process, tern_program_end_t *out_end) {
  int state = 0;
  *out_end = (tern_program_end_t){0};
  while (waitpid(process, &state, 0) < 0) {
    if (errno != EINTR) return fail_to_run(program, errno);
  }
  if (WIFEXITED(state)) out_end->exit_status = WEXITSTATUS(state);
  if (WIFSIGNALED(state)) out_end->signal = WTERMSIG(state);
  return tern_ok();
}

tern_status_t tern_program_run(char *const *words, const char *log_path, bool *out_has_succeeded) {
  int process;
  tern_program_end_t end;
  *out_has_succeeded = false;
  TERN_RETURN_IF_ERROR(tern_program_start(words, log_path, log_path, &process));
  TERN_RETURN_IF_ERROR(tern_program_finish(words[0], process, &end));
  *out_has_succeeded = end.exit_status == 0 && end.signal == 0;
  return tern_ok();
}
