/* Sources: routefunc.cpp, InitializeRoutingMap; trafficmanager.cpp; GPGPU-Sim's
 * interconnect_interface.cpp, Push. */
#include "import/booksim/classes.h"

#include <string.h>

#include "base/min_max.h"
#include "import/booksim/topology.h"

enum { REQUEST, REPLY, CLASSES };

typedef struct range {
    int first, last;
} range;

/* Words in settings for reads and writes of a class. */
static const char *const words[CLASSES][2] = {{"read_request", "write_request"},
                                              {"read_reply", "write_reply"}};

static void name_of(char name[40], int class, int write, const char *end)
{
    snprintf(name, 40, "%s_%s", words[class][write], end);
}

/* Reads the range of virtual channels of reads or writes of a class. A negative end stands for the
 * end of a half. */
static noc_status read_range(const noc_booksim_translation *t, int class, int write, range *r)
{
    const int vcs = noc_booksim_whole(t->config, "num_vcs");
    int *const ends[] = {&r->first, &r->last};
    for (int e = 0; e < 2; e++) {
        char name[40];
        name_of(name, class, write, e ? "end_vc" : "begin_vc");
        int value = noc_booksim_whole(t->config, name);
        if (value < 0) value = class == REQUEST ? e * (vcs / 2 - 1) : e ? vcs - 1 : vcs / 2;
        if (value >= vcs || value < 0)
            return noc_booksim_refuse(t, noc_booksim_find(t->config, name) ? name : "num_vcs",
                                      "%s = %d: expected 0..%d (num_vcs = %d)", name, value,
                                      vcs - 1, vcs);
        *ends[e] = value;
    }
    if (r->first <= r->last) return NOC_OK;
    return noc_booksim_refuse(t, "num_vcs", "%ss have no virtual channels: %d..%d",
                              words[class][write], r->first, r->last);
}

static void note_ranges(noc_booksim_translation *t, int class, bool same, const char *changed)
{
    char here[60];
    snprintf(here, sizeof here, "%d virtual channel%s for %s", t->vcs[class],
             t->vcs[class] == 1 ? "" : "s", class == REQUEST ? "requests" : "replies");
    for (int i = 0; i < 4; i++) {
        char name[40];
        name_of(name, class, i / 2, i % 2 ? "end_vc" : "begin_vc");
        if (changed)
            noc_booksim_note(t, NOC_IMPORT_CHANGED, name, here, "%s", changed);
        else if (!same)
            noc_booksim_note(t, NOC_IMPORT_CHANGED, name, here,
                             "reads and writes have the same virtual channels here");
        else
            noc_booksim_note(t, NOC_IMPORT_CARRIED, name, here, "%s", "");
    }
}

/* Returns an odd number of virtual channels of a class that is divided; 0: none. Datelines of
 * rings, both orders of dimensions, and both phases of a path through an intermediate router divide
 * the virtual channels of a class into disjoint halves here. BookSim gives the middle one of an odd
 * number to both halves (routefunc.cpp, dim_order_torus, xy_yx_mesh). */
static int odd_class(const noc_booksim_translation *t)
{
    const bool on_rings = strcmp(noc_booksim_text(t->config, "topology"), "torus") == 0;
    if (!on_rings && !t->halves) return 0;
    for (int c = 0; c < CLASSES; c++)
        if (t->vcs[c] > 1 && t->vcs[c] % 2) return t->vcs[c];
    return 0;
}

static int phases_of(const noc_booksim_translation *t)
{
    return noc_booksim_phases(noc_booksim_text(t->config, "topology"),
                              noc_booksim_text(t->config, "routing_function"));
}

/* Notes the fate of num_vcs. `idle`: virtual channels in no range. */
static void note_number(noc_booksim_translation *t, int idle)
{
    const int odd = odd_class(t);
    char here[60];
    snprintf(here, sizeof here, "virtual_channels = %d", t->vcs[REQUEST] + t->vcs[REPLY]);
    if (odd)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "num_vcs", here,
                         "%s divide %d into %d and %d here; BookSim shares one and can deadlock",
                         t->halves ? t->halves : "datelines", odd, odd / 2, odd - odd / 2);
    else if (idle > 0)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "num_vcs", here, "%d of them %s", idle,
                         phases_of(t) ? "hold packets that enter: phases of a way have one each"
                                      : "are in no range");
    else if (!t->replies && t->wish->memory)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "num_vcs", here,
                         "requests have half of them, replies the others");
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "num_vcs", "virtual_channels", "%s", "");
}

