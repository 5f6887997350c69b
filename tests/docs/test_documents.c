/* The runner of documents: what it takes for a command or a file, what passes, what fails, and how
 * it shows anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/docs/mask.h"
#include "tests/docs/match.h"
#include "tests/helpers.h"

/* ---- lines ---------------------------------------------------------------------------------- */

typedef struct line_case {
    const char *name, *shown, *printed;
    bool same;
} line_case;

static const line_case line_cases[] = {
    {"alike", "a  1", "a  1", true},
    {"another number", "a  1", "a  2", false},
    {"blanks count", "a  1", "a 1", false},
    {"times are masked", "in 75 ms (317 designs/s)", "in 1.2 s (86 designs/s)", true},
    {"also where columns move", "  12 s   left", "   2.1 min left", true},
    {"times of networks are not", "latency 71 ns", "latency 72 ns", false},
    {"bandwidths are not", "2.7 TB/s", "2.8 TB/s", false},
    {"commits", "nocsight 1.0.0 (0123456789ab)", "nocsight 1.0.0 (ba9876543210-dirty)", true},
    {"versions are not", "nocsight 1.0.0 (0123456789ab)", "nocsight 1.0.1 (0123456789ab)", false},
    {"dates", "last 2026-11-26T20:23:39Z", "last 2027-01-01T00:00:00Z", true},
    {"the rest of a line", "measured: 9, ...", "measured: 9, and more", true},
    {"no rest of a line", "measured: 9 ...", "measured: 9", true},
    {"before the rest", "measured: 9, ...", "measured: 8, and more", false},
};

static void check_line(void **state)
{
    const line_case *c = *state;
    assert_int_equal(doc_line_matches(c->shown, c->printed), c->same);
}

/* ---- texts ---------------------------------------------------------------------------------- */

typedef struct text_case {
    const char *name, *shown, *printed;
    bool same;
    size_t at;
    const char *fresh; /* shown anew; NULL: as it is */
} text_case;

static const text_case text_cases[] = {
    {"alike", "a\nb\n", "a\nb\n", true, 0, NULL},
    {"a line too few", "a\n", "a\nb\n", false, 1, "a\nb\n"},
    {"a line too many", "a\nb\n", "a\n", false, 1, "a\n"},
    {"lines left out", "a\n...\nz\n", "a\nb\nc\nz\n", true, 0, NULL},
    {"no line left out", "a\n...\nz\n", "a\nz\n", true, 0, NULL},
    {"left out to the end", "a\n...\n", "a\nb\n", true, 0, NULL},
    {"left out twice", "a\n...\nm\n...\nz\n", "a\nm\nb\nm\nc\nz\n", true, 0, NULL},
    {"a wrong end", "a\n...\nz\n", "a\nb\nc\ny\n", false, 2, "a\n...\ny\n"},
    {"a wrong middle", "a\n...\nmean 1\n...\nz\n", "a\nb\nc\nmean 2\nd\nz\n", false, 2,
     "a\n...\nmean 2\n...\nz\n"},
    {"a wrong start", "a\n...\nin 1 s\n", "b\nc\nin 2 s\n", false, 0, "b\n...\nin 1 s\n"},
    {"an empty line inside", "a\n\nb\n", "a\n\nc\n", false, 2, "a\n\nc\n"},
    {"nothing printed", "a\n", "", false, 0, ""},
};

static void check_text(void **state)
{
    const text_case *c = *state;
    doc_lines shown = doc_lines_of(c->shown), printed = doc_lines_of(c->printed);
    size_t at = 0;
    assert_int_equal(doc_match(&shown, &printed, &at), c->same);
    if (!c->same) assert_int_equal(at, c->at);
    doc_lines fresh = doc_refreshed(&shown, &printed);
    doc_lines wanted = doc_lines_of(c->fresh ? c->fresh : c->shown);
    assert_int_equal(fresh.count, wanted.count);
    for (size_t i = 0; i < fresh.count; i++) assert_string_equal(fresh.list[i], wanted.list[i]);
    doc_lines_clear(&wanted);
    doc_lines_clear(&fresh);
    doc_lines_clear(&shown);
    doc_lines_clear(&printed);
}

/* ---- documents ------------------------------------------------------------------------------ */

typedef struct document_case {
    const char *name, *options, *text;
    int status;
    const char *told;  /* part of what the runner prints; NULL: not looked at */
    const char *fresh; /* the document afterwards; NULL: as before */
} document_case;

