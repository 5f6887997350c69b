#include "reader/design_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/cores/coalescers.h"

void noc_reader_complain(noc_reader *r, noc_status status, noc_place place, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        noc_reader_run_short(r);
        return;
    }
    noc_fail(r->diag, status, place, "%s", text);
    free(text);
    r->failed = true;
}

bool noc_reader_complain_of_coalescer(noc_reader *r, noc_status status, noc_place place,
                                      const char *path, const char *key)
{
    const noc_coalescer *named = noc_coalescer_called(key);
    if (!named) return false;
    if (named->settings)
        noc_reader_complain(r, status, place, "unknown setting '%s': what %s is %s here", path,
                            named->summary, named->settings);
    else
        noc_reader_complain(r, status, place,
                            "'%s' has no effect on what the network sees: it %s (leave it out)",
                            path, named->summary);
    return true;
}

void noc_reader_run_short(noc_reader *r)
{
    noc_fail_memory(r->diag);
    r->failed = r->hollow = true;
}

void noc_reader_give_up(noc_reader *r, int network)
{
    r->topologies[network].undecided = r->hollow = true;
    if (r->design->network_count <= network) r->design->network_count = network + 1;
}

char *noc_reader_path(const char *group, int network, const char *key)
{
    char *path = NULL;
    const int length = network == NOC_ALL_NETWORKS
                           ? asprintf(&path, "%s.%s", group, key)
                           : asprintf(&path, "networks[%d].%s", network, key);
    return length < 0 ? NULL : path;
}

void noc_reader_remember(noc_reader *r, const char *path, noc_place place, noc_status status)
{
    noc_design *d = r->design;
    char *copy = strdup(path);
    noc_origin *grown = copy ? realloc(d->origins, (d->origin_count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(copy);
        noc_reader_run_short(r);
        return;
    }
    d->origins = grown;
    d->origins[d->origin_count++] = (noc_origin){
        .path = copy,
        .place = place,
        .overridden = status == NOC_EUSAGE,
    };
}

void noc_reader_doubt(noc_reader *r, const char *path, noc_place place, noc_status status)
{
    const size_t before = r->design->origin_count;
    noc_reader_remember(r, path, place, status);
    if (r->design->origin_count > before) r->design->origins[before].doubtful = true;
}
