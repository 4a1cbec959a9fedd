#include "cpu_worker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_WORDS = 1024, MAX_LINE = 1 << 17 };
static const size_t ALIGNMENT = 64;

static char answer[1024], problem[1024];

void worker_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(answer, sizeof answer, format, arguments);
  va_end(arguments);
}

const char *worker_problem(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(problem, sizeof problem, format, arguments);
  va_end(arguments);
  for (char *at = problem; *at; ++at)
    if (*at == '\n') *at = ' ';  // an answer is one line
  return problem;
}

double worker_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

const char *worker_allocate(size_t size, worker_array_t *out_array) {
  size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  *out_array = (worker_array_t){aligned_alloc(ALIGNMENT, rounded ? rounded : ALIGNMENT), size};
  if (!out_array->data) return worker_problem("out of memory");
  memset(out_array->data, 0, size);
  return NULL;
}

const char *worker_read(const char *text, worker_array_t *out_array) {
  *out_array = (worker_array_t){0};
  const char *at = strchr(text, '@');
  FILE *file = at ? fopen(at + 1, "rb") : NULL;
  if (!file) return worker_problem("cannot read %s", text);
  fseek(file, 0, SEEK_END);
  const char *wrong = worker_allocate((size_t)ftell(file), out_array);
  rewind(file);
  if (!wrong && fread(out_array->data, 1, out_array->size, file) != out_array->size)
    wrong = worker_problem("cannot read %s", text);
  fclose(file);
  return wrong;
}

void worker_poison(worker_array_t *array) { memset(array->data, 0xff, array->size); }

const char *worker_write(const char *folder, int index, const void *data, size_t size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/out%d.bin", folder, index);
  FILE *file = fopen(path, "wb");
  if (!file) return worker_problem("cannot write %s", path);
  size_t written = fwrite(data, 1, size, file);
  return fclose(file) == 0 && written == size ? NULL : worker_problem("cannot write %s", path);
}

void worker_free(worker_array_t *array) {
  free(array->data);
  *array = (worker_array_t){0};
}

double worker_least(const char *(*call)(void)) {
  const double enough = 0.1;  // seconds for all of them
  double best = 0, begin = worker_now();
  for (int i = 0; i < 4 && (i < 2 || worker_now() - begin < enough); ++i) {
    double start = worker_now();
    call();
    double elapsed = worker_now() - start;
    if (i <= 1 || elapsed < best) best = elapsed;
  }
  return best;
}

// Runs the case for about `seconds`. Another worker ran before, so that caches and sleeping threads are to be won back
// first; a call that is long enough to be a sample by itself is one without that. Of what comes then the fastest slice
// counts: whoever else uses the core or the host comes and goes within milliseconds.
static const char *take_time(const worker_t *worker, double seconds, double *out_seconds) {
  const double slice = 5e-4;
  double start = worker_now(), now;
  size_t count = 0;
  do {
    const char *wrong = worker->call();
    if (wrong) return wrong;
    ++count;
  } while ((now = worker_now()) - start < seconds / 10);
  *out_seconds = (now - start) / (double)count;
  if (now - start >= seconds) return NULL;
  count = (size_t)(slice / *out_seconds) + 1;
  for (bool is_first = true; is_first || now - start < seconds; is_first = false) {
    double begin = worker_now();
    for (size_t i = 0; i < count; ++i) {
      const char *wrong = worker->call();
      if (wrong) return wrong;
    }
    now = worker_now();
    double taken = (now - begin) / (double)count;
    if (is_first || taken < *out_seconds) *out_seconds = taken;
  }
  return NULL;
}

static const char *run_command(const worker_t *worker, int count, char **words) {
  if (count > 0 && !strcmp(words[0], "load")) {
    const char *wrong = worker->load(count - 1, words + 1);
    if (wrong) worker->drop();
    return wrong;
  }
  if (count == 2 && !strcmp(words[0], "check")) return worker->check ? worker->check(words[1]) : NULL;
  if (count == 2 && !strcmp(words[0], "results") && worker->results) return worker->results(words[1]);
  if (count == 2 && !strcmp(words[0], "time")) {
    double seconds = 0;
    const char *wrong = take_time(worker, atof(words[1]), &seconds);
    worker_say("%.12g", seconds);
    return wrong;
  }
  if (count == 1 && !strcmp(words[0], "drop")) {
    worker->drop();
    return NULL;
  }
  return "unknown command";
}

int worker_serve(const worker_t *worker) {
  static char line[MAX_LINE];
  printf("ok %s\n", worker->greeting);
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    char *words[MAX_WORDS];
    int count = 0;
    for (char *word = strtok(line, " \n"); word && count < MAX_WORDS; word = strtok(NULL, " \n")) words[count++] = word;
    answer[0] = 0;
    const char *wrong = run_command(worker, count, words);
    printf("%s %s\n", wrong ? "error" : "ok", wrong ? wrong : answer);
    fflush(stdout);
  }
  return 0;
}