static const document_case document_cases[] = {
    {"what is printed is as shown", "", "Text.\n\n    $ echo a; echo b >&2\n    a\n    b\n", 0,
     "echo a", NULL},
    {"a wrong output fails", "", "    $ echo a\n    b\n", 1, "D.md:2: the command prints no such",
     NULL},
    {"an output that is not there fails", "", "    $ true\n    b\n", 1, "D.md:2:", NULL},
    {"a masked time passes", "", "    $ echo took 12 ms\n    took 3.4 s\n", 0, NULL, NULL},
    {"a missing command fails", "", "    $ nocsigth query\n", 1, "not found", NULL},
    {"a failing command fails", "", "    $ false\n", 1, "D.md:1: the command exits with 1", NULL},
    {"a status that is told", "", "<!-- exit 3 -->\n\n    $ echo wrong; exit 3\n    wrong\n", 0,
     NULL, NULL},
    {"a status that is another", "", "<!-- exit 3 -->\n\n    $ exit 4\n", 1, "exits with 4", NULL},
    {"fences", "", "```\n$ echo a\na\n```\n", 0, "echo a", NULL},
    {"a wrong output in fences", "", "```console\n$ echo a\nb\n```\n", 1, "D.md:3:", NULL},
    {"long commands", "", "    $ echo a \\\n        b\n    a b\n", 0, NULL, NULL},
    {"empty lines inside", "", "    $ echo; echo a\n\n    a\n\n    $ echo b\n    b\n", 0, NULL,
     NULL},
    {"commands follow each other", "", "    $ echo a > f\n\nNow:\n\n    $ cat f\n    a\n", 0, NULL,
     NULL},
    {"files are written", "",
     "The space, `a/b.space`:\n\n    x\n\n      y\n\nIt is\n\n    $ cat a/b.space\n    x\n\n      "
     "y\n",
     0, NULL, NULL},
    {"names that are no files'", "", "The key `network.ports`:\n\n    x\n\n    $ cat n*\n", 0, NULL,
     NULL},
    {"the program is there", "", "    $ nocsight --version\n    nocsight ...\n", 0, NULL, NULL},
    {"folders are masked", "", "    $ pwd\n    /home/you\n", 0, NULL, NULL},
    {"slow blocks are left", "", "<!-- slow -->\n\n    $ false\n", 0, NULL, NULL},
    {"slow blocks are run when asked for", "--slow", "<!-- slow -->\n\n    $ false\n", 1, "D.md:3",
     NULL},
    {"a slow command needs its mark", "--seconds 0.001", "    $ for i in {1..9999}; do :; done\n",
     1, "D.md:1: the command takes ", NULL},
    {"blocks that cannot run", "", "<!-- not run: needs a cluster -->\n\n    $ false\n", 0, NULL,
     NULL},
    {"without a reason", "", "<!-- not run -->\n\n    $ false\n", 1, "D.md:1: the reason is", NULL},
    {"marks end with their block", "",
     "<!-- not run: needs a cluster -->\n\n    $ false\n\nText.\n\n    $ false\n", 1, "D.md:7",
     NULL},
    {"commands that nobody runs", "", "Text.\n\n    x\n    nocsight query te13-baseline\n", 1,
     "D.md:4: a command that nobody runs", NULL},
    {"text of a list is no block", "", "- item\n    nocsight query\n", 0, NULL, NULL},
    {"a fence without an end", "", "```\n$ true\n", 1, "D.md:1: the fence", NULL},
    {"commands that are mentioned", "",
     "See `nocsight query --load` and `nocsight COMMAND --help`.\n", 0, NULL, NULL},
    {"a mentioned command that is not there", "", "As `nocsight qeury` tells.\n", 1,
     "D.md:1: there is no command", NULL},
    {"a mentioned option that is not there", "", "A\n\nAs `nocsight query --lo 1` tells.\n", 1,
     "D.md:3: 'nocsight query' has no option --lo", NULL},
    {"shown anew", "--update", "T\n\n    $ echo a; echo; echo b\n    ?\n\nU\n", 0,
     "D.md:3: shown anew", "T\n\n    $ echo a; echo; echo b\n    a\n\n    b\n\nU\n"},
    {"shown anew with lines left out", "--update", "```\n$ seq 9\n1\n...\n8\n```\n", 0, NULL,
     "```\n$ seq 9\n1\n...\n9\n```\n"},
    {"a masked time stays", "--update", "    $ echo 2 s\n    3 s\n", 0, NULL, NULL},
    {"a failure is not shown anew", "--update", "    $ false\n    a\n", 1, "exits with 1", NULL},
};

static char folder[] = "/tmp/nocsight-runner-XXXXXX";

static void write_document(const char *text)
{
    FILE *out = fopen("D.md", "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void check_document(void **state)
{
    const document_case *c = *state;
    write_document(c->text);
    char *command = doc_format("'%s' %s D.md > told 2>&1", NOC_RUN_DOCUMENTS, c->options);
    const int status = system(command);
    free(command);
    char *told = test_slurp("told"), *after = test_slurp("D.md");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != c->status)
        fail_msg("status %d, expected %d:\n%s", WEXITSTATUS(status), c->status, told);
    if (c->told) assert_contains(told, c->told);
    assert_string_equal(after, c->fresh ? c->fresh : c->text);
    free(told);
    free(after);
}

int main(void)
{
    static test_list list;
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    TEST_TABLE_PREFIXED(&list, "line", line_cases, check_line);
    TEST_TABLE_PREFIXED(&list, "text", text_cases, check_text);
    TEST_TABLE_PREFIXED(&list, "document", document_cases, check_document);
    const int status = test_run("documents", &list);
    unlink("told");
    unlink("D.md");
    rmdir(folder);
    return status;
}
