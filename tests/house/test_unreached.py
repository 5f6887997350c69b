"""unreached.py names the functions of a small made build that its programs and its library do not reach, and no others."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import unreached

SOURCES = {
    # `inside` is called from its own file only, where optimised code holds a copy of it.
    "CMakeFiles/low.dir/low/a.c": "int inside(int a) { return a + 1; }\nint used(int a) { return inside(a) * inside(a); }\n"
                                  "int pointed(int a) { return a; }\nint of_tool(int a) { return -a; }\n",
    "CMakeFiles/low.dir/low/b.c": "int below(int a) { return a; }\nint above(int a) { return below(a); }\n"
                                  "int tested(int a) { return 2 * a; }\n",
    "CMakeFiles/bindings.dir/bindings/a.c": "int of_library(int);\nint inner(int a) { return of_library(a); }\n"
                                            "__attribute__((visibility(\"default\"))) int outer(int a) { return inner(a); }\n",
    "CMakeFiles/low.dir/low/c.c": "int of_library(int a) { return 3 * a; }\nint of_nobody(int a) { return 4 * a; }\n",
    "CMakeFiles/program.dir/cli/main.c": "int used(int), pointed(int);\nint (*const table[])(int) = {pointed};\n"
                                         "int main(int n, char **v) { return table[0](n) + used(**v); }\n",
    "CMakeFiles/tool.dir/tool/main.c": "int of_tool(int);\nint main(int n, char **v) { return of_tool(n + **v); }\n",
    "tests/CMakeFiles/test.dir/test.c": "int tested(int), main(void);\nint main(void) { return tested(1); }\n",
}


class Unreached(unittest.TestCase):
    def found(self, sources):
        with tempfile.TemporaryDirectory() as folder:
            commands = []
            for place, text in sources.items():
                path = Path(folder) / place
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                command = f"cc -O2 -ffunction-sections -fvisibility=hidden -o {place}.o -c {path}"
                subprocess.run(command.split(), cwd=folder, check=True)
                commands.append({"directory": folder, "command": command, "file": str(path)})
            (Path(folder) / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")
            return [(Path(source).name, name) for source, name in unreached.unreached(unreached.Build(folder))]

    def test_what_tests_alone_reach_is_named(self):
        self.assertEqual(self.found(SOURCES), [("b.c", "above"), ("b.c", "below"), ("b.c", "tested"), ("c.c", "of_nobody")])

    def test_a_program_reaches_it(self):
        calls = SOURCES["CMakeFiles/tool.dir/tool/main.c"].replace("of_tool(n", "above(n) + tested(n) + of_tool(n")
        calls = calls.replace("int of_tool(int);", "int of_tool(int), above(int), tested(int);")
        self.assertEqual(self.found(SOURCES | {"CMakeFiles/tool.dir/tool/main.c": calls}), [("c.c", "of_nobody")])


if __name__ == "__main__":
    unittest.main()
