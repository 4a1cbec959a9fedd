// Modules of Triton and Python, by their names: what `tl.load` or `math.pi` is.

#include <math.h>
#include <string.h>

#include "frontend/triton/semantic/builtins.h"

#define TL_SPACE "triton.language"

// Parts of triton.language whose members are all in one room here.
static tern_str_t canonical(tern_str_t name) {
  static const char *const parts[] = {"triton.language.core", "triton.language.math", "triton.language.standard",
                                      "triton.language.random", "triton.language.semantic"};
  static const char *const libraries[] = {"triton.language.extra.libdevice", "triton.language.extra.cuda.libdevice",
                                          "triton.language.extra.hip.libdevice"};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
    if (tern_str_equal_cstr(name, parts[i])) return TERN_STR(TL_SPACE);
  }
  for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; ++i) {
    if (tern_str_equal_cstr(name, libraries[i])) return TERN_STR("libdevice");
  }
  return name;
}

static const tl_value_t *space(tl_program_t *program, const char *name) {
  tl_value_t *value = tl_new_value(program->arena, TL_NAMESPACE);
  value->text = tern_str_from_cstr(name);
  return value;
}

// Modules within modules, and constants.
static const struct {
  const char *space, *name, *module;  // module: NULL for an integer
  int64_t value;
} members[] = {
    {"triton", "language", TL_SPACE, 0},
    {TL_SPACE, "core", "triton.language.core", 0},
    {TL_SPACE, "math", "triton.language.math", 0},
    {TL_SPACE, "standard", "triton.language.standard", 0},
    {TL_SPACE, "random", "triton.language.random", 0},
    {TL_SPACE, "extra", "triton.language.extra", 0},
    {TL_SPACE, "target_info", "triton.language.target_info", 0},
    {TL_SPACE, "PropagateNan", "PropagateNan", 0},
    {TL_SPACE, "libdevice", "triton.language.extra.libdevice", 0},
    {TL_SPACE, "TRITON_MAX_TENSOR_NUMEL", NULL, 1 << 20},
    {TL_SPACE, "CONSTEXPR_0", NULL, 0},
    {"PropagateNan", "NONE", NULL, 0},
    {"PropagateNan", "ALL", NULL, 0xFFFF},
    {"triton.language.extra", "libdevice", "triton.language.extra.libdevice", 0},
    {"triton.language.extra", "cuda", "triton.language.extra.cuda", 0},
    {"triton.language.extra", "hip", "triton.language.extra.hip", 0},
    {"triton.language.extra.cuda", "libdevice", "triton.language.extra.libdevice", 0},
    {"triton.language.extra.hip", "libdevice", "triton.language.extra.libdevice", 0},
    {"os", "environ", "os.environ", 0},
    {"triton", "runtime", "triton.runtime", 0},
    {"triton.runtime", "driver", "triton.runtime.driver", 0},
    {"triton.runtime.driver", "active", "triton.runtime.driver.active", 0},
    {"torch", "cuda", "torch.cuda", 0},
};

static const tl_value_t *find_member(tl_program_t *program, tern_str_t name_space, tern_str_t name) {
  for (size_t i = 0; i < sizeof members / sizeof members[0]; ++i) {
    if (!tern_str_equal_cstr(name_space, members[i].space) || !tern_str_equal_cstr(name, members[i].name)) continue;
    if (members[i].module) return space(program, members[i].module);
    tl_value_t *value = tl_new_value(program->arena, TL_INT);
    value->integer = members[i].value;
    value->is_constexpr = true;
    return value;
  }
  return NULL;
}

static const tl_value_t *find_number(tl_program_t *program, tern_str_t name) {
  static const struct {
    const char *name;
    double value;
  } numbers[] = {
      {"pi", 3.141592653589793}, {"e", 2.718281828459045}, {"inf", INFINITY}, {"nan", NAN}, {"tau", 6.283185307179586}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
    if (tern_str_equal_cstr(name, numbers[i].name)) return tl_number_real(program->arena, numbers[i].value);
  }
  return NULL;
}

static const tl_value_t *find_type(tl_program_t *program, tern_str_t name) {
  tl_dtype_t dtype = tl_find_dtype(name, true);
  if (dtype < TL_DTYPE_COUNT) return tl_type_value(program->arena, tl_scalar_type(dtype));
  if (!tern_str_equal_cstr(name, "pi32_t")) return NULL;
  return tl_type_value(program->arena, tl_pointer_type(program->arena, tl_scalar_type(TL_DTYPE_INT32), false));
}

static const tl_value_t *find_in_library(tl_program_t *program, tern_str_t name) {
  static const char *const names[] = {"triton.language.standard", "triton.language.random"};
  for (size_t i = 0; i < 2; ++i) {
    tl_module_t *module = tl_library_module(program, names[i]);
    bool has_failed = false;
    // What the text imports for itself is none of its members.
    const tl_value_t *value = module ? tl_module_find(program, module, name, &has_failed) : NULL;
    if (value && (value->kind == TL_FUNCTION || value->is_constexpr)) return value;
  }
  return NULL;
}

static const tl_value_t *libdevice_function(tl_program_t *program, tern_str_t name) {
  if (!tl_has_libdevice(name)) return NULL;
  tl_value_t *value = tl_new_value(program->arena, TL_BOUND);
  value->bound.self = tl_string(program->arena, name);
  return value;
}

// What Triton's driver would tell of the target.
static const tl_value_t *find_of_target(tl_program_t *program, tern_str_t name) {
  const tern_triton_target_t *target = &program->target;
  bool is_hip = strcmp(target->backend, "hip") == 0;
  if (tern_str_equal_cstr(name, "backend")) return tl_string(program->arena, tern_str_from_cstr(target->backend));
  if (tern_str_equal_cstr(name, "warp_size")) return tl_int(program->arena, is_hip ? 64 : 32);
  if (!tern_str_equal_cstr(name, "arch")) return NULL;
  return is_hip ? tl_string(program->arena, tern_str_from_cstr(target->arch))
                : tl_int(program->arena, target->capability);
}

const tl_value_t *tl_namespace_find(tl_program_t *program, tern_str_t name_space, tern_str_t name) {
  name_space = canonical(name_space);
  if (tern_str_equal_cstr(name_space, TL_TARGET_SPACE)) return find_of_target(program, name);
  const tl_value_t *value = find_member(program, name_space, name);
  if (value) return value;
  if (tern_str_equal_cstr(name_space, "libdevice")) return libdevice_function(program, name);
  const tl_builtin_t *builtin = tl_find_builtin(name_space, name);
  if (builtin) {
    tl_value_t *function = tl_new_value(program->arena, TL_BUILTIN);
    function->builtin = builtin;
    return function;
  }
  if (tern_str_equal_cstr(name_space, "math")) return find_number(program, name);
  if (!tern_str_equal_cstr(name_space, TL_SPACE)) return NULL;
  value = find_type(program, name);
  return value ? value : find_in_library(program, name);
}
