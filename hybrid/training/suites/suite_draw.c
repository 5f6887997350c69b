/* Designs are drawn at the points of a low-discrepancy sequence (Sobol, after Antonov and Saleev
 * 1979), shifted by a random amount in each dimension (Cranley and Patterson 1976): every key has
 * each of its values about equally often, and every pair of keys each pair of values. Drawn values
 * replace settings of `set`, or of a design file. Keys that the drawn kind of network does not have
 * are dropped. Points without a valid design are skipped. A larger count only adds designs. */
#include "hybrid/training/suites/suite_draw.h"

#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_setting.h"
#include "hybrid/training/suites/suite_cases.h"
#include "network/compile/compile.h"
#include "network/graph/switching.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

enum {
    AXES_MOST = 32,
    OVERRIDES_MOST = 64,
    TRIES = 50,
    COUNT_MOST = 10000,
    TILES_MOST = 1024,
    RANGE_MOST = 1000000
};

/* Overrides of one drawn design. */
typedef struct draw {
    char *overrides[OVERRIDES_MOST];
    size_t count;
    size_t size; /* size of the override under construction */
    char fault[200];
} draw;

static void clear(draw *d)
{
    for (size_t i = 0; i < d->count; i++) free(d->overrides[i]);
    d->count = 0;
}

/* Begins an override, "network.columns="; NULL: there is no room. end_override ends it. */
static FILE *begin(draw *d, const char *path)
{
    FILE *out =
        d->count < OVERRIDES_MOST ? open_memstream(&d->overrides[d->count], &d->size) : NULL;
    if (out) fprintf(out, "%s=", path);
    return out;
}

static void keep(draw *d, FILE *out)
{
    fclose(out);
    d->count++;
}

static void put(draw *d, const char *path, const config_setting_t *value)
{
    FILE *out = begin(d, path);
    if (!out) return;
    noc_suite_print(out, value);
    keep(d, out);
}

static void put_number(draw *d, const char *path, int number)
{
    FILE *out = begin(d, path);
    if (!out) return;
    fprintf(out, "%d", number);
    keep(d, out);
}

/* Puts the leaves of { network = { columns = 4; }; }. */
static void put_groups(draw *d, const config_setting_t *groups)
{
    for (int i = 0; groups && i < config_setting_length(groups); i++) {
        const config_setting_t *group = config_setting_get_elem(groups, (unsigned)i);
        for (int k = 0; config_setting_is_group(group) && k < config_setting_length(group); k++) {
            const config_setting_t *leaf = config_setting_get_elem(group, (unsigned)k);
            char path[120];
            snprintf(path, sizeof path, "%s.%s", config_setting_name(group),
                     config_setting_name(leaf));
            put(d, path, leaf);
        }
    }
}

/* ---- axes ----------------------------------------------------------------------------------- */

typedef struct axis {
    const char *key;                /* key that varies; NULL: the values are groups of settings */
    const config_setting_t *values; /* list of values; NULL: whole numbers from `from` to `to` */
    double from, to;
    bool by_ratio; /* equal ratios of numbers are equally likely */
} axis;

typedef struct plan {
    axis axes[AXES_MOST];
    size_t count;
    noc_source base; /* design that varies; without a text, `fixed_settings` varies */
    const config_setting_t *set;
    const config_setting_t *without; /* numbers of drawn designs that are omitted; NULL: none */
    double random_memory, random_hot;
    /* nothing is learned from each design of this period; 0: no design is held back */
    int held_back;
    bool fill;
    char fault[200]; /* reason why the first skipped point is invalid */
} plan;

/* Reads { key = "network.columns"; from = 3; to = 9; }. */
static void read_range(noc_suite_reader *r, const config_setting_t *group, axis *x)
{
    const config_setting_t *by_ratio = config_setting_get_member(group, "by_ratio");
    x->from = noc_config_number(config_setting_get_member(group, "from"));
    x->to = noc_config_number(config_setting_get_member(group, "to"));
    x->by_ratio = by_ratio && config_setting_get_bool(by_ratio);
    const double least = x->by_ratio ? 1.0 : 0.0;
    if (!(least <= x->from && x->from <= x->to && x->to <= RANGE_MOST) ||
        x->from != floor(x->from) || x->to != floor(x->to))
        noc_config_complain(&r->faults, group,
                            "from, to: expected whole numbers, from %g to %d, the smaller first",
                            least, RANGE_MOST);
}

