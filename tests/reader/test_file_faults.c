/* Files that are no designs, and designs that are too large to be built. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/config_file.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/designs/design_texts.h"
#include "tests/support/helpers.h"

/* ---- files that are no designs -------------------------------------------------------------- */

typedef struct file_fault {
    const char *name;
    const char *bytes;
    size_t size;
    off_t sparse; /* size of the file, if larger */
    const char *says;
} file_fault;

/* clang-format off */
static const file_fault file_faults[] = {
    {"an empty file is refused", "", 0, 0, "is empty"},
    {"a file of blanks is refused", " \n\t\r\n", 5, 0, "is empty"},
    {"a binary file is refused", "name = \0 \1\2\3;", 13, 0, "is binary (a design file is text)"},
    {"a program is refused", "\177ELF\2\1\1\0\0\0", 10, 0, "is binary"},
    {"a file of 100 MB is refused", "name = 1;", 9, 100000000, "is larger than 4 MiB"},
    {"a file just over 4 MiB is refused", "name = 1;", 9, (1 << 22) + 1, "is larger than 4 MiB"},
};
/* clang-format on */

static void expect_unreadable(const char *path, const char *says)
{
    noc_source source = {.path = NULL};
    noc_diag diag = {0};
    assert_int_equal(noc_source_read(path, &source, &diag), NOC_EINPUT);
    assert_null(source.text);
    assert_null(source.path);
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].file, path);
    assert_int_equal(diag.messages[0].line, 0);
    assert_contains(diag.messages[0].text, says);
    noc_diag_clear(&diag);
}

static void file_is_refused(void **state)
{
    const file_fault *c = *state;
    char path[] = "/tmp/nocsight-test-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    const bool written = write(fd, c->bytes, c->size) == (ssize_t)c->size &&
                         (c->sparse == 0 || ftruncate(fd, c->sparse) == 0);
    close(fd);
    if (written) expect_unreadable(path, c->says);
    unlink(path);
    assert_true(written);
}

static void a_missing_file_is_refused(void **state)
{
    (void)state;
    expect_unreadable("/nonexistent/design.cfg", "cannot be opened: No such file or directory");
}

static void a_directory_is_refused(void **state)
{
    (void)state;
    expect_unreadable(NOC_SOURCE_DIR, "is a directory (a design file is expected)");
}

static void a_file_of_many_settings_is_refused_at_once(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (int i = 0; i < 100000; i++) fprintf(out, "a%d=1;", i);
    fclose(out);
    noc_source source = test_source("settings.cfg", text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, NULL, 0, &design, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, "more than 2000 settings in one group");
    noc_diag_clear(&diag);
    noc_source_clear(&source);
    free(text);
}

static void deep_nesting_is_refused(void **state)
{
    (void)state;
    enum { DEPTH = 200000 };
    char *text = malloc(DEPTH + 5);
    assert_non_null(text);
    memcpy(text, "a = ", 4);
    memset(text + 4, '(', DEPTH);
    text[DEPTH + 4] = '\0';
    noc_source source = test_source("deep.cfg", text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, NULL, 0, &design, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_int_equal(diag.messages[0].line, 1);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
    free(text);
}

/* ---- designs that are too large ------------------------------------------------------------- */

typedef struct size_case {
    const char *name, *text;
    const char *overrides[6];
    noc_status status;
} size_case;

static const char huge[] = "network = { topology = \"mesh\"; columns = 400; rows = 250; };\n"
                           "nodes = { compute = 99990; memory = 10; };\n";

/* clang-format off */
static const size_case sizes[] = {
    {"100,000 routers in a file", huge, {NULL}, NOC_EINPUT},
    {"100,000 routers by override", test_design_gpu, {"network.columns=400", "network.rows=250",
     "nodes.compute=99992"}, NOC_EUSAGE},
    {"100,000 routers in eight slices", test_design_gpu, {"network.columns=125", "network.rows=100",
     "nodes.compute=12492", "network.slices=8"}, NOC_EUSAGE},
    {"100,000 routers and uniform traffic", test_design_gpu, {"network.columns=400", "network.rows=250",
     "nodes.compute=100000", "nodes.memory=0", "traffic.pattern=uniform"}, NOC_EUSAGE},
};
/* clang-format on */

static long resident_kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void design_is_refused_before_it_is_built(void **state)
{
    const size_case *c = *state;
    noc_design *design = test_design(c->text, c->overrides);
    noc_system *system = NULL;
    noc_diag diag = {0};
    const long before = resident_kilobytes();
    assert_int_equal(noc_system_compile(design, &system, &diag), c->status);
    assert_true(resident_kilobytes() - before < 4096);
    assert_null(system);
    assert_int_equal(diag.count, 1);
    assert_int_equal(diag.messages[0].line, c->status == NOC_EINPUT ? 1 : 0);
    assert_contains(diag.messages[0].text, "100000 routers");
    assert_contains(diag.messages[0].text, "iB of memory (limit 1 GiB;");
    noc_diag_clear(&diag);
    noc_design_free(design);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, file_faults, file_is_refused);
    test_add(&list, "a missing file is refused", a_missing_file_is_refused);
    test_add(&list, "a directory is refused", a_directory_is_refused);
    test_add(&list, "a file of 100,000 settings is refused at once",
             a_file_of_many_settings_is_refused_at_once);
    test_add(&list, "deep nesting is refused", deep_nesting_is_refused);
    TEST_TABLE(&list, sizes, design_is_refused_before_it_is_built);
    return test_run("design: files", &list);
}
