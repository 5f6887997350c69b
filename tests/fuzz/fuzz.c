#include "fuzz.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "network/compile/compile.h"
#include "network/kinds/kinds.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/words/design_text.h"

enum { NODES_MOST = 150, TILES_MOST = 400 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    gsl_set_error_handler_off(); /* as in cli/main.c */
    return 0;
}

static void require(bool good, const char *what)
{
    if (good) return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

static char own_path[80];

static void remove_own(void)
{
    unlink(own_path);
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
    if (!*own_path) {
        const bool memory = access("/dev/shm", W_OK) == 0;
        snprintf(own_path, sizeof own_path, "%s/noc-fuzz-%ld", memory ? "/dev/shm" : "/tmp",
                 (long)getpid());
        atexit(remove_own);
    }
    FILE *file = fopen(own_path, "wb");
    require(file && fwrite(data, 1, size, file) == size && fclose(file) == 0,
            "the file cannot be written");
    return own_path;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size);
    require(text != NULL, "out of memory");
    return text;
}

void fuzz_check(noc_status status, const noc_diag *diag)
{
    require(status == NOC_OK || diag->count > 0, "failed without a message");
    for (size_t i = 0; i < diag->count; i++)
        require(diag->messages[i].text && *diag->messages[i].text, "a message is empty");
}

noc_status fuzz_resolve(const char *word, char **path, noc_diag *diag)
{
    if (asprintf(path, "%s/configs/%s.cfg", NOC_SOURCE_DIR, word) < 0) return noc_fail_memory(diag);
    if (!strchr(word, '/') && access(*path, F_OK) == 0) return NOC_OK;
    free(*path);
    *path = NULL;
    return noc_fail(diag, NOC_EINPUT, NOC_NOWHERE, "there is no such design");
}

bool fuzz_is_small(const noc_design *d)
{
    int columns = 1, rows = 1;
    noc_design_find_tiles(d, &columns, &rows);
    return d->nodes.compute + d->nodes.memory <= NODES_MOST && columns * rows <= TILES_MOST;
}

static void compile(const noc_design *design)
{
    noc_diag diag = {0};
    noc_system *system = NULL;
    fuzz_check(noc_system_compile(design, &system, &diag), &diag);
    noc_system_free(system);
    noc_diag_clear(&diag);
}

static void read_again(const noc_design *design)
{
    noc_diag diag = {0};
    noc_design *again = NULL;
    noc_source printed = {.path = strdup(design->file)};
    size_t size = 0;
    FILE *out = open_memstream(&printed.text, &size);
    require(out && printed.path, "out of memory");
    noc_design_print(design, out);
    fclose(out);
    const noc_status status = noc_design_read(&printed, NULL, 0, &again, &diag);
    if (status != NOC_OK) fprintf(stderr, "%s\n%s\n", printed.text, diag.messages[0].text);
    require(status == NOC_OK, "the printed design cannot be read");
    require(strcmp(again->name, design->name) == 0, "the printed design has another name");
    require(strcmp(again->hash, design->hash) == 0, "the printed design means something else");
    noc_design_free(again);
    noc_source_clear(&printed);
    noc_diag_clear(&diag);
}

void fuzz_design(const noc_source *source, const char *const *overrides, size_t count)
{
    noc_diag diag = {0};
    noc_design *design = NULL;
    const noc_status status = noc_design_read(source, overrides, count, &design, &diag);
    fuzz_check(status, &diag);
    noc_diag_clear(&diag);
    if (status != NOC_OK) return;
    if (fuzz_is_small(design)) compile(design);
    read_again(design);
    noc_design_free(design);
}
