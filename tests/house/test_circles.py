"""circles.py finds circles of includes and of uses in a small made tree, and no others."""
import unittest

from circles import circles, describe, includes_of, uses_of
from sources import Tree

# Circles by include, by call, by an inline function. None: a registry, a type in a header below its .c.
SOURCES = {
    "a/one.h": '#include "a/two.h"\n',
    "a/two.h": '#include "a/one.h"\n',
    "a/state.h": "",
    "a/core.c": '#include "a/state.h"\n',
    "a/memory.c": '#include "a/state.h"\n',
    "a/state.c": '#include "a/core.h"\n',
    "a/warp.h": "static inline int *warp_next(int *w)\n{\n    return w;\n}\n",
    "a/warp.c": "",
    "a/phase.c": '#include "a/warp.h"\nint phase(int *w) { return *warp_next(w); }\n',
    "a/kinds.c": '#include "a/kinds.h"\n#define KIND(id) &a_kind_##id,\n#include "a/kinds.def"\n',
    "a/kinds.h": "",
    "a/kinds.def": "KIND(mesh)\n",
    "a/kinds/mesh.c": '#include "a/kinds.h"\n',
}
SYMBOLS = {
    "a/core.c": ({"core"}, {"memory", "printf"}),
    "a/memory.c": ({"memory"}, {"core"}),
    "a/state.c": ({"state_make"}, {"core"}),
    "a/warp.c": ({"warp"}, {"phase"}),
    "a/phase.c": ({"phase"}, set()),
    "a/kinds.c": ({"kinds"}, {"a_kind_mesh"}),
    "a/kinds/mesh.c": ({"a_kind_mesh", "mesh_size"}, {"kinds"}),
}


class Circles(unittest.TestCase):
    def test_of_a_graph(self):
        self.assertEqual(circles({"a": {"b": {}}, "b": {"c": {}}, "c": {"b": {}, "d": {}}, "d": {}}), [["b", "c"]])

    def test_of_includes(self):
        self.assertEqual(circles(includes_of(Tree(SOURCES))), [["a/one.h", "a/two.h"]])

    def test_of_uses(self):
        uses = uses_of(Tree(SOURCES), SYMBOLS)
        self.assertEqual(circles(uses), [["a/core", "a/memory"], ["a/phase", "a/warp"]])
        self.assertEqual(describe(["a/phase", "a/warp"], uses), "a circle of a/phase, a/warp\n"
                         "  a/phase > a/warp: warp_next\n  a/warp > a/phase: phase")

    def test_a_registry_that_calls_a_kind(self):
        symbols = {**SYMBOLS, "a/kinds.c": ({"kinds"}, {"a_kind_mesh", "mesh_size"})}
        self.assertIn(["a/kinds", "a/kinds/mesh"], circles(uses_of(Tree(SOURCES), symbols)))


if __name__ == "__main__":
    unittest.main()
