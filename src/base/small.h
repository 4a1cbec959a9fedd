// TERN_SMALL: 1 in the build of libternrt-cpu, the runtime for little memory. It leaves out what no program needs to run: the
// text of arrays and of failures, files of arrays and parameters, descriptions of devices, and the `check` functions.

#ifndef TERN_BASE_SMALL_H_
#define TERN_BASE_SMALL_H_

#ifndef TERN_SMALL
#define TERN_SMALL 0
#endif

// Words that wait until a failure is told: there are none in the small runtime.
#define TERN_WORDS(text) (TERN_SMALL ? "" : (text))

#endif  // TERN_BASE_SMALL_H_
