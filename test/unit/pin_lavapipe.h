// For tests that make Vulkan devices: call pin_driver() first.

#ifndef TERN_TEST_UNIT_PIN_LAVAPIPE_H_
#define TERN_TEST_UNIT_PIN_LAVAPIPE_H_

#include <dlfcn.h>

// lavapipe leaks a little with every device. The leak checker can tell by the library, if that stays loaded.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libvulkan\nleak:libVkLayer\nleak:libLLVM\nleak:libgallium\n";
}

static inline void pin_driver(void) {
  void *library = dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_NODELETE);
  if (library) dlclose(library);
}

#endif  // TERN_TEST_UNIT_PIN_LAVAPIPE_H_
