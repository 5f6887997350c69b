#include "power_area/technology.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/config_file.h"
#include "network/config_setting.h"
#include "network/suggest.h"
#include "power_area/tables.h"

/* ---- what a table holds --------------------------------------------------------------------- */

static const struct {
    noc_part part;
    const char *name, *unit, *meaning;
} coefficients[] = {
#define NOC_COEFFICIENT(part, id, unit, meaning) {NOC_PART_##part, #id, unit, meaning},
#include "power_area/coefficients.def"
#undef NOC_COEFFICIENT
};

const char *noc_coefficient_name(size_t id)
{
    return id < NOC_COEFFICIENTS ? coefficients[id].name : NULL;
}

const char *noc_coefficient_unit(size_t id)
{
    return id < NOC_COEFFICIENTS ? coefficients[id].unit : NULL;
}

const char *noc_coefficient_meaning(size_t id)
{
    return id < NOC_COEFFICIENTS ? coefficients[id].meaning : NULL;
}

noc_part noc_coefficient_part(size_t id)
{
    return coefficients[id].part;
}

const char *noc_dimension_name(size_t dimension)
{
    static const char *const names[] = {"ports", "flit_bits"};
    return dimension < NOC_DIMENSIONS ? names[dimension] : NULL;
}

const char *noc_provenance_name(size_t provenance)
{
    static const char *const names[] = {"given", "derived", "assumed"};
    return provenance < sizeof names / sizeof names[0] ? names[provenance] : NULL;
}

NOC_NAMES(table_key, "technology_nm", "family", "source", "no_power", "ports", "flit_bits", "rows")
NOC_NAMES(row_key, "name", "value", "unit", "kind", "source")

/* ---- reading -------------------------------------------------------------------------------- */

typedef struct reader {
    const char *file;
    noc_status wrong;  /* what a wrong table returns */
    noc_status status; /* of the first error */
    noc_technology technology;
    bool seen[NOC_COEFFICIENTS];
    noc_diag *diag;
} reader;

static noc_place place_of(const reader *r, const config_setting_t *setting)
{
    return (noc_place){r->file, (int)config_setting_source_line(setting)};
}

/* Notes that reading failed; the first status is the one that counts. */
static void keep(reader *r, noc_status status)
{
    if (r->status == NOC_OK) r->status = status;
}

#define FAULT(r, setting, ...) \
    keep(r, noc_fail((r)->diag, (r)->wrong, place_of(r, setting), __VA_ARGS__))

/* The position of a word in a list of names, or SIZE_MAX. */
static size_t position(const char *word, noc_name_list names)
{
    for (size_t i = 0; names(i); i++)
        if (strcmp(names(i), word) == 0) return i;
    return SIZE_MAX;
}

static void check_keys(reader *r, const config_setting_t *group, noc_name_list known)
{
    for (unsigned i = 0; i < (unsigned)config_setting_length(group); i++) {
        const config_setting_t *setting = config_setting_get_elem(group, i);
        const char *name = config_setting_name(setting);
        if (position(name, known) != SIZE_MAX) continue;
        const char *near = noc_nearest_in(name, known);
        if (near)
            FAULT(r, setting, "unknown key '%s' (did you mean '%s'?)", name, near);
        else
            FAULT(r, setting, "unknown key '%s'", name);
    }
}

/* The text of a member, NULL (and an error) if it has none. Borrowed from the configuration. */
static const char *text_of(reader *r, const config_setting_t *group, const char *key)
{
    const config_setting_t *setting = noc_config_member(group, key);
    const char *text = noc_config_text(setting);
    if (text && *text) return text;
    FAULT(r, setting ? setting : group, "%s must be a text that is not empty", key);
    return NULL;
}

static char *copy_of(reader *r, const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy) keep(r, noc_fail_memory(r->diag));
    return copy;
}

