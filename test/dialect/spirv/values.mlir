// Every op on values, in its pretty form: read, printed, read by upstream's tool, and printed by it the same.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicAnd <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, Workgroup>
%v = "test.value"() : () -> i32
%c = "test.value"() : () -> i32
%r = spirv.AtomicCompareExchange <Workgroup> <Acquire> <None> %p, %v, %c : !spirv.ptr<i32, Workgroup>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, Workgroup>
%v = "test.value"() : () -> i32
%c = "test.value"() : () -> i32
%r = spirv.AtomicCompareExchangeWeak <Workgroup> <Acquire> <None> %p, %v, %c : !spirv.ptr<i32, Workgroup>

// -----

%p = "test.value"() : () -> !spirv.ptr<f32, Workgroup>
%v = "test.value"() : () -> f32
%r = spirv.AtomicExchange <Workgroup> <Acquire> %p, %v : !spirv.ptr<f32, Workgroup>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicIAdd <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%r = spirv.AtomicIDecrement <Device> <None> %p : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%r = spirv.AtomicIIncrement <Device> <None> %p : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicISub <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicOr <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicSMax <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicSMin <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicUMax <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicUMin <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicXor <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>

// -----

%a = "test.value"() : () -> i32
%r = spirv.BitCount %a : i32

// -----

%a = "test.value"() : () -> vector<3xi32>
%b = "test.value"() : () -> vector<3xi32>
%o = "test.value"() : () -> i8
%c = "test.value"() : () -> i8
%r = spirv.BitFieldInsert %a, %b, %o, %c : vector<3xi32>, i8, i8

// -----

%a = "test.value"() : () -> vector<3xi32>
%o = "test.value"() : () -> i8
%c = "test.value"() : () -> i8
%r = spirv.BitFieldSExtract %a, %o, %c : vector<3xi32>, i8, i8

// -----

%a = "test.value"() : () -> i32
%o = "test.value"() : () -> i32
%c = "test.value"() : () -> i32
%r = spirv.BitFieldUExtract %a, %o, %c : i32, i32, i32

// -----

%a = "test.value"() : () -> i32
%r = spirv.BitReverse %a : i32

// -----

%a = "test.value"() : () -> vector<2xf32>
%r = spirv.Bitcast %a : vector<2xf32> to i64

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.BitwiseAnd %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.BitwiseOr %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.BitwiseXor %a, %b : i32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.acos %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.acosh %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.asin %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.asinh %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.atan %a : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.CL.atan2 %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.atanh %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.ceil %a : f32

// -----

%a = "test.value"() : () -> vector<3xf16>
%r = spirv.CL.cos %a : vector<3xf16>

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.cosh %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.erf %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.exp %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.fabs %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.floor %a : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%c = "test.value"() : () -> f32
%r = spirv.CL.fma %a, %b, %c : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.CL.fmax %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.CL.fmin %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.log %a : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%c = "test.value"() : () -> f32
%r = spirv.CL.mix %a, %b, %c : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.CL.pow %a, %b : f32

// -----

%f = "test.value"() : () -> !spirv.ptr<i8, UniformConstant>
%a = "test.value"() : () -> i32
%r = spirv.CL.printf %f %a : !spirv.ptr<i8, UniformConstant>, i32 -> i32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.rint %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.round %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.rsqrt %a : f32

// -----

%a = "test.value"() : () -> i32
%r = spirv.CL.s_abs %a : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.CL.s_max %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.CL.s_min %a, %b : i32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.sin %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.sinh %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.sqrt %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.tan %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.CL.tanh %a : f32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.CL.u_max %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.CL.u_min %a, %b : i32

// -----

%a = "test.value"() : () -> vector<2xf32>
%b = "test.value"() : () -> f32
%r = spirv.CompositeConstruct %a, %b : (vector<2xf32>, f32) -> vector<3xf32>

// -----

%a = "test.value"() : () -> !spirv.array<4 x vector<4xf32>>
%r = spirv.CompositeExtract %a[1 : i32, 2 : i32] : !spirv.array<4 x vector<4xf32>>

// -----

%a = "test.value"() : () -> !spirv.array<4 x f32>
%b = "test.value"() : () -> f32
%r = spirv.CompositeInsert %b, %a[1 : i32] : f32 into !spirv.array<4 x f32>

// -----

spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>

// -----

%a = "test.value"() : () -> f32
%r = spirv.ConvertFToS %a : f32 to i32

// -----

