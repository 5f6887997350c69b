#include "design/workload/phases.h"

#include <math.h>

#include "design/group_list.h"

#define PHASE(member) offsetof(noc_phase, member)

/* Keys of a phase, without defaults: missing parameters are the workload's. */
static const noc_key keys[] = {
    {"share", NOC_REAL, PHASE(share), 1e-6, 1, 0, 1, NULL, "", "share of the instructions", "",
     NULL, NOC_BY_LOOP},
    {"instructions", NOC_REAL, PHASE(instructions), 1.0 / 64, 1e6, 0, 1, NULL, "",
     "warp instructions per memory request, mean", "", NULL, NOC_BY_LOOP},
    {"warps", NOC_INTEGER, PHASE(warps), 1, 1024, 0, 1, NULL, "warps", "ready warps of a core", "",
     NULL, NOC_BY_LOOP},
    {"read_fraction", NOC_REAL, PHASE(read_fraction), 0, 1, 0, 1, NULL, "",
     "share of reads in the requests", "", NULL, NOC_BY_LOOP},
    {"burst", NOC_INTEGER, PHASE(burst), 1, 64, 0, 1, NULL, "requests",
     "requests of one memory instruction", "", NULL, NOC_BY_LOOP},
    {"l2_hit_rate", NOC_REAL, PHASE(l2_hit_rate), 0, 1, 0, 1, NULL, "",
     "share of the requests that the second-level cache answers", "", NULL, NOC_BY_LOOP},
    {"row_locality", NOC_REAL, PHASE(row_locality), 0, 1, 0, 1, NULL, "",
     "chance that a block lies in the row that its controller was asked for last", "", NULL,
     NOC_BY_LOOP},
};

static const noc_group_list phases_list = {
    "phases", "({ share = 0.4; instructions = 3; }, { share = 0.6; instructions = 60; })",
    NOC_PHASES_MAX};

static const noc_key_table phase_keys = NOC_KEYS(keys);

noc_key_table noc_phase_keys(void)
{
    return phase_keys;
}

/* ---- reading and writing -------------------------------------------------------------------- */

/* Finds the key of a parameter; NULL if the phase does not give the parameter. */
static const noc_key *find_figure(const void *stored, int number, const char *figure,
                                  const char **base)
{
    const noc_phases *phases = stored;
    if ((size_t)number >= phases->count) return NULL;
    *base = (const char *)&phases->list[number];
    return noc_phase_has_parameter(&phases->list[number], figure)
               ? noc_key_find(noc_phase_keys(), figure)
               : NULL;
}

static noc_status store_figure(const noc_storing *s, void *stored_phases, int number,
                               const char *figure, const config_setting_t *value)
{
    noc_phases *phases = stored_phases;
    const noc_key *key = noc_key_find(noc_phase_keys(), figure);
    if ((size_t)number >= phases->count)
        return noc_fail(s->diag, s->status, s->place,
                        "%s: the workload has %zu phases, counted from 0", s->path, phases->count);
    if (!key)
        return noc_fail(s->diag, s->status, s->place,
                        "%s: a phase has no '%s' (it has share, instructions, warps, "
                        "read_fraction, burst, l2_hit_rate, row_locality)",
                        s->path, figure);
    noc_phase *phase = &phases->list[number];
    const noc_status stored = noc_value_store(s, key, (char *)phase, value);
    if (stored == NOC_OK) phase->given_keys |= 1u << (key - keys);
    return stored;
}

static noc_status store_group(const noc_storing *s, noc_phases *phases, int number,
                              const config_setting_t *group)
{
    noc_storing member = *s;
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *value = config_setting_get_elem(group, (unsigned)i);
        const char *figure = config_setting_name(value);
        char path[NOC_MEMBER_PATH_CHARS];
        member = noc_group_member(s, number, figure, value, path);
        const noc_status stored = store_figure(&member, phases, number, figure, value);
        if (stored != NOC_OK) return stored;
    }
    if (phases->list[number].given_keys & 1u) return NOC_OK;
    return noc_fail(s->diag, s->status, member.place,
                    "%s[%d] has no share of the instructions (share = 0.5;)", s->path, number);
}

