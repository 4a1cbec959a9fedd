#version 450
// Read by glsl.test.
layout(local_size_x = 8) in;
layout(set = 0, binding = 1) buffer B { int b[]; };
int classify(int x) {
  switch (x) {
    case 0: return 7;
    case 1: x += 3;
    case 2: x *= 2; break;
    case 5: case 6: x = -x; break;
    default: return x - 1;
  }
  return x;
}
int all_return(int x) { if (x > 3) { return 1; } else { return 2; } }
void main() {
  uint i = gl_GlobalInvocationID.x;
  int v = b[i];
  for (int k = 0; k < 4; k++) {
    switch (k) { case 1: v += 1; break; case 2: continue; case 3: v -= classify(v); break; default: v ^= 5; }
    v = v << 1;
  }
  b[i] = classify(v) + all_return(v);
}