static void read_axis(noc_suite_reader *r, const config_setting_t *group, plan *p)
{
    static const char *const members[] = {"key", "values",   "choices", "from",
                                          "to",  "by_ratio", NULL};
    if (!config_setting_is_group(group) || p->count == AXES_MOST) {
        noc_config_complain(&r->faults, group,
                            "vary: expected at most %d groups: { key = \"network.flit_bytes\"; "
                            "values = (8, 16); }",
                            AXES_MOST);
        return;
    }
    noc_config_check_members(&r->faults, group, members);
    const char *key = noc_config_text(config_setting_get_member(group, "key"));
    const config_setting_t *list = config_setting_get_member(group, key ? "values" : "choices");
    axis x = {.key = key, .values = list};
    if (key && !list && config_setting_get_member(group, "from"))
        read_range(r, group, &x);
    else if (!noc_config_is_list(list) || config_setting_length(list) == 0)
        noc_config_complain(&r->faults, group,
                            "what varies has a key with values, or from .. to, or choices (lists)");
    p->axes[p->count++] = x;
}

static void read_plan(noc_suite_reader *r, const config_setting_t *group, plan *p)
{
    const config_setting_t *vary = config_setting_get_member(group, "vary");
    const config_setting_t *random = config_setting_get_member(group, "random_memory");
    const char *base = noc_config_text(config_setting_get_member(group, "base"));
    const config_setting_t *hot = config_setting_get_member(group, "random_hot");
    const config_setting_t *fill = config_setting_get_member(group, "fill");
    const config_setting_t *held_back = config_setting_get_member(group, "held_back");
    *p = (plan){.set = config_setting_get_member(group, "set"),
                .without = config_setting_get_member(group, "without")};
    if (base && p->set)
        noc_config_complain(&r->faults, p->set, "expected a base or a set, not both");
    if (base) noc_suite_read_base(r, group, base, &p->base);
    if (p->without && !noc_config_is_list(p->without))
        noc_config_complain(&r->faults, p->without,
                            "without: expected a list of numbers: without = (3, 7);");
    if (p->set && !config_setting_is_group(p->set))
        noc_config_complain(&r->faults, p->set,
                            "set: expected a group: set = { network = { ... }; };");
    if (!noc_config_is_list(vary))
        noc_config_complain(&r->faults, group,
                            "a family that is drawn needs vary = ( { key = ...; } );");
    for (int i = 0; noc_config_is_list(vary) && i < config_setting_length(vary); i++)
        read_axis(r, config_setting_get_elem(vary, (unsigned)i), p);
    p->random_memory = random ? noc_config_number(random) : 0.0;
    if (!(p->random_memory >= 0.0 && p->random_memory <= 1.0))
        noc_config_complain(&r->faults, random, "random_memory: expected a share, 0 to 1");
    p->random_hot = hot ? noc_config_number(hot) : 0.0;
    if (!(p->random_hot >= 0.0 && p->random_hot <= TILES_MOST))
        noc_config_complain(&r->faults, hot,
                            "random_hot: expected how many nodes are hot at most, 0 to %d",
                            TILES_MOST);
    p->fill = fill && config_setting_get_bool(fill);
    if (held_back && !(config_setting_lookup_int(group, "held_back", &p->held_back) &&
                       p->held_back >= 2 && p->held_back <= COUNT_MOST))
        noc_config_complain(&r->faults, held_back,
                            "held_back: expected an integer in 2..%d: 3 keeps every third design "
                            "out of all that is learned",
                            COUNT_MOST);
}

/* ---- published placements ------------------------------------------------------------------- */

/* Grids for which papers give the named placements. Named placements exist for any grid, but
 * earlier suites skipped draws on other grids: `placements = "published";` in a suite keeps its
 * draws, and its measurements, unchanged. */

/* te13 draws its placements for 8 memory controllers on 6x6 tiles (Figure 30). */
static bool is_te13s(int columns, int rows, int memory)
{
    return columns == 6 && rows == 6 && memory == 8;
}

static bool is_in_two_rows(int columns, int rows, int memory)
{
    return rows >= 2 && (memory + 1) / 2 <= columns;
}

static bool has_own_rows_and_columns(int columns, int rows, int memory)
{
    return memory <= rows && memory <= columns;
}

