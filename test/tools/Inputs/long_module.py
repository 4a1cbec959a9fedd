"""Prints a module of a few megabytes."""

print("func.func @f(%x: f32) {")
for i in range(60000):
    print(f"  %v{i} = arith.addf %x, %x : f32")
print("  return\n}")
