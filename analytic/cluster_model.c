#include "analytic/cluster_model.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/unfair_engset.h"

/* A line of a class, in means. */
typedef struct life {
    double merged; /* requests of other cores while an entry waits */
    double kept;   /* chance that the line then goes into the cache */
    double hits;   /* in the cache, for each entry */
    double stay;   /* cycles there, for each entry */
} life;

/* What is sought: the chances that a class finds the table full, and the time after which the cache
 * drops a line. */
typedef struct state {
    const noc_cluster_load *load;
    noc_engset_class *places;
    double *full; /* by class */
    double unused;
} state;

static life life_of(const noc_cluster_load *load, const noc_line_class *c, double unused)
{
    const double k = load->cores, others = load->round_trip - 1.0;
    life l = {.merged = (k - 1.0) * (1.0 - pow(1.0 - c->reads / k, others)), .kept = 0.0};
    if (unused <= 0.0) return l;
    const double used = c->reads + c->writes;
    /* Nobody uses or drops it in that time: about for ever is long enough. */
    const double left = fmax(exp(-used * unused), 1e-30);
    const double ends = left + (1.0 - left) * c->writes / used; /* no other read follows */
    l.kept = (1.0 - pow(1.0 - c->reads * (k - 1.0) / k, others)) * pow(1.0 - c->writes, others);
    l.hits = l.kept * (1.0 - ends) / ends;
    l.stay = l.kept * (1.0 - left) / used / ends;
    return l;
}

/* Cycles in which nobody has a line, until it is asked for. */
static double gap(const noc_line_class *c)
{
    return (1.0 - c->reads) / c->reads;
}

/* Entries that a line gets a cycle: its life, in which a request that finds the table full is
 * followed by another gap. */
static double entry_rate(const state *s, size_t i, const life *l)
{
    const double open = 1.0 - s->full[i];
    return open / ((s->load->round_trip + l->stay) * open + gap(&s->load->classes[i]));
}

/* Lines in the cache when it drops those that were not used for `unused` cycles. */
static double lines_kept(const state *s, double unused)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->load->count; i++) {
        const noc_line_class *c = &s->load->classes[i];
        const life l = life_of(s->load, c, unused);
        sum += c->lines * entry_rate(s, i, &l) * l.stay;
    }
    return sum;
}

/* The characteristic time: in which as many lines are kept as there is room for. After the last
 * doubling nothing matters any more: the cache never fills. */
static double find_time(const state *s)
{
    enum { DOUBLINGS = 30, HALVINGS = 50 };
    double low = 0.0, high = s->load->round_trip;
    if (s->load->cache_lines <= 0.0 || s->load->entries < 1.0) return 0.0;
    for (int i = 0; i < DOUBLINGS && lines_kept(s, high) < s->load->cache_lines; i++) {
        low = high;
        high *= 2.0;
    }
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        *(lines_kept(s, middle) < s->load->cache_lines ? &low : &high) = middle;
    }
    return low;
}

/* The chances that follow from lives. In the loss system a source that is refused begins its whole
 * time outside anew, a line only its gap: so the time in the cache counts as far as it is not
 * refused. Returns the largest change; below 0 when out of memory. */
static double find_full(state *s)
{
    const noc_cluster_load *load = s->load;
    double change = 0.0;
    if (isinf(load->entries)) return 0.0;
    for (size_t i = 0; i < load->count; i++) {
        const noc_line_class *c = &load->classes[i];
        const double stay = life_of(load, c, s->unused).stay * (1.0 - s->full[i]);
        s->places[i] =
            (noc_engset_class){.weight = load->round_trip / (stay + gap(c)), .sources = c->lines};
    }
    if (!noc_engset(s->places, load->count, (size_t)load->entries)) return -1.0;
    for (size_t i = 0; i < load->count; i++) {
        const double full = s->places[i].refused / (1.0 - s->places[i].holds);
        change = fmax(change, fabs(full - s->full[i]));
        s->full[i] = full;
    }
    return change;
}

/* Without a cache the first round is the last. */
static bool settle(state *s)
{
    enum { ROUNDS = 30 };
    const double enough = 1e-6;
    for (int round = 0; round < ROUNDS; round++) {
        s->unused = find_time(s);
        const double change = find_full(s);
        if (change < 0.0) return false;
        if (change < enough || s->load->cache_lines <= 0.0) break;
    }
    return true;
}

static void add_up(const state *s, noc_cluster_traffic *t)
{
    double reads = 0.0, entered = 0.0, without = 0.0, merged = 0.0, hits = 0.0;
    for (size_t i = 0; i < s->load->count; i++) {
        const noc_line_class *c = &s->load->classes[i];
        const life l = life_of(s->load, c, s->unused);
        const double entries = c->lines * entry_rate(s, i, &l);
        const double outside =
            c->lines * gap(c) / ((s->load->round_trip + l.stay) * (1.0 - s->full[i]) + gap(c));
        reads += c->lines * c->reads;
        entered += entries;
        merged += entries * l.merged;
        hits += entries * l.hits;
        /* The core's own MSHR merges what comes before the reply. */
        without += c->reads * outside * s->full[i] /
                   (1.0 + c->reads * s->load->round_trip / s->load->cores);
    }
    const double left = entered + without + merged + hits, each = left > 0.0 ? 1.0 / left : 0.0;
    *t = (noc_cluster_traffic){
        .sent = entered + without,
        .absorbed = (merged + hits) * each,
        .hits = hits * each,
        .without = without * each,
        .own = reads > 0.0 ? 1.0 - left / reads : 0.0,
        .entries_used = entered * s->load->round_trip,
    };
}

bool noc_cluster_traffic_of(const noc_cluster_load *load, noc_cluster_traffic *traffic)
{
    state s = {.load = load};
    s.places = calloc(load->count + 1, sizeof *s.places);
    s.full = calloc(load->count + 1, sizeof *s.full);
    const bool found = s.places && s.full && settle(&s);
    if (found) add_up(&s, traffic);
    free(s.places);
    free(s.full);
    return found;
}
