#include "reports/facts/catalog.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/allocators.h"
#include "design/cores/coalescers.h"
#include "design/key.h"
#include "design/memory/scheduler_kind.h"
#include "hybrid/answers/estimate.h"
#include "network/kinds/choices.h"
#include "network/kinds/kinds.h"
#include "network/kinds/traffic_keys.h"
#include "power_area/technology.h"
#include "reader/design_keys.h"
#include "reports/facts/glossary.h"

void noc_catalog_add_columns(noc_table *table)
{
    noc_table_add_detail(table, "kind");
    noc_table_add_column(table, NOC_ALIGN_LEFT, "name");
}

const char *noc_catalog_short_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

bool noc_catalog_is_match(const char *name, const char *word)
{
    return strcmp(name, word) == 0 || strcmp(noc_catalog_short_name(name), word) == 0;
}

/* ---- kinds ---------------------------------------------------------------------------------- */

/* Fields that topologies, routings, placements, patterns and others share. */
typedef struct choice {
    const char *name, *summary, *source;
    const noc_key_table *keys; /* NULL: a choice of this kind has no keys */
} choice;

static void add_choice_columns(noc_table *table)
{
    noc_catalog_add_columns(table);
    noc_table_add_columns(table, "meaning|source");
}

static void add_choice(noc_table *table, const char *kind, choice c)
{
    noc_table_add_cell(table, "%s", kind);
    noc_table_add_cell(table, "%s", c.name);
    noc_table_add_cell(table, "%s", c.summary);
    noc_table_add_cell(table, "%s", c.source);
    if (!c.keys) return;
    char *names = NULL;
    size_t size = 0;
    FILE *list = open_memstream(&names, &size);
    if (!list) {
        table->arena.is_short = true;
        return;
    }
    for (size_t k = 0; k < c.keys->count; k++)
        fprintf(list, "%s%s", k ? ", " : "", c.keys->keys[k].name);
    if (fclose(list) == 0) noc_table_add_cell(table, "%s", names);
    free(names);
}

static void fill_topologies(noc_table *table)
{
    add_choice_columns(table);
    noc_table_add_detail(table, "keys");
    for (size_t i = 0; noc_topology_at(i); i++) {
        const noc_topology_kind *kind = noc_topology_at(i);
        add_choice(table, "topology",
                   (choice){kind->name, kind->summary, kind->source, &kind->keys});
    }
}

static void add_topology_names(noc_table *table, noc_switching switching)
{
    char names[300];
    size_t used = 0;
    for (size_t i = 0; noc_topology_at(i); i++) {
        const noc_topology_kind *kind = noc_topology_at(i);
        if (kind->switching != switching || used >= sizeof names) continue;
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                 kind->name);
    }
    noc_table_add_cell(table, "%s", names);
}

static void fill_networks(noc_table *table)
{
    noc_catalog_add_columns(table);
    noc_table_add_columns(table, "built of|topologies");
    for (int s = 0; s < NOC_SWITCHINGS; s++) {
        const noc_switching_facts *facts = &noc_switchings[s];
        noc_table_add_cell(table, "network");
        noc_table_add_cell(table, "%s", facts->name);
        noc_table_add_cell(table, "%s",
                           facts->has_buffers   ? "routers with virtual channels, links"
                           : facts->has_silicon ? "routers without buffers, links"
                                                : "nothing");
        add_topology_names(table, (noc_switching)s);
    }
}

static void fill_routings(noc_table *table)
{
    char topologies[300];
    add_choice_columns(table);
    noc_table_add_detail(table, "topologies");
    for (size_t i = 0; noc_routing_at(i); i++) {
        const noc_routing_kind *kind = noc_routing_at(i);
        add_choice(table, "routing", (choice){kind->name, kind->summary, kind->source, NULL});
        noc_routing_topology_list(kind, topologies, sizeof topologies);
        noc_table_add_cell(table, "%s", topologies);
    }
}

