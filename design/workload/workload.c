#include "design/workload/workload.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/config_setting.h"
#include "design/key.h"

#define WORKLOAD(member) offsetof(noc_workload, member)

/* ---- conditions under which keys are not read ----------------------------------------------- */

typedef const noc_unread_question question;

static bool always_has(const noc_workload *w, bool (*has_property)(const noc_workload *))
{
    for (size_t k = 0; k < w->phases.count; k++) {
        const noc_workload phase_workload = noc_workload_of_phase(w, k);
        if (!has_property(&phase_workload)) return false;
    }
    return w->phases.count > 0 || has_property(w);
}

bool noc_workloads_all_have(question *q, bool (*has_property)(const noc_workload *))
{
    for (size_t i = 0; i < q->workload_count; i++)
        if (!always_has(q->workloads[i], has_property)) return false;
    return q->workload_count > 0;
}

static bool always_hits(const noc_workload *w)
{
    return w->l2_hit_rate == 1.0;
}

static bool has_no_misses(question *q)
{
    return noc_workloads_all_have(q, always_hits);
}

static bool has_unshared_lines(const noc_workload *w)
{
    return !noc_sharing_is_active(&w->sharing);
}

bool noc_workloads_are_unshared(question *q)
{
    return noc_workloads_all_have(q, has_unshared_lines);
}

static bool has_no_phases(question *q)
{
    return q->workload->phases.count == 0;
}

static bool is_figure_of_phases(question *q)
{
    const noc_phases *phases = &q->workload->phases;
    bool all_given = phases->count > 0;
    for (size_t k = 0; k < phases->count; k++)
        all_given &= noc_phase_has_parameter(&phases->list[k], q->key->name);
    return all_given;
}

const noc_unread_condition noc_unread_no_misses = {has_no_misses, true, NULL,
                                                   "the cache answers every request"};

static const noc_unread_condition
    figures_of_phases = {is_figure_of_phases, true, NULL, "each of workload.phases has its own"},
    no_shared_lines = {noc_workloads_are_unshared, true, NULL, "workload.sharing.same is 0"},
    no_phases = {has_no_phases, true, NULL, "the workload has no phases (workload.phases)"},
    long_phases = {noc_unread_is_model, true, " by the model",
                   "to it phases are long against round trips; samples have them as long as they "
                   "are"};

/* ---- keys ----------------------------------------------------------------------------------- */

