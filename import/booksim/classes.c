/* Sources: routefunc.cpp, InitializeRoutingMap; trafficmanager.cpp; GPGPU-Sim's
 * interconnect_interface.cpp, Push. */
#include "import/booksim/classes.h"

#include <string.h>

#include "base/min_max.h"
#include "import/booksim/topology.h"

enum { REQUEST, REPLY, CLASSES };

typedef struct vc_range {
    int first, last;
} vc_range;

/* Words in settings for reads and writes of a class. */
static const char *const words[CLASSES][2] = {{"read_request", "write_request"},
                                              {"read_reply", "write_reply"}};

static void make_setting_name(char name[40], int class, int write, const char *end)
{
    snprintf(name, 40, "%s_%s", words[class][write], end);
}

/* Reads the range of virtual channels of reads or writes of a class. A negative end stands for the
 * end of a half. */
static noc_status read_range(const noc_booksim_translation *t, int class, int write, vc_range *r)
{
    const int vcs = noc_booksim_get_whole(t->config, "num_vcs");
    int *const ends[] = {&r->first, &r->last};
    for (int e = 0; e < 2; e++) {
        char name[40];
        make_setting_name(name, class, write, e ? "end_vc" : "begin_vc");
        int value = noc_booksim_get_whole(t->config, name);
        if (value < 0) value = class == REQUEST ? e * (vcs / 2 - 1) : e ? vcs - 1 : vcs / 2;
        if (value >= vcs || value < 0)
            return noc_booksim_refuse(t, noc_booksim_find_entry(t->config, name) ? name : "num_vcs",
                                      "%s = %d: expected 0..%d (num_vcs = %d)", name, value,
                                      vcs - 1, vcs);
        *ends[e] = value;
    }
    if (r->first <= r->last) return NOC_OK;
    return noc_booksim_refuse(t, "num_vcs", "%ss have no virtual channels: %d..%d",
                              words[class][write], r->first, r->last);
}

static void note_ranges(noc_booksim_translation *t, int class, bool is_same, const char *reason)
{
    char design_setting[60];
    snprintf(design_setting, sizeof design_setting, "%d virtual channel%s for %s", t->vcs[class],
             t->vcs[class] == 1 ? "" : "s", class == REQUEST ? "requests" : "replies");
    for (int i = 0; i < 4; i++) {
        char name[40];
        make_setting_name(name, class, i / 2, i % 2 ? "end_vc" : "begin_vc");
        if (reason)
            noc_booksim_note(t, NOC_IMPORT_CHANGED, name, design_setting, "%s", reason);
        else if (!is_same)
            noc_booksim_note(t, NOC_IMPORT_CHANGED, name, design_setting,
                             "reads and writes have the same virtual channels here");
        else
            noc_booksim_note(t, NOC_IMPORT_CARRIED, name, design_setting, "%s", "");
    }
}

/* Returns an odd number of virtual channels of a class that is divided; 0: none. Datelines of
 * rings, both orders of dimensions, and both phases of a path through an intermediate router divide
 * the virtual channels of a class into disjoint halves here. BookSim gives the middle one of an odd
 * number to both halves (routefunc.cpp, dim_order_torus, xy_yx_mesh). */
static int find_odd_class(const noc_booksim_translation *t)
{
    const bool has_rings = strcmp(noc_booksim_get_text(t->config, "topology"), "torus") == 0;
    if (!has_rings && !t->halves) return 0;
    for (int c = 0; c < CLASSES; c++)
        if (t->vcs[c] > 1 && t->vcs[c] % 2) return t->vcs[c];
    return 0;
}

static int find_phases(const noc_booksim_translation *t)
{
    return noc_booksim_path_phases(noc_booksim_get_text(t->config, "topology"),
                                   noc_booksim_get_text(t->config, "routing_function"));
}

/* Notes the fate of num_vcs. `idle`: virtual channels in no range. */
static void note_vc_count(noc_booksim_translation *t, int idle)
{
    const int odd_vcs = find_odd_class(t);
    char design_setting[60];
    snprintf(design_setting, sizeof design_setting, "virtual_channels = %d",
             t->vcs[REQUEST] + t->vcs[REPLY]);
    if (odd_vcs)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "num_vcs", design_setting,
                         "%s divide %d into %d and %d here; BookSim shares one and can deadlock",
                         t->halves ? t->halves : "datelines", odd_vcs, odd_vcs / 2,
                         odd_vcs - odd_vcs / 2);
    else if (idle > 0)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "num_vcs", design_setting, "%d of them %s", idle,
                         find_phases(t) ? "hold packets that enter: phases of a way have one each"
                                        : "are in no range");
    else if (!t->has_replies && t->request->memory_nodes)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "num_vcs", design_setting,
                         "requests have half of them, replies the others");
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "num_vcs", "virtual_channels", "%s", "");
}