static const struct {
    const char *name;
    bool (*holds)(int columns, int rows, int memory);
} published[] = {
    {"top-bottom", is_in_two_rows},
    {"peripheral-row", is_te13s},
    {"peripheral-col", is_te13s},
    {"scattered", is_te13s},
    {"staircase", has_own_rows_and_columns},
};

/* True if the placement of the design's memory nodes is published for its grid, or explicit, or if
 * nodes are on no grid. */
static bool is_published(const noc_design *d)
{
    int columns, rows;
    if (d->nodes.memory == 0 || !noc_design_tiles(d, &columns, &rows)) return true;
    const char *name = d->nodes.placement->name;
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++)
        if (strcmp(published[i].name, name) == 0)
            return published[i].holds(columns, rows, d->nodes.memory);
    return true;
}

/* ---- drawing -------------------------------------------------------------------------------- */

static int number_of(const axis *x, double point)
{
    const double all = x->to + 1.0;
    const double number =
        x->by_ratio ? x->from * pow(all / x->from, point) : x->from + point * (all - x->from);
    return (int)fmin(floor(number), x->to);
}

static double shifted(double point, double shift)
{
    const double sum = point + shift;
    return sum < 1.0 ? sum : sum - 1.0;
}

static void put_values(const plan *p, const double *point, draw *d)
{
    for (size_t a = 0; a < p->count; a++) {
        const axis *x = &p->axes[a];
        if (!x->values) {
            put_number(d, x->key, number_of(x, point[a]));
            continue;
        }
        const int length = config_setting_length(x->values);
        const config_setting_t *value =
            config_setting_get_elem(x->values, (unsigned)(point[a] * length));
        if (x->key)
            put(d, x->key, value);
        else
            put_groups(d, value);
    }
}

/* Finds the number of a key in the family's fixed settings; of several networks, the first with the
 * key counts. */
static bool number_set(const plan *p, const char *group, const char *key, int *number)
{
    const config_setting_t *own = p->set ? config_setting_get_member(p->set, group) : NULL;
    const config_setting_t *several = p->set && strcmp(group, "network") == 0
                                          ? config_setting_get_member(p->set, "networks")
                                          : NULL;
    if (own && config_setting_lookup_int(own, key, number)) return true;
    for (int n = 0; several && n < config_setting_length(several); n++)
        if (config_setting_lookup_int(config_setting_get_elem(several, (unsigned)n), key, number))
            return true;
    return false;
}

/* Number of a key in the draw, else in the fixed settings, else `usual`. */
static int number_drawn(const plan *p, const draw *d, const char *group, const char *key, int usual)
{
    char start[120];
    const int length = snprintf(start, sizeof start, "%s.%s=", group, key);
    for (size_t i = d->count; i-- > 0;)
        if (strncmp(d->overrides[i], start, (size_t)length) == 0)
            return (int)strtol(d->overrides[i] + length, NULL, 10);
    int number;
    return number_set(p, group, key, &number) ? number : usual;
}

/* Tiles of the drawn grid; 0: none was drawn. */
static int tiles_drawn(const plan *p, const draw *d)
{
    return number_drawn(p, d, "network", "columns", 0) * number_drawn(p, d, "network", "rows", 0) *
           number_drawn(p, d, "network", "concentration", 1);
}

/* Puts compute nodes on the tiles left by memory nodes. */
static void fill_tiles(const plan *p, draw *d)
{
    const int memory = number_drawn(p, d, "nodes", "memory", 0);
    put_number(d, "nodes.compute", tiles_drawn(p, d) - memory);
}

/* Fills a list with the numbers 0 to count - 1 in random order. */
static void shuffle(gsl_rng *rng, int *numbers, int all)
{
    for (int i = 0; i < all; i++) numbers[i] = i;
    gsl_ran_shuffle(rng, numbers, (size_t)all, sizeof numbers[0]);
}

/* Draws one to `random_hot` nodes as destinations of hot traffic. */
static void heat_nodes(const plan *p, gsl_rng *rng, draw *d)
{
    int nodes[TILES_MOST], all = tiles_drawn(p, d);
    if (all == 0) all = number_drawn(p, d, "nodes", "compute", 0);
    const int hot = 1 + (int)(gsl_rng_uniform(rng) * p->random_hot);
    if (hot > all || all > TILES_MOST) return;
    shuffle(rng, nodes, all);
    FILE *out = begin(d, "traffic.hotspot_nodes");
    if (!out) return;
    for (int i = 0; i < hot; i++) fprintf(out, "%s%d", i ? ", " : "(", nodes[i]);
    fputs(")", out);
    keep(d, out);
}

