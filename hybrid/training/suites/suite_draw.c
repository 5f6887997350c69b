/* Designs are drawn at the points of a low-discrepancy sequence (Sobol, after Antonov and Saleev
 * 1979), shifted by a random amount in each dimension (Cranley and Patterson 1976): every key has
 * each of its values about equally often, and every pair of keys each pair of values. Drawn values
 * replace settings of `fixed_settings`, or of a design file. Keys that the drawn kind of network
 * does not have are dropped. Points without a valid design are skipped. A larger count only adds
 * designs. */
#include "hybrid/training/suites/suite_draw.h"

#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/config_setting.h"
#include "hybrid/training/suites/suite_cases.h"
#include "network/compile/compile.h"
#include "network/graph/switching.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

enum {
    AXES_MAX = 32,
    OVERRIDES_MAX = 64,
    TRIES = 50,
    COUNT_MAX = 10000,
    TILES_MAX = 1024,
    RANGE_MAX = 1000000
};

/* Overrides of one drawn design. */
typedef struct draw {
    char *overrides[OVERRIDES_MAX];
    size_t count;
    size_t size; /* size of the override under construction */
    char fault[200];
} draw;

static void clear_draw(draw *d)
{
    for (size_t i = 0; i < d->count; i++) free(d->overrides[i]);
}

/* Begins an override, "network.columns="; NULL: there is no room. end_override ends it. */
static FILE *begin_override(draw *d, const char *path)
{
    FILE *out = d->count < OVERRIDES_MAX ? open_memstream(&d->overrides[d->count], &d->size) : NULL;
    if (out) fprintf(out, "%s=", path);
    return out;
}

static void end_override(draw *d, FILE *out)
{
    fclose(out);
    d->count++;
}

static void put_value(draw *d, const char *path, const config_setting_t *value)
{
    FILE *out = begin_override(d, path);
    if (!out) return;
    noc_suite_print_value(out, value);
    end_override(d, out);
}

static void put_number(draw *d, const char *path, int number)
{
    FILE *out = begin_override(d, path);
    if (!out) return;
    fprintf(out, "%d", number);
    end_override(d, out);
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
            put_value(d, path, leaf);
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
    axis axes[AXES_MAX];
    size_t count;
    noc_source base; /* design that varies; without a text, `fixed_settings` varies */
    const config_setting_t *fixed_settings;
    const config_setting_t
        *omitted_numbers; /* numbers of drawn designs that are omitted; NULL: none */
    double random_memory, random_hot;
    /* nothing is learned from each design of this period; 0: no design is held back */
    int held_back_period;
    bool fills_tiles;
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
    if (!(least <= x->from && x->from <= x->to && x->to <= RANGE_MAX) ||
        x->from != floor(x->from) || x->to != floor(x->to))
        noc_config_report_fault(
            &r->faults, group, "from, to: expected whole numbers, from %g to %d, the smaller first",
            least, RANGE_MAX);
}

