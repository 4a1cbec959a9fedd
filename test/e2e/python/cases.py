"""What users of the package do. Run by package.py, with the package in PYTHONPATH."""

import doctest
import gc
import os
import pathlib
import tempfile
import threading
import unittest
import warnings

import numpy as np

import tern
import tern._native
import tern._program

try:
    import jax
except ImportError:
    jax = None
try:
    import torch
except ImportError:
    torch = None


def function(arguments, results, *body):
    """A program of one function; `body` uses %0, %1 ... of the arguments' types and ends with what it returns."""
    list_of = ", ".join(f"%{name}: {kind}" for name, kind in zip("xyz", arguments))
    return "\n".join([f"func.func @main({list_of}) -> ({', '.join(results)}) {{", *body, "}"])


def identity(kind):
    return function([kind], [kind], f"return %x : {kind}")


def double(kind):
    return function([kind], [kind], f"%0 = stablehlo.add %x, %x : {kind}", f"return %0 : {kind}")


class OwnArray:
    """An array that has DLPack and nothing else; it counts who looks."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack__(self, **_):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device


class Compiling(unittest.TestCase):
    def test_texts_bytes_and_files(self):
        text = double("tensor<3xi32>")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "double.mlir"
            path.write_text(text)
            for source in (text, text.encode(), path):
                np.testing.assert_array_equal(tern.compile(source)([1, 2, 3]), [2, 4, 6])

    def test_an_error_has_its_place(self):
        text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.nothing %x : tensor<2xf32>\n}"
        with self.assertRaisesRegex(tern.CompileError, r"<string>:2:\d+: error: .*nothing") as caught:
            tern.compile(text)
        first = caught.exception.diagnostics[0]
        self.assertEqual((first.severity, first.file, first.line), ("error", "<string>", 2))
        self.assertIn("stablehlo.nothing %x", first.text)

    def test_options_are_heeded_or_refused(self):
        text = double("tensor<4xf32>")
        tern.compile(text, cpu="x86-64", cpu_features="+avx2", options={"iree-flow-split-reduction": 4})
        for wrong in ({"options": {"iree-no-such-thing": 1}}, {"target": "toaster"}, {"input_type": "no-such-type"}):
            with self.subTest(wrong), self.assertRaises(tern.Error):
                tern.compile(text, **wrong)
        with self.assertRaisesRegex(TypeError, "no option colour"):
            tern.explain(text, colour="red")

    def test_missing_files_are_named(self):
        with self.assertRaisesRegex(tern.Error, "nowhere.mlir"):
            tern.compile(pathlib.Path("/nowhere.mlir"))
        with self.assertRaises(FileNotFoundError):
            tern.load("/nowhere.tern")

    def test_what_is_no_module_is_refused(self):
        with self.assertRaises(tern.Error) as caught:
            tern.load(b"this is no module, but long enough to be one" * 10)
        self.assertEqual(caught.exception.code, "invalid argument")

    def test_explain_tells_of_kernels(self):
        text = double("tensor<64x64xf32>")
        self.assertIn("dispatch", tern.explain(text))
        self.assertGreater(len(tern.explain(text, full=True)), len(tern.explain(text)))

    def test_kernels_are_kept_in_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            tern.compile(double("tensor<4xf32>"), cache_dir=folder)
            self.assertTrue(os.listdir(folder))


class Calling(unittest.TestCase):
    def test_element_types(self):
        names = "i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 f32 f64 complex<f32> complex<f64>".split()
        random = np.random.RandomState(0)
        from tern import _arrays

        for row in (row for row in _arrays.ELEMENT_TYPES if row.name in names):
            with self.subTest(row.name):
                data = random.randint(0, 50, (3, 5)).astype(row.numpy)
                got = tern.compile(double(f"tensor<3x5x{row.name}>"))(data)
                self.assertEqual(got.dtype, data.dtype)
                np.testing.assert_array_equal(got, data + data)

    def test_booleans(self):
        kind = "tensor<4xi1>"
        negate = tern.compile(function([kind], [kind], f"%0 = stablehlo.not %x : {kind}", f"return %0 : {kind}"))
        np.testing.assert_array_equal(negate([True, False, False, True]), [False, True, True, False])

    def test_any_strides_and_addresses(self):
        program = tern.compile(double("tensor<?x?xf32>"))
        data = np.random.RandomState(1).randn(7, 9).astype(np.float32)
        for view in (data, data.T, data[::2, 1:], data[::-1], np.asfortranarray(data), data[:0]):
            np.testing.assert_array_equal(program(view), view + view)
        data.flags.writeable = False
        np.testing.assert_array_equal(program(data), data + data)
        np.testing.assert_array_equal(program(data.astype(">f4")), data + data)

    def test_results_have_memory_of_their_own(self):
        data = tern._program._arrays.aligned_copy(np.arange(4, dtype=np.float32))
        result = tern.compile(identity("tensor<4xf32>"))(data)
        result[:] = -1
        np.testing.assert_array_equal(data, [0, 1, 2, 3])
        kind = "tensor<4xf32>"
        body = (f"%0 = stablehlo.add %x, %x : {kind}", f"return %0, %0 : {kind}, {kind}")
        first, second = tern.compile(function([kind], [kind, kind], *body))(data)
        first[:] = -1
        np.testing.assert_array_equal(second, [0, 2, 4, 6])
        constant = tern.compile(function([], [kind], f"%0 = stablehlo.constant dense<3.0> : {kind}", f"return %0 : {kind}"))
        constant()[:] = -1
        np.testing.assert_array_equal(constant(), [3, 3, 3, 3])

    def test_results_outlive_their_program(self):
        result = tern.compile(double("tensor<1000xf32>"))(np.ones(1000, np.float32))
        gc.collect()
        tern.compile(double("tensor<1000xf32>"))(np.zeros(1000, np.float32))
        np.testing.assert_array_equal(result, np.full(1000, 2, np.float32))

    def test_arguments_that_results_are_written_to_are_kept(self):
        kind = "tensor<4xf32>"
        text = f"func.func @main(%x: {kind} {{tf.aliasing_output = 0 : i32}}) -> {kind} {{\n%0 = stablehlo.add %x, %x : {kind}\nreturn %0 : {kind}\n}}"
        data = tern._program._arrays.aligned_copy(np.arange(4, dtype=np.float32))
        np.testing.assert_array_equal(tern.compile(text)(data), [0, 2, 4, 6])
        np.testing.assert_array_equal(data, [0, 1, 2, 3])

    def test_numbers(self):
        program = tern.compile("func.func @main(%x: i32, %y: f32) -> (i32, f32) { return %x, %y : i32, f32 }")
        self.assertEqual(program(7, 0.5), (7, 0.5))

    def test_wrong_arguments(self):
        program = tern.compile(double("tensor<4xf32>"))
        cases = (
            ((), "takes 1 arguments, but 0 were given"),
            ((np.ones(5, np.float32),), r"argument 0 of main\(\) is a tensor<4xf32>, but a tensor<5xf32> was given"),
            ((np.ones(4),), "but a tensor<4xf64> was given"),
            ((np.array(["a"] * 4),), "none of tern's"),
            ((OwnArray(np.ones(4, np.float32), (2, 0)),), "copy it to the CPU"),
        )
        for arguments, message in cases:
            with self.subTest(message), self.assertRaisesRegex(TypeError, message):
                program(*arguments)
        with self.assertRaisesRegex(AttributeError, "no function other; it has main"):
            program.other

    def test_arrays_of_others_by_dlpack(self):
        program = tern.compile(double("tensor<3x4xf32>"))
        data = np.arange(24, dtype=np.float32).reshape(4, 6)
        for view in (data[:3, :4], data.T[:3], data.reshape(6, 4)[1:4]):
            np.testing.assert_array_equal(program(OwnArray(view)), view + view)

    def test_results_by_dlpack_have_their_type(self):
        from tern import _arrays

        for row in _arrays.ELEMENT_TYPES:
            raw = np.zeros(4, f"u{row.bits // 8}" if row.bits < 128 else "c16")
            result = _arrays.Result(raw, row)
            array, found = _arrays.from_user(result, None)
            self.assertEqual((found, array.ctypes.data), (row, raw.ctypes.data) if raw.ctypes.data % 64 == 0 else (row, array.ctypes.data))

    def test_threads_call_one_program(self):
        program = tern.compile(double("tensor<64x64xf32>"))
        wrong = []

        def work(seed):
            data = np.random.RandomState(seed).randn(64, 64).astype(np.float32)
            for _ in range(50):
                if not np.array_equal(program(data), data + data):
                    wrong.append(seed)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_memory_is_given_back(self):
        program = tern.compile(double("tensor<1000000xf32>"))
        data = np.ones(1000000, np.float32)

        def pages():
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1])

        for _ in range(20):
            program(data)
        before = pages()
        for _ in range(100):
            program(data)
        self.assertLess(pages() - before, 20 * 1000)  # 100 results are 100,000 pages


class OnDevice(unittest.TestCase):
    def test_programs_run_on_the_device(self):
        device = os.environ.get("TERN_DEVICE", "cpu")
        x, w = "tensor<24x16xf32>", "tensor<16x8xf32>"
        kind = "tensor<24x8xf32>"
        text = f"func.func @main(%x: {x}, %w: {w}, %n: i32) -> ({kind}, {x}, i32) {{\n%0 = stablehlo.dot %x, %w : ({x}, {w}) -> {kind}\nreturn %0, %x, %n : {kind}, {x}, i32\n}}"
        program = tern.compile(text, target=device)
        random = np.random.RandomState(3)
        a, b = random.randn(24, 16).astype(np.float32), random.randn(16, 8).astype(np.float32)
        product, same, number = program(a, b, 7)
        np.testing.assert_allclose(product, a @ b, 1e-4, 1e-5)
        np.testing.assert_array_equal(same, a)
        self.assertEqual(number, 7)
        self.assertIn("dispatch", tern.explain(text, target=device))

    def test_a_device_that_is_not_there(self):
        with self.assertRaises(tern.Error):
            tern.load(tern.compile(double("tensor<2xf32>"))._data, device="cuda:7")


@unittest.skipUnless(jax, "there is no JAX")
class WithJax(unittest.TestCase):
    def test_arrays_of_jax(self):
        program = tern.compile(double("tensor<4xbf16>"))
        result = program(jax.numpy.arange(4, dtype=jax.numpy.bfloat16))
        self.assertIsInstance(result, jax.Array)
        self.assertEqual(result.tolist(), [0, 2, 4, 6])

    def test_exported_programs(self):
        exported = jax.export.export(jax.jit(lambda x: jax.numpy.sin(x) @ x))(jax.ShapeDtypeStruct((5, 5), np.float32))
        data = np.random.RandomState(2).randn(5, 5).astype(np.float32)
        np.testing.assert_allclose(tern.compile(exported.mlir_module_serialized)(data), np.sin(data) @ data, 1e-5, 1e-5)


@unittest.skipUnless(torch, "there is no Torch")
class WithTorch(unittest.TestCase):
    def test_arrays_of_torch(self):
        for dtype, name in ((torch.float32, "f32"), (torch.bfloat16, "bf16"), (torch.int64, "i64")):
            data = torch.arange(6, dtype=dtype).reshape(2, 3)
            result = tern.compile(double(f"tensor<3x2x{name}>"))(data.T)
            self.assertIsInstance(result, torch.Tensor)
            self.assertTrue(torch.equal(result, (data + data).T))


def load_tests(_, tests, __):
    tests.addTests(doctest.DocTestSuite(tern))
    tests.addTests(doctest.DocTestSuite(tern._program))
    return tests


if __name__ == "__main__":
    warnings.simplefilter("error")
    unittest.main(verbosity=0)
