// Loads relocatable ELF objects, as `tern-compile` puts them into modules, into memory of this process.
//
// This is no dynamic linker: one object, no other libraries, no initialisers, no thread-local variables, and only the
// functions of cpu_symbols.h from outside. Every size, index and offset in the object is checked. What its code does
// is another matter: who runs an object trusts where it came from.

#ifndef TERN_RUNTIME_DRIVERS_CPU_CPU_ELF_H_
#define TERN_RUNTIME_DRIVERS_CPU_CPU_ELF_H_

#include <stddef.h>

#include "tern/status.h"

// A loaded object: code that can be run and not written. Immutable.
typedef struct tern_cpu_elf_t tern_cpu_elf_t;

// The format of executables with objects for the processor that this runtime was built for, such as
// "embedded-elf-x86_64"; NULL if there is no loader for it.
const char *tern_cpu_elf_format(void);

// Loads the object in the `size` bytes at `data`, which are borrowed for the call.
// Errors: TERN_INVALID_ARGUMENT for a malformed object or one for another processor; TERN_UNSUPPORTED for what the
// loader does not do; TERN_NOT_FOUND for a function that the runtime does not offer; TERN_OUT_OF_MEMORY.
tern_status_t tern_cpu_elf_load(const void *data, size_t size, tern_cpu_elf_t **out_elf);
// No code of the object may run any more. NULL is ignored.
void tern_cpu_elf_destroy(tern_cpu_elf_t *elf);

// The address of the global function whose name is `name` with `suffix` behind it, or NULL.
void *tern_cpu_elf_find(const tern_cpu_elf_t *elf, const char *name, const char *suffix);

#endif  // TERN_RUNTIME_DRIVERS_CPU_CPU_ELF_H_