%a = "test.value"() : () -> f32
%r = spirv.ConvertFToU %a : f32 to i32

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, Generic>
%r = spirv.ConvertPtrToU %p : !spirv.ptr<i32, Generic> to i32

// -----

%a = "test.value"() : () -> i32
%r = spirv.ConvertSToF %a : i32 to f32

// -----

%a = "test.value"() : () -> vector<4xi32>
%r = spirv.ConvertUToF %a : vector<4xi32> to vector<4xf32>

// -----

%a = "test.value"() : () -> i32
%r = spirv.ConvertUToPtr %a : i32 to !spirv.ptr<i32, Generic>

// -----

%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%r = spirv.Dot %a, %b : vector<4xf32> -> f32

// -----

%p = "test.value"() : () -> !spirv.ptr<f32, StorageBuffer>
%v = "test.value"() : () -> f32
%r = spirv.EXT.AtomicFAdd <Device> <None> %p, %v : !spirv.ptr<f32, StorageBuffer>

// -----

%x = "test.value"() : () -> i32
%y = "test.value"() : () -> i32
%z = "test.value"() : () -> i32
spirv.EXT.EmitMeshTasks %x, %y, %z : i32, i32, i32

// -----

%v = "test.value"() : () -> i32
%p = "test.value"() : () -> i32
spirv.EXT.SetMeshOutputs %v, %p : i32, i32

// -----

spirv.EmitVertex

// -----

spirv.EndPrimitive

// -----

%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%r = spirv.FAdd %a, %b : vector<4xf32>

// -----

%a = "test.value"() : () -> f32
%r = spirv.FConvert %a : f32 to f64

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FDiv %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FMod %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FMul %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.FNegate %a : f32

// -----

%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%r = spirv.FOrdEqual %a, %b : vector<4xf32>

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FOrdGreaterThan %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FOrdGreaterThanEqual %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FOrdLessThan %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FOrdLessThanEqual %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FOrdNotEqual %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FRem %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FSub %a, %b : f32

// -----

%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%r = spirv.FUnordEqual %a, %b : vector<4xf32>

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FUnordGreaterThan %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FUnordGreaterThanEqual %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FUnordLessThan %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FUnordLessThanEqual %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.FUnordNotEqual %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Acos %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Acosh %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Asin %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Asinh %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Atan %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Atanh %a : f32

// -----

%a = "test.value"() : () -> vector<3xf32>
%r = spirv.GL.Ceil %a : vector<3xf32>

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Cos %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Cosh %a : f32

// -----

%a = "test.value"() : () -> vector<3xf32>
%b = "test.value"() : () -> vector<3xf32>
%r = spirv.GL.Cross %a, %b : vector<3xf32>

// -----

%a = "test.value"() : () -> vector<3xf32>
%b = "test.value"() : () -> vector<3xf32>
%r = spirv.GL.Distance %a, %b : vector<3xf32>, vector<3xf32> -> f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Exp %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Exp2 %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.FAbs %a : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%c = "test.value"() : () -> f32
%r = spirv.GL.FClamp %a, %b, %c : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.GL.FMax %a, %b : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.GL.FMin %a, %b : f32

// -----

%x = "test.value"() : () -> f32
%y = "test.value"() : () -> f32
%a = "test.value"() : () -> f32
%r = spirv.GL.FMix %x : f32, %y : f32, %a : f32 -> f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.FSign %a : f32

// -----

%a = "test.value"() : () -> i32
%r = spirv.GL.FindILsb %a : i32

// -----

%a = "test.value"() : () -> i32
%r = spirv.GL.FindSMsb %a : i32

// -----

%a = "test.value"() : () -> i32
%r = spirv.GL.FindUMsb %a : i32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Floor %a : f32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%c = "test.value"() : () -> f32
%r = spirv.GL.Fma %a, %b, %c : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Fract %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.FrexpStruct %a : f32 -> !spirv.struct<(f32, i32)>

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.InverseSqrt %a : f32

// -----

%x = "test.value"() : () -> f32
%e = "test.value"() : () -> i32
%r = spirv.GL.Ldexp %x : f32, %e : i32 -> f32

// -----

%a = "test.value"() : () -> vector<3xf32>
%r = spirv.GL.Length %a : vector<3xf32> -> f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Log %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Log2 %a : f32

// -----

%a = "test.value"() : () -> vector<3xf32>
%r = spirv.GL.Normalize %a : vector<3xf32>

// -----

%a = "test.value"() : () -> vector<2xf32>
%r = spirv.GL.PackHalf2x16 %a : vector<2xf32> -> i32