static void fill_placements(noc_table *table)
{
    add_choice_columns(table);
    for (size_t i = 0; noc_placement_at(i); i++) {
        const noc_placement_kind *kind = noc_placement_at(i);
        add_choice(table, "placement", (choice){kind->name, kind->summary, kind->source, NULL});
    }
}

static void fill_patterns(noc_table *table)
{
    add_choice_columns(table);
    noc_table_add_detail(table, "keys");
    for (size_t i = 0; noc_pattern_at(i); i++) {
        const noc_pattern_kind *kind = noc_pattern_at(i);
        add_choice(table, "pattern",
                   (choice){kind->name, kind->summary, kind->source, &kind->keys});
    }
}

static void fill_allocators(noc_table *table)
{
    add_choice_columns(table);
    for (size_t i = 0; i < NOC_ALLOCATORS; i++) {
        const noc_allocator_facts *allocator = &noc_allocators[i];
        add_choice(table, "allocator",
                   (choice){allocator->name, allocator->summary, allocator->source, NULL});
    }
}

static void fill_schedulers(noc_table *table)
{
    add_choice_columns(table);
    for (size_t i = 0; noc_scheduler_at(i); i++) {
        const noc_scheduler_kind *kind = noc_scheduler_at(i);
        add_choice(table, "scheduler", (choice){kind->name, kind->summary, kind->source, NULL});
    }
}

static void fill_cta_schedulers(noc_table *table)
{
    add_choice_columns(table);
    for (size_t i = 0; noc_cta_scheduler_at(i); i++) {
        const noc_cta_scheduler_kind *kind = noc_cta_scheduler_at(i);
        add_choice(table, "CTA scheduler", (choice){kind->name, kind->summary, kind->source, NULL});
    }
}

static void fill_coalescers(noc_table *table)
{
    noc_catalog_add_columns(table);
    noc_table_add_columns(table, "meaning|settings|source");
    for (size_t i = 0; noc_coalescer_at(i); i++) {
        const noc_coalescer *coalescer = noc_coalescer_at(i);
        noc_table_add_cell(table, "coalescer");
        noc_table_add_cell(table, "%s", coalescer->name);
        noc_table_add_cell(table, "%s", coalescer->summary);
        noc_table_add_cell(table, "%s",
                           coalescer->settings ? coalescer->settings
                                               : "none: no effect on the network");
        noc_table_add_cell(table, "%s", coalescer->source);
    }
}

static void fill_slice_choices(noc_table *table)
{
    add_choice_columns(table);
    for (size_t i = 0; noc_slice_choice_at(i); i++) {
        const noc_slice_choice_kind *kind = noc_slice_choice_at(i);
        add_choice(table, "slice choice", (choice){kind->name, kind->summary, kind->source, NULL});
    }
}

static void fill_channel_choices(noc_table *table)
{
    add_choice_columns(table);
    noc_table_add_detail(table, "keys");
    for (size_t i = 0; noc_channel_choice_at(i); i++) {
        const noc_channel_choice_kind *kind = noc_channel_choice_at(i);
        add_choice(table, "channel choice",
                   (choice){kind->name, kind->summary, kind->source, NULL});
        noc_table_add_cell(table, "%s%s%s", kind->has_ports ? "network.port_policy" : "",
                           kind->has_ports && kind->has_links ? ", " : "",
                           kind->has_links ? "network.converged_choice" : "");
    }
}

/* ---- keys ----------------------------------------------------------------------------------- */

static void add_default(noc_table *table, const noc_key *key)
{
    if (key->standing == NOC_REQUIRED)
        noc_table_add_cell(table, "required");
    else if (key->type == NOC_INTEGER || key->type == NOC_REAL)
        noc_table_add_cell(table, "%.15g", key->default_value);
    else if (noc_key_is_choice(key))
        noc_table_add_cell(table, "%s", key->names((size_t)key->default_value));
    else
        noc_table_add_cell(table, "%s", "");
}