/* Draws random tiles for the memory nodes of a design. */
static void scatter_memory(const noc_design *design, gsl_rng *rng, draw *d)
{
    int columns = 0, rows = 0, tiles[TILES_MOST];
    if (!noc_design_tiles(design, &columns, &rows)) return;
    if (design->nodes.memory == 0 || d->count + 2 > OVERRIDES_MOST) return;
    const int all = columns * rows, memories = design->nodes.memory;
    if (all > TILES_MOST || memories > all) return;
    shuffle(rng, tiles, all);
    FILE *out = begin(d, "nodes.memory_at");
    if (!out) return;
    for (int m = 0; m < memories; m++)
        fprintf(out, "%s(%d, %d)", m ? ", " : "(", tiles[m] % columns, tiles[m] / columns);
    fputs(")", out);
    keep(d, out);
    out = begin(d, "nodes.placement");
    if (!out) return;
    fputs("explicit", out);
    keep(d, out);
}

/* True if the drawn settings make a valid design with paths for all packets; otherwise the draw
 * gets the reason. */
static bool is_valid(const noc_source *source, draw *d, noc_design **design)
{
    noc_diag faults = {0};
    noc_system *system = NULL;
    noc_status status =
        noc_design_read(source, (const char *const *)d->overrides, d->count, design, &faults);
    if (status != NOC_OK) *design = NULL;
    if (status == NOC_OK) status = noc_system_compile(*design, &system, &faults);
    if (status == NOC_OK) noc_system_free(system);
    if (faults.count)
        snprintf(d->fault, sizeof d->fault, "%s%s%s",
                 faults.messages[0].file ? faults.messages[0].file : "",
                 faults.messages[0].file ? ": " : "", faults.messages[0].text);
    noc_diag_clear(&faults);
    return status == NOC_OK;
}

static bool is_wanted(const noc_suite_reader *r, const noc_source *source, draw *d,
                      noc_design **design)
{
    return is_valid(source, d, design) && (!r->published || is_published(*design));
}

static bool is_set(const plan *p, const char *group)
{
    const bool several = p->set && config_setting_get_member(p->set, "networks");
    if (several && strcmp(group, "network") == 0) return true;
    return p->set && config_setting_get_member(p->set, group);
}

/* Prints the common settings of a family's designs, with every group that an override may set. */
static char *base_text(const plan *p, const char *name)
{
    static const char *const groups[] = {"nodes", "network", "traffic"};
    char *text = NULL;
    size_t size = 0;
    if (p->base.text) return strdup(p->base.text);
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "name = \"%s\"; ", name);
    if (p->set) noc_suite_print_members(out, p->set);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (!is_set(p, groups[i])) fprintf(out, "%s = { }; ", groups[i]);
    fclose(out);
    return text;
}

static bool is_left_out(const plan *p, size_t number)
{
    for (int i = 0; p->without && i < config_setting_length(p->without); i++)
        if (noc_config_number(config_setting_get_elem(p->without, (unsigned)i)) == (double)number)
            return true;
    return false;
}

/* True for the last design of each period of designs held back; omitted designs count. */
static bool is_held_back(const plan *p, size_t number)
{
    return p->held_back && number % (size_t)p->held_back == (size_t)p->held_back - 1;
}

/* Finds the kind of network to which a key belongs; NULL: none, or all. */
static const char *kind_with(const char *key)
{
    noc_key_owner owner;
    for (size_t i = 0; noc_key_owner_at(i, &owner); i++)
        if (owner.is == NOC_OWNER_KIND && owner.group == NOC_GROUP_NETWORK &&
            noc_key_find(owner.keys, key))
            return owner.name;
    return NULL;
}

/* Finds the kind of the drawn network; NULL: no topology was drawn. */
static const char *kind_drawn(const draw *d)
{
    static const char start[] = "network.topology=\"";
    for (size_t i = d->count; i-- > 0;) {
        const char *name = d->overrides[i] + sizeof start - 1;
        if (strncmp(d->overrides[i], start, sizeof start - 1) != 0) continue;
        for (size_t t = 0; noc_topology_name(t); t++)
            if (strncmp(name, noc_topology_name(t), strcspn(name, "\"")) == 0)
                return noc_switchings[noc_topology_at(t)->switching].name;
    }
    return NULL;
}