// -----

%a = "test.value"() : () -> vector<4xf32>
%r = spirv.GL.PackSnorm4x8 %a : vector<4xf32> -> i32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.GL.Pow %a, %b : f32

// -----

%a = "test.value"() : () -> vector<3xf32>
%b = "test.value"() : () -> vector<3xf32>
%r = spirv.GL.Reflect %a, %b : vector<3xf32>

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Round %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.RoundEven %a : f32

// -----

%a = "test.value"() : () -> i32
%r = spirv.GL.SAbs %a : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%c = "test.value"() : () -> i32
%r = spirv.GL.SClamp %a, %b, %c : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.GL.SMax %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.GL.SMin %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%r = spirv.GL.SSign %a : i32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Sin %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Sinh %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Sqrt %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Tan %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.GL.Tanh %a : f32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%c = "test.value"() : () -> i32
%r = spirv.GL.UClamp %a, %b, %c : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.GL.UMax %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.GL.UMin %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%r = spirv.GL.UnpackHalf2x16 %a : i32 -> vector<2xf32>

// -----

%a = "test.value"() : () -> i32
%r = spirv.GL.UnpackSnorm4x8 %a : i32 -> vector<4xf32>

// -----

%p = "test.value"() : () -> !spirv.ptr<f32, Generic>
%r = spirv.GenericCastToPtr %p : !spirv.ptr<f32, Generic> to !spirv.ptr<f32, CrossWorkgroup>

// -----

%p = "test.value"() : () -> !spirv.ptr<f32, Generic>
%r = spirv.GenericCastToPtrExplicit %p : !spirv.ptr<f32, Generic> to !spirv.ptr<f32, CrossWorkgroup>

// -----

%v = "test.value"() : () -> f32
%i = "test.value"() : () -> vector<3xi32>
%r = spirv.GroupBroadcast <Workgroup> %v, %i : f32, vector<3xi32>

// -----

%v = "test.value"() : () -> f32
%r = spirv.GroupFAdd <Workgroup> <Reduce> %v : f32

// -----

%v = "test.value"() : () -> f32
%r = spirv.GroupFMax <Workgroup> <Reduce> %v : f32

// -----

%v = "test.value"() : () -> f32
%r = spirv.GroupFMin <Workgroup> <Reduce> %v : f32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupIAdd <Workgroup> <Reduce> %v : i32

// -----

%p = "test.value"() : () -> i1
%r = spirv.GroupNonUniformAll <Subgroup> %p : i1

// -----

%v = "test.value"() : () -> f32
%r = spirv.GroupNonUniformAllEqual <Subgroup> %v : f32, i1

// -----

%p = "test.value"() : () -> i1
%r = spirv.GroupNonUniformAny <Subgroup> %p : i1

// -----

%p = "test.value"() : () -> i1
%r = spirv.GroupNonUniformBallot <Subgroup> %p : vector<4xi32>

// -----

%v = "test.value"() : () -> vector<4xi32>
%r = spirv.GroupNonUniformBallotBitCount <Subgroup> <Reduce> %v : vector<4xi32> -> i32

// -----

%v = "test.value"() : () -> vector<4xi32>
%r = spirv.GroupNonUniformBallotFindLSB <Subgroup> %v : vector<4xi32>, i32

// -----

%v = "test.value"() : () -> vector<4xi32>
%r = spirv.GroupNonUniformBallotFindMSB <Subgroup> %v : vector<4xi32>, i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupNonUniformBitwiseAnd <Subgroup> <Reduce> %v : i32 -> i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupNonUniformBitwiseOr <Subgroup> <Reduce> %v : i32 -> i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupNonUniformBitwiseXor <Subgroup> <Reduce> %v : i32 -> i32

// -----

%v = "test.value"() : () -> f32
%i = spirv.Constant 3 : i32
%r = spirv.GroupNonUniformBroadcast <Subgroup> %v, %i : f32, i32

// -----

%r = spirv.GroupNonUniformElect <Subgroup> : i1

// -----

%v = "test.value"() : () -> f32
%c = spirv.Constant 4 : i32
%r = spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %v cluster_size(%c) : f32, i32 -> f32

// -----

%v = "test.value"() : () -> f32
%r = spirv.GroupNonUniformFMax <Subgroup> <Reduce> %v : f32 -> f32

// -----

%v = "test.value"() : () -> f32
%r = spirv.GroupNonUniformFMin <Subgroup> <Reduce> %v : f32 -> f32

// -----

