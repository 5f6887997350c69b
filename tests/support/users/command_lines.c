#include "tests/support/users/command_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/support/folder.h"

static const char *folder;

static void write_file(const char *name, const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    if (!out) abort();
    fputs(text, out);
    fclose(out);
}

static void make_files(void)
{
    write_file("wrong.cfg", "nodes = { compute = 28; memory = 8; };\n"
                            "network = { topology = \"mehs\"; columns = 6; rows = 6; };\n"
                            "chip = { tile_mm = -1.0; clock = 3; };\n");
    write_file("hostile.cfg",
               "nodes = { compute = 28; memory = 8; };\n"
               "network = { topology = \"\\x1b[31mred\"; columns = 6; rows = 6; };\n");
}

static void check_stream(const char *name, const char *text, const char *expected)
{
    if (expected && !strstr(text, expected)) fail_msg("%s has no '%s':\n%s", name, expected, text);
    if (!expected && *text) fail_msg("%s should be empty:\n%s", name, text);
}

/* Debian's; where quickstart has installed it, it must be there. */
static void need_pandas(void)
{
    if (system("/usr/bin/python3 -c 'import pandas' 2>/dev/null") == 0) return;
    if (getenv("NOC_PACKAGES_INSTALLED")) fail_msg("python3-pandas is not installed");
    skip();
}

static void check_case(void **state)
{
    const cli_case *c = *state;
    char *command = NULL;
    if (strstr(c->command, "# gnuplot") && system("command -v gnuplot >/dev/null") != 0) skip();
    if (strstr(c->command, "# pandas")) need_pandas();
    assert_true(asprintf(&command, "{ %s\n} >%s/stdout 2>%s/stderr", c->command, folder, folder) >
                0);
    const int result = system(command);
    free(command);
    char *out = test_read_back("stdout"), *err = test_read_back("stderr");
    assert_true(WIFEXITED(result));
    if (WEXITSTATUS(result) != c->status)
        fail_msg("exit status %d, expected %d\n%s", WEXITSTATUS(result), c->status, err);
    check_stream("standard output", out, c->out);
    check_stream("standard error", err, c->err);
    free(out);
    free(err);
}

int test_command_lines(const char *group, const cli_case *cases, size_t count)
{
    static test_list list;
    folder = test_make_folder();
    setenv("N", NOC_BINARY, 1);
    setenv("D", folder, 1);
    setenv("C", NOC_SOURCE_DIR "/cli/commands.def", 1);
    make_files();
    test_add_rows(&list, NULL, cases, count, sizeof *cases, check_case);
    const int status = test_run(group, &list);
    test_remove_folder();
    return status;
}
