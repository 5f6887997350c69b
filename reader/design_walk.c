#include "reader/design_walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "design/key.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"

void noc_design_clear(noc_design *d)
{
    for (int n = 0; n < d->network_count; n++) noc_wiring_free(d->networks[n].wiring);
    noc_rates_free(d->traffic.rates);
    noc_read_settings_clear(&d->read_settings);
    noc_arena_clear(&d->arena);
}

void noc_design_free(noc_design *d)
{
    if (!d) return;
    noc_design_clear(d);
    free(d);
}

/* ---- settings that stages read --------------------------------------------------------------- */

static void add_value(noc_read_settings *read, const noc_key *key, const char *base)
{
    size_t size;
    const void *bytes = noc_value_bytes(key, base, &size);
    NOC_AUTO_FREE char *text = key->type->is_read_as_text ? noc_value_text(key, base) : NULL;
    if (text) {
        bytes = text;
        size = strlen(text);
    }
    noc_read_settings_add(read, &key, sizeof key);
    noc_read_settings_add(read, &size, sizeof size);
    noc_read_settings_add(read, bytes, size);
    read->is_incomplete |= key->type->is_read_as_text && !text;
}

/* First stage that reads a key. The loop reads all keys that no earlier stage reads. */
static noc_answer_stage first_stage(const noc_key *key, bool has_wires)
{
    unsigned stages = key->reading_stages | NOC_BY_LOOP;
    if (has_wires && stages & NOC_BY_WIRES) stages |= NOC_BY_LOADS;
    return (noc_answer_stage)__builtin_ctz(stages);
}

static bool has_wires(const noc_design *d)
{
    for (int n = 0; n < d->network_count; n++)
        if (d->networks[n].link_timing == NOC_LINKS_WIRE) return true;
    return false;
}

static void add_group(noc_design *d, noc_answer_stage stage, size_t group, int network)
{
    const char *base = (const char *)d + noc_design_group_offset(group, network);
    const bool has_wire_timing = has_wires(d);
    noc_key_table table;
    for (size_t i = 0; noc_design_keys(d, group, network, i, &table); i++)
        for (size_t k = 0; k < table.count; k++)
            if (first_stage(&table.keys[k], has_wire_timing) == stage)
                add_value(&d->read_settings, &table.keys[k], base);
}

/* Adds the contents of a network's files, which their names do not identify, and channel_cycles,
 * the default latency of links, on which shortest paths depend. */
static void add_files(noc_design *d)
{
    for (int n = 0; n < d->network_count; n++) {
        const noc_network_spec *spec = &d->networks[n];
        if (!spec->wiring) continue;
        noc_read_settings_add(&d->read_settings, spec->wiring->digest, sizeof spec->wiring->digest);
        noc_read_settings_add(&d->read_settings, &spec->channel_cycles,
                              sizeof spec->channel_cycles);
    }
}

/* Adds the contents of a table of rates. Its name, a setting like others, records whether a
 * table exists. */
static void add_rates(noc_design *d)
{
    const noc_rates *rates = d->traffic.rates;
    if (rates) noc_read_settings_add(&d->read_settings, rates->digest, sizeof rates->digest);
}

bool noc_design_record_read(noc_design *d)
{
    for (noc_answer_stage stage = NOC_GRAPH_STAGE; stage < NOC_KEPT_STAGES; stage++) {
        for (size_t g = 0; g < NOC_GROUPS; g++)
            for (int n = 0; n < (g == NOC_GROUP_NETWORK ? d->network_count : 1); n++)
                add_group(d, stage, g, n);
        if (stage == NOC_GRAPH_STAGE) add_files(d);
        if (stage == NOC_ROUTES_STAGE) add_rates(d);
        noc_read_settings_end(&d->read_settings, stage);
    }
    return !d->read_settings.is_incomplete;
}

/* ---- printing ------------------------------------------------------------------------------- */