%v = "test.value"() : () -> f32
%r = spirv.GroupNonUniformFMul <Subgroup> <Reduce> %v : f32 -> f32

// -----

%v = "test.value"() : () -> vector<4xi32>
%r = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %v : vector<4xi32> -> vector<4xi32>

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupNonUniformIMul <Subgroup> <Reduce> %v : i32 -> i32

// -----

%v = "test.value"() : () -> i1
%r = spirv.GroupNonUniformLogicalAnd <Subgroup> <Reduce> %v : i1 -> i1

// -----

%v = "test.value"() : () -> i1
%r = spirv.GroupNonUniformLogicalOr <Subgroup> <Reduce> %v : i1 -> i1

// -----

%v = "test.value"() : () -> i1
%r = spirv.GroupNonUniformLogicalXor <Subgroup> <Reduce> %v : i1 -> i1

// -----

%v = "test.value"() : () -> f32
%d = "test.value"() : () -> i32
%r = spirv.GroupNonUniformQuadSwap <Subgroup> %v %d : f32, i32

// -----

%v = "test.value"() : () -> f32
%d = "test.value"() : () -> i32
%c = spirv.Constant 4 : i32
%r = spirv.GroupNonUniformRotateKHR <Subgroup> %v, %d, cluster_size(%c) : f32, i32, i32 -> f32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupNonUniformSMax <Subgroup> <Reduce> %v : i32 -> i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupNonUniformSMin <Subgroup> <Reduce> %v : i32 -> i32

// -----

%v = "test.value"() : () -> f32
%i = "test.value"() : () -> i32
%r = spirv.GroupNonUniformShuffle <Subgroup> %v, %i : f32, i32

// -----

%v = "test.value"() : () -> f32
%i = "test.value"() : () -> i32
%r = spirv.GroupNonUniformShuffleDown <Subgroup> %v, %i : f32, i32

// -----

%v = "test.value"() : () -> f32
%i = "test.value"() : () -> i32
%r = spirv.GroupNonUniformShuffleUp <Subgroup> %v, %i : f32, i32

// -----

%v = "test.value"() : () -> f32
%i = "test.value"() : () -> i32
%r = spirv.GroupNonUniformShuffleXor <Subgroup> %v, %i : f32, i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupNonUniformUMax <Subgroup> <Reduce> %v : i32 -> i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupNonUniformUMin <Subgroup> <Reduce> %v : i32 -> i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupSMax <Workgroup> <Reduce> %v : i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupSMin <Workgroup> <Reduce> %v : i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupUMax <Workgroup> <Reduce> %v : i32

// -----

%v = "test.value"() : () -> i32
%r = spirv.GroupUMin <Workgroup> <Reduce> %v : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.IAdd %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.IAddCarry %a, %b : !spirv.struct<(i32, i32)>

// -----

%a = "test.value"() : () -> vector<4xi32>
%b = "test.value"() : () -> vector<4xi32>
%r = spirv.IEqual %a, %b : vector<4xi32>

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.IMul %a, %b : i32

// -----

spirv.INTEL.ControlBarrierArrive <Workgroup> <Device> <Acquire|UniformMemory>

// -----

spirv.INTEL.ControlBarrierWait <Workgroup> <Device> <Acquire|UniformMemory>

// -----

%a = "test.value"() : () -> i16
%r = spirv.INTEL.ConvertBF16ToF %a : i16 to f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.INTEL.ConvertFToBF16 %a : f32 to i16

// -----

%a = "test.value"() : () -> f32
%r = spirv.INTEL.RoundFToTF32 %a : f32 to f32

// -----

%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%r = spirv.INTEL.SubgroupBlockRead %p : !spirv.ptr<i32, StorageBuffer> -> i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.INotEqual %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.ISub %a, %b : i32

// -----

%a = "test.value"() : () -> vector<2xi32>
%b = "test.value"() : () -> vector<2xi32>
%r = spirv.ISubBorrow %a, %b : !spirv.struct<(vector<2xi32>, vector<2xi32>)>

// -----

%i = "test.value"() : () -> !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
%r = spirv.Image %i : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>

// -----

%i = "test.value"() : () -> !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
%c = "test.value"() : () -> vector<4xf32>
%d = "test.value"() : () -> f32
%r = spirv.ImageDrefGather %i, %c, %d ["NonPrivateTexel"] : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<4xf32>, f32 -> vector<4xf32>

// -----

%i = "test.value"() : () -> !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, R32f>
%c = "test.value"() : () -> vector<2xsi32>
%r = spirv.ImageFetch %i, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, R32f>, vector<2xsi32> -> vector<4xf32>