static void read_axis(noc_suite_reader *r, const config_setting_t *group, plan *p)
{
    static const char *const members[] = {"key", "values",   "choices", "from",
                                          "to",  "by_ratio", NULL};
    if (!config_setting_is_group(group) || p->count == AXES_MAX) {
        noc_config_report_fault(&r->faults, group,
                                "vary: expected at most %d groups: { key = \"network.flit_bytes\"; "
                                "values = (8, 16); }",
                                AXES_MAX);
        return;
    }
    noc_config_check_members(&r->faults, group, members);
    const char *key = noc_config_text(config_setting_get_member(group, "key"));
    const config_setting_t *list = config_setting_get_member(group, key ? "values" : "choices");
    axis x = {.key = key, .values = list};
    if (key && !list && config_setting_get_member(group, "from"))
        read_range(r, group, &x);
    else if (!noc_config_is_list(list) || config_setting_length(list) == 0)
        noc_config_report_fault(&r->faults, group,
                                "an axis has a key with values, or from .. to, or choices (lists)");
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
    *p = (plan){.fixed_settings = config_setting_get_member(group, "set"),
                .omitted_numbers = config_setting_get_member(group, "without")};
    if (base && p->fixed_settings)
        noc_config_report_fault(&r->faults, p->fixed_settings,
                                "expected a base or a set, not both");
    if (base) noc_suite_read_base(r, group, base, &p->base);
    if (p->omitted_numbers && !noc_config_is_list(p->omitted_numbers))
        noc_config_report_fault(&r->faults, p->omitted_numbers,
                                "without: expected a list of numbers: without = (3, 7);");
    if (p->fixed_settings && !config_setting_is_group(p->fixed_settings))
        noc_config_report_fault(&r->faults, p->fixed_settings,
                                "set: expected a group: set = { network = { ... }; };");
    if (!noc_config_is_list(vary))
        noc_config_report_fault(&r->faults, group,
                                "a family that is drawn needs vary = ( { key = ...; } );");
    for (int i = 0; noc_config_is_list(vary) && i < config_setting_length(vary); i++)
        read_axis(r, config_setting_get_elem(vary, (unsigned)i), p);
    p->random_memory = random ? noc_config_number(random) : 0.0;
    if (!(p->random_memory >= 0.0 && p->random_memory <= 1.0))
        noc_config_report_fault(&r->faults, random, "random_memory: expected a share, 0 to 1");
    p->random_hot = hot ? noc_config_number(hot) : 0.0;
    if (!(p->random_hot >= 0.0 && p->random_hot <= TILES_MAX))
        noc_config_report_fault(&r->faults, hot,
                                "random_hot: expected how many nodes are hot at most, 0 to %d",
                                TILES_MAX);
    p->fills_tiles = fill && config_setting_get_bool(fill);
    if (held_back && !(config_setting_lookup_int(group, "held_back", &p->held_back_period) &&
                       p->held_back_period >= 2 && p->held_back_period <= COUNT_MAX))
        noc_config_report_fault(
            &r->faults, held_back,
            "held_back: expected an integer in 2..%d: 3 keeps every third design "
            "out of all that is learned",
            COUNT_MAX);
}

/* ---- published placements ------------------------------------------------------------------- */

/* Grids for which papers give the named placements. Named placements exist for any grid, but
 * earlier suites skipped draws on other grids: `placements = "published";` in a suite keeps its
 * draws, and its measurements, unchanged. */

/* te13 draws its placements for 8 memory controllers on 6x6 tiles (Figure 30). */
static bool fits_te13_grid(int columns, int rows, int memory)
{
    return columns == 6 && rows == 6 && memory == 8;
}

static bool fits_two_rows(int columns, int rows, int memory)
{
    return rows >= 2 && (memory + 1) / 2 <= columns;
}

static bool fits_diagonal(int columns, int rows, int memory)
{
    return memory <= rows && memory <= columns;
}

static const struct {
    const char *name;
    bool (*holds)(int columns, int rows, int memory);
} published_placements[] = {
    {"top-bottom", fits_two_rows},      {"peripheral-row", fits_te13_grid},
    {"peripheral-col", fits_te13_grid}, {"scattered", fits_te13_grid},
    {"staircase", fits_diagonal},
};

/* True if the placement of the design's memory nodes is published for its grid, or explicit, or if
 * nodes are on no grid. */
static bool is_published(const noc_design *d)
{
    int columns, rows;
    if (d->nodes.memory == 0 || !noc_design_find_tiles(d, &columns, &rows)) return true;
    const char *name = d->nodes.placement->name;
    for (size_t i = 0; i < sizeof published_placements / sizeof published_placements[0]; i++)
        if (strcmp(published_placements[i].name, name) == 0)
            return published_placements[i].holds(columns, rows, d->nodes.memory);
    return true;
}

