/* BookSim's configurations as its grammar (config.l, config.y, config_utils.cpp) reads them, and
 * what is no configuration. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "import/booksim/config.h"
#include "import/booksim/list.h"
#include "import/booksim/translation.h"
#include "tests/support/helpers.h"

/* Writes a text to a file of its own. */
static void write_text(char path[], const char *text)
{
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_true(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
}

/* ---- settings ------------------------------------------------------------------------------- */

typedef struct setting_case {
    const char *name, *text, *setting, *value;
    int line; /* 0: the default */
} setting_case;

static const setting_case settings[] = {
    {"one", "k = 4;", "k", "4", 1},
    {"several on a line", "k=4;n=3;", "n", "3", 1},
    {"over lines", "k\n=\n4\n;\n", "k", "4", 1},
    {"a comment", "// k = 2;\nk = 4; // k = 3;\n", "k", "4", 2},
    {"a comment behind a number", "k = 4//;\n;", "k", "4", 1},
    {"a comment over lines", "/* k = 2;\n */ k = 4;", "k", "4", 2},
    {"ends of lines of DOS", "k = 4;\r\nn = 3;\r\n", "n", "3", 2},
    {"a default", "k = 4;", "num_vcs", "16", 0},
    {"the last one counts", "k = 4;\nk = 5;\n", "k", "5", 2},
    {"a list before a number", "packet_size = {1,2};\npacket_size = 3;\n", "packet_size", "{1,2}",
     1},
    {"a list of lists", "packet_size ={{1,2,3,4},{10,20}};", "packet_size", "{{1,2,3,4},{10,20}}",
     1},
    {"a list with blanks", "packet_size = { 1, 2 };", "packet_size", "{1,2}", 1},
    {"a word with brackets", "traffic = hotspot({{0,5},{1,2}});", "traffic",
     "hotspot({{0,5},{1,2}})", 1},
    {"a path", "network_file = ../graphs/a-b.c;", "network_file", "../graphs/a-b.c", 1},
    {"a negative number", "buf_size = -1;", "buf_size", "-1", 1},
    {"a real number", "internal_speedup = 1.5;", "internal_speedup", "1.5", 1},
    {"a whole number for a real one", "internal_speedup = 2;", "internal_speedup", "2", 1},
    {"an exponent", "injection_rate = 1e-3;", "injection_rate", "1e-3", 1},
    {"a name that BookSim does not know", "nobody = 1;\nk = 4;", "k", "4", 2},
};

static void setting_is_read(void **state)
{
    const setting_case *c = *state;
    char path[] = "/tmp/nocsight-test-XXXXXX";
    noc_booksim_config config = {0};
    noc_diag diag = {0};
    write_text(path, c->text);
    assert_int_equal(noc_booksim_config_read(path, &config, &diag), NOC_OK);
    assert_string_equal(noc_booksim_get_text(&config, c->setting), c->value);
    assert_int_equal(noc_booksim_get_place(&config, c->setting).line, c->line);
    noc_arena_clear(&config.arena);
    unlink(path);
}

static void words_of_the_command_line_come_last(void **state)
{
    (void)state;
    char path[] = "/tmp/nocsight-test-XXXXXX";
    noc_booksim_config config = {0};
    noc_diag diag = {0};
    write_text(path, "k = 4;\ninjection_rate = 0.25;\n");
    assert_int_equal(noc_booksim_config_read(path, &config, &diag), NOC_OK);
    assert_int_equal(noc_booksim_config_add(&config, "k=6", &diag), NOC_OK);
    assert_int_equal(noc_booksim_get_whole(&config, "k"), 6);
    assert_near(noc_booksim_get_real(&config, "injection_rate"), 0.25, 0.0);
    assert_int_equal(noc_booksim_config_add(&config, "k=6;n=2", &diag), NOC_EUSAGE);
    assert_int_equal(noc_booksim_config_add(&config, "k", &diag), NOC_EUSAGE);
    assert_int_equal(diag.count, 2);
    assert_string_equal(diag.messages[1].file, "k");
    noc_diag_clear(&diag);
    noc_arena_clear(&config.arena);
    unlink(path);
}

/* ---- faults --------------------------------------------------------------------------------- */

typedef struct fault {
    const char *name, *text;
    int line;
    const char *says;
} fault;

static const fault faults[] = {
    {"nothing", "// nothing\n", 2, "has no settings"},
    {"an empty file", "\n", 0, "is empty (expected name = value;)"},
    {"no sign", "k = 4;\nn 3;\n", 2, "expected '=' behind the name before '3'"},
    {"no value", "k = ;\n", 1, "expected a value before ';'"},
    {"no end", "k = 4\nn = 3;\n", 2, "expected ';' behind the value before 'n'"},
    {"the end of the text", "k = 4", 1, "expected ';' behind the value, the text ends here"},
    {"a stray sign", "k = 4;;\n", 1, "expected the name of a setting before ';'"},
    {"a number for a name", "4 = k;\n", 1, "expected the name of a setting before '4'"},
    {"a configuration of a GPU", "-gpgpu_n_clusters 80\n", 1, "expected '=' behind the name"},
    {"a comment of a shell", "# k\n", 1, "expected the name of a setting before '#'"},
    {"an open list", "packet_size = {1,2;\n", 1, "expected a list in braces on one line"},
    {"an open comment", "k = 4;\n/* n\n\n", 2, "the comment that begins here has no end"},
    {"a word for a number", "k = four;\n", 1, "k = four: expected a whole number"},
    {"a real for a whole number", "k = 4.5;\n", 1, "k = 4.5: expected a whole number"},
    {"letters behind a number", "k = 4x;\n", 1, "k = 4x: expected a whole number"},
    {"a number for a word", "topology = 4;\n", 1, "topology = 4: expected a word"},
    {"a number that is too large", "k = 99999999999;\n", 1, "expected a number of 32 bits"},
    {"a word for a real number", "internal_speedup = fast;\n", 1, "expected a number"},
};

static void fault_is_told(void **state)
{
    const fault *c = *state;
    char path[] = "/tmp/nocsight-test-XXXXXX";
    noc_booksim_config config = {0};
    noc_diag diag = {0};
    write_text(path, c->text);
    assert_int_equal(noc_booksim_config_read(path, &config, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].file, path);
    assert_contains(diag.messages[0].text, c->says);
    assert_int_equal(diag.messages[0].line, c->line);
    noc_diag_clear(&diag);
    noc_arena_clear(&config.arena);
    unlink(path);
}

/* ---- lists ---------------------------------------------------------------------------------- */

typedef struct list_case {
    const char *name, *text;
    int count;
    const char *last; /* what the last element begins with */
} list_case;

static const list_case lists[] = {
    {"list: no braces", "7", 1, "7"},
    {"list: nothing", "", 0, ""},
    {"list: no elements", "{}", 0, ""},
    {"list: one", "{3}", 1, "3"},
    {"list: two", "{3,14}", 2, "14"},
    {"list: of lists", "{{1,2},{3}}", 2, "{3}"},
    {"list: empty elements", "{,14,,25}", 2, "25"},
    {"list: an open one", "{{1,2", 0, ""},
    {"list: open", "{1,2", 1, "1"},
};

static void list_is_taken_apart(void **state)
{
    const list_case *c = *state;
    noc_booksim_list list = noc_booksim_list_begin(c->text);
    const char *element, *last = "";
    int count = 0;
    while (noc_booksim_list_next(&list, &element)) {
        last = element;
        count++;
    }
    assert_int_equal(count, c->count);
    assert_int_equal(strncmp(last, c->last, strlen(c->last)), 0);
}

/* A note of a long path keeps what stands behind it. */
static void long_notes_are_whole(void **state)
{
    (void)state;
    char path[401];
    noc_booksim_config config = {0};
    noc_import import = {0};
    noc_booksim_translation t = {.config = &config, .out = &import};
    memset(path, 'p', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    noc_booksim_note(&t, NOC_IMPORT_CARRIED, "network_file", "", "%s: %d routers", path, 12);
    assert_int_equal(import.note_count, 1);
    assert_contains(import.notes[0].reason, "p: 12 routers");
    noc_import_clear(&import);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, settings, setting_is_read);
    test_add(&list, "words of the command line come last", words_of_the_command_line_come_last);
    TEST_TABLE(&list, faults, fault_is_told);
    TEST_TABLE(&list, lists, list_is_taken_apart);
    test_add(&list, "long notes are whole", long_notes_are_whole);
    return test_run("booksim_config", &list);
}
