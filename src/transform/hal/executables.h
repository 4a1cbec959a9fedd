// Walking over the executables of a module, and the files that are named after them.

#ifndef TERN_TRANSFORM_HAL_EXECUTABLES_H_
#define TERN_TRANSFORM_HAL_EXECUTABLES_H_

#include "analysis/hal_devices.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// Appends the ops of a row that lie directly in a module or executable.
void tern_hal_collect_ops(const tern_op_t *parent, const tern_op_row_t *row, tern_op_list_t *out_ops);
// Appends all hal.executable.variant ops of today in a module, or in an executable.
void tern_hal_collect_variants(const tern_op_t *module, tern_op_list_t *out_variants);

// `path`/`prefix``module`_`executable`[_`variant`].`extension`, where a name that cannot stand in a file's name is made
// to. `variant` may be NULL.
void tern_hal_file_path(tern_str_t path, tern_str_t prefix, const tern_op_t *executable, const tern_op_t *variant,
                        const char *extension, tern_string_builder_t *out_path);
// Writes a file, making its folder if it is not there; `path` "-" is standard output. False after an error at `op`.
bool tern_hal_write_file(const tern_op_t *op, tern_str_t folder, tern_str_t path, tern_str_t contents);

// Calls back for every symbol reference of three parts, @executable::@variant::@export, in ops of the module that are not
// inside of executables, and puts what the callback returns in its place.
void tern_hal_rewrite_entry_points(tern_op_t *module, const tern_attr_t *(*rewrite)(const tern_attr_t *ref, void *user),
                                   void *user);

#endif  // TERN_TRANSFORM_HAL_EXECUTABLES_H_
