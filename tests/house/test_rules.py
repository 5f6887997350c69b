"""Each rule of the house finds what breaks it, in small made trees, and leaves alone what does not."""
import tempfile
import unittest
from pathlib import Path

import house
from sources import Tree, read_tree, read_uses

USES = read_uses("low|low/a.c|m\nleft|/top/left/a.c|low;m\nright|right/a.c|low\nhigh|high/a.c|left;right\n"
                 "tool|left/tool/a.c|left", "/top")
LIST = {"a/a.def": "/* ROW(no) */\nROW(one)\nROW(two)\n", "a/b/one.c": "", "a/b/one.h": "", "a/b/two.c": ""}
TEN = "int {0}0, {0}1, {0}2, {0}3, {0}4, *{0}5, {0}6[2][3];\n    int (*{0}7)(int, int); struct {{ int {0}8, {0}9; }};\n"
SIXTY = "".join(TEN.format(letter) for letter in "abcdef")
MODULE = {"a/a.c": "\n" * 99, "a/a.h": "\n" * 50}
READ = {"a/b.c": '#include "a/a.h"\n' + "\n" * 149, "tests/c.c": '#include "a/a.h"\n' + "\n" * 149}
HOUSE = "| **`a/`** | lists; `d/` |\n| `a/b/` | a room |\n`a/c/` lies beside the table\n"
API = '#define NOC_API\n\n#ifdef __cplusplus\nextern "C" {\n#endif\n\nNOC_API int noc_a(void);\n#ifdef __cplusplus\n}\n#endif\n'
PAGE = "    (1)  a = b\n    (2)  b = c\n"