/* A member that is a finite number, not negative. -1 (and an error) if it is not. */
static double number_of(reader *r, const config_setting_t *group, const char *key)
{
    const config_setting_t *setting = noc_config_member(group, key);
    const double value = noc_config_number(setting);
    if (value >= 0.0 && isfinite(value)) return value;
    FAULT(r, setting ? setting : group, "%s must be a number, finite and not negative", key);
    return -1.0;
}

/* Which coefficient a row is about, NOC_COEFFICIENTS (and an error) if that cannot be told. */
static size_t coefficient_of(reader *r, const config_setting_t *row)
{
    const char *name = text_of(r, row, "name");
    if (!name) return NOC_COEFFICIENTS;
    const size_t id = position(name, noc_coefficient_name);
    if (id == SIZE_MAX) {
        const char *near = noc_nearest_in(name, noc_coefficient_name);
        FAULT(r, row, "unknown row '%s'%s%s%s", name, near ? " (did you mean '" : "",
              near ? near : "", near ? "'?)" : "");
        return NOC_COEFFICIENTS;
    }
    if (r->seen[id]) {
        FAULT(r, row, "row '%s' is there twice", name);
        return NOC_COEFFICIENTS;
    }
    r->seen[id] = true;
    return id;
}

static void read_row(reader *r, const config_setting_t *row)
{
    if (config_setting_type(row) != CONFIG_TYPE_GROUP) {
        FAULT(r, row, "a row must be a group: { name = ...; value = ...; ... }");
        return;
    }
    check_keys(r, row, row_key);
    const size_t id = coefficient_of(r, row);
    if (id == NOC_COEFFICIENTS) return;
    noc_coefficient *coefficient = &r->technology.coefficients[id];
    coefficient->value = number_of(r, row, "value");
    coefficient->source = copy_of(r, text_of(r, row, "source"));
    const char *unit = text_of(r, row, "unit");
    if (unit && strcmp(unit, noc_coefficient_unit(id)) != 0)
        FAULT(r, row, "row '%s' is in '%s' (must be in '%s')", noc_coefficient_name(id), unit,
              noc_coefficient_unit(id));
    const char *kind = text_of(r, row, "kind");
    const size_t provenance = kind ? position(kind, noc_provenance_name) : SIZE_MAX;
    if (provenance != SIZE_MAX)
        coefficient->provenance = (noc_provenance)provenance;
    else if (kind)
        FAULT(r, row, "kind = \"%s\" (must be \"given\", \"derived\" or \"assumed\")", kind);
}

/* Rows that are not there: all of a table's power may be, if it says why. */
static void check_complete(reader *r, const config_setting_t *rows)
{
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
        const bool left_out = r->technology.no_power && noc_coefficient_part(id) == NOC_PART_POWER;
        if (!r->seen[id] && !left_out)
            FAULT(r, rows, "row '%s' is missing", noc_coefficient_name(id));
        if (r->seen[id] && left_out)
            FAULT(r, rows, "row '%s' is there, but no_power says that there is none",
                  noc_coefficient_name(id));
    }
}

static void read_rows(reader *r, const config_setting_t *root)
{
    const config_setting_t *rows = noc_config_member(root, "rows");
    if (!rows || config_setting_type(rows) != CONFIG_TYPE_LIST) {
        FAULT(r, rows ? rows : root, "rows must be a list: rows = ( { ... }, ... );");
        return;
    }
    for (unsigned i = 0; i < (unsigned)config_setting_length(rows); i++)
        read_row(r, config_setting_get_elem(rows, i));
    check_complete(r, rows);
}

/* ports = [3, 80]; */
static void read_range(reader *r, const config_setting_t *root, noc_dimension dimension)
{
    const char *name = noc_dimension_name(dimension);
    const config_setting_t *setting = noc_config_member(root, name);
    noc_range *range = &r->technology.ranges[dimension];
    if (setting && config_setting_is_array(setting) && config_setting_length(setting) == 2) {
        range->least = config_setting_get_int_elem(setting, 0);
        range->most = config_setting_get_int_elem(setting, 1);
    }
    if (!(range->least > 0.0 && range->most >= range->least))
        FAULT(r, setting ? setting : root, "%s must be a range of integers: %s = [3, 80]", name,
              name);
}