/* ---- drawing -------------------------------------------------------------------------------- */

static int draw_number(const axis *x, double point)
{
    const double range_end = x->to + 1.0;
    const double number = x->by_ratio ? x->from * pow(range_end / x->from, point)
                                      : x->from + point * (range_end - x->from);
    return (int)fmin(floor(number), x->to);
}

static double shift_point(double point, double shift)
{
    const double sum = point + shift;
    return sum < 1.0 ? sum : sum - 1.0;
}

static void put_values(const plan *p, const double *point, draw *d)
{
    for (size_t a = 0; a < p->count; a++) {
        const axis *x = &p->axes[a];
        if (!x->values) {
            put_number(d, x->key, draw_number(x, point[a]));
            continue;
        }
        const int length = config_setting_length(x->values);
        const config_setting_t *value =
            config_setting_get_elem(x->values, (unsigned)(point[a] * length));
        if (x->key)
            put_value(d, x->key, value);
        else
            put_groups(d, value);
    }
}

/* Finds the number of a key in the family's fixed settings; of several networks, the first with the
 * key counts. */
static bool find_set_number(const plan *p, const char *group, const char *key, int *number)
{
    const config_setting_t *group_setting = noc_config_member(p->fixed_settings, group);
    const config_setting_t *networks =
        strcmp(group, "network") == 0 ? noc_config_member(p->fixed_settings, "networks") : NULL;
    if (group_setting && config_setting_lookup_int(group_setting, key, number)) return true;
    for (int n = 0; networks && n < config_setting_length(networks); n++)
        if (config_setting_lookup_int(config_setting_get_elem(networks, (unsigned)n), key, number))
            return true;
    return false;
}

/* Number of a key in the draw; if it was not drawn, in the fixed settings; if it is in neither,
 * `usual`. */
static int find_drawn_number(const plan *p, const draw *d, const char *group, const char *key,
                             int usual)
{
    char start[120];
    const int length = snprintf(start, sizeof start, "%s.%s=", group, key);
    for (size_t i = d->count; i-- > 0;)
        if (strncmp(d->overrides[i], start, (size_t)length) == 0)
            return (int)strtol(d->overrides[i] + length, NULL, 10);
    int number;
    return find_set_number(p, group, key, &number) ? number : usual;
}

/* Tiles of the drawn grid; 0: none was drawn. */
static int count_drawn_tiles(const plan *p, const draw *d)
{
    return find_drawn_number(p, d, "network", "columns", 0) *
           find_drawn_number(p, d, "network", "rows", 0) *
           find_drawn_number(p, d, "network", "concentration", 1);
}

/* Puts compute nodes on the tiles left by memory nodes. */
static void fill_tiles(const plan *p, draw *d)
{
    const int memory = find_drawn_number(p, d, "nodes", "memory", 0);
    put_number(d, "nodes.compute", count_drawn_tiles(p, d) - memory);
}

/* Fills a list with the numbers 0 to count - 1 in random order. */
static void shuffle(gsl_rng *rng, int *numbers, int count)
{
    for (int i = 0; i < count; i++) numbers[i] = i;
    gsl_ran_shuffle(rng, numbers, (size_t)count, sizeof numbers[0]);
}

/* Draws one to `random_hot` nodes as destinations of hot traffic. */
static void draw_hot_nodes(const plan *p, gsl_rng *rng, draw *d)
{
    int nodes[TILES_MAX], count = count_drawn_tiles(p, d);
    if (count == 0) count = find_drawn_number(p, d, "nodes", "compute", 0);
    const int hot = 1 + (int)(gsl_rng_uniform(rng) * p->random_hot);
    if (hot > count || count > TILES_MAX) return;
    shuffle(rng, nodes, count);
    FILE *out = begin_override(d, "traffic.hotspot_nodes");
    if (!out) return;
    for (int i = 0; i < hot; i++) fprintf(out, "%s%d", i ? ", " : "(", nodes[i]);
    fputs(")", out);
    end_override(d, out);
}

