#include "hybrid/correction/calibration/ranges.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analytic/multicast.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"

/* Setting of a design: a number, or a word. */
typedef struct design_setting {
    const char *key; /* key without the group `network` */
    double number;
    const char *word; /* word of a choice; NULL: a number */
    int network;      /* number of the network; NOC_NO_NETWORK: no network's setting */
    bool is_special;  /* the range is `usual` alone if no seen design has the setting */
    double usual;
} design_setting;

enum { NOC_NO_NETWORK = -1 };

static const char *group_prefix(const design_setting *t)
{
    return t->network == NOC_NO_NETWORK ? "" : "network.";
}

typedef void feature_visitor(void *context, const design_setting *t);

static void visit_keys(const noc_design *d, int network, noc_key_table table,
                       feature_visitor *visitor, void *context)
{
    const char *base = (const char *)d + noc_design_group_offset(NOC_GROUP_NETWORK, network);
    for (size_t k = 0; k < table.count; k++) {
        const noc_key *key = &table.keys[k];
        design_setting t = {.key = key->name, .network = network};
        if (key->standing == NOC_EXACT || key->reading_stages == NOC_BY_COST) continue;
        if (noc_key_is_choice(key))
            t.word = noc_value_choice_name(key, base);
        else if (key->type == NOC_INTEGER)
            t.number = *(const int *)(const void *)(base + key->offset);
        else
            continue;
        visitor(context, &t);
    }
}

/* Visits all settings of a network on which waits may depend, except its topology's. */
static void visit_network(const noc_design *d, int network, feature_visitor *visitor, void *context)
{
    noc_key_table table;
    for (size_t i = 0; i < 2 && noc_design_keys(d, NOC_GROUP_NETWORK, network, i, &table); i++)
        visit_keys(d, network, table, visitor, context);
}

static double longest_packet(const noc_system *system)
{
    double longest = 0.0;
    for (int i = 0; i < system->traffic.length_count; i++)
        for (uint16_t n = 0; n < system->graph.network_count; n++)
            longest = fmax(longest, system->traffic.lengths[i].flits[n]);
    return longest;
}

/* Least and largest number of steps of a router, or flits of a channel, per cycle. */
typedef struct rates {
    double least, most;
} rates;

static void add_rate(rates *r, double rate)
{
    r->least = fmin(r->least, rate);
    r->most = fmax(r->most, rate);
}

static void find_rates(const noc_graph *g, rates *steps, rates *flits)
{
    *steps = *flits = (rates){1.0, 1.0};
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_network *net = noc_graph_channel_network(g, c);
        if (!net->vc.is_multirate) continue;
        add_rate(steps, net->vc.internal_speedup);
        add_rate(flits, noc_channel_flit_rate(g, c));
    }
}

/* Visits all settings of a design on which waits may depend. */
static void visit_settings(const noc_system *system, feature_visitor *visitor, void *context)
{
    const noc_design *d = system->design;
    const noc_traffic_spec *traffic = &d->traffic;
    rates steps, flits;
    find_rates(&system->graph, &steps, &flits);
    for (int n = 0; n < d->network_count; n++) visit_network(d, n, visitor, context);
    const bool forks = d->closed_loop && noc_has_forked_replies(system);
    const double multicast_share =
        noc_traffic_is_multicast(traffic) ? traffic->multicast.share : 0.0;
    const design_setting others[] = {
        {"traffic.pattern", 0.0, traffic->pattern->name, NOC_NO_NETWORK, false, 0.0},
        {"compute and memory nodes", noc_compute_terminals(d) + d->nodes.memory, NULL,
         NOC_NO_NETWORK, false, 0.0},
        {"nodes.memory", d->nodes.memory, NULL, NOC_NO_NETWORK, false, 0.0},
        {"flits of the longest packet", longest_packet(system), NULL, NOC_NO_NETWORK, false, 0.0},
        /* settings that few designs have */
        {"steps of a router in a cycle, at least", steps.least, NULL, NOC_NO_NETWORK, true, 1.0},
        {"steps of a router in a cycle", steps.most, NULL, NOC_NO_NETWORK, true, 1.0},
        {"flits of a channel in a cycle, at least", flits.least, NULL, NOC_NO_NETWORK, true, 1.0},
        {"flits of a channel in a cycle", flits.most, NULL, NOC_NO_NETWORK, true, 1.0},
        {"codec.cycles", d->codec.cycles, NULL, NOC_NO_NETWORK, true, 0.0},
        {"traffic.multicast.share", multicast_share, NULL, NOC_NO_NETWORK, true, 0.0},
        {"network.multicast", forks, NULL, NOC_NO_NETWORK, true, 0.0},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) visitor(context, &others[i]);
}