static void read_table(reader *r, const config_setting_t *root)
{
    check_keys(r, root, table_key);
    r->technology.nm = number_of(r, root, "technology_nm");
    r->technology.family = copy_of(r, text_of(r, root, "family"));
    r->technology.source = copy_of(r, text_of(r, root, "source"));
    if (noc_config_member(root, "no_power"))
        r->technology.no_power = copy_of(r, text_of(r, root, "no_power"));
    for (size_t i = 0; i < NOC_DIMENSIONS; i++) read_range(r, root, (noc_dimension)i);
    read_rows(r, root);
}

/* The table that `root` is. */
static noc_status read_settings(const config_setting_t *root, const char *file, noc_status status,
                                noc_technology *technology, noc_diag *diag)
{
    reader r = {.file = file, .wrong = status, .status = NOC_OK, .diag = diag};
    read_table(&r, root);
    if (r.status == NOC_OK)
        *technology = r.technology;
    else
        noc_technology_clear(&r.technology);
    return r.status;
}

noc_status noc_technology_parse(const char *text, noc_place place, noc_status status,
                                noc_technology *technology, noc_diag *diag)
{
    config_t config;
    const noc_status parsed = noc_config_parse(text, place, status, &config, diag);
    if (parsed != NOC_OK) return parsed;
    const noc_status read =
        read_settings(config_root_setting(&config), place.file, status, technology, diag);
    config_destroy(&config);
    return read;
}

void noc_technology_clear(noc_technology *technology)
{
    free(technology->family);
    free(technology->source);
    free(technology->no_power);
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) free(technology->coefficients[id].source);
    *technology = (noc_technology){0};
}

/* ---- the tables inside the program ---------------------------------------------------------- */

enum { TECHNOLOGIES_MAX = 64 };

/* Each table is read when it is first asked for; only read after that. */
static struct {
    pthread_mutex_t reading;
    noc_technology technologies[TECHNOLOGIES_MAX];
    noc_status status[TECHNOLOGIES_MAX];
    bool read[TECHNOLOGIES_MAX];
    noc_diag faults[TECHNOLOGIES_MAX];
} loaded = {.reading = PTHREAD_MUTEX_INITIALIZER};

static size_t table_count(void)
{
    size_t count = 0;
    while (count < TECHNOLOGIES_MAX && noc_technology_tables[count].file) count++;
    return count;
}

/* The feature size that a table's name tells: data/technology_22nm.cfg. */
static double table_nm(size_t i)
{
    double nm = 0.0;
    const char *name = strrchr(noc_technology_tables[i].file, '_');
    return name && sscanf(name, "_%lfnm.cfg", &nm) == 1 ? nm : NAN;
}

static void read_table_of(size_t i)
{
    const noc_place place = {noc_technology_tables[i].file, 0};
    noc_diag *faults = &loaded.faults[i];
    noc_technology *technology = &loaded.technologies[i];
    loaded.status[i] = read_settings(config_root_setting(noc_technology_tables[i].config),
                                     place.file, NOC_EFAILED, technology, faults);
    if (loaded.status[i] == NOC_OK && technology->nm != table_nm(i))
        loaded.status[i] = noc_fail(faults, NOC_EFAILED, place,
                                    "technology_nm = %g is not in its name", technology->nm);
    loaded.read[i] = true;
}

static noc_status load(size_t i, noc_diag *diag)
{
    pthread_mutex_lock(&loaded.reading);
    if (!loaded.read[i]) read_table_of(i);
    pthread_mutex_unlock(&loaded.reading);
    for (size_t k = 0; k < loaded.faults[i].count; k++) {
        const noc_message *m = &loaded.faults[i].messages[k];
        noc_fail(diag, m->status, (noc_place){m->file, m->line}, "%s", m->text);
    }
    return loaded.status[i];
}

