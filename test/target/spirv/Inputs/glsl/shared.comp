#version 450
// Read by glsl.test.
layout(local_size_x = 16, local_size_y = 16) in;
struct Item { vec4 v; float w[4]; };
layout(set = 0, binding = 0, std430) buffer A { mat4 m; Item items[]; };
layout(set = 0, binding = 1, std140) uniform U { vec4 scale; ivec2 size; } u;
shared float tile[16][16];
shared uint counter;
layout(constant_id = 3) const int N = 4;
layout(constant_id = 4) const float F = 1.5;
const float table[4] = float[](1.0, 2.0, 3.0, 4.0);
void helper(inout vec4 x, in float y) { x = x * y + vec4(sin(y), cos(y), exp(y), fma(y, y, 1.0)); }
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  tile[l.y][l.x] = items[gl_WorkGroupID.x].v.x;
  if (l.x == 0u && l.y == 0u) counter = 0u;
  barrier(); memoryBarrierShared();
  atomicAdd(counter, 1u);
  barrier();
  vec4 x = items[l.x].v.wzyx;
  float acc = 0.0;
  for (int i = 0; i < 2 * N; ++i) acc += tile[i][l.x] * table[i & 3];
  helper(x, acc);
  Item it = items[1];
  it.w[2] = F;
  items[l.y] = it;
  items[l.x].v = m * x + u.scale * float(counter) + (isnan(x.x) ? vec4(0) : vec4(u.size, 1, length(x.xyz)));
  vec4 y = mix(x, u.scale, lessThan(x, vec4(0.5)));
  items[3].v = clamp(y, vec4(-1), vec4(1));
  uint packed = packHalf2x16(x.xy);
  items[4].w[0] = unpackHalf2x16(packed).y + float(bitCount(packed)) + float(findMSB(packed)) + uintBitsToFloat(bitfieldExtract(packed, 2, 5));
}