static const noc_seen_range *find_range(const noc_ranges *r, const design_setting *t)
{
    const char *group = group_prefix(t);
    const size_t length = strlen(group);
    for (size_t i = 0; i < r->count; i++)
        if (strncmp(r->list[i].key, group, length) == 0 &&
            strcmp(r->list[i].key + length, t->key) == 0)
            return &r->list[i];
    return NULL;
}

static bool has_word(const noc_seen_range *range, const char *word)
{
    for (size_t i = 0; i < range->word_count; i++)
        if (strcmp(range->words[i], word) == 0) return true;
    return false;
}

static void add_setting(void *context, const design_setting *t)
{
    noc_ranges *r = context;
    noc_seen_range *range = (noc_seen_range *)(size_t)find_range(r, t);
    if (!range && r->count == NOC_RANGES_MAX) return;
    if (!range) {
        range = &r->list[r->count++];
        *range = (noc_seen_range){.low = t->number, .high = t->number};
        snprintf(range->key, sizeof range->key, "%s%s", group_prefix(t), t->key);
    }
    if (!t->word) {
        range->low = fmin(range->low, t->number);
        range->high = fmax(range->high, t->number);
    } else if (!has_word(range, t->word) && range->word_count < NOC_RANGE_WORDS) {
        snprintf(range->words[range->word_count++], NOC_RANGE_CHARS, "%s", t->word);
    }
}

void noc_ranges_add(noc_ranges *ranges, const noc_system *system)
{
    visit_settings(system, add_setting, ranges);
}

typedef struct range_search {
    const noc_ranges *ranges;
    const noc_system *system;
    noc_ranges_unread_test *is_unread;
    char *text;
    size_t size;
    bool is_found;
} range_search;

static bool is_outside(const noc_seen_range *range, const design_setting *t)
{
    if (t->word) return !has_word(range, t->word);
    return t->number < range->low || t->number > range->high;
}

/* True if a setting is read; an unread one may have any value. */
static bool is_read(const range_search *s, const design_setting *t)
{
    return t->network == NOC_NO_NETWORK || !s->is_unread(s->system, t->network, t->key);
}

static void check_setting(void *context, const design_setting *t)
{
    range_search *s = context;
    const noc_seen_range usual = {.low = t->usual, .high = t->usual},
                         *seen = find_range(s->ranges, t);
    const noc_seen_range *range = seen ? seen : t->is_special ? &usual : NULL;
    if (s->is_found || !range || !is_outside(range, t) || !is_read(s, t)) return;
    s->is_found = true;
    const char *prefix = group_prefix(t);
    if (t->word)
        snprintf(s->text, s->size, "%s%s = %s", prefix, t->key, t->word);
    else if (range->low == range->high)
        snprintf(s->text, s->size, "%s%s = %g (%g)", prefix, t->key, t->number, range->low);
    else
        snprintf(s->text, s->size, "%s%s = %g (%g to %g)", prefix, t->key, t->number, range->low,
                 range->high);
}

bool noc_ranges_exclude(const noc_ranges *ranges, const noc_system *system,
                        noc_ranges_unread_test *is_unread, char *text, size_t size)
{
    range_search s = {ranges, system, is_unread, text, size, false};
    visit_settings(system, check_setting, &s);
    return s.is_found;
}
