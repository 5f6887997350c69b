#include "tests/support/folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/support/helpers.h"

static char folder[] = "/tmp/nocsight-test-XXXXXX";

const char *test_make_folder(void)
{
    if (mkdtemp(folder)) return folder;
    perror(folder);
    exit(EXIT_FAILURE); /* no test runs yet */
}

static int remove_entry(const char *path, const struct stat *about, int type, struct FTW *at)
{
    (void)about;
    (void)type;
    (void)at;
    return remove(path);
}

void test_remove_folder(void)
{
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

char *test_path_of(const char *name)
{
    char *path = NULL;
    assert_true(asprintf(&path, "%s/%s", folder, name) > 0);
    return path;
}

char *test_read_back(const char *name)
{
    char *path = test_path_of(name), *text = test_slurp(path);
    free(path);
    return text;
}