/* Writes the range of a key's values, without its default. */
static void write_range(const noc_key *key, char *range, size_t size)
{
    noc_key without_default = *key;
    without_default.standing = NOC_REQUIRED;
    noc_value_expected(&without_default, range, size);
}

static void add_range(noc_table *table, const noc_key *key)
{
    char range[500];
    write_range(key, range, sizeof range);
    noc_table_add_cell(table, "%s", range);
}

/* Adds a key. `owners`: designs with the key: "every design", "topology mesh", "pattern uniform,
 * hotspot". */
static void add_key(noc_table *table, const char *group, const noc_key *key, const char *owners)
{
    noc_table_add_cell(table, "key");
    noc_table_add_cell(table, "%s.%s", group, key->name);
    add_default(table, key);
    noc_table_add_cell(table, "%s", key->unit);
    noc_table_add_cell(table, "%s", key->meaning);
    add_range(table, key);
    noc_table_add_cell(table, "%s", owners);
    noc_table_add_cell(table, "%s", key->source);
}

/* True if owner `a`, of the kind of owner `b`, has a key with the name and meaning of `key`. Such a
 * key is listed once, with all its owners. */
static bool has_same_key(const noc_key_owner *a, const noc_key_owner *b, const noc_key *key)
{
    const noc_key *match = a->kind == b->kind ? noc_key_find(a->keys, key->name) : NULL;
    return match && strcmp(match->meaning, key->meaning) == 0;
}

/* True if an owner before owner `i` has the key. */
static bool is_listed(size_t i, const noc_key_owner *owner, const noc_key *key)
{
    noc_key_owner earlier;
    for (size_t k = 0; k < i && noc_key_owner_at(k, &earlier); k++)
        if (has_same_key(&earlier, owner, key)) return true;
    return false;
}

/* Adds a key with all its owners: "topology mesh, cmesh", "virtual-channel networks", "traffic with
 * replies". */
static void add_owned_key(noc_table *table, const noc_key_owner *owner, const noc_key *key)
{
    static const char *const prefixes[] = {"", "topology ", "", "pattern "};
    static const char *const suffixes[] = {" networks", "", "", ""};
    char owners[400];
    size_t used = (size_t)snprintf(owners, sizeof owners, "%s", prefixes[owner->kind]);
    const char *separator = "";
    noc_key_owner sharing_owner;
    for (size_t i = 0; noc_key_owner_at(i, &sharing_owner) && used < sizeof owners; i++) {
        if (!has_same_key(&sharing_owner, owner, key)) continue;
        used += (size_t)snprintf(owners + used, sizeof owners - used, "%s%s%s", separator,
                                 sharing_owner.name, suffixes[owner->kind]);
        separator = ", ";
    }
    add_key(table, noc_design_group_name(owner->group), key, owners);
}

static void add_owned_keys(noc_table *table)
{
    noc_key_owner owner;
    for (size_t i = 0; noc_key_owner_at(i, &owner); i++)
        for (size_t k = 0; k < owner.keys.count; k++)
            if (!is_listed(i, &owner, &owner.keys.keys[k]))
                add_owned_key(table, &owner, &owner.keys.keys[k]);
}

static void fill_keys(noc_table *table)
{
    noc_catalog_add_columns(table);
    noc_table_add_columns(table, "default|unit|meaning");
    noc_table_add_detail(table, "range");
    noc_table_add_detail(table, "applies_to");
    noc_table_add_detail(table, "source");
    for (size_t g = 0; noc_design_group_name(g); g++) {
        const noc_key_table keys = noc_design_group_keys(g);
        for (size_t k = 0; k < keys.count; k++)
            add_key(table, noc_design_group_name(g), &keys.keys[k], "every design");
    }
    add_owned_keys(table);
}

