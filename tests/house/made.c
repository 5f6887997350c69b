#include "tests/house/made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/helpers.h"

const house_sources *house_real_sources(void)
{
    static house_sources sources;
    if (!sources.count) sources = house_read(NOC_SOURCE_DIR);
    return &sources;
}

const house_floors *house_real_floors(void)
{
    static house_floors floors;
    if (floors.count) return &floors;
    char *const text = test_slurp(HOUSE_LINKS);
    floors = house_floors_read(text);
    free(text);
    return &floors;
}

void house_assert_known(house_breaches *found, const char *rule)
{
    char *const known = test_slurp(NOC_SOURCE_DIR "/tests/house/known.txt");
    const size_t wrong = house_breaches_report(found, rule, known, stderr);
    free(known);
    house_breaches_clear(found);
    assert_int_equal(wrong, 0);
}

/* ---- made trees ----------------------------------------------------------------------------- */

static void for_folders(const char *root, const char *path, int (*act)(const char *folder))
{
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        char *const folder = house_format("%s/%.*s", root, (int)(slash - path), path);
        act(folder);
        free(folder);
    }
}

static int make_folder(const char *folder)
{
    return mkdir(folder, 0700);
}

static void write_file(const char *root, const made_file *made)
{
    char *const path = house_format("%s/%s", root, made->path);
    for_folders(root, made->path, make_folder);
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    fputs(made->text, out);
    assert_int_equal(fclose(out), 0);
    free(path);
}

/* A folder can be removed once the last of its files is, and its sub-folders are. */
static void remove_files(const char *root, const made_file *files)
{
    enum { DEPTH_MOST = 4 };
    for (const made_file *f = files; f->path; f++) {
        char *const path = house_format("%s/%s", root, f->path);
        unlink(path);
        free(path);
    }
    for (int i = 0; i < DEPTH_MOST; i++)
        for (const made_file *f = files; f->path; f++) for_folders(root, f->path, rmdir);
    rmdir(root);
}

house_sources made_sources(const made_file *files)
{
    char root[] = "/tmp/noc-house-XXXXXX";
    assert_non_null(mkdtemp(root));
    for (const made_file *f = files; f->path; f++) write_file(root, f);
    const house_sources sources = house_read(root);
    remove_files(root, files);
    assert_int_not_equal(access(root, F_OK), 0);
    return sources;
}

void made_assert(house_breaches *found, size_t count, const char *key, const char *text)
{
    for (size_t i = 0; i < found->count; i++)
        print_message("%s: %s\n", found->list[i].key, found->list[i].text);
    assert_int_equal(found->count, count);
    if (key) {
        const house_breach *breach = house_breach_find(found, key);
        assert_non_null(breach);
        assert_contains(breach->text, text);
    }
    house_breaches_clear(found);
}