static const noc_key keys[] = {
    {"instructions", NOC_REAL, WORKLOAD(instructions), 1.0 / 64, 1e6, 20, 0, NULL, "",
     "warp instructions per memory request, mean", "", NOC_UNREAD(&figures_of_phases), NOC_BY_LOOP},
    {"warps", NOC_INTEGER, WORKLOAD(warps), 1, 1024, 32, 0, NULL, "warps", "ready warps of a core",
     "te13 Table II: 1024 threads, 32 to a warp", NOC_UNREAD(&figures_of_phases), NOC_BY_LOOP},
    {"active_threads", NOC_REAL, WORKLOAD(active_threads), 1, 1024, 32, 0, NULL, "threads",
     "threads of a warp that an instruction works for, mean", "", NULL, NOC_BY_LOOP},
    {"read_fraction", NOC_REAL, WORKLOAD(read_fraction), 0, 1, 0.9, 0, NULL, "",
     "share of reads in the requests of the closed loop", "", NOC_UNREAD(&figures_of_phases),
     NOC_BY_LOOP},
    {"burst", NOC_INTEGER, WORKLOAD(burst), 1, 64, 1, 0, NULL, "requests",
     "requests of one memory instruction, to lines that follow each other", "",
     NOC_UNREAD(&figures_of_phases), NOC_BY_LOOP},
    {"l2_hit_rate", NOC_REAL, WORKLOAD(l2_hit_rate), 0, 1, 0, 0, NULL, "",
     "share of the requests that the second-level cache answers", "",
     NOC_UNREAD(&figures_of_phases), NOC_BY_LOOP},
    {"row_locality", NOC_REAL, WORKLOAD(row_locality), 0, 1, 0, 0, NULL, "",
     "chance that a block of addresses lies in the DRAM row that its controller was asked for last",
     "", NOC_UNREAD(&figures_of_phases, &noc_unread_no_misses), NOC_BY_LOOP},
    {"sharing.same", NOC_REAL, WORKLOAD(sharing.shared_fraction), 0, 1, 0, 0, NULL, "",
     "share of the lines that neighbouring CTAs may touch, too; 0: each request has its own line",
     "", NULL, NOC_BY_LOOP},
    {"sharing.distance", NOC_REAL, WORKLOAD(sharing.decay_distance), 0.01, 1000, 2, 0, NULL, "CTAs",
     "distance of CTAs at which the chance to share a line has fallen to 1/e", "",
     NOC_UNREAD(&no_shared_lines), NOC_BY_LOOP},
    {"sharing.stride", NOC_INTEGER, WORKLOAD(sharing.stride), 1, 100000, 1, NOC_YOUNGER, NULL,
     "CTAs",
     "CTAs from one that shares a line to the next that does: 1, or the width of a grid of CTAs",
     "icc 3.3.2: 6 of LUD", NOC_UNREAD(&no_shared_lines), NOC_BY_LOOP},
    {"sharing.window", NOC_REAL, WORKLOAD(sharing.window_cycles), 1, 1e9, 2000, 0, NULL, "cycles",
     "time within which CTAs that run side by side touch a line that they share", "icc 3.2: 2000",
     NOC_UNREAD(&no_shared_lines), NOC_BY_LOOP},
    {"sharing.reuse", NOC_REAL, WORKLOAD(sharing.reuse_lines), 0, 1e6, 0, 0, NULL, "lines",
     "other lines that a CTA touches before it comes back to one, mean; 0: it does not", "",
     NOC_UNREAD(&no_shared_lines), NOC_BY_LOOP},
    {"phases", NOC_PHASES, WORKLOAD(phases), 0, 0, 0, 0, NULL, "",
     "phases that each core runs through again and again: share of the instructions, instructions "
     "per request, and other figures where they differ from the workload's: "
     "({ share = 0.4; instructions = 3; }, { share = 0.6; instructions = 60; row_locality = 0.5; "
     "})",
     "te13 3.3: bursts, and none for most of the rest", NULL, NOC_BY_LOOP},
    {"phase_period", NOC_REAL, WORKLOAD(phases.period), 1, 1e9, 10000, 0, NULL, "instructions",
     "of a core's warps, mean, until its phases begin anew; by default some 300 of each of 32 "
     "warps, "
     "as if each generation of CTAs loaded its data first",
     "", NOC_UNREAD(&no_phases, &long_phases), NOC_BY_LOOP},
};

noc_key_table noc_workload_keys(void)
{
    return (noc_key_table)NOC_KEYS(keys);
}

/* ---- phases --------------------------------------------------------------------------------- */

/* Copies the phase's parameters over the workload's parameters of the same names. */
noc_workload noc_workload_of_phase(const noc_workload *w, size_t phase)
{
    noc_workload phase_workload = *w;
    const noc_phase *p = &w->phases.list[phase];
    const noc_key_table table = noc_phase_keys();
    phase_workload.phases.count = 0;
    for (size_t i = 0; i < table.count; i++) {
        const noc_key *key = noc_key_find(noc_workload_keys(), table.keys[i].name);
        if (!key || !(p->given_keys >> i & 1u)) continue;
        const size_t size = key->type == NOC_INTEGER ? sizeof(int) : sizeof(double);
        memcpy((char *)&phase_workload + key->offset, (const char *)p + table.keys[i].offset, size);
    }
    return phase_workload;
}

noc_workload noc_workload_phase_mean(const noc_workload *w)
{
    noc_workload mean = *w;
    double shares = 0.0, requests = 0.0, warps = 0.0, burst = 0.0, more_reads = 0.0;
    if (w->phases.count == 0) return mean;
    const double first_reads = noc_workload_of_phase(w, 0).read_fraction;
    mean.phases.count = 0;
    mean.l2_hit_rate = mean.row_locality = 0.0;
    for (size_t i = 0; i < w->phases.count; i++) {
        const noc_workload phase_workload = noc_workload_of_phase(w, i);
        const double share = w->phases.list[i].share,
                     request_share = share / phase_workload.instructions;
        shares += share;
        requests += request_share;
        warps += share * phase_workload.warps;
        burst += request_share * phase_workload.burst;
        more_reads += request_share * (phase_workload.read_fraction - first_reads);
        mean.l2_hit_rate += request_share * phase_workload.l2_hit_rate;
        mean.row_locality += request_share * phase_workload.row_locality;
    }
    mean.instructions = shares / requests;
    mean.warps = (int)(warps / shares + 0.5);
    mean.burst = (int)(burst / requests + 0.5);
    /* exact if all phases have equal fractions */
    mean.read_fraction = first_reads + more_reads / requests;
    mean.l2_hit_rate /= requests;
    mean.row_locality /= requests;
    return mean;
}

