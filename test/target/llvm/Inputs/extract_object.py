"""Writes what follows the first ELF header in a module file: extract_object.py MODULE OBJECT."""

import sys

data = open(sys.argv[1], "rb").read()
open(sys.argv[2], "wb").write(data[data.index(b"\x7fELF"):])
