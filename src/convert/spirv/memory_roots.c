// Where the memory that kernels access comes from.

#include "convert/spirv/memory_private.h"

#include <stdio.h>
#include <stdlib.h>
#include "base/vec.h"
#include "convert/linalg/memory_view.h"
#include "convert/spirv/to_spirv.h"
#include "dialect/arith/arith.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/spirv/types.h"

static bool refuse_type(const tern_op_t *user, const tern_spirv_conversion_t *conversion, const tern_type_t *type) {
  const char *missing = tern_spirv_missing_capability(conversion, type);
  if (!missing)
    return tern_op_error(user, "accesses elements of type '%s', which SPIR-V does not have", tern_type_text(type));
  return tern_op_error(user,
                       "accesses elements of type '%s', which takes the capability %s that the target does not have",
                       tern_type_text(type), missing);
}

static bool read_byte_offset(const tern_op_t *user, root_t *root) {
  tern_value_t *offset =
      tern_op_is(root->op, TERN_IREE(PLACEHOLDER)) ? tern_op_operand_named(root->op, "byte_offset") : NULL;
  if (!offset || root->bytes == 1) {
    if (offset) tern_linear_add(&root->base, offset, 1);
    return true;
  }
  tern_linear_t bytes = {0};
  tern_linear_add(&bytes, offset, 1);
  tern_builder_t b = tern_builder_after(root->op);
  if (bytes.count == 0) {
    root->base.constant = bytes.constant / root->bytes;
    return bytes.constant % root->bytes == 0 ||
           tern_op_error(user, "accesses a buffer whose offset is no multiple of an element's size");
  }
  if (tern_linear_is_divisible(&bytes, root->bytes)) {
    for (size_t i = 0; i < bytes.count; ++i) {
      if (bytes.terms[i].scale % root->bytes) {
        tern_linear_add(&root->base, tern_linear_build(&b, &bytes, root->bytes), 1);
        return true;
      }
    }
    for (size_t i = 0; i < bytes.count; ++i)
      tern_linear_add(&root->base, bytes.terms[i].value, bytes.terms[i].scale / root->bytes);
    root->base.constant = bytes.constant / root->bytes;
    return true;
  }
  // Whoever binds the buffer keeps it aligned for its elements.
  tern_value_t *size = tern_linear_build_constant(&b, root->bytes);
  tern_linear_add(&root->base, tern_build_value(&b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(offset, size)), 1);
  return true;
}

bool tern_spirv_find_root(flattening_t *f, const tern_op_t *user, tern_op_t *op, size_t *out_index) {
  for (size_t i = 0; i < f->roots.count; ++i) {
    if (f->roots.values[i].op != op) continue;
    *out_index = i;
    return true;
  }
  const tern_type_t *memref = tern_op_result(op, 0)->type, *type = tern_type_element(memref);
  root_t root = {.op = op, .element = tern_type_element(type), .lanes = 1};
  if (type->kind == TERN_TYPE_VECTOR) root.lanes = tern_type_element_count(type);
  bool is_placeholder = tern_op_is(op, TERN_IREE(PLACEHOLDER));
  if (is_placeholder && !tern_op_attr(op, "binding"))
    return tern_op_error(user, "accesses a placeholder that has no memory");
  if (!tern_spirv_storage_class_of(f->conversion, memref, &root.storage_class)) {
    return tern_op_error(user, "accesses memory space %s, which is no storage class of SPIR-V",
                         tern_attr_text(tern_memref_type_memory_space(memref)));
  }
  bool is_local = root.storage_class == TERN_SPIRV_STORAGECLASS_WORKGROUP;
  if (tern_op_is(op, TERN_MEMREF(ALLOCA))) root.storage_class = TERN_SPIRV_STORAGECLASS_FUNCTION;
  if (tern_op_is(op, TERN_MEMREF(ALLOC)) && !is_local) {
    return tern_op_error(op, "allocates memory outside of the workgroup, which a kernel cannot");
  }
  if (!is_placeholder && !tern_type_has_static_shape(memref)) {
    return tern_op_error(op, "allocates memory of a size that is not static: '%s'", tern_type_text(memref));
  }
  root.stored = tern_spirv_stored_type(f->conversion, root.element, root.storage_class);
  if (!root.stored) return refuse_type(user, f->conversion, root.element);
  root.per_word = tern_spirv_elements_per_word(root.element, root.stored, root.storage_class);
  // An index is 32 bits wide in every memory.
  uint32_t width =
      tern_type_is_index(root.element) ? tern_type_bit_width(root.stored) : tern_type_bit_width(root.element);
  root.bytes = width < 8 ? 1 : width / 8;
  root.has_vectors = root.stored == root.element;
  if (!read_byte_offset(user, &root)) return false;
  *out_index = f->roots.count;
  tern_vec_push(&f->roots, root);
  return true;
}