/* Counts the virtual channels of a network that are in a range. */
static int used_by_ranges(const range both[CLASSES], bool apart)
{
    const int requests = both[REQUEST].last - both[REQUEST].first + 1,
              replies = both[REPLY].last - both[REPLY].first + 1;
    return apart ? max_int(requests, replies) : requests + replies;
}

static noc_status share_out(noc_booksim_translation *t)
{
    const int all = noc_booksim_whole(t->config, "num_vcs");
    range both[CLASSES];
    bool same[CLASSES];
    for (int c = 0; c < CLASSES; c++) {
        range reads, writes;
        noc_status status = read_range(t, c, 0, &reads);
        if (status == NOC_OK) status = read_range(t, c, 1, &writes);
        if (status != NOC_OK) return status;
        same[c] = reads.first == writes.first && reads.last == writes.last;
        both[c].first = reads.first < writes.first ? reads.first : writes.first;
        both[c].last = reads.last > writes.last ? reads.last : writes.last;
        t->vcs[c] = both[c].last - both[c].first + 1;
    }
    const bool overlap = !t->apart && both[REQUEST].first <= both[REPLY].last &&
                         both[REPLY].first <= both[REQUEST].last;
    if (overlap) {
        t->vcs[REQUEST] = all / 2;
        t->vcs[REPLY] = all - all / 2;
    }
    for (int c = 0; c < CLASSES; c++)
        note_ranges(t, c, same[c],
                    overlap ? "requests and replies have no virtual channels in common here"
                            : NULL);
    note_number(t, overlap ? 0 : all - used_by_ranges(both, t->apart));
    return NOC_OK;
}

/* ---- subnetworks ---------------------------------------------------------------------------- */

static void note_subnets(noc_booksim_translation *t, noc_import_fate fate, const char *why)
{
    const char *here = t->apart ? "networks = ( { requests }, { replies } )" : "one network";
    noc_booksim_note(t, fate, "subnets", here, "%s", why);
    for (int i = 0; i < 4; i++) {
        char name[40];
        name_of(name, i / 2, i % 2, "subnet");
        if (noc_booksim_find(t->config, name)) noc_booksim_note(t, fate, name, here, "%s", why);
    }
}

/* Divides a network of GPGPU-Sim, where the first subnetwork carries requests and the second one
 * replies. */
static void divide_for_gpu(noc_booksim_translation *t, int subnets)
{
    t->apart = subnets > 1;
    if (subnets > 2)
        note_subnets(t, NOC_IMPORT_CHANGED, "GPGPU-Sim leaves those behind the second empty");
    else
        note_subnets(t, NOC_IMPORT_CARRIED, "");
}

static void divide_by_kind(noc_booksim_translation *t)
{
    int of[CLASSES][2];
    for (int i = 0; i < 4; i++) {
        char name[40];
        name_of(name, i / 2, i % 2, "subnet");
        of[i / 2][i % 2] = noc_booksim_whole(t->config, name);
    }
    const bool whole = of[REQUEST][0] == of[REQUEST][1] && of[REPLY][0] == of[REPLY][1];
    t->apart = !whole || of[REQUEST][0] != of[REPLY][0];
    if (!whole)
        note_subnets(t, NOC_IMPORT_CHANGED, "reads and writes share networks here");
    else
        note_subnets(t, NOC_IMPORT_CARRIED, t->apart ? "" : "the others stay empty");
}

noc_status noc_booksim_classes(noc_booksim_translation *t)
{
    const int subnets = noc_booksim_whole(t->config, "subnets"),
              all = noc_booksim_whole(t->config, "num_vcs");
    if (subnets < 1)
        return noc_booksim_refuse(t, "subnets", "subnets = %d: expected 1 or more", subnets);
    if (t->gpu && t->replies)
        divide_for_gpu(t, subnets);
    else if (subnets > 1 && t->replies)
        divide_by_kind(t);
    else if (subnets > 1)
        note_subnets(t, NOC_IMPORT_CHANGED, "packets take one of several networks by chance there");
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "subnets", "one network", "%s", "");
    if (t->replies) return share_out(t);
    const int phases = t->wish->memory ? 0 : phases_of(t);
    const int taken = phases && phases < all ? phases : all;
    t->vcs[REQUEST] = t->wish->memory ? all / 2 : taken;
    t->vcs[REPLY] = taken - t->vcs[REQUEST];
    note_number(t, all - taken);
    return NOC_OK;
}
