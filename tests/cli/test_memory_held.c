/* --max-memory: a run holds no more, and gives its answer where that is enough. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"

#define LARGE_CFG                                                                                  \
    "nodes = { compute = 324; memory = 0; }; network = { topology = \"mesh\"; columns = 18; rows " \
    "= 18; }; traffic = { pattern = \"uniform\"; replies = false; };"

typedef struct held_case {
    const char *name;
    const char *words[10]; /* words of the command */
    int least, most, step; /* limits, in MB */
} held_case;

static const held_case held[] = {
    {"query", {"query", "synthetic-mesh", "--format", "csv"}, 10, 40, 10},
    {"query of many flows", {"query", "large.cfg", "--format", "csv"}, 15, 35, 10},
    {"sample", {"sample", "synthetic-mesh", "--load", "5%", "--precision", "0.3", "-q"}, 12, 36, 8},
    {"sample of many flows",
     {"sample", "large.cfg", "--load", "1%", "--precision", "0.9", "-q"},
     30,
     60,
     15},
    {"sweep", {"sweep", "large.space", "--store", "s.db", "-q", "-j", "4"}, 30, 60, 30},
};

/* Runs the command; returns its status, and the memory that was resident at most, in kB. */
static int run_within(const held_case *c, int megabytes, long *resident)
{
    char limit[32];
    const char *words[16] = {"nocsight"};
    size_t count = 1;
    for (size_t i = 0; c->words[i]; i++) words[count++] = c->words[i];
    snprintf(limit, sizeof limit, "--max-memory=%dMB", megabytes);
    words[count] = limit;
    const pid_t child = fork();
    if (child == 0) {
        char *folder = test_path_of("");
        const int nowhere = open("/dev/null", O_WRONLY);
        if (chdir(folder) != 0 || dup2(nowhere, 1) < 0 || dup2(nowhere, 2) < 0) _exit(99);
        unlink("s.db");
        execv(NOC_BINARY, (char **)(uintptr_t)words);
        _exit(99);
    }
    int status;
    struct rusage usage;
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    assert_true(WIFEXITED(status));
    *resident = usage.ru_maxrss;
    return WEXITSTATUS(status);
}

/* A page more or less, and what the system counts late. */
enum { LATE_KB = 2048 };

static void run_keeps_to_its_limit(void **state)
{
    const held_case *c = *state;
    bool answered = false;
    for (int mb = c->least; mb <= c->most; mb += c->step) {
        long resident;
        const int status = run_within(c, mb, &resident);
        assert_true(status == 0 || status == 1 || status == 3);
        assert_true(!answered || status == 0);
        answered = status == 0;
        assert_in_range(resident, 0, mb * 1000L * 1000 / 1024 + LATE_KB);
    }
    assert_true(answered);
}

static void write_files(void)
{
    static const struct {
        const char *name, *text;
    } files[] = {{"large.cfg", LARGE_CFG},
                 {"large.space",
                  "base = \"large.cfg\"; axes = ( { key = \"network.virtual_channels\"; values = "
                  "(2, 3, 4, 5); } );"}};
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        char *path = test_path_of(files[i].name);
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(files[i].text, out);
        fclose(out);
        free(path);
    }
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, held, run_keeps_to_its_limit);
    test_make_folder();
    write_files();
    const int status = test_run("memory held", &list);
    test_remove_folder();
    return status;
}
