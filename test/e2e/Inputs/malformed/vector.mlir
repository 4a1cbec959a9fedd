// Examples of vector ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%r =
// -----
%r = vector.vscalex
// -----
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%r = vector.loadx %m[%i] : memref<8xf32>, vector<4xf32>
// -----
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%r = vector.load %m[%i] : memref<-1xf32>, vector<4xf32>
// -----
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%r = vector.load %m[%i] memref :<8xf32>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
vector.store %v, %m[%i] {nontemporal = true} : memref<8>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
vector.storex %v, %m[%i] {nontemporal = true} : memref<8xf32>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%r = vector.maskedload %nowhere[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%r = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<-1xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%r = vector.maskedload %m[%i], %k, %v : memref<8xf32, vector<4xi1>, vector<4xf32> into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
vector.maskedstore %m[%i], %k, %v : memref<0x1Gxf32>, vector<4xi1>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
vector.maskedstore %m[%i], %k %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
vector.maskedstore %m[%i], %k, %v : memref<8xf32>, vector<4xi1>,
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%x = "test.value"() : () -> vector<4xi32>
%r = vector.gather %m[%i] [%x], %k, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, <4xf32> into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%x = "test.value"() : () -> vector<4xi32>
%r = vector.gatherx %m[%i] [%x], %k, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%x = "test.value"() : () -> vector<4xi32>
%r = vector.gather %m[%i] [%x],
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%x = "test.value"() : () -> vector<4xi32>
vector.scatterx %m[%i] [%x], %k, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%x = "test.value"() : () -> vector<4xi32>
vector.scatter %m[%i] [%x], %k, %v : memref<8xf32>, vector<4xi32>, vector4xi1>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%x = "test.value"() : () -> vector<4xi32>
vector.scatter %m[%i] [%x], %k, %v : memref<8xf32>, vector<99999999999999999999999xi32>, vector<4xi1>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%r = vector.expandload %m[%i], %k, %v  memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%r = vector.expandload %m[%i], %k, %v : memref<8xf32>, vector<4xi1,> vector<4xf32> into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%r = vector.expandload %m[%i], %k, %v : memref<8 8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
vector.compressstorex %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
vector.compressstore %m[%], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
vector.compressstore %m[%i], %k, %v : memref<8xf32>, vector vector<4xi1>, vector<4xf32>
// -----
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%p = "test.value"() : () -> f32
%r = vector.transfer_read %m[%i], %p {in_bounds = [true]: } memref<8xf32>, vector<4xf32>
// -----
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%p = "test.value"() : () -> f32
%r = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<8xf32>
// -----
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
%p = "test.value"() : () -> f32
%r = vector.transfer_readx %m[%i], %p {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
vector.transfer_write %v, %m[
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%m = "test.value"() : () -> memref<8xf32>
%i = "test.value"() : () -> index
vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>memref ,<8xf32>
// -----
%m = "test.value"() : () -> memref<5x4xf32>
%r = vector.type_cast % : memref<5x4xf32> to memref<vector<5x4xf32>>
// -----
%m = "test.value"() : () -> memref<5x4xf32>
%r = vector.type_cast %m : memref<5x4xf32> to memref<vector<99999999999999999999999x4xf32>>
// -----
%m = "test.value"() : () -> memref<5x4xf32>
%r = vector.type_castx %m : memref<5x4xf32> to memref<vector<5x4xf32>>
// -----
%x = "test.value"() : () -> f32
%r = vector.broadcast %x : index to vector<2x4xf32>
// -----
%x = "test.value"() : () -> f32
%r = vector.broadcast %x : f32 to to vector<2x4xf32>
// -----
%x = "test.value"() : () -> f32
%r = vector.broadcast %x : f32 to vector<x4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.bitcast @x : vector<4xf32> to vector<8xi16>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.bitcast %v : vector<
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.bitcast %v : vector<4xf32> to vector<8>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.shape_cast %v : vector vector<4xf32> to vector<2x2xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.shape_castx %v : vector<4xf32> to vector<2x2xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.shape_cast % : vector<4xf32> to vector<2x2xf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%r = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4 4x2xf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%r = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<x2xf324>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%r = vector.transpose %v, [, 0] : vector<2x4xf32> to vector<4x2xf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%i = "test.value"() : () -> index
%r = vector.extract %v[1%i ,] : f32 from vector<2x4xf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%i = "test.value"() : () -> index
%r = vector.extract %v[1, %i] : i7 from vector<2x4xf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%i = "test.value"() : () -> index
%r = vector.extract %v[99999999999999999999999, %i] : f32 from vector<2x4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%x = "test.value"() : () -> f32
%r = vector.insert ^bb9, %v [2] : f32 into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%x = "test.value"() : () -> f32
%r = vector.insert , %v [2] : f32 into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%x = "test.value"() : () -> f32
%r = vector.insert %x, %v [1.5] : f32 into vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4x8xf32>
%r = vector.extract_strided_slice %v {offsets = [0, 2], , sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
// -----
%v = "test.value"() : () -> vector<4x8xf32>
%r = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32>
// -----
%v = "test.value"() : () -> vector<4x8xf32>
%r = vector.extract_strided_slice %v {offsets = [0, 2], = sizes [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
// -----
%a = "test.value"() : () -> vector<2x4xf32>
%b = "test.value"() : () -> vector<4x8xf32>
%r = vector.insert_strided_slice ,%a %b {offsets = [0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
// -----
%a = "test.value"() : () -> vector<2x4xf32>
%b = "test.value"() : () -> vector<4x8xf32>
%r = vector.insert_strided_slice %a, %b {offsets = [0, 2], strides = [1, 1]} : vector<2x4xf32> into <4x8xf32>
// -----
%a = "test.value"() : () -> vector<2x4xf32>
%b = "test.value"() : () -> vector<4x8xf32>
%r = vector.insert_strided_slice %a, %b {offsets = [0, 2], strides = [1, 1]} : vector<1.5x4xf32> into vector<4x8xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.shuffle %v, %v [0, 4, 1, 5] : vector<4xf32>, vector<xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.shuffle @x, %v [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.shuffle %v, %v [,0 4, 1, 5] : vector<4xf32>, vector<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.interleave %v, %v : vector<1.5xf32> -> vector<8xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.interleave %v, %v : vector<4
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.interleave %v, %v : vector<4xf32-> > vector<8xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r, %s = vector.deinterleavex %v : vector<4xf32> -> vector<2xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r, %s = vector.deinterleave %v : vector<4xf32> -> vector< <2xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r, %s = vector.deinterleave %v : vector<xf32> -> vector<2xf32>
// -----
%x = "test.value"() : () -> f32
%r = vector.from_elements %x, , %x, %x : vector<3xf32>
// -----
%x = "test.value"() : () -> f32
%r = vector.from_elementsx %x, %x, %x : vector<3xf32>
// -----
%x = "test.value"() : () -> f32
%r = vector.from_elements %x, %x, %x vector :<3xf32>
// -----
%v = "test.value"() : () -> vector<2xf32>
%r:2 = vector.to_elements %v : vector<2xf32 xf32>
// -----
%v = "test.value"() : () -> vector<2xf32>
%r:2 = vector.to_elements ^bb9 : vector<2xf32>
// -----
%v = "test.value"() : () -> vector<2xf32>
%r:2 = vector.to_elements %v : vector
// -----
%v = "test.value"() : () -> vector<[4]xf32>
%r = vector.scalable.extract %v[4] : vector<4xf32> from vector<[]xf32>
// -----
%v = "test.value"() : () -> vector<[4]xf32>
%r = vector.scalable.extract %v[4] : vector<4xf32 xf32> from vector<[4]xf32>
// -----
%v = "test.value"() : () -> vector<[4]xf32>
%r = vector.scalable.extract %v[4] : <vector4xf32> from vector<[4]xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%w = "test.value"() : () -> vector<[4]xf32>
%r = vector.scalable.insert %v, %w[4] : vector<4xf32> into vector<[4]xf32> >
// -----
%v = "test.value"() : () -> vector<4xf32>
%w = "test.value"() : () -> vector<[4]xf32>
%r = vector.scalable.insert %v, %w[4] : vector<?xf32> into vector<[4]xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%w = "test.value"() : () -> vector<[4]xf32>
%r = vector.scalable.insert %nowhere, %w[4] : vector<4xf32> into vector<[4]xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.fma %v, %v, %v : vector<4xf32 xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.fma %v, %v, %v vector :<4xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.fma %v, %v, %v :
// -----
%r = vector.step : vector<1.5xindex>
// -----
%r = vector.step : vector4xindex>
// -----
%r = vector.step : vector4<xindex>
// -----
%n = "test.value"() : () -> index
%r = vector.create_maskx %n : vector<4xi1>
// -----
%n = "test.value"() : () -> index
%r = vector.create_mask %n : vector<99999999999999999999999xi1>
// -----
%n = "test.value"() : () -> index
%r = vector.create_mask ^bb9 : vector<4xi1>
// -----
%r = vector.constant_mask [3] : vector< <4xi1>
// -----
%r = vector.constant_mask 3] : vector<4xi1>
// -----
%r = vector.constant_maskx [3] : vector<4xi1>
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.reduction <add>, %v : vector<4xf32 into f32
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.reduction <add,> %v : vector<4xf32> into f32
// -----
%v = "test.value"() : () -> vector<4xf32>
%r = vector.reduction <add>, %v : vector<1.5xf32> into f32
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%a = "test.value"() : () -> vector<2xf32>
%r = vector.multi_reduction <add>, %v, %a [1] : vector<2x4xf32> to vector vector<2xf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%a = "test.value"() : () -> vector<2xf32>
%r = vector.multi_reduction <add>, %v, @x [1] : vector<2x4xf32> to vector<2xf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%a = "test.value"() : () -> vector<2xf32>
%r = vector.multi_reductionx <add>, %v, %a [1] : vector<2x4xf32> to vector<2xf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%a = "test.value"() : () -> vector<2xf32>
%r:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<0x1Gxf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%a = "test.value"() : () -> vector<2xf32>
%r:2 = vector.scanx <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<2xf32>
// -----
%v = "test.value"() : () -> vector<2x4xf32>
%a = "test.value"() : () -> vector<2xf32>
%r:2 = vector.scan <add>, @x, %a {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<2xf32>
// -----
%a = "test.value"() : () -> vector<2x4xf32>
%b = "test.value"() : () -> vector<4x3xf32>
%c = "test.value"() : () -> vector<2x3xf32>
%r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %, %c : vector<2x4xf32>, vector<4x3xf32> into vector<2x3xf32>
// -----
%a = "test.value"() : () -> vector<2x4xf32>
%b = "test.value"() : () -> vector<4x3xf32>
%c = "test.value"() : () -> vector<2x3xf32>
%r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4x3xf32> into vector<1.5x3xf32>
// -----
%a = "test.value"() : () -> vector<2x4xf32>
%b = "test.value"() : () -> vector<4x3xf32>
%c = "test.value"() : () -> vector<2x3xf32>
%r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector4x3xf32> into vector<2x3xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%w = "test.value"() : () -> vector<2xf32>
%r = vector.outerproduct %v, %w : vector<0x1Gxf32>, vector<2xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%w = "test.value"() : () -> vector<2xf32>
%r = vector.outerproductx %v, %w : vector<4xf32>, vector<2xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%w = "test.value"() : () -> vector<2xf32>
%r = vector.outerproduct %v, %w : vector<4xf32>, <vector2xf32>
// -----
%v = "test.value"() : () -> vector<4xf32>
%k = "test.value"() : () -> vector<4xi1>
%r = vector.mask %k { vector.reduction <add>, , %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
// -----
%v = "test.value"() : () -> vector<4xf32>
%k = "test.value"() : () -> vector<4xi1>
%r = vector.mask %nowhere { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
// -----
%v = "test.value"() : () -> vector<4xf32>
%k = "test.value"() : () -> vector<4xi1>
%r = vector.maskx %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
// -----
%v = "test.value"() : () -> vector<4xf32>
%k = "test.value"() : () -> vector<4xi1>
%r = vector.mask %k  vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
// -----
%v = "test.value"() : () -> vector<4xf32
// -----
%v = "test.value"() : () -> vector<4xf32>
%k = "test.value"() : () -> vector<4xi1>
%r = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into i7 } : vector<4xi1> -> f32
// -----
%v = "test.value"() : () -> vector<4xf32>
vector.print %v : vector<4xf32>
str vector.print "x"
// -----
%v = "test.value"() : () -> vector<4xf32>
vector.print %v : vector<4xf32>
vector.print str "x" "x"
// -----
%v = "test.value"() : () -> vector<4xf32>
vector.print %v : vector<4xf32>
vector.print  "x"