void noc_workload_fold_phases(noc_workload *w)
{
    noc_phases_normalise(&w->phases);
    if (w->phases.count == 1) *w = noc_workload_of_phase(w, 0);
}

bool noc_workload_has_key(const noc_workload *w, const noc_key *key)
{
    const bool is_phase_key =
        key->offset == WORKLOAD(phases) || key->offset == WORKLOAD(phases.period);
    return w->phases.count > 0 || !is_phase_key;
}

/* ---- the table ------------------------------------------------------------------------------ */

enum { ROWS_MAX = 256, SETS_MAX = 32, SET_CHARS = 64 };

/* Set of rows: equal rows are one part, with a weight. */
typedef struct workload_set {
    char name[SET_CHARS];
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    size_t count;
} workload_set;

/* Rows and sets of the table, filled once and then read only. */
static struct {
    noc_workload_row rows[ROWS_MAX];
    size_t count;
    workload_set sets[SETS_MAX];
    size_t set_count;
} workload_table;

static const char *find_text(const config_setting_t *row, const char *key)
{
    return noc_config_text(noc_config_member(row, key));
}

static const noc_workload_row *find_row(const char *name)
{
    for (size_t i = 0; i < workload_table.count; i++) {
        const noc_workload_row *row = &workload_table.rows[i];
        if (row->name[0] == name[0] && strcmp(row->name, name) == 0) return row;
    }
    return NULL;
}

/* True if a row may omit a figure: figures of the group sharing, and phases, whose defaults mean
 * none. */
static bool may_be_missing(const noc_key *key)
{
    return strchr(key->name, '.') || strncmp(key->name, "phase", strlen("phase")) == 0;
}

/* Reads the figures of a row: the figures of the class in its key "like", then its own figures over
 * them. */
static bool read_figures(const config_setting_t *row, noc_workload *w, noc_diag *diag)
{
    const char *base_name = find_text(row, "like");
    const noc_workload_row *base = base_name ? find_row(base_name) : NULL;
    if (base_name && !base) return false;
    if (base) *w = base->workload;
    const noc_key_table table = noc_workload_keys();
    for (size_t i = 0; i < table.count; i++) {
        const config_setting_t *value = noc_config_member(row, table.keys[i].name);
        if (!value && !base && !may_be_missing(&table.keys[i])) return false;
        if (!value && !base) noc_value_default(&table.keys[i], (char *)w);
        if (!value) continue;
        const noc_storing storing = {
            .path = table.keys[i].name,
            .place = {"data/workloads.cfg", (int)config_setting_source_line(value)},
            .status = NOC_EFAILED,
            .diag = diag,
        };
        if (noc_value_store(&storing, &table.keys[i], (char *)w, value) != NOC_OK) return false;
    }
    noc_refusal refusal;
    if (!noc_phases_check(&w->phases, &refusal)) return false;
    noc_workload_fold_phases(w);
    return true;
}

static void read_rows(const config_t *config, const char *list, noc_diag *diag)
{
    const config_setting_t *rows = config_lookup(config, list);
    const int count = rows ? config_setting_length(rows) : 0;
    for (int i = 0; i < count && workload_table.count < ROWS_MAX; i++) {
        const config_setting_t *row = config_setting_get_elem(rows, (unsigned)i);
        noc_workload_row *new_row = &workload_table.rows[workload_table.count];
        *new_row = (noc_workload_row){
            .name = find_text(row, "name"),
            .title = find_text(row, "title"),
            .paper = find_text(row, "paper"),
            .group = find_text(row, "class"),
            .stated_figures = find_text(row, "stated"),
            .derived_figures = find_text(row, "derived"),
            .assumed_figures = find_text(row, "assumed"),
            .published_inputs = find_text(row, "inputs"),
        };
        if (new_row->name && new_row->paper && read_figures(row, &new_row->workload, diag))
            workload_table.count++;
    }
}