static void leave_out_foreign_keys(draw *d)
{
    static const char start[] = "network.";
    const char *drawn = kind_drawn(d);
    size_t kept = 0;
    for (size_t i = 0; i < d->count; i++) {
        char *override = d->overrides[i], key[64] = "";
        if (strncmp(override, start, sizeof start - 1) == 0)
            snprintf(key, sizeof key, "%.*s", (int)strcspn(override + sizeof start - 1, "="),
                     override + sizeof start - 1);
        const char *kind = kind_with(key);
        if (drawn && kind && strcmp(kind, drawn) != 0)
            free(override);
        else
            d->overrides[kept++] = override;
    }
    d->count = kept;
}

/* Adds the design of one point. True if it is valid. All points of a family share one random
 * stream. */
static bool try_point(noc_suite_reader *r, plan *p, const double *point, gsl_rng *rng,
                      const char *family, size_t number)
{
    char name[120];
    draw d = {.count = 0};
    noc_design *design = NULL;
    const bool scatter = gsl_rng_uniform(rng) < p->random_memory;
    snprintf(name, sizeof name, "%.80s-%zu", family, number);
    char *const file = p->base.path ? p->base.path : r->suite->file;
    const noc_source source = {.path = file, .text = base_text(p, name)};
    if (!source.text) return false;
    put_values(p, point, &d);
    leave_out_foreign_keys(&d);
    if (p->fill) fill_tiles(p, &d);
    if (p->random_hot > 0.0) heat_nodes(p, rng, &d);
    bool valid = is_wanted(r, &source, &d, &design);
    if (valid && scatter) {
        scatter_memory(design, rng, &d);
        noc_design_free(design);
        valid = is_wanted(r, &source, &d, &design);
    }
    noc_design_free(design);
    if (valid && !is_left_out(p, number)) {
        noc_suite_add(r, family, name, &source, (const char *const *)d.overrides, d.count);
        if (is_held_back(p, number)) noc_suite_hold_back(r);
    }
    if (!valid && !*p->fault) snprintf(p->fault, sizeof p->fault, "%s", d.fault);
    free(source.text);
    clear(&d);
    return valid;
}

static size_t draw_points(noc_suite_reader *r, plan *p, size_t wanted, unsigned long seed,
                          const char *family)
{
    gsl_qrng *sequence = gsl_qrng_alloc(gsl_qrng_sobol, (unsigned)p->count);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double shifts[AXES_MOST], raw[AXES_MOST], point[AXES_MOST];
    size_t found = 0;
    if (sequence && rng) {
        gsl_rng_set(rng, seed);
        for (size_t a = 0; a < p->count; a++) shifts[a] = gsl_rng_uniform(rng);
        for (size_t i = 0; found < wanted && i < TRIES * wanted; i++) {
            gsl_qrng_get(sequence, raw);
            for (size_t a = 0; a < p->count; a++) point[a] = shifted(raw[a], shifts[a]);
            if (try_point(r, p, point, rng, family, found)) found++;
        }
    }
    gsl_qrng_free(sequence);
    gsl_rng_free(rng);
    return found;
}

void noc_suite_draw(noc_suite_reader *r, const config_setting_t *group, const char *family)
{
    const config_setting_t *count = config_setting_get_member(group, "count");
    const config_setting_t *seed = config_setting_get_member(group, "seed");
    const double wanted = noc_config_number(count), start = seed ? noc_config_number(seed) : 1.0;
    plan p;
    read_plan(r, group, &p);
    if (!(wanted >= 1.0 && wanted <= COUNT_MOST && wanted == floor(wanted)))
        noc_config_complain(&r->faults, count, "count: expected an integer in 1..%d", COUNT_MOST);
    if (!(start >= 0.0 && start <= 4294967295.0 && start == floor(start)))
        noc_config_complain(&r->faults, seed, "seed: expected an integer, 0 or more");
    const bool sound = r->faults.status == NOC_OK;
    const size_t found =
        sound ? draw_points(r, &p, (size_t)wanted, (unsigned long)start, family) : 0;
    noc_source_clear(&p.base);
    if (sound && found < (size_t)wanted)
        noc_config_complain(
            &r->faults, group,
            "family '%s': of %.0f points only %zu are valid designs; the first that is "
            "not: %s",
            family, TRIES * wanted, found, p.fault);
}