const noc_technology *noc_technology_at(size_t i)
{
    return i < table_count() && load(i, NULL) == NOC_OK ? &loaded.technologies[i] : NULL;
}

/* ---- between and beyond the tables ---------------------------------------------------------- */

/* Spreads: intervals reach from 1/(1 + s) to 1 + s times a figure. Measured: the worst residual of the
 * forms on the rows that they were fitted on is 5 % (clock energy), of areas and leakage 1 %; no
 * interval is given. Interpolated: leaving out 22 nm and interpolating it makes its crossbars 91 %
 * larger, because DSENT's wire pitch steps between 22 and 32 nm, and its buffers 26 %
 * (tests/power_area/test_technology.c). Scaled: nobody has measured that; assumed. */
static const double spread_measured = 0.0;
static const double spread_interpolated = 0.95;
static const double spread_scaled = 1.0;

static bool same_size(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void take_table(const noc_technology *t, noc_process *p)
{
    p->kind = NOC_PROCESS_MEASURED;
    p->from_nm = p->to_nm = t->nm;
    p->family = t->family;
    p->no_power = t->no_power;
    p->spread = spread_measured;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) p->ranges[d] = t->ranges[d];
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
        const bool missing = t->no_power && noc_coefficient_part(id) == NOC_PART_POWER;
        p->values[id] = missing ? NAN : t->coefficients[id].value;
    }
}

/* On the straight line through both figures over the logarithm of the size; of the figures'
 * logarithms too, where they have some. */
static double on_line(double low, double high, double share)
{
    if (low > 0.0 && high > 0.0) return low * pow(high / low, share);
    return fmax(0.0, low + share * (high - low));
}

static void take_line(const noc_technology *low, const noc_technology *high, noc_process *p)
{
    noc_process other;
    take_table(low, p);
    take_table(high, &other);
    p->to_nm = high->nm;
    if (other.no_power) p->no_power = other.no_power;
    const double share = log(p->nm / low->nm) / log(high->nm / low->nm);
    const bool between = share >= 0.0 && share <= 1.0;
    p->kind = between ? NOC_PROCESS_INTERPOLATED : NOC_PROCESS_SCALED;
    p->spread = between ? spread_interpolated : spread_scaled;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) {
        p->ranges[d].least = fmax(p->ranges[d].least, other.ranges[d].least);
        p->ranges[d].most = fmin(p->ranges[d].most, other.ranges[d].most);
    }
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        p->values[id] = on_line(p->values[id], other.values[id], share);
}

/* Areas of what has a length of its own, by the unit. */
static bool is_of_length(size_t id)
{
    return strchr(noc_coefficient_unit(id), '/') != NULL;
}

void noc_process_enlarge(noc_process *process, double ratio)
{
    static const noc_coefficient_id gates[] = {NOC_COEFFICIENT_fo4_delay,
                                               NOC_COEFFICIENT_repeater_delay,
                                               NOC_COEFFICIENT_repeater_step_delay};
    double *k = process->values;
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        if (noc_coefficient_part(id) == NOC_PART_AREA)
            k[id] *= is_of_length(id) ? ratio : ratio * ratio;
    for (size_t i = 0; i < sizeof gates / sizeof gates[0]; i++) k[gates[i]] *= ratio;
    k[NOC_COEFFICIENT_wire_delay] /= ratio * ratio;
}

/* A single table. */
static void take_scaled(const noc_technology *t, noc_process *p)
{
    take_table(t, p);
    p->kind = NOC_PROCESS_SCALED;
    p->spread = spread_scaled;
    noc_process_enlarge(p, p->nm / t->nm);
}