/* Counts the virtual channels of a network that are in a range. */
static int count_range_vcs(const vc_range ranges[CLASSES], bool are_separate)
{
    const int requests = ranges[REQUEST].last - ranges[REQUEST].first + 1,
              replies = ranges[REPLY].last - ranges[REPLY].first + 1;
    return are_separate ? max_int(requests, replies) : requests + replies;
}

static noc_status divide_vcs(noc_booksim_translation *t)
{
    const int vcs = noc_booksim_get_whole(t->config, "num_vcs");
    vc_range ranges[CLASSES];
    bool is_same[CLASSES];
    for (int c = 0; c < CLASSES; c++) {
        vc_range reads, writes;
        noc_status status = read_range(t, c, 0, &reads);
        if (status == NOC_OK) status = read_range(t, c, 1, &writes);
        if (status != NOC_OK) return status;
        is_same[c] = reads.first == writes.first && reads.last == writes.last;
        ranges[c].first = reads.first < writes.first ? reads.first : writes.first;
        ranges[c].last = reads.last > writes.last ? reads.last : writes.last;
        t->vcs[c] = ranges[c].last - ranges[c].first + 1;
    }
    const bool overlap = !t->has_reply_network && ranges[REQUEST].first <= ranges[REPLY].last &&
                         ranges[REPLY].first <= ranges[REQUEST].last;
    if (overlap) {
        t->vcs[REQUEST] = vcs / 2;
        t->vcs[REPLY] = vcs - vcs / 2;
    }
    for (int c = 0; c < CLASSES; c++)
        note_ranges(t, c, is_same[c],
                    overlap ? "requests and replies have no virtual channels in common here"
                            : NULL);
    note_vc_count(t, overlap ? 0 : vcs - count_range_vcs(ranges, t->has_reply_network));
    return NOC_OK;
}

/* ---- subnetworks ---------------------------------------------------------------------------- */

static void note_subnets(noc_booksim_translation *t, noc_import_fate fate, const char *reason)
{
    const char *design_setting =
        t->has_reply_network ? "networks = ( { requests }, { replies } )" : "one network";
    noc_booksim_note(t, fate, "subnets", design_setting, "%s", reason);
    for (int i = 0; i < 4; i++) {
        char name[40];
        make_setting_name(name, i / 2, i % 2, "subnet");
        if (noc_booksim_find_entry(t->config, name))
            noc_booksim_note(t, fate, name, design_setting, "%s", reason);
    }
}

/* Divides a network of GPGPU-Sim, where the first subnetwork carries requests and the second one
 * replies. */
static void divide_for_gpu(noc_booksim_translation *t, int subnets)
{
    t->has_reply_network = subnets > 1;
    if (subnets > 2)
        note_subnets(t, NOC_IMPORT_CHANGED, "GPGPU-Sim leaves subnets behind the second empty");
    else
        note_subnets(t, NOC_IMPORT_CARRIED, "");
}

static void divide_by_kind(noc_booksim_translation *t)
{
    int subnets[CLASSES][2];
    for (int i = 0; i < 4; i++) {
        char name[40];
        make_setting_name(name, i / 2, i % 2, "subnet");
        subnets[i / 2][i % 2] = noc_booksim_get_whole(t->config, name);
    }
    const bool is_whole =
        subnets[REQUEST][0] == subnets[REQUEST][1] && subnets[REPLY][0] == subnets[REPLY][1];
    t->has_reply_network = !is_whole || subnets[REQUEST][0] != subnets[REPLY][0];
    if (!is_whole)
        note_subnets(t, NOC_IMPORT_CHANGED, "reads and writes share networks here");
    else
        note_subnets(t, NOC_IMPORT_CARRIED, t->has_reply_network ? "" : "the others stay empty");
}

noc_status noc_booksim_set_classes(noc_booksim_translation *t)
{
    const int subnets = noc_booksim_get_whole(t->config, "subnets"),
              vcs = noc_booksim_get_whole(t->config, "num_vcs");
    if (subnets < 1)
        return noc_booksim_refuse(t, "subnets", "subnets = %d: expected 1 or more", subnets);
    if (t->is_gpu && t->has_replies)
        divide_for_gpu(t, subnets);
    else if (subnets > 1 && t->has_replies)
        divide_by_kind(t);
    else if (subnets > 1)
        note_subnets(t, NOC_IMPORT_CHANGED, "packets take one of several networks by chance there");
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "subnets", "one network", "%s", "");
    if (t->has_replies) return divide_vcs(t);
    const int phases = t->request->memory_nodes ? 0 : find_phases(t);
    const int used_vcs = phases && phases < vcs ? phases : vcs;
    t->vcs[REQUEST] = t->request->memory_nodes ? vcs / 2 : used_vcs;
    t->vcs[REPLY] = used_vcs - t->vcs[REQUEST];
    note_vc_count(t, vcs - used_vcs);
    return NOC_OK;
}
