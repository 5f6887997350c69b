#include "power_area/technology.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_setting.h"
#include "base/suggest.h"

/* ---- rows of a table ------------------------------------------------------------------------ */

static const struct {
    noc_part part;
    const char *name, *unit;
} coefficients[] = {
#define NOC_COEFFICIENT(part, id, unit, meaning) {NOC_PART_##part, #id, unit},
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

noc_part noc_coefficient_part(size_t id)
{
    return coefficients[id].part;
}

/* Measure of a coefficient, by its unit: the measure comes first, a length after it. */
noc_measure noc_coefficient_measure(size_t id)
{
    static const char *const units[NOC_MEASURES] = {[NOC_MEASURE_AREA] = "um2",
                                                    [NOC_MEASURE_LEAKAGE] = "uW",
                                                    [NOC_MEASURE_ENERGY] = "fJ",
                                                    [NOC_MEASURE_DELAY] = "ps"};
    const char *unit = coefficients[id].unit;
    int measure = 0;
    while (measure < NOC_MEASURES && strncmp(unit, units[measure], strlen(units[measure])) != 0)
        measure++;
    return (noc_measure)measure;
}

/* ---- requirements of a table ----------------------------------------------------------------- */

const char *noc_dimension_name(size_t dimension)
{
    static const char *const names[] = {"ports", "flit_bits"};
    return dimension < NOC_DIMENSIONS ? names[dimension] : NULL;
}

const char *noc_provenance_name(size_t provenance)
{
    static const char *const names[] = {"published", "derived", "claimed", "assumed"};
    return provenance < sizeof names / sizeof names[0] ? names[provenance] : NULL;
}

NOC_NAMES(table_key, "technology_nm", "family", "source", "no_power", "power_nm", "basis", "supply",
          "ports", "flit_bits", "rows")
NOC_NAMES(supply_key, "nominal_v", "least_v", "most_v", "threshold_v", "leakage_decades", "source")
NOC_NAMES(row_key, "name", "value", "lo", "hi", "unit", "kind", "source")

/* ---- reading -------------------------------------------------------------------------------- */

typedef struct reader {
    const char *file;
    noc_status wrong;  /* status returned for a wrong table */
    noc_status status; /* status of the first error */
    noc_technology technology;
    bool seen[NOC_COEFFICIENTS];
    noc_diag *diag;
} reader;

static noc_place place_of(const reader *r, const config_setting_t *setting)
{
    return (noc_place){r->file, (int)config_setting_source_line(setting)};
}

/* Notes a failure; only the first status is kept. */
static void keep(reader *r, noc_status status)
{
    if (r->status == NOC_OK) r->status = status;
}

#define FAULT(r, setting, ...) \
    keep(r, noc_fail((r)->diag, (r)->wrong, place_of(r, setting), __VA_ARGS__))

/* Position of a word in a list of names, or SIZE_MAX. */
static size_t find_position(const char *word, noc_name_list names)
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
        if (find_position(name, known) != SIZE_MAX) continue;
        const char *nearest_name = noc_find_nearest_name(name, known);
        if (nearest_name)
            FAULT(r, setting, "unknown key '%s' (did you mean '%s'?)", name, nearest_name);
        else
            FAULT(r, setting, "unknown key '%s'", name);
    }
}

/* Text of a member, borrowed from the configuration; NULL, after an error, without a text. */
static const char *read_text(reader *r, const config_setting_t *group, const char *key)
{
    const config_setting_t *setting = noc_config_member(group, key);
    const char *text = noc_config_text(setting);
    if (text && *text) return text;
    FAULT(r, setting ? setting : group, "%s must be a text that is not empty", key);
    return NULL;
}

static char *copy_text(reader *r, const char *text)
{
    char *copy = text ? noc_arena_string(&r->technology.arena, text) : NULL;
    if (text && !copy) keep(r, noc_fail_memory(r->diag));
    return copy;
}

/* Member that is a finite number, not negative; -1, after an error, if it is not. */
static double read_number(reader *r, const config_setting_t *group, const char *key)
{
    const config_setting_t *setting = noc_config_member(group, key);
    const double value = noc_config_number(setting);
    if (value >= 0.0 && isfinite(value)) return value;
    FAULT(r, setting ? setting : group, "%s must be a number, finite and not negative", key);
    return -1.0;
}