# A rule, what the tree is, its files, and what breaks the rule: by keys without the rule, with a part of the message.
CASES = [
    ("up", "down", {"high/a.c": '#include "left/b.h"\n', "left/b.h": ""}, {}),
    ("up", "further down", {"high/a.c": '#include "low/b.h"\n'}, {}),
    ("up", "up", {"low/a.c": '#include <math.h>\n\n#include "high/b.h"\n'},
     {"low/a.c high/b.h": "high lies above low; what low needs of it belongs down in low"}),
    ("up", "aside", {"left/x/a.h": '#include "right/b.h"\n'}, {"left/x/a.h right/b.h": "do not know each other"}),
    ("up", "to the tests", {"low/a.c": '#include "tests/b.h"\n'}, {"low/a.c tests/b.h": "tests is no folder"}),
    ("up", "a folder that nobody builds", {"attic/a.c": ""}, {"attic": "no target of CMake has sources in attic/"}),
    ("up", "in a comment", {"low/a.c": '/*\n#include "high/b.h"\n*/\n'}, {}),
    ("up", "from the tests", {"tests/a.c": '#include "high/b.h"\n'}, {}),
    ("rooms", "one way", {"a/x/a.c": '#include "a/y/b.h"\n', "a/y/b.h": "", "a/y/c.c": '#include "a/y/b.h"\n'}, {}),
    ("rooms", "files of the folder itself", {"a/x/a.c": '#include "a/b.h"\n', "a/b.h": '#include "a/x/d.h"\n',
                                             "a/x/d.h": ""}, {}),
    ("rooms", "both ways", {"a/x/a.c": '#include "a/y/b.h"\n', "a/y/b.h": "", "a/y/c.c": '#include "a/x/d.h"\n',
                            "a/x/d.h": ""},
     {"a/x a/y": "a/x/a.c includes a/y/b.h, but a/y/c.c includes a/x/d.h, which leads back to a/x", "a/y a/x": ""}),
    ("rooms", "in three steps", {"a/x/a.h": '#include "a/y/b.h"\n', "a/y/b.h": '#include "a/z/c.h"\n',
                                 "a/z/c.h": '#include "a/x/a.h"\n'},
     {"a/x a/y": "but a/y/b.h includes a/z/c.h, which leads back to a/x", "a/y a/z": "", "a/z a/x": ""}),
    ("rooms", "rooms of a room", {"a/x/k/a.h": '#include "a/x/m/d.h"\n', "a/x/m/d.h": '#include "a/x/k/a.h"\n'},
     {"a/x/k a/x/m": "a/x/k/a.h includes a/x/m/d.h", "a/x/m a/x/k": ""}),
    ("named", "in rows", {"a/a.c": "", "a/b/a.c": "", "a/d/a.c": "", "tests/x/a.c": ""}, {}),
    ("named", "in no row", {"a/c/a.c": "", "e/a.c": "", "a/b/f/a.c": ""},
     {"a/c": "says what lives in a/c/", "e": "", "a/b/f": ""}),
    ("words", "nouns, verbs, conditions", {"a/a.c": '/* a/a.c: lists of names. */\n/* Finds it. */\n/* If\n * so. */\n'
                                            'int a; /* [b]: flits */\nchar *s = "/* of */";\n/* ---- of ---- */\n'},
     {}),
    ("words", "a question", {"a/a.c": "int a;\n/* What it is. */\n", "a/b.h": "/* a/b.h: how so */\nint b; /*\n * of that */\n"},
     {"a/a.c what": 'a/a.c:2: a comment begins with "what"', "a/b.h how": "", "a/b.h of": "a/b.h:2"}),
    ("words", "in a test", {"tests/a.c": "/* What it is. */\n"}, {}),
    ("prepositions", "few", {"a/a.c": "/* Nouns. */\n" * 30 + "/* In it. */\n" * 2}, {}),
    ("prepositions", "many", {"a/a.c": "/* Nouns. */\n" * 30 + "/* In it. */\n" * 4},
     {"a": "4 of 34 comments of a begin with a preposition"}),
    ("headers", "its own header",
     {"a/a.c": "static int in(void)\n{\n}\n\nint noc_a(int (*f)(void))\n{\n    if (f) {\n    }\n}\n",
                                   "a/a.h": "/* int noc_b(void); */\nint noc_a(int (*f)(void));\n"}, {}),
    ("headers", "another header", {"a/a.c": "noc_status noc_a(const char *text,\n                 int b)\n{\n}\n",
                                   "a/b.h": "int noc_a(const char *t, int b)\n    __attribute__((format(printf, 1, 2)));\n"},
     {"noc_a": "declare it in a/a.h, or define it in a/b.c"}),
    ("headers", "a header of its name elsewhere",
     {"a/a.c": "double *noc_a(void)\n{\n}\n", "b/a.h": "double *noc_a(void);\n"},
     {"noc_a": "declared in b/a.h"}),
    ("headers", "no header",
     {"a/a.c": "#define X(a) \\\n    int a(void);\nINLINE int in(void)\n{\n}\nint main(void)\n{\n}\n"}, {}),
    ("headers", "defined nowhere", {"a/a.h": "int noc_a(void);\ntypedef int (*f)(void);\nextern const int noc_c[];\n"},
     {"noc_a": "defined nowhere: take it out"}),
    ("headers", "the library's header", {"a/a.c": "int noc_a(void)\n{\n}\n", "a/b.h": API}, {}),
    ("headers", "the library's header, elsewhere", {"c/a.c": "int noc_a(void)\n{\n}\n", "a/b.h": API}, {"noc_a": "c/a.h"}),
    ("headers", "the library's header, defined nowhere", {"a/b.h": API}, {"noc_a": "defined nowhere"}),
    ("headers", "a macro before it",
     {"a/a.c": 'NAMES(key, f("a"))\n\nint noc_a(void)\n{\n}\n', "a/a.h": "int noc_a(void);\n"}, {}),
    ("bodies", "50 lines", {"a/a.c": "int a(int b,\n      int c)\n{\n" + "    b;\n" * 50 + "}\n"}, {}),
    ("bodies", "51 lines",
     {"a/a.c": "int a(int b,\n      int c)\n{\n" + "    b;\n" * 51 + "}\n"}, {"a/a.c a": "a has 51 lines"}),
    ("bodies", "51 rows", {"a/a.c": "int a[] =\n{\n" + "    b,\n" * 51 + "};\n"}, {}),
    ("gsl", "in a main", {"a/a.c": "int main(void)\n{\n    gsl_set_error_handler_off();\n}\n"}, {}),
    ("gsl", "elsewhere",
     {"a/a.c": "int noc_a(void)\n{\n    gsl_set_error_handler(old);\n}\n"}, {"a/a.c": "for all threads"}),
    ("gsl", "in the library", {"a/a.c": "int noc_a(void)\n{\n    gsl_set_error_handler_off();\n}\n", "a/b.h": API}, {}),
    ("gsl", "in a comment", {"a/a.c": "/* gsl_set_error_handler_off() */\n"}, {}),
    ("structs", "60 fields", {"a/a.h": "typedef struct noc_a {\n" + SIXTY + "} noc_a;\n"}, {}),
    ("structs", "61 fields", {"a/a.c": "static struct {\n" + SIXTY + "    int g;\n} wide;\n"}, {"wide": "has 61 fields"}),
    ("structs", "fields of a list and of a macro", {
        "a/a.h": "#define LIST(X) X(p) X(q) \\\n    X(r)\nstruct noc_a {\n" + SIXTY +
                 '    LIST(MEMBER)\n#define ROW(name) double name;\n#include "a/a.def"\n#undef ROW\n};\n',
        "a/a.def": LIST["a/a.def"]}, {"noc_a": "has 65 fields"}),
    ("folders", "40 files", {f"a/{i}.c": "" for i in range(40)}, {}),
    ("folders", "41 files", {f"a/b/{i}.c": "" for i in range(41)}, {"a/b": "a/b holds 41 files"}),
    ("folders", "of a registry", {**LIST, **{f"a/b/{i}.c": "" for i in range(40)}}, {}),
    ("folders", "half a registry", {**LIST, "a/a.def": "ROW(one)\nROW(three)\n", **{f"a/b/{i}.c": "" for i in range(38)}},
     {"a/b": "a/b holds 41 files"}),
    ("modules", "one reader",
     {**MODULE, **READ}, {"a/a": "a/a.c is a module of 149 lines (at least 150), and only a/b.c"}),
    ("modules", "two readers", {**MODULE, **READ, "a/c.c": READ["a/b.c"]}, {}),
    ("modules", "150 lines", {**MODULE, **READ, "a/a.c": "\n" * 100}, {}),
    ("modules", "a program", {"a/a.c": "int main(void)\n{\n}\n"}, {}),
    ("modules", "of a registry", LIST, {}),
    ("modules", "of the library", {"a/a.c": "int noc_a(void)\n{\n}\n", "a/b.h": API, "a/c.c": '#include "a/b.h"\n',
                                   "a/d.c": '#include "a/b.h"\n'},
     {"a/c": "no file includes it", "a/d": "no file includes it"}),
    ("modules", "a header that its source reads",
     {"a/a.c": '#include "a/a.h"\n', "a/a.h": ""}, {"a/a": "no file includes it"}),
    ("long", "800 lines", {"a/a.c": "\n" * 800, "a/a.def": "\n" * 801}, {}),
    ("long", "801 lines", {"tests/a.c": "\n" * 801}, {"tests/a.c": "801 lines (at most 800)"}),
    ("wide", "100 columns", {"a/a.c": f"/* {'a' * 94} */\nint a; /* {'a' * 200} */\n"}, {}),
    ("wide", "101 columns",
     {"a/a.c": f"\n    /* 4\n     * {'a' * 94} */\n"}, {"a/a.c": "a/a.c:3: a comment of 104 columns"}),
    ("wide", "a quote", {"a/a.c": f'"/* {"a" * 200}\n'}, {}),
    ("equations", "each cited", {"a/a.c": "/* docs/model.md (1), docs/model.md\n * (2) */"}, {}),
    ("equations", "one not cited, one not there", {"a/a.c": "/* docs/model.md (1), docs/model.md (3) */"},
     {"(2)": "nothing cites", "a/a.c (3)": "of 2"}),
]