// -----

%i = "test.value"() : () -> !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, R32f>
%r = spirv.ImageQuerySize %i : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, R32f> -> vector<2xi32>

// -----

%i = "test.value"() : () -> !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, R32f>
%c = "test.value"() : () -> vector<2xsi32>
%r = spirv.ImageRead %i, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, R32f>, vector<2xsi32> -> vector<4xf32>

// -----

%i = "test.value"() : () -> !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
%c = "test.value"() : () -> vector<2xf32>
%l = "test.value"() : () -> f32
%r = spirv.ImageSampleExplicitLod %i, %c ["Lod"], %l : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<2xf32>, f32 -> vector<4xf32>

// -----

%i = "test.value"() : () -> !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
%c = "test.value"() : () -> vector<2xf32>
%r = spirv.ImageSampleImplicitLod %i, %c : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<2xf32> -> vector<4xf32>

// -----

%i = "test.value"() : () -> !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>
%c = "test.value"() : () -> vector<4xf16>
%d = "test.value"() : () -> f32
%r = spirv.ImageSampleProjDrefImplicitLod %i, %c, %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<4xf16>, f32 -> f32

// -----

%i = "test.value"() : () -> !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba16>
%c = "test.value"() : () -> vector<2xsi32>
%t = "test.value"() : () -> vector<4xf32>
spirv.ImageWrite %i, %c, %t : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba16>, vector<2xsi32>, vector<4xf32>

// -----

%a = "test.value"() : () -> f32
%r = spirv.IsFinite %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.IsInf %a : f32

// -----

%a = "test.value"() : () -> f32
%r = spirv.IsNan %a : f32

// -----

%c = "test.value"() : () -> i1
spirv.KHR.AssumeTrue %c

// -----

%r = spirv.KHR.CooperativeMatrixLength : !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>

// -----

%p = "test.value"() : () -> !spirv.ptr<f32, StorageBuffer>
%s = "test.value"() : () -> i32
%r = spirv.KHR.CooperativeMatrixLoad %p, %s, <RowMajor>, <Volatile> : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>

// -----

%a = "test.value"() : () -> !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>
%b = "test.value"() : () -> !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>
%c = "test.value"() : () -> !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>
%r = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c, <ASigned|AccSat> : !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB> -> !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>

// -----

%p = "test.value"() : () -> !spirv.ptr<f32, StorageBuffer>
%m = "test.value"() : () -> !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>
%s = "test.value"() : () -> i32
spirv.KHR.CooperativeMatrixStore %p, %m, %s, <ColumnMajor> : !spirv.ptr<f32, StorageBuffer>, !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>, i32

// -----

%v = "test.value"() : () -> f32
%r = spirv.KHR.GroupFMul <Workgroup> <Reduce> %v : f32

// -----

%v = "test.value"() : () -> i32
%r = spirv.KHR.GroupIMul <Workgroup> <Reduce> %v : i32

// -----

%p = "test.value"() : () -> i1
%r = spirv.KHR.SubgroupBallot %p : vector<4xi32>

// -----

%a = "test.value"() : () -> vector<4xi1>
%b = "test.value"() : () -> vector<4xi1>
%r = spirv.LogicalAnd %a, %b : vector<4xi1>

// -----

%a = "test.value"() : () -> i1
%b = "test.value"() : () -> i1
%r = spirv.LogicalEqual %a, %b : i1

// -----

%a = "test.value"() : () -> i1
%r = spirv.LogicalNot %a : i1

// -----

%a = "test.value"() : () -> i1
%b = "test.value"() : () -> i1
%r = spirv.LogicalNotEqual %a, %b : i1

// -----

%a = "test.value"() : () -> i1
%b = "test.value"() : () -> i1
%r = spirv.LogicalOr %a, %b : i1

// -----

%a = "test.value"() : () -> !spirv.matrix<4 x vector<3xf32>>
%b = "test.value"() : () -> !spirv.matrix<3 x vector<4xf32>>
%r = spirv.MatrixTimesMatrix %a, %b : !spirv.matrix<4 x vector<3xf32>>, !spirv.matrix<3 x vector<4xf32>> -> !spirv.matrix<3 x vector<3xf32>>

// -----

%a = "test.value"() : () -> !spirv.matrix<3 x vector<3xf32>>
%s = "test.value"() : () -> f32
%r = spirv.MatrixTimesScalar %a, %s : !spirv.matrix<3 x vector<3xf32>>, f32

