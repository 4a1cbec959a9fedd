// Tile registers of x86-64 (Advanced Matrix Extensions), which a process may use once it has asked for them: they are 8 KB for each
// thread that uses them, which Linux keeps from processes that have not, for their stacks for signals might be too small
// (Documentation/arch/x86/xstate.rst).

#ifndef TERN_BASE_TILES_H_
#define TERN_BASE_TILES_H_

#include <stdbool.h>

// Asks the operating system to let all threads of this process use tile registers. False: there are none, or it does not.
// Thread-safe; may be called again and again.
static inline bool tern_tiles_request(void) {
#if defined(__x86_64__) && defined(__linux__)
  enum { ARCH_PRCTL = 158, REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 };
  // Without the C library's function, which would be all that the small runtime needs of it for this.
  long result = ARCH_PRCTL;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"((long)REQUEST_PERMISSION), "S"((long)TILE_DATA)
                   : "rcx", "r11", "memory");
  return result == 0;
#else
  return false;
#endif
}

#endif  // TERN_BASE_TILES_H_