static void add_kind_keys(noc_table *table, const char *group, noc_key_table keys)
{
    for (size_t k = 0; k < keys.count; k++) {
        const noc_key *key = &keys.keys[k];
        char range[500];
        write_range(key, range, sizeof range);
        noc_table_add_cell(table, "%s.%s", group, key->name);
        add_default(table, key);
        noc_table_add_cell(table, "%s%s%s; %s%s%s%s", range, *key->unit ? " " : "", key->unit,
                           key->meaning, *key->source ? " (" : "", key->source,
                           *key->source ? ")" : "");
    }
}

/* Adds the keys of traffic that a pattern can have. */
static void add_traffic_keys(noc_table *table, const char *pattern)
{
    size_t pattern_index = 0;
    while (strcmp(noc_pattern_name(pattern_index), pattern) != 0) pattern_index++;
    for (noc_traffic_kind kind = 0; kind < NOC_TRAFFIC_KINDS; kind++)
        if (noc_traffic_can_have_kind(noc_pattern_at(pattern_index), kind))
            add_kind_keys(table, "traffic", noc_traffic_kind_keys(kind));
}

void noc_catalog_fill_keys(const char *kind, const char *name, noc_table *table)
{
    const bool is_topology = strcmp(kind, "topology") == 0;
    const noc_owner_kind owner_kind = is_topology ? NOC_OWNER_TOPOLOGY : NOC_OWNER_PATTERN;
    if (!is_topology && strcmp(kind, "pattern") != 0) return;
    noc_key_owner owner;
    for (size_t i = 0; noc_key_owner_at(i, &owner); i++)
        if (owner.kind == owner_kind && strcmp(owner.name, name) == 0) break;
    noc_table_add_columns(table, "key|default|range and meaning");
    if (!is_topology) add_traffic_keys(table, name);
    add_kind_keys(table, noc_design_group_name(owner.group), owner.keys);
}

/* ---- tables --------------------------------------------------------------------------------- */

static void fill_metrics(noc_table *table)
{
    noc_catalog_add_columns(table);
    noc_table_add_columns(table, "unit|meaning");
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_info *info = noc_metric_info_of((noc_metric_id)i);
        noc_table_add_cell(table, "metric");
        noc_table_add_cell(table, "%s", info->name);
        noc_table_add_cell(table, "%s", info->unit);
        noc_table_add_cell(table, "%s", info->meaning);
    }
}

static size_t count_provenance(const noc_technology *technology, noc_provenance provenance)
{
    size_t count = 0;
    for (int i = 0; i < NOC_COEFFICIENTS; i++)
        count += technology->coefficients[i].source && /* present in the table */
                 technology->coefficients[i].provenance == provenance;
    return count;
}

static void fill_technologies(noc_table *table)
{
    noc_catalog_add_columns(table);
    noc_table_add_columns(table, "coefficients|source");
    for (size_t i = 0; noc_technology_at(i); i++) {
        const noc_technology *technology = noc_technology_at(i);
        noc_table_add_cell(table, "technology");
        noc_table_add_cell(table, "%gnm", technology->feature_nm);
        noc_table_add_cell(
            table, "%zu published, %zu derived, %zu claimed, %zu assumed",
            count_provenance(technology, NOC_PUBLISHED), count_provenance(technology, NOC_DERIVED),
            count_provenance(technology, NOC_CLAIMED), count_provenance(technology, NOC_ASSUMED));
        noc_table_add_cell(table, "%s", technology->source);
    }
}

static void fill_words(noc_table *table)
{
    noc_catalog_add_columns(table);
    noc_table_add_column(table, NOC_ALIGN_LEFT, "meaning");
    noc_table_add_detail(table, "also");
    noc_table_add_column(table, NOC_ALIGN_LEFT, "see");
    noc_table_add_detail(table, "source");
    for (size_t i = 0; noc_glossary_at(i); i++) {
        const noc_word *word = noc_glossary_at(i);
        noc_table_add_cell(table, "word");
        noc_table_add_cell(table, "%s", word->name);
        noc_table_add_cell(table, "%s", word->meaning);
        noc_table_add_cell(table, "%s", word->aliases);
        noc_table_add_cell(table, "%s", word->see);
        noc_table_add_cell(table, "%s", word->source);
    }
}

