#include "power_area/technology.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/config_file.h"
#include "network/suggest.h"
#include "power_area/tables.h"

/* ---- what a table holds --------------------------------------------------------------------- */

static const struct {
    const char *name, *unit, *meaning;
} coefficients[] = {
#define NOC_COEFFICIENT(id, unit, meaning) {#id, unit, meaning},
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

const char *noc_provenance_name(size_t provenance)
{
    static const char *const names[] = {"given", "derived", "assumed"};
    return provenance < sizeof names / sizeof names[0] ? names[provenance] : NULL;
}

static const char *table_key(size_t i)
{
    static const char *const names[] = {"technology_nm", "source", "rows"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

static const char *row_key(size_t i)
{
    static const char *const names[] = {"name", "value", "unit", "kind", "source"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

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
    const config_setting_t *setting = config_setting_get_member(group, key);
    const char *text = NULL;
    if (setting && config_setting_type(setting) == CONFIG_TYPE_STRING)
        text = config_setting_get_string(setting);
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
    const config_setting_t *setting = config_setting_get_member(group, key);
    double value = NAN;
    switch (setting ? config_setting_type(setting) : CONFIG_TYPE_NONE) {
    case CONFIG_TYPE_INT:
        value = config_setting_get_int(setting);
        break;
    case CONFIG_TYPE_INT64:
        value = (double)config_setting_get_int64(setting);
        break;
    case CONFIG_TYPE_FLOAT:
        value = config_setting_get_float(setting);
        break;
    default:
        break;
    }
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

static void read_rows(reader *r, const config_setting_t *root)
{
    const config_setting_t *rows = config_setting_get_member(root, "rows");
    if (!rows || config_setting_type(rows) != CONFIG_TYPE_LIST) {
        FAULT(r, rows ? rows : root, "rows must be a list: rows = ( { ... }, ... );");
        return;
    }
    for (unsigned i = 0; i < (unsigned)config_setting_length(rows); i++)
        read_row(r, config_setting_get_elem(rows, i));
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        if (!r->seen[id]) FAULT(r, rows, "row '%s' is missing", noc_coefficient_name(id));
}

static void read_table(reader *r, const config_setting_t *root)
{
    check_keys(r, root, table_key);
    r->technology.nm = number_of(r, root, "technology_nm");
    r->technology.source = copy_of(r, text_of(r, root, "source"));
    read_rows(r, root);
}

noc_status noc_technology_parse(const char *text, noc_place place, noc_status status,
                                noc_technology *technology, noc_diag *diag)
{
    config_t config;
    const noc_status parsed = noc_config_parse(text, place, status, &config, diag);
    if (parsed != NOC_OK) return parsed;
    reader r = {.file = place.file, .wrong = status, .status = NOC_OK, .diag = diag};
    read_table(&r, config_root_setting(&config));
    config_destroy(&config);
    if (r.status == NOC_OK)
        *technology = r.technology;
    else
        noc_technology_clear(&r.technology);
    return r.status;
}

void noc_technology_clear(noc_technology *technology)
{
    free(technology->source);
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) free(technology->coefficients[id].source);
    *technology = (noc_technology){0};
}

/* ---- the tables inside the program ---------------------------------------------------------- */

enum { TECHNOLOGIES_MAX = 64 };

/* Filled once, by load(); only read after that. Reading a table takes some 20 us: too much for each
 * design of a sweep. */
static struct {
    noc_technology technologies[TECHNOLOGIES_MAX];
    size_t count;
    noc_diag faults;
} loaded;

static void load(void)
{
    for (const noc_embedded_file *table = noc_technology_tables; table->file; table++) {
        if (loaded.count == TECHNOLOGIES_MAX) {
            noc_fail(&loaded.faults, NOC_EFAILED, (noc_place){table->file, 0},
                     "there are more than %d technologies", TECHNOLOGIES_MAX);
            return;
        }
        if (noc_technology_parse(table->text, (noc_place){table->file, 0}, NOC_EFAILED,
                                 &loaded.technologies[loaded.count], &loaded.faults) == NOC_OK)
            loaded.count++;
    }
}

static void load_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}

const noc_technology *noc_technology_at(size_t i)
{
    load_once();
    return i < loaded.count ? &loaded.technologies[i] : NULL;
}

noc_status noc_technology_find(double nm, const noc_technology **technology, noc_diag *diag)
{
    *technology = NULL;
    for (size_t i = 0; noc_technology_at(i) && !*technology; i++)
        if (fabs(noc_technology_at(i)->nm - nm) < 1e-9) *technology = noc_technology_at(i);
    if (*technology || loaded.faults.count == 0) return NOC_OK;
    for (size_t i = 0; i < loaded.faults.count; i++) {
        const noc_message *m = &loaded.faults.messages[i];
        noc_fail(diag, m->status, (noc_place){m->file, m->line}, "%s", m->text);
    }
    return NOC_EFAILED;
}
