// The workers of bench/cpu.py: processes that run one case at a time as often as they are told to.
//
// tern, its peers and the measurements of the machine are each a worker, so that all take turns with the same arguments.
// A worker reads commands, one a line, and answers each with one line that begins with "ok" or "error":
//
//   load WORD...     prepares a case; what the words are is the worker's; the answer may say more
//   check FOLDER     runs it once into outputs that are filled with 0xff before; writes them as FOLDER/out0.bin ...
//   results FOLDER   writes what the last call gave, in the same way; not all workers can
//   time SECONDS     runs it for about so long: the answer has the seconds of one call, in the fastest slice of that
//   drop             forgets the case
//
// Whatever makes a worker fail within a call may also end the process: the table then says so of that case.

#ifndef BENCH_CPU_WORKER_H_
#define BENCH_CPU_WORKER_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a worker does; the line that it begins with says "ok", and what it is. Functions return NULL, or what is wrong.
typedef struct worker_t {
  const char *greeting;
  const char *(*load)(int count, char **words);
  const char *(*call)(void);                   // one call of the loaded case
  const char *(*check)(const char *folder);    // NULL: there is nothing to check
  const char *(*results)(const char *folder);  // NULL: not known
  void (*drop)(void);                          // after each load, also after one that failed
} worker_t;

// What `load` answers behind "ok", if anything.
void worker_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Keeps a text for people, to be returned as what is wrong.
const char *worker_problem(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Serves commands until the input ends. Returns the exit status.
int worker_serve(const worker_t *worker);

double worker_now(void);  // seconds
// The least seconds of up to three calls after one that is not counted: for the choice between ways to do the same.
double worker_least(const char *(*call)(void));

// An array in memory that is aligned to 64 bytes; pages are touched.
typedef struct worker_array_t {
  void *data;
  size_t size;  // bytes
} worker_array_t;

// Reads the file behind the `@` of a text such as "2x3xf32=@x.bin".
const char *worker_read(const char *text, worker_array_t *out_array);
const char *worker_allocate(size_t size, worker_array_t *out_array);
void worker_poison(worker_array_t *array);
// Writes FOLDER/outINDEX.bin.
const char *worker_write(const char *folder, int index, const void *data, size_t size);
void worker_free(worker_array_t *array);

#endif  // BENCH_CPU_WORKER_H_
