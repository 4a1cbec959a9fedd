// TERN_SMALL: 1 in the build of libternrt-cpu, the runtime for little memory. It leaves out what no program needs to run: the
// text of arrays and of failures, files of arrays and parameters, descriptions of devices, and the `check` functions.

#ifndef TERN_BASE_SMALL_H_
#define TERN_BASE_SMALL_H_

#ifndef TERN_SMALL
#define TERN_SMALL 0
#endif

#endif  // TERN_BASE_SMALL_H_