/* Draws random tiles for the memory nodes of a design. */
static void draw_memory_tiles(const noc_design *design, gsl_rng *rng, draw *d)
{
    int columns = 0, rows = 0, tiles[TILES_MAX];
    if (!noc_design_find_tiles(design, &columns, &rows)) return;
    if (design->nodes.memory == 0 || d->count + 2 > OVERRIDES_MAX) return;
    const int count = columns * rows, memories = design->nodes.memory;
    if (count > TILES_MAX || memories > count) return;
    shuffle(rng, tiles, count);
    FILE *out = begin_override(d, "nodes.memory_at");
    if (!out) return;
    for (int m = 0; m < memories; m++)
        fprintf(out, "%s(%d, %d)", m ? ", " : "(", tiles[m] % columns, tiles[m] / columns);
    fputs(")", out);
    end_override(d, out);
    out = begin_override(d, "nodes.placement");
    if (!out) return;
    fputs("explicit", out);
    end_override(d, out);
}

/* True if the drawn settings make a valid design with paths for all packets; otherwise the draw
 * gets the reason. */
static bool is_valid(const noc_source *source, draw *d, noc_design **design)
{
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_system *system = NULL;
    noc_status status =
        noc_design_read(source, (const char *const *)d->overrides, d->count, design, &faults);
    if (status != NOC_OK) *design = NULL;
    if (status == NOC_OK) status = noc_system_compile(*design, &system, &faults);
    if (status == NOC_OK) noc_system_free(system);
    const char *fault = faults.count ? noc_suite_fault_text(&faults, &scratch) : NULL;
    if (fault) snprintf(d->fault, sizeof d->fault, "%s", fault);
    return status == NOC_OK;
}

static bool is_wanted(const noc_suite_reader *r, const noc_source *source, draw *d,
                      noc_design **design)
{
    return is_valid(source, d, design) && (!r->only_published || is_published(*design));
}

static bool has_group(const plan *p, const char *group)
{
    return noc_config_member(p->fixed_settings, group) ||
           (strcmp(group, "network") == 0 && noc_config_member(p->fixed_settings, "networks"));
}

/* Prints the common settings of a family's designs, with every group that an override may set. */
static char *print_base(const plan *p, const char *name)
{
    static const char *const groups[] = {"nodes", "network", "traffic"};
    char *text = NULL;
    size_t size = 0;
    if (p->base.text) return strdup(p->base.text);
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "name = \"%s\"; ", name);
    if (p->fixed_settings) noc_suite_print_members(out, p->fixed_settings);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (!has_group(p, groups[i])) fprintf(out, "%s = { }; ", groups[i]);
    fclose(out);
    return text;
}

static bool is_omitted(const plan *p, size_t number)
{
    const config_setting_t *list = p->omitted_numbers;
    for (int i = 0; list && i < config_setting_length(list); i++)
        if (noc_config_number(config_setting_get_elem(list, (unsigned)i)) == (double)number)
            return true;
    return false;
}

/* True for the last design of each period of designs held back; omitted designs count. */
static bool is_held_back(const plan *p, size_t number)
{
    return p->held_back_period &&
           number % (size_t)p->held_back_period == (size_t)p->held_back_period - 1;
}

/* Finds the kind of network to which a key belongs; NULL: none, or all. */
static const char *find_key_kind(const char *key)
{
    noc_key_owner owner;
    for (size_t i = 0; noc_key_owner_at(i, &owner); i++)
        if (owner.kind == NOC_OWNER_KIND && owner.group == NOC_GROUP_NETWORK &&
            noc_key_find(owner.keys, key))
            return owner.name;
    return NULL;
}

/* Finds the kind of the drawn network; NULL: no topology was drawn. */
static const char *find_drawn_kind(const draw *d)
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