/* Coefficient of a row; NOC_COEFFICIENTS, after an error, if it is unknown or repeated. */
static size_t find_coefficient(reader *r, const config_setting_t *row)
{
    const char *name = read_text(r, row, "name");
    if (!name) return NOC_COEFFICIENTS;
    const size_t id = find_position(name, noc_coefficient_name);
    if (id == SIZE_MAX) {
        const char *nearest_name = noc_find_nearest_name(name, noc_coefficient_name);
        FAULT(r, row, "unknown row '%s'%s%s%s", name, nearest_name ? " (did you mean '" : "",
              nearest_name ? nearest_name : "", nearest_name ? "'?)" : "");
        return NOC_COEFFICIENTS;
    }
    if (r->seen[id]) {
        FAULT(r, row, "row '%s' is there twice", name);
        return NOC_COEFFICIENTS;
    }
    r->seen[id] = true;
    return id;
}

/* Reads an interval. Both ends are given, or none. */
static void read_interval(reader *r, const config_setting_t *row, noc_coefficient *coefficient)
{
    coefficient->lo = coefficient->hi = coefficient->value;
    if (!noc_config_member(row, "lo") && !noc_config_member(row, "hi")) return;
    coefficient->lo = read_number(r, row, "lo");
    coefficient->hi = read_number(r, row, "hi");
    const bool ordered =
        coefficient->lo <= coefficient->value && coefficient->value <= coefficient->hi;
    if (coefficient->lo >= 0.0 && coefficient->hi >= 0.0 && !ordered)
        FAULT(r, row, "value = %g is not between lo = %g and hi = %g", coefficient->value,
              coefficient->lo, coefficient->hi);
}

static noc_provenance read_kind(reader *r, const config_setting_t *row)
{
    const char *kind = read_text(r, row, "kind");
    const size_t provenance = kind ? find_position(kind, noc_provenance_name) : SIZE_MAX;
    if (provenance != SIZE_MAX) return (noc_provenance)provenance;
    if (kind)
        FAULT(r, row,
              "kind = \"%s\" (must be \"published\", \"derived\", \"claimed\" or \"assumed\")",
              kind);
    return NOC_ASSUMED;
}

static void read_row(reader *r, const config_setting_t *row)
{
    if (config_setting_type(row) != CONFIG_TYPE_GROUP) {
        FAULT(r, row, "a row must be a group: { name = ...; value = ...; ... }");
        return;
    }
    check_keys(r, row, row_key);
    const size_t id = find_coefficient(r, row);
    if (id == NOC_COEFFICIENTS) return;
    noc_coefficient *coefficient = &r->technology.coefficients[id];
    coefficient->value = read_number(r, row, "value");
    read_interval(r, row, coefficient);
    coefficient->source = copy_text(r, read_text(r, row, "source"));
    const char *unit = read_text(r, row, "unit");
    if (unit && strcmp(unit, noc_coefficient_unit(id)) != 0)
        FAULT(r, row, "row '%s' is in '%s' (must be in '%s')", noc_coefficient_name(id), unit,
              noc_coefficient_unit(id));
    coefficient->provenance = read_kind(r, row);
}

