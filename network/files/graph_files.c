#include "network/files/graph_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/input/input.h"
#include "network/files/wiring_links.h"
#include "network/files/wiring_read.h"

/* ---- wirings that were read ----------------------------------------------------------------- */

bool noc_wiring_stamp_of(const char *file, noc_wiring_stamp *stamp)
{
    struct stat info;
    *stamp = (noc_wiring_stamp){0};
    if (!file) return true;
    if (stat(file, &info) != 0) return false;
    *stamp = (noc_wiring_stamp){
        .device = (uint64_t)info.st_dev,
        .number = (uint64_t)info.st_ino,
        .bytes = (uint64_t)info.st_size,
        .seconds = (int64_t)info.st_mtim.tv_sec,
        .nanoseconds = (int64_t)info.st_mtim.tv_nsec,
    };
    return true;
}

static bool is_same_file(const char *one, const char *other)
{
    return one && other ? strcmp(one, other) == 0 : one == other;
}

static bool has_files(const noc_wiring *w, const char *const files[NOC_WIRING_FILES],
                      const noc_wiring_stamp stamps[NOC_WIRING_FILES])
{
    for (int f = 0; f < NOC_WIRING_FILES; f++)
        if (!is_same_file(w->files[f], files[f]) ||
            memcmp(&w->stamps[f], &stamps[f], sizeof stamps[f]) != 0)
            return false;
    return true;
}

static void store_wiring(noc_wiring_memory *m, noc_wiring *wiring)
{
    noc_wiring **slot = &m->wirings[m->next_position];
    m->next_position = (m->next_position + 1) % NOC_WIRINGS_KEPT;
    noc_wiring_free(*slot);
    *slot = noc_wiring_share(wiring);
}

/* Finds a kept wiring, or reads it. The caller releases *wiring by noc_wiring_free. */
static noc_status find_or_read_wiring(noc_wiring_memory *m,
                                      const char *const files[NOC_WIRING_FILES],
                                      noc_wiring **wiring, noc_diag *diag)
{
    noc_wiring_stamp stamps[NOC_WIRING_FILES];
    bool has_stamps = !m->given_files;
    for (int f = 0; f < NOC_WIRING_FILES; f++)
        has_stamps = has_stamps && noc_wiring_stamp_of(files[f], &stamps[f]);
    for (int k = 0; has_stamps && k < NOC_WIRINGS_KEPT; k++) {
        if (!m->wirings[k] || !has_files(m->wirings[k], files, stamps)) continue;
        *wiring = noc_wiring_share(m->wirings[k]);
        return NOC_OK;
    }
    const noc_status status = noc_wiring_read(files, m->given_files, wiring, diag);
    if (status != NOC_OK || !has_stamps) return status;
    memcpy((*wiring)->stamps, stamps, sizeof stamps);
    store_wiring(m, *wiring);
    return NOC_OK;
}

void noc_wiring_memory_clear(noc_wiring_memory *m)
{
    for (int k = 0; k < NOC_WIRINGS_KEPT; k++) noc_wiring_free(m->wirings[k]);
    *m = (noc_wiring_memory){.given_files = m->given_files};
}

/* ---- names ---------------------------------------------------------------------------------- */

char *noc_design_relative_path(const noc_design *d, const char *name)
{
    const char *slash = strrchr(d->file, '/');
    char *path = NULL;
    if (*name == '/' || !slash) return strdup(name);
    const int length = asprintf(&path, "%.*s%s", (int)(slash + 1 - d->file), d->file, name);
    return length < 0 ? NULL : path;
}

/* Refuses a file name that cannot be opened. */
static noc_status check_name(const noc_design *d, int network, int file, const char *path,
                             noc_diag *diag)
{
    static const char *const names[] = {"network.links", "network.attach", "network.routes",
                                        "network.positions"};
    const char *name = d->networks[network].parameters[file].text;
    const char *const keys[] = {names[file], NULL};
    if (noc_input_is_readable(path)) return NOC_OK;
    return noc_design_conflict(d, diag, network, keys,
                               "%s = \"%s\": %s cannot be opened: %s (names count from the folder "
                               "of the design file)",
                               keys[0], name, path, strerror(errno));
}

noc_status noc_graph_files_read(noc_design *d, int network, noc_wiring_memory *files,
                                noc_diag *diag)
{
    noc_network_spec *spec = &d->networks[network];
    char *paths[NOC_WIRING_FILES] = {NULL};
    noc_status status = NOC_OK;
    for (int f = 0; f < NOC_WIRING_FILES; f++) {
        const char *name = spec->parameters[f].text;
        if (!name) continue;
        paths[f] = noc_design_relative_path(d, name);
        if (paths[f] && noc_wiring_is_given(files->given_files, paths[f])) continue;
        const noc_status file_status =
            paths[f] ? check_name(d, network, f, paths[f], diag) : noc_fail_memory(diag);
        if (status == NOC_OK) status = file_status;
    }
    if (status == NOC_OK)
        status = find_or_read_wiring(files, (const char *const *)paths, &spec->wiring, diag);
    for (int f = 0; f < NOC_WIRING_FILES; f++) free(paths[f]);
    return status;
}

/* ---- canonical form ------------------------------------------------------------------------- */

static void print_links(FILE *out, const noc_design *d, const noc_network_spec *spec,
                        const char *prefix)
{
    for (size_t i = 0; i < spec->wiring->link_count; i++) {
        const noc_wire *link = &spec->wiring->links[i];
        fprintf(out, "%s.link = %u %u %d %.15g %d %.15g\n", prefix, link->source_router,
                link->target_router, noc_wire_cycles(spec, link), noc_wire_mm(d, spec, link),
                link->lanes, noc_wire_rate(spec, link));
    }
}

static void print_nodes(FILE *out, const noc_wiring *w, const char *prefix)
{
    for (size_t i = 0; i < w->node_count; i++)
        if (w->nodes[i].line)
            fprintf(out, "%s.node = %zu %u %d %.15g\n", prefix, i, w->nodes[i].router,
                    w->nodes[i].ports, w->nodes[i].flits_per_cycle);
}

static void print_dies(FILE *out, const noc_wiring *w, const char *prefix)
{
    for (uint32_t r = 0; w->router_dies && r < w->router_count; r++)
        fprintf(out, "%s.die = %u %d\n", prefix, r, w->router_dies[r]);
}

static void print_steps(FILE *out, const noc_wiring *w, const char *prefix)
{
    for (size_t i = 0; i < w->step_count; i++)
        fprintf(out, "%s.step = %u %u %u %.15g %u\n", prefix, w->steps[i].router,
                w->steps[i].destination, w->steps[i].next_router, w->steps[i].share,
                w->steps[i].vcs);
}

void noc_graph_files_print(FILE *out, const noc_design *d, int network, const char *prefix)
{
    const noc_network_spec *spec = &d->networks[network];
    if (!spec->wiring) return;
    print_links(out, d, spec, prefix);
    print_nodes(out, spec->wiring, prefix);
    print_dies(out, spec->wiring, prefix);
    print_steps(out, spec->wiring, prefix);
}