static void drop_foreign_keys(draw *d)
{
    static const char start[] = "network.";
    const char *drawn = find_drawn_kind(d);
    size_t count = 0;
    for (size_t i = 0; i < d->count; i++) {
        char *override = d->overrides[i], key[64] = "";
        if (strncmp(override, start, sizeof start - 1) == 0)
            snprintf(key, sizeof key, "%.*s", (int)strcspn(override + sizeof start - 1, "="),
                     override + sizeof start - 1);
        const char *kind = find_key_kind(key);
        if (drawn && kind && strcmp(kind, drawn) != 0)
            free(override);
        else
            d->overrides[count++] = override;
    }
    d->count = count;
}

/* Adds the design of one point. True if it is valid. All points of a family share one random
 * stream. */
static bool add_point(noc_suite_reader *r, plan *p, const double *point, gsl_rng *rng,
                      const char *family, size_t number)
{
    char name[120];
    NOC_AUTO(clear_draw) draw d = {.count = 0};
    noc_design *design = NULL;
    const bool scatters_memory = gsl_rng_uniform(rng) < p->random_memory;
    snprintf(name, sizeof name, "%.80s-%zu", family, number);
    char *const file = p->base.path ? p->base.path : r->suite->file;
    NOC_AUTO_FREE char *text = print_base(p, name);
    const noc_source source = {.path = file, .text = text};
    if (!text) return false;
    put_values(p, point, &d);
    drop_foreign_keys(&d);
    if (p->fills_tiles) fill_tiles(p, &d);
    if (p->random_hot > 0.0) draw_hot_nodes(p, rng, &d);
    bool valid = is_wanted(r, &source, &d, &design);
    if (valid && scatters_memory) {
        draw_memory_tiles(design, rng, &d);
        noc_design_free(design);
        valid = is_wanted(r, &source, &d, &design);
    }
    noc_design_free(design);
    if (valid && !is_omitted(p, number)) {
        noc_suite_add_design(r, family, name, &source, (const char *const *)d.overrides, d.count);
        if (is_held_back(p, number)) noc_suite_hold_back(r);
    }
    if (!valid && !*p->fault) snprintf(p->fault, sizeof p->fault, "%s", d.fault);
    return valid;
}

static size_t draw_points(noc_suite_reader *r, plan *p, size_t wanted, unsigned long seed,
                          const char *family)
{
    gsl_qrng *sequence = gsl_qrng_alloc(gsl_qrng_sobol, (unsigned)p->count);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double shifts[AXES_MAX], raw[AXES_MAX], point[AXES_MAX];
    size_t found = 0;
    if (sequence && rng) {
        gsl_rng_set(rng, seed);
        for (size_t a = 0; a < p->count; a++) shifts[a] = gsl_rng_uniform(rng);
        for (size_t i = 0; found < wanted && i < TRIES * wanted; i++) {
            gsl_qrng_get(sequence, raw);
            for (size_t a = 0; a < p->count; a++) point[a] = shift_point(raw[a], shifts[a]);
            if (add_point(r, p, point, rng, family, found)) found++;
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
    if (!(wanted >= 1.0 && wanted <= COUNT_MAX && wanted == floor(wanted)))
        noc_config_report_fault(&r->faults, count, "count: expected an integer in 1..%d",
                                COUNT_MAX);
    if (!(start >= 0.0 && start <= 4294967295.0 && start == floor(start)))
        noc_config_report_fault(&r->faults, seed, "seed: expected an integer, 0 or more");
    const bool sound = r->faults.status == NOC_OK;
    const size_t found =
        sound ? draw_points(r, &p, (size_t)wanted, (unsigned long)start, family) : 0;
    noc_source_clear(&p.base);
    if (sound && found < (size_t)wanted)
        noc_config_report_fault(
            &r->faults, group,
            "family '%s': of %.0f points only %zu are valid designs; the first that is "
            "not: %s",
            family, TRIES * wanted, found, p.fault);
}