class Rules(unittest.TestCase):
    def test_cases(self):
        rules = {rule.__name__: rule for rule in house.RULES}
        self.assertEqual({case[0] for case in CASES} | {"links"}, set(rules))
        for name, title, files, wanted in CASES:
            with self.subTest(f"{name}: {title}"):
                found = dict(rules[name](Tree(files, USES, PAGE, HOUSE)))
                self.assertEqual(set(found), set(wanted), found)
                for what, part in wanted.items():
                    self.assertIn(part, found[what])

    def test_links(self):
        def found(lines):
            return house.breaches(Tree({}, read_uses(lines, "/top")), [house.layers.links])

        self.assertEqual(found("low|low/a.c|m\nhigh|high/a.c|low"), {})
        self.assertIn("links high low", found("low|low/a.c|high\nhigh|high/a.c|low"))
        self.assertIn("links analytic sampler", found("sampler|sampler/a.c|m\nanalytic|analytic/a.c|sampler"))

    def test_equations_in_turn(self):
        tree = Tree({"a/a.c": "docs/model.md (1) docs/model.md (3)"}, {}, PAGE.replace("2", "3"))
        found = dict(house.equations.equations(tree))
        self.assertEqual(found, {"(3)": "docs/model.md: (3) stands where (2) comes in turn"})

    def test_known_breaches_pass_and_mended_ones_must_go(self):
        found = {"long a.c": "a.c is long", "long ab.c": "ab.c is long"}
        self.assertEqual(house.differences(found, "# a comment\nlong ab.c\nlong a.c\n"), [])
        self.assertEqual(house.differences(found, "long ab.c\n"), ["a.c is long"])
        self.assertIn("long old.c: mended", house.differences(found, "long a.c\nlong ab.c\nlong old.c\n")[0])

    def test_nothing_to_read_is_a_fault(self):
        with tempfile.TemporaryDirectory() as root:
            for path in ("a/a.c", "build/b.c", "build-x/c.h", ".git/d.c", "a/e.py"):
                (Path(root) / path).parent.mkdir(exist_ok=True)
                (Path(root) / path).write_text("int noc_a(void);\n", encoding="utf-8")
            tree = read_tree(root)
            self.assertEqual(list(tree.files), ["a/a.c"])
            self.assertIn("only 1 sources are seen", house.unseen(tree))


if __name__ == "__main__":
    unittest.main()