// -----

%a = "test.value"() : () -> !spirv.matrix<2 x vector<3xf32>>
%v = "test.value"() : () -> vector<2xf32>
%r = spirv.MatrixTimesVector %a, %v : !spirv.matrix<2 x vector<3xf32>>, vector<2xf32> -> vector<3xf32>

// -----

spirv.MemoryBarrier <Device>, <Acquire|UniformMemory>

// -----

%a = "test.value"() : () -> i32
%r = spirv.Not %a : i32

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.Ordered %a, %b : f32

// -----

%p = "test.value"() : () -> !spirv.ptr<f32, CrossWorkgroup>
%r = spirv.PtrCastToGeneric %p : !spirv.ptr<f32, CrossWorkgroup> to !spirv.ptr<f32, Generic>

// -----

%a = "test.value"() : () -> i32
%r = spirv.SConvert %a : i32 to i64

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SDiv %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SDot %a, %b, <PackedVectorFormat4x8Bit> : i32 -> i32

// -----

%a = "test.value"() : () -> vector<4xi8>
%b = "test.value"() : () -> vector<4xi8>
%c = "test.value"() : () -> i32
%r = spirv.SDotAccSat %a, %b, %c : vector<4xi8> -> i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SGreaterThan %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SGreaterThanEqual %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SLessThan %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SLessThanEqual %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SMod %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SMulExtended %a, %b : !spirv.struct<(i32, i32)>

// -----

%a = "test.value"() : () -> i32
%r = spirv.SNegate %a : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SRem %a, %b : i32

// -----

%a = "test.value"() : () -> vector<4xi8>
%b = "test.value"() : () -> vector<4xi8>
%r = spirv.SUDot %a, %b : vector<4xi8> -> i32

// -----

%a = "test.value"() : () -> vector<4xi8>
%b = "test.value"() : () -> vector<4xi8>
%c = "test.value"() : () -> i32
%r = spirv.SUDotAccSat %a, %b, %c : vector<4xi8> -> i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i16
%r = spirv.ShiftLeftLogical %a, %b : i32, i16

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i16
%r = spirv.ShiftRightArithmetic %a, %b : i32, i16

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i16
%r = spirv.ShiftRightLogical %a, %b : i32, i16

// -----

%a = "test.value"() : () -> !spirv.matrix<2 x vector<3xf32>>
%r = spirv.Transpose %a : !spirv.matrix<2 x vector<3xf32>> -> !spirv.matrix<3 x vector<2xf32>>

// -----

%a = "test.value"() : () -> i32
%r = spirv.UConvert %a : i32 to i16

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.UDiv %a, %b : i32

// -----

%a = "test.value"() : () -> vector<4xi8>
%b = "test.value"() : () -> vector<4xi8>
%r = spirv.UDot %a, %b : vector<4xi8> -> i32

// -----

%a = "test.value"() : () -> vector<4xi8>
%b = "test.value"() : () -> vector<4xi8>
%c = "test.value"() : () -> i32
%r = spirv.UDotAccSat %a, %b, %c : vector<4xi8> -> i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.UGreaterThan %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.UGreaterThanEqual %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.ULessThan %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.ULessThanEqual %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.UMod %a, %b : i32

// -----

%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.UMulExtended %a, %b : !spirv.struct<(i32, i32)>

// -----

%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = spirv.Unordered %a, %b : f32

// -----

%a = "test.value"() : () -> vector<8xf32>
%i = "test.value"() : () -> i32
%r = spirv.VectorExtractDynamic %a[%i] : vector<8xf32>, i32

// -----

%a = "test.value"() : () -> vector<4xf32>
%s = "test.value"() : () -> f32
%i = "test.value"() : () -> i32
%r = spirv.VectorInsertDynamic %s, %a[%i] : vector<4xf32>, i32

// -----

%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<2xf32>
%r = spirv.VectorShuffle [1 : i32, 3 : i32, 5 : i32] %a, %b : vector<4xf32>, vector<2xf32> -> vector<3xf32>

// -----

%v = "test.value"() : () -> vector<3xf32>
%a = "test.value"() : () -> !spirv.matrix<2 x vector<3xf32>>
%r = spirv.VectorTimesMatrix %v, %a : vector<3xf32>, !spirv.matrix<2 x vector<3xf32>> -> vector<2xf32>

// -----

%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> f32
%r = spirv.VectorTimesScalar %a, %b : (vector<4xf32>, f32) -> vector<4xf32>