static void add_set(const char *paper, const char *group)
{
    char name[SET_CHARS];
    snprintf(name, sizeof name, "%s-%s", paper, group);
    for (size_t i = 0; i < workload_table.set_count; i++)
        if (strcmp(workload_table.sets[i].name, name) == 0) return;
    if (workload_table.set_count < SETS_MAX)
        strcpy(workload_table.sets[workload_table.set_count++].name, name);
}

/* True if a row belongs to a set: "PAPER-all" or "PAPER-CLASS". */
static bool is_member(const noc_workload_row *row, const char *set)
{
    const size_t paper = strlen(row->paper);
    if (!row->group || strncmp(set, row->paper, paper) != 0 || set[paper] != '-') return false;
    return strcmp(set + paper + 1, "all") == 0 || strcmp(set + paper + 1, row->group) == 0;
}

static bool workloads_are_equal(const noc_workload *a, const noc_workload *b)
{
    const noc_key_table table = noc_workload_keys();
    bool all_equal = true;
    for (size_t i = 0; i < table.count && all_equal; i++) {
        const size_t key_offset = table.keys[i].offset;
        if (table.keys[i].type == NOC_PHASES)
            all_equal = noc_phases_are_equal(&a->phases, &b->phases);
        else if (!noc_workload_has_key(a, &table.keys[i]))
            continue;
        else if (table.keys[i].type == NOC_INTEGER)
            all_equal = *(const int *)((const char *)a + key_offset) ==
                        *(const int *)((const char *)b + key_offset);
        else
            all_equal = *(const double *)((const char *)a + key_offset) ==
                        *(const double *)((const char *)b + key_offset);
    }
    return all_equal;
}

static void find_parts(workload_set *set)
{
    double rows = 0.0;
    for (size_t i = 0; i < workload_table.count; i++) {
        const noc_workload_row *row = &workload_table.rows[i];
        if (!is_member(row, set->name)) continue;
        size_t p = 0;
        while (p < set->count && !workloads_are_equal(&set->parts[p].workload, &row->workload)) p++;
        if (p == NOC_WORKLOAD_PARTS_MAX) continue;
        if (p == set->count)
            set->parts[set->count++] = (noc_workload_part){row->name, row->workload, 0.0};
        set->parts[p].weight += 1.0;
        rows += 1.0;
    }
    for (size_t p = 0; p < set->count; p++) set->parts[p].weight /= rows;
}

static void load_table(void)
{
    for (const noc_embedded_config *table = noc_workload_tables; table->path; table++) {
        noc_diag diag = {0};
        read_rows(table->config, "classes", &diag);
        read_rows(table->config, "workloads", &diag);
        noc_diag_clear(&diag);
    }
    for (size_t i = 0; i < workload_table.count; i++) {
        if (!workload_table.rows[i].group) continue;
        add_set(workload_table.rows[i].paper, "all");
        add_set(workload_table.rows[i].paper, workload_table.rows[i].group);
    }
    for (size_t i = 0; i < workload_table.set_count; i++) find_parts(&workload_table.sets[i]);
}

static void load_table_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_table);
}

const noc_workload_row *noc_workload_at(size_t i)
{
    load_table_once();
    return i < workload_table.count ? &workload_table.rows[i] : NULL;
}

const char *noc_workload_set_at(size_t i)
{
    load_table_once();
    return i < workload_table.set_count ? workload_table.sets[i].name : NULL;
}

/* ---- names ---------------------------------------------------------------------------------- */

size_t noc_workload_parts(const char *name, noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX])
{
    load_table_once();
    const noc_workload_row *found_row = find_row(name);
    if (found_row) {
        parts[0] = (noc_workload_part){found_row->name, found_row->workload, 1.0};
        return 1;
    }
    for (size_t i = 0; i < workload_table.set_count; i++) {
        const workload_set *set = &workload_table.sets[i];
        if (strcmp(set->name, name) != 0) continue;
        memcpy(parts, set->parts, set->count * sizeof *parts);
        return set->count;
    }
    return 0;
}

const char *noc_workload_nearest(const char *word)
{
    noc_nearest_search nearest = {.wanted = word};
    for (size_t i = 0; noc_workload_at(i); i++)
        noc_nearest_consider(&nearest, noc_workload_at(i)->name);
    for (size_t i = 0; noc_workload_set_at(i); i++)
        noc_nearest_consider(&nearest, noc_workload_set_at(i));
    return noc_nearest_name(&nearest);
}