/* Checks that no row is missing. Rows of power may all be missing if the table says why. */
static void check_complete(reader *r, const config_setting_t *rows)
{
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
        const bool has_no_power = r->technology.no_power_reason || r->technology.power_nm > 0.0;
        const bool may_be_missing = has_no_power && noc_coefficient_part(id) == NOC_PART_POWER;
        if (!r->seen[id] && !may_be_missing)
            FAULT(r, rows, "row '%s' is missing", noc_coefficient_name(id));
        if (r->seen[id] && may_be_missing)
            FAULT(r, rows, "row '%s' is there, but %s says that there is none",
                  noc_coefficient_name(id),
                  r->technology.no_power_reason ? "no_power" : "power_nm");
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

/* Reads a range: ports = [3, 80]; */
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

static void read_supply(reader *r, const config_setting_t *root)
{
    const config_setting_t *group = noc_config_member(root, "supply");
    noc_supply *s = &r->technology.supply;
    if (!group || config_setting_type(group) != CONFIG_TYPE_GROUP) {
        FAULT(r, group ? group : root, "supply must be a group: supply = { nominal_v = ...; ... }");
        return;
    }
    check_keys(r, group, supply_key);
    s->nominal_v = read_number(r, group, "nominal_v");
    s->least_v = read_number(r, group, "least_v");
    s->most_v = read_number(r, group, "most_v");
    s->threshold_v = read_number(r, group, "threshold_v");
    s->leakage_decades = read_number(r, group, "leakage_decades");
    read_text(r, group, "source");
    if (!(s->threshold_v < s->least_v && s->least_v <= s->nominal_v && s->nominal_v <= s->most_v))
        FAULT(r, group, "supply must have threshold_v < least_v <= nominal_v <= most_v");
}

static void read_table(reader *r, const config_setting_t *root)
{
    check_keys(r, root, table_key);
    r->technology.feature_nm = read_number(r, root, "technology_nm");
    r->technology.family = copy_text(r, read_text(r, root, "family"));
    r->technology.source = copy_text(r, read_text(r, root, "source"));
    if (noc_config_member(root, "no_power"))
        r->technology.no_power_reason = copy_text(r, read_text(r, root, "no_power"));
    if (noc_config_member(root, "power_nm"))
        r->technology.power_nm = read_number(r, root, "power_nm");
    if (noc_config_member(root, "basis"))
        r->technology.basis = copy_text(r, read_text(r, root, "basis"));
    read_supply(r, root);
    for (size_t i = 0; i < NOC_DIMENSIONS; i++) read_range(r, root, (noc_dimension)i);
    read_rows(r, root);
}

noc_status noc_technology_read(const config_setting_t *root, const char *file, noc_status status,
                               noc_technology *technology, noc_diag *diag)
{
    reader r = {.file = file, .wrong = status, .status = NOC_OK, .diag = diag};
    read_table(&r, root);
    if (r.status == NOC_OK)
        *technology = r.technology;
    else
        noc_arena_clear(&r.technology.arena);
    return r.status;
}

/* ---- tables inside the program -------------------------------------------------------------- */

enum { TECHNOLOGIES_MAX = 64 };

/* Tables, each read on first use and constant afterwards. */
static struct {
    pthread_mutex_t reading;
    noc_technology technologies[TECHNOLOGIES_MAX];
    noc_status status[TECHNOLOGIES_MAX];
    bool read[TECHNOLOGIES_MAX];
    noc_diag faults[TECHNOLOGIES_MAX];
} loaded = {.reading = PTHREAD_MUTEX_INITIALIZER};

size_t noc_technology_count(void)
{
    size_t count = 0;
    while (count < TECHNOLOGIES_MAX && noc_technology_tables[count].path) count++;
    return count;
}

double noc_technology_nm(size_t i)
{
    const char *name = strrchr(noc_technology_tables[i].path, '_');
    char *unit = NULL;
    const double nm = name ? strtod(name + 1, &unit) : NAN;
    return unit && strcmp(unit, "nm.cfg") == 0 ? nm : NAN;
}

static void load_table(size_t i)
{
    const noc_place place = {noc_technology_tables[i].path, 0};
    noc_diag *faults = &loaded.faults[i];
    noc_technology *technology = &loaded.technologies[i];
    loaded.status[i] = noc_technology_read(config_root_setting(noc_technology_tables[i].config),
                                           place.file, NOC_EFAILED, technology, faults);
    if (loaded.status[i] == NOC_OK && technology->feature_nm != noc_technology_nm(i))
        loaded.status[i] =
            noc_fail(faults, NOC_EFAILED, place, "technology_nm = %g is not in its name",
                     technology->feature_nm);
    loaded.read[i] = true;
}

noc_status noc_technology_load(size_t i, noc_diag *diag)
{
    pthread_mutex_lock(&loaded.reading);
    if (!loaded.read[i]) load_table(i);
    pthread_mutex_unlock(&loaded.reading);
    for (size_t k = 0; k < loaded.faults[i].count; k++) {
        const noc_message *m = &loaded.faults[i].messages[k];
        noc_fail(diag, m->status, (noc_place){m->file, m->line}, "%s", m->text);
    }
    return loaded.status[i];
}

const noc_technology *noc_technology_at(size_t i)
{
    return i < noc_technology_count() && noc_technology_load(i, NULL) == NOC_OK
               ? &loaded.technologies[i]
               : NULL;
}