static noc_status store_phases(const noc_storing *s, void *stored_phases,
                               const config_setting_t *value)
{
    noc_phases *phases = stored_phases;
    int count;
    noc_status stored = noc_group_list_count(s, &phases_list, value, &count);
    if (stored != NOC_OK) return stored;
    *phases = (noc_phases){.period = phases->period, .count = (size_t)count};
    for (int i = 0; i < count && stored == NOC_OK; i++)
        stored = store_group(s, phases, i, config_setting_get_elem(value, (unsigned)i));
    return stored;
}

static void print_phase(FILE *out, const noc_phase *phase)
{
    fputs("{ ", out);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (phase->given_keys >> i & 1u) noc_group_print_key(out, &keys[i], (const char *)phase);
    fputc('}', out);
}

static void print_phases(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    const noc_phases *phases = stored;
    fputc('(', out);
    for (size_t i = 0; i < phases->count; i++) {
        if (i) fputs(", ", out);
        print_phase(out, &phases->list[i]);
    }
    fputc(')', out);
}

static void expect_phases(const noc_key *key, char *text, size_t size)
{
    (void)key;
    noc_group_list_expect(&phases_list, text, size);
}

const noc_value_type noc_phases_type = {
    .store_parts = store_phases,
    .member = find_figure,
    .members = &phase_keys,
    .store_member = store_figure,
    .print = print_phases,
    .expect = expect_phases,
};

/* ---- facts ---------------------------------------------------------------------------------- */

static bool figures_are_equal(const noc_key *key, const noc_phase *a, const noc_phase *b)
{
    const char *first = (const char *)a + key->offset, *second = (const char *)b + key->offset;
    if (key->type == NOC_INTEGER) return *(const int *)first == *(const int *)second;
    return *(const double *)first == *(const double *)second;
}

static bool phases_are_equal(const noc_phase *a, const noc_phase *b)
{
    bool all_equal = a->given_keys == b->given_keys;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && all_equal; i++)
        all_equal = !(a->given_keys >> i & 1u) || figures_are_equal(&keys[i], a, b);
    return all_equal;
}

bool noc_phases_are_equal(const noc_phases *a, const noc_phases *b)
{
    bool all_equal = a->count == b->count && (a->count == 0 || a->period == b->period);
    for (size_t i = 0; i < a->count && all_equal; i++)
        all_equal = phases_are_equal(&a->list[i], &b->list[i]);
    return all_equal;
}

bool noc_phase_has_parameter(const noc_phase *phase, const char *figure)
{
    const noc_key *key = noc_key_find(noc_phase_keys(), figure);
    return key && (phase->given_keys >> (key - keys) & 1u);
}

static double sum_shares(const noc_phases *phases)
{
    double sum = 0.0;
    for (size_t i = 0; i < phases->count; i++) sum += phases->list[i].share;
    return sum;
}

void noc_phases_normalise(noc_phases *phases)
{
    static const double rounding = 1e-12;
    const double sum = sum_shares(phases);
    for (size_t i = 0; i < phases->count && fabs(sum - 1.0) > rounding; i++)
        phases->list[i].share /= sum;
}

bool noc_phases_check(const noc_phases *phases, noc_refusal *r)
{
    static const double slack = 1e-3;
    const double sum = sum_shares(phases);
    if (phases->count > 0 && !(fabs(sum - 1.0) <= slack))
        return noc_refuse(r, NOC_PATHS("workload.phases"),
                          "workload.phases: shares of the instructions sum to %g (1)", sum);
    for (size_t i = 0; i < phases->count; i++)
        if (phases->list[i].share * phases->period < 1.0)
            return noc_refuse(r, NOC_PATHS("workload.phase_period", "workload.phases"),
                              "workload.phases[%zu]: %g of workload.phase_period = %g is less than "
                              "an instruction",
                              i, phases->list[i].share, phases->period);
    return true;
}
