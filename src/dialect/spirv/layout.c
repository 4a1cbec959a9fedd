// Vulkan's standard layout of types (Vulkan specification, "Offset and Stride Assignment"; upstream: LayoutUtils.cpp).

#include "dialect/spirv/layout.h"

#include "base/vec.h"
#include "dialect/spirv/types.h"

typedef struct extent {
  uint64_t size;  // 0: known at run time only
  uint64_t alignment;
} extent_t;

static const tern_type_t *lay_out(const tern_type_t *type, extent_t *out_extent);

static uint64_t align_to(uint64_t value, uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

static const tern_type_t *lay_out_vector(const tern_type_t *type, extent_t *out_extent) {
  extent_t element;
  if (!lay_out(tern_type_element(type), &element)) return NULL;
  uint64_t count = (uint64_t)tern_type_dim(type, 0);
  *out_extent = (extent_t){element.size * count, element.size * (count == 3 ? 4 : count)};
  return type;
}

static const tern_type_t *lay_out_array(const tern_type_t *type, extent_t *out_extent) {
  extent_t extent;
  const tern_type_t *element = lay_out(tern_spirv_element_type(type), &extent);
  if (!element || extent.size == 0) return NULL;
  uint64_t stride = align_to(extent.size, extent.alignment);
  bool has_count = tern_type_is_spirv_array(type);
  uint64_t count = has_count ? tern_spirv_array_count(type) : 0;
  if (stride > UINT32_MAX || (count && stride > UINT64_MAX / count)) return NULL;
  *out_extent = (extent_t){stride * count, extent.alignment};
  return has_count ? tern_spirv_array_type_get(element, (uint32_t)count, (uint32_t)stride)
                   : tern_spirv_runtime_array_type_get(element, (uint32_t)stride);
}

// The decorations of a struct; `of_members` says which.
typedef TERN_VEC(tern_spirv_type_decoration_t) decorations_t;
static decorations_t decorations_of(const tern_type_t *type, bool of_members) {
  decorations_t decorations = {0};
  size_t count =
      of_members ? tern_spirv_struct_member_decoration_count(type) : tern_spirv_struct_decoration_count(type);
  for (size_t i = 0; i < count; ++i) {
    tern_vec_push(&decorations,
                  of_members ? tern_spirv_struct_member_decoration(type, i) : tern_spirv_struct_decoration(type, i));
  }
  return decorations;
}

static const tern_type_t *lay_out_struct(const tern_type_t *type, extent_t *out_extent) {
  // A struct with a name has the layout that it was made with.
  if (tern_spirv_struct_identifier(type)) return NULL;
  TERN_VEC(const tern_type_t *) members = {0};
  TERN_VEC(uint32_t) offsets = {0};
  uint64_t end = 0, alignment = 1;
  size_t count = tern_spirv_struct_member_count(type);
  bool is_right = true;
  for (size_t i = 0; is_right && i < count; ++i) {
    extent_t extent;
    const tern_type_t *member = lay_out(tern_spirv_struct_member(type, i), &extent);
    uint64_t offset = member ? align_to(end, extent.alignment) : 0;
    is_right = member && offset <= UINT32_MAX && (extent.size > 0 || i + 1 == count);
    if (!is_right) break;
    tern_vec_push(&members, member);
    tern_vec_push(&offsets, (uint32_t)offset);
    end = offset + extent.size;
    if (extent.alignment > alignment) alignment = extent.alignment;
  }
  const tern_type_t *result = NULL;
  if (is_right) {
    decorations_t of_members = decorations_of(type, true), own = decorations_of(type, false);
    const tern_spirv_struct_body_t body = {
        {members.values, members.count}, offsets.values, of_members.values, of_members.count, own.values, own.count};
    result = tern_spirv_struct_type_get(type->context, &body);
    tern_vec_deinitialize(&of_members);
    tern_vec_deinitialize(&own);
  }
  tern_vec_deinitialize(&members);
  tern_vec_deinitialize(&offsets);
  *out_extent = (extent_t){align_to(end, alignment), alignment};
  return result;
}

static const tern_type_t *lay_out(const tern_type_t *type, extent_t *out_extent) {
  if (tern_spirv_type_is_scalar(type)) {
    uint32_t width = tern_type_bit_width(type);
    *out_extent = (extent_t){width / 8, width / 8};
    return width >= 8 ? type : NULL;
  }
  if (type->kind == TERN_TYPE_VECTOR) return lay_out_vector(type, out_extent);
  if (tern_type_is_spirv_array(type) || tern_type_is_spirv_runtime_array(type)) return lay_out_array(type, out_extent);
  return tern_type_is_spirv_struct(type) ? lay_out_struct(type, out_extent) : NULL;
}

const tern_type_t *tern_spirv_type_with_layout(const tern_type_t *type) {
  extent_t extent;
  return lay_out(type, &extent);
}