static void print_key(FILE *out, const noc_key *key, const char *base, const char *prefix)
{
    fputs(prefix, out); /* fast, as each design of a sweep prints about a hundred lines */
    putc('.', out);
    fputs(key->name, out);
    fputs(" = ", out);
    noc_value_print(out, key, base);
    putc('\n', out);
}

/* True if a key is in the canonical form. Left out are the placement, as memory_at has the
 * tiles, names of files, whose contents are printed, and defaults of younger keys. */
static bool is_printed(const noc_key *key, const char *base)
{
    if (strcmp(key->name, "placement") == 0 || key->type == NOC_TEXT) return false;
    return key->standing != NOC_YOUNGER || !noc_value_is_default(key, base);
}

static void print_keys(FILE *out, noc_key_table table, const char *base, const char *prefix)
{
    for (size_t i = 0; i < table.count; i++)
        if (is_printed(&table.keys[i], base)) print_key(out, &table.keys[i], base, prefix);
}

/* Prints a workload. The text without phases equals that of versions without phases. */
static void print_workload(FILE *out, const noc_workload *w, const char *prefix)
{
    const noc_key_table table = noc_workload_keys();
    for (size_t i = 0; i < table.count; i++)
        if (noc_workload_has_key(w, &table.keys[i]) && is_printed(&table.keys[i], (const char *)w))
            print_key(out, &table.keys[i], (const char *)w, prefix);
}

static void print_kernels(FILE *out, const noc_design *d)
{
    for (size_t k = 0; k < d->kernel_name_count; k++) {
        char prefix[40];
        snprintf(prefix, sizeof prefix, "workload[%zu]", k);
        print_workload(out, &d->kernels[k], prefix);
    }
}

char *noc_design_workload_text(const noc_design *d)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const size_t count = d->kernel_name_count ? 0 : noc_design_workloads(d, parts);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "weight = %.17g\n", parts[i].weight);
        print_keys(out, noc_workload_keys(), (const char *)&parts[i].workload, "workload");
    }
    print_kernels(out, d);
    fclose(out);
    return text;
}

static void print_files(FILE *out, const noc_design *d, int network, const char *prefix)
{
    const noc_topology_kind *topology = d->networks[network].topology;
    if (topology->print_files) topology->print_files(out, d, network, prefix);
}

static void print_rates(FILE *out, const noc_design *d, const char *prefix)
{
    const noc_rates *rates = d->traffic.rates;
    for (size_t i = 0; rates && i < rates->count; i++)
        fprintf(out, "%s.rate = %u %u %.15g\n", prefix, rates->list[i].source,
                rates->list[i].destination, rates->list[i].packet_rate);
}

char *noc_design_canonical(const noc_design *d)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t g = 0; g < NOC_GROUPS; g++) {
        const int count = g == NOC_GROUP_NETWORK ? d->network_count : 1;
        if (g == NOC_GROUP_WORKLOAD && noc_design_is_workload_set(d)) {
            fprintf(out, "workload = %s\n", d->workload_name);
            continue;
        }
        if (g == NOC_GROUP_WORKLOAD && !d->closed_loop) continue;
        if (g == NOC_GROUP_WORKLOAD && d->kernel_name_count) {
            print_kernels(out, d);
            continue;
        }
        if (g == NOC_GROUP_WORKLOAD) {
            print_workload(out, &d->workload, noc_design_group_name(g));
            continue;
        }
        for (int n = 0; n < count; n++) {
            char prefix[40];
            if (g == NOC_GROUP_NETWORK)
                snprintf(prefix, sizeof prefix, "networks[%d]", n);
            else
                snprintf(prefix, sizeof prefix, "%s", noc_design_group_name(g));
            const char *base = (const char *)d + noc_design_group_offset(g, n);
            noc_key_table table;
            for (size_t i = 0; noc_design_keys(d, g, n, i, &table); i++)
                print_keys(out, table, base, prefix);
            if (g == NOC_GROUP_NETWORK) print_files(out, d, n, prefix);
            if (g == NOC_GROUP_TRAFFIC) print_rates(out, d, prefix);
        }
    }
    fclose(out);
    return text;
}