/* Texts on the figures of a workload: name of the column, and offset of the text in a row. */
static const struct {
    const char *name;
    size_t offset;
} workload_texts[] = {
    {"stated", offsetof(noc_workload_row, stated_figures)},
    {"derived", offsetof(noc_workload_row, derived_figures)},
    {"assumed", offsetof(noc_workload_row, assumed_figures)},
    {"inputs", offsetof(noc_workload_row, published_inputs)},
};
enum { WORKLOAD_TEXTS = sizeof workload_texts / sizeof *workload_texts };

static void fill_workloads(noc_table *table)
{
    noc_catalog_add_columns(table);
    noc_table_add_columns(table, "of|application");
    const noc_key_table keys = noc_workload_keys();
    for (size_t k = 0; k < keys.count; k++) noc_table_add_detail(table, keys.keys[k].name);
    for (size_t t = 0; t < WORKLOAD_TEXTS; t++) noc_table_add_detail(table, workload_texts[t].name);
    for (size_t i = 0; noc_workload_set_at(i); i++) {
        noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
        noc_table_add_cell(table, "workload");
        noc_table_add_cell(table, "%s", noc_workload_set_at(i));
        noc_table_add_cell(table, "set");
        const size_t count = noc_workload_parts(noc_workload_set_at(i), parts);
        noc_table_add_cell(table, "harmonic mean over %zu workload%s", count,
                           count == 1 ? "" : "s");
        for (size_t k = 0; k < keys.count + WORKLOAD_TEXTS; k++)
            noc_table_add_cell(table, "%s", "");
    }
    for (size_t i = 0; noc_workload_at(i); i++) {
        const noc_workload_row *row = noc_workload_at(i);
        noc_table_add_cell(table, "workload");
        noc_table_add_cell(table, "%s", row->name);
        noc_table_add_cell(table, "%s", row->group ? row->group : row->paper);
        noc_table_add_cell(table, "%s", row->title ? row->title : "a class of applications");
        for (size_t k = 0; k < keys.count; k++) {
            char *value = noc_value_text(&keys.keys[k], (const char *)&row->workload);
            const bool is_given = noc_workload_has_key(&row->workload, &keys.keys[k]);
            noc_table_add_cell(table, "%s", value && is_given ? value : "");
            free(value);
        }
        for (size_t t = 0; t < WORKLOAD_TEXTS; t++) {
            const char *text = *(const char *const *)((const char *)row + workload_texts[t].offset);
            noc_table_add_cell(table, "%s", text ? text : "");
        }
    }
}

const noc_catalog *noc_catalog_at(size_t i)
{
    static const noc_catalog catalogs[] = {
        {"topologies", "how routers can be connected", fill_topologies},
        {"networks", "the kinds of networks that topologies are", fill_networks},
        {"routings", "how packets can choose their path", fill_routings},
        {"placements", "where memory nodes can stand", fill_placements},
        {"patterns", "who can send to whom", fill_patterns},
        {"allocators", "how routers pair inputs and outputs", fill_allocators},
        {"schedulers", "which request a DRAM serves next", fill_schedulers},
        {"cta-schedulers", "which CTA starts on which core", fill_cta_schedulers},
        {"coalescers", "what merges requests on their way to the network", fill_coalescers},
        {"slice-choices", "which slice of a network packets can take", fill_slice_choices},
        {"channel-choices", "which of channels side by side packets can take",
         fill_channel_choices},
        {"workloads", "what cores can run, and sets of that", fill_workloads},
        {"keys", "the settings of a design file", fill_keys},
        {"metrics", "the figures of an answer", fill_metrics},
        {"technologies", "processes with a table of component costs", fill_technologies},
        {"words", "what people say, and what it is called here; the papers", fill_words},
    };
    return i < sizeof catalogs / sizeof catalogs[0] ? &catalogs[i] : NULL;
}