static bool same_family(const noc_technology *a, const noc_technology *b)
{
    return a && b && strcmp(a->family, b->family) == 0;
}

/* The table of a size, or those on both sides of it; SIZE_MAX where there is none. They are in the order of
 * their sizes. */
static void find_tables(double nm, size_t *at, size_t *below, size_t *above)
{
    *at = *below = *above = SIZE_MAX;
    for (size_t i = 0; i < table_count(); i++) {
        if (same_size(table_nm(i), nm))
            *at = i;
        else if (table_nm(i) < nm)
            *below = i;
        else if (*above == SIZE_MAX)
            *above = i;
    }
}

/* Continues the family of the nearest smaller table, or of the smallest there is. */
static noc_status scale(size_t below, size_t above, noc_process *p)
{
    const size_t near = below != SIZE_MAX ? below : above;
    const noc_technology *t = noc_technology_at(near);
    const noc_technology *other = noc_technology_at(below != SIZE_MAX ? near - 1 : near + 1);
    if (!t) return NOC_EFAILED;
    if (!same_family(t, other))
        take_scaled(t, p);
    else if (t->nm < other->nm)
        take_line(t, other, p);
    else
        take_line(other, t, p);
    return NOC_OK;
}

noc_status noc_process_at(double nm, bool scaled, noc_process *process, noc_diag *diag)
{
    noc_process p = {.nm = nm};
    size_t at, below, above;
    noc_status status = NOC_OK;
    find_tables(nm, &at, &below, &above);
    const size_t needed[] = {at, at == SIZE_MAX ? below : SIZE_MAX,
                             at == SIZE_MAX ? above : SIZE_MAX};
    for (size_t i = 0; i < 3 && status == NOC_OK; i++)
        if (needed[i] != SIZE_MAX) status = load(needed[i], diag);
    if (status != NOC_OK) return NOC_EFAILED;
    if (at != SIZE_MAX) {
        take_table(&loaded.technologies[at], &p);
        *process = p;
        return NOC_OK;
    }
    const noc_technology *low = below != SIZE_MAX ? &loaded.technologies[below] : NULL;
    const noc_technology *high = above != SIZE_MAX ? &loaded.technologies[above] : NULL;
    if (same_family(low, high))
        take_line(low, high, &p);
    else if (!scaled || (!low && !high))
        return NOC_EINPUT;
    else
        status = scale(below, above, &p);
    if (status == NOC_OK) *process = p;
    return status;
}

void noc_process_sizes(char *text, size_t size)
{
    size_t length = 0;
    if (size) *text = '\0';
    for (size_t i = 0; noc_technology_at(i) && length < size; i++) {
        const int printed =
            snprintf(text + length, size - length, "%s%g", i ? ", " : "", noc_technology_at(i)->nm);
        if (printed > 0) length += (size_t)printed;
    }
    if (length < size) snprintf(text + length, size - length, " nm");
}

void noc_process_nearest(double nm, char *text, size_t size)
{
    size_t at, below, above;
    find_tables(nm, &at, &below, &above);
    if (below != SIZE_MAX && above != SIZE_MAX)
        snprintf(text, size, "%g and %g nm", table_nm(below), table_nm(above));
    else
        snprintf(text, size, "%g nm", table_nm(below != SIZE_MAX ? below : above));
}

void noc_process_label(const noc_process *p, char *text, size_t size)
{
    if (p->kind == NOC_PROCESS_MEASURED)
        snprintf(text, size, "%s", "");
    else if (p->kind == NOC_PROCESS_INTERPOLATED)
        snprintf(text, size, "interpolated between %g and %g nm", p->from_nm, p->to_nm);
    else if (same_size(p->from_nm, p->to_nm))
        snprintf(text, size, "scaled from %g nm, which nobody has measured", p->from_nm);
    else
        snprintf(text, size, "scaled on from %g and %g nm, which nobody has measured", p->from_nm,
                 p->to_nm);
}
