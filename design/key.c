#include "design/key.h"

#include <libconfig.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_setting.h"

const noc_key *noc_key_find(noc_key_table table, const char *name)
{
    for (size_t i = 0; i < table.count; i++)
        if (strcmp(table.keys[i].name, name) == 0) return &table.keys[i];
    return NULL;
}

/* ---- numbers -------------------------------------------------------------------------------- */

static int is_integer(const config_setting_t *value)
{
    return noc_config_is_number(value) && config_setting_type(value) != CONFIG_TYPE_FLOAT;
}

/* Every comparison is false for NaN, so NaN is never in range. */
static int in_range(const noc_key *key, double number)
{
    return number >= key->low && number <= key->high;
}

static void expect_number(const noc_key *key, const char *what, char *text, size_t size)
{
    if (key->standing == NOC_REQUIRED)
        snprintf(text, size, "%s in %.10g..%.10g", what, key->low, key->high);
    else
        snprintf(text, size, "%s in %.10g..%.10g, default %.10g", what, key->low, key->high,
                 key->fallback);
}

static bool store_integer(const noc_key *key, void *stored, const config_setting_t *value)
{
    if (!is_integer(value) || !in_range(key, noc_config_number(value))) return false;
    *(int *)stored = (int)noc_config_number(value);
    return true;
}

static void print_integer(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    fprintf(out, "%d", *(const int *)stored);
}

static void expect_integer(const noc_key *key, char *text, size_t size)
{
    expect_number(key, "an integer", text, size);
}

const noc_value_type noc_integer_type = {
    .store = store_integer,
    .print = print_integer,
    .expect = expect_integer,
};

static bool store_real(const noc_key *key, void *stored, const config_setting_t *value)
{
    if (!noc_config_is_number(value) || !in_range(key, noc_config_number(value))) return false;
    *(double *)stored = noc_config_number(value);
    return true;
}

static void print_real(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    fprintf(out, "%.15g", *(const double *)stored);
}

static void expect_real(const noc_key *key, char *text, size_t size)
{
    expect_number(key, "a number", text, size);
}

const noc_value_type noc_real_type = {
    .store = store_real,
    .print = print_real,
    .expect = expect_real,
};

/* ---- choices -------------------------------------------------------------------------------- */

static void choose(const noc_key *key, void *stored, size_t i)
{
    const void *kind = key->type->kind ? key->type->kind(i) : NULL;
    if (key->type->kind)
        memcpy(stored, &kind, sizeof kind);
    else
        *(int *)stored = (int)i;
}

static size_t chosen(const noc_key *key, const void *stored)
{
    const void *kind;
    size_t i = 0;
    if (!key->type->kind) return (size_t) * (const int *)stored;
    memcpy(&kind, stored, sizeof kind);
    while (key->names(i) && key->type->kind(i) != kind) i++;
    return i;
}

bool noc_choice_store(const noc_key *key, void *stored, const config_setting_t *value)
{
    const int type = config_setting_type(value);
    if (type != CONFIG_TYPE_STRING && type != CONFIG_TYPE_BOOL) return false;
    const char *truth = config_setting_get_bool(value) ? "true" : "false"; /* bare, in libconfig */
    const char *word = type == CONFIG_TYPE_STRING ? config_setting_get_string(value) : truth;
    for (size_t i = 0; key->names(i); i++) {
        if (strcmp(key->names(i), word) == 0) {
            choose(key, stored, i);
            return true;
        }
    }
    return false;
}

void noc_choice_print(FILE *out, const noc_key *key, const void *stored)
{
    fprintf(out, "\"%s\"", key->names(chosen(key, stored)));
}

static void list_names(const noc_key *key, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; key->names(i) && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s\"%s\"", i ? ", " : "", key->names(i));
}

void noc_choice_expect(const noc_key *key, char *text, size_t size)
{
    char names[400] = "";
    list_names(key, names, sizeof names);
    snprintf(text, size, "one of %s", names);
}

const char *noc_truth_name(size_t i)
{
    static const char *const names[] = {"false", "true"};
    return i < 2 ? names[i] : NULL;
}

const noc_value_type noc_choice_type = NOC_CHOICE_AMONG(NULL);

/* ---- lists ---------------------------------------------------------------------------------- */

/* Elements of a list or array; a bare number counts as a list of one. */
static int length_of(const config_setting_t *value)
{
    return noc_config_is_number(value) ? 1 : config_setting_length(value);
}

static const config_setting_t *element_of(const config_setting_t *value, int i)
{
    return noc_config_is_number(value) ? value : config_setting_get_elem(value, (unsigned)i);
}

static int is_sequence(const config_setting_t *value)
{
    return noc_config_is_number(value) || noc_config_is_list(value);
}

static bool store_integers(const noc_key *key, void *stored, const config_setting_t *value)
{
    noc_integers *out = stored;
    const int count = is_sequence(value) ? length_of(value) : 0;
    int *values = count > 0 ? calloc((size_t)count, sizeof *values) : NULL;
    if (!values) return false;
    for (int i = 0; i < count; i++) {
        const config_setting_t *element = element_of(value, i);
        if (!is_integer(element) || !in_range(key, noc_config_number(element))) {
            free(values);
            return false;
        }
        values[i] = (int)noc_config_number(element);
    }
    free(out->values);
    *out = (noc_integers){(size_t)count, values};
    return true;
}

static void print_integers(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    const noc_integers *list = stored;
    for (size_t i = 0; i < list->count; i++) fprintf(out, "%s%d", i ? ", " : "(", list->values[i]);
    fputs(list->count ? ")" : "()", out);
}

static void expect_integers(const noc_key *key, char *text, size_t size)
{
    snprintf(text, size, "integers in %.10g..%.10g: (1, 4)", key->low, key->high);
}

static void clear_integers(void *stored)
{
    free(((noc_integers *)stored)->values);
}

const noc_value_type noc_integers_type = {
    .store = store_integers,
    .print = print_integers,
    .expect = expect_integers,
    .clear = clear_integers,
};

static bool store_reals(const noc_key *key, void *stored, const config_setting_t *value)
{
    noc_reals *out = stored;
    const int count = is_sequence(value) ? length_of(value) : 0;
    double *values = count > 0 ? calloc((size_t)count, sizeof *values) : NULL;
    if (!values) return false;
    for (int i = 0; i < count; i++) {
        values[i] = noc_config_number(element_of(value, i));
        if (!in_range(key, values[i])) {
            free(values);
            return false;
        }
    }
    free(out->values);
    *out = (noc_reals){(size_t)count, values};
    return true;
}

static void print_reals(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    const noc_reals *list = stored;
    for (size_t i = 0; i < list->count; i++)
        fprintf(out, "%s%.15g", i ? ", " : "(", list->values[i]);
    fputs(list->count ? ")" : "()", out);
}

static void expect_reals(const noc_key *key, char *text, size_t size)
{
    snprintf(text, size, "numbers in %.10g..%.10g: (0.5, 0.5)", key->low, key->high);
}

static void clear_reals(void *stored)
{
    free(((noc_reals *)stored)->values);
}

const noc_value_type noc_reals_type = {
    .store = store_reals,
    .print = print_reals,
    .expect = expect_reals,
    .clear = clear_reals,
};

static bool store_points(const noc_key *key, void *stored, const config_setting_t *value)
{
    noc_points *out = stored;
    const int count =
        noc_config_is_number(value) || !is_sequence(value) ? 0 : config_setting_length(value);
    noc_point *points = count > 0 ? calloc((size_t)count, sizeof *points) : NULL;
    if (!points) return false;
    for (int i = 0; i < count; i++) {
        const config_setting_t *pair = config_setting_get_elem(value, (unsigned)i);
        bool good =
            is_sequence(pair) && !noc_config_is_number(pair) && config_setting_length(pair) == 2;
        for (unsigned c = 0; good && c < 2; c++) {
            const config_setting_t *number = config_setting_get_elem(pair, c);
            good = is_integer(number) && in_range(key, noc_config_number(number));
            if (good && c == 0) points[i].column = (int)noc_config_number(number);
            if (good && c == 1) points[i].row = (int)noc_config_number(number);
        }
        if (!good) {
            free(points);
            return false;
        }
    }
    free(out->values);
    *out = (noc_points){(size_t)count, points};
    return true;
}

static void print_points(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    const noc_points *list = stored;
    for (size_t i = 0; i < list->count; i++)
        fprintf(out, "%s(%d, %d)", i ? ", " : "(", list->values[i].column, list->values[i].row);
    fputs(list->count ? ")" : "()", out);
}

static void expect_points(const noc_key *key, char *text, size_t size)
{
    (void)key;
    snprintf(text, size, "(column, row) pairs: ((1, 0), (2, 0))");
}

static void clear_points(void *stored)
{
    free(((noc_points *)stored)->values);
}

const noc_value_type noc_points_type = {
    .store = store_points,
    .print = print_points,
    .expect = expect_points,
    .clear = clear_points,
};

/* ---- texts ---------------------------------------------------------------------------------- */

static bool store_text(const noc_key *key, void *stored, const config_setting_t *value)
{
    (void)key;
    char **out = stored;
    if (config_setting_type(value) != CONFIG_TYPE_STRING) return false;
    const char *text = config_setting_get_string(value);
    char *copy = *text ? strdup(text) : NULL;
    if (!copy) return false;
    free(*out);
    *out = copy;
    return true;
}

void noc_text_print(FILE *out, const char *text)
{
    putc('"', out);
    for (const char *c = text ? text : ""; *c; c++) {
        const unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte < 0x20)
            fprintf(out, "\\x%02x", byte);
        else
            putc(byte, out);
    }
    putc('"', out);
}

static void print_text(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    noc_text_print(out, *(char *const *)stored);
}

static void expect_text(const noc_key *key, char *text, size_t size)
{
    (void)key;
    snprintf(text, size, "a text in quotes, not empty, such as the name of a file");
}

static void clear_text(void *stored)
{
    free(*(char **)stored);
}

const noc_value_type noc_text_type = {
    .store = store_text,
    .print = print_text,
    .expect = expect_text,
    .clear = clear_text,
};

/* ---- values of any type --------------------------------------------------------------------- */

/* A whole number keeps its point, which is what is wrong with it where an integer is expected. */
static void describe_real(double number, char *text, size_t size)
{
    snprintf(text, size, "%g", number);
    if (!strpbrk(text, ".en")) snprintf(text, size, "%.1f", number);
}

static void describe_value(const config_setting_t *value, char *text, size_t size)
{
    switch (config_setting_type(value)) {
    case CONFIG_TYPE_INT:
        snprintf(text, size, "%d", config_setting_get_int(value));
        break;
    case CONFIG_TYPE_INT64:
        snprintf(text, size, "%lld", config_setting_get_int64(value));
        break;
    case CONFIG_TYPE_FLOAT:
        describe_real(config_setting_get_float(value), text, size);
        break;
    case CONFIG_TYPE_BOOL:
        snprintf(text, size, "%s", config_setting_get_bool(value) ? "true" : "false");
        break;
    case CONFIG_TYPE_STRING:
        snprintf(text, size, "\"%.40s\"", config_setting_get_string(value));
        break;
    case CONFIG_TYPE_GROUP:
        snprintf(text, size, "{ ... }");
        break;
    default:
        snprintf(text, size, "( ... )");
        break;
    }
}

void noc_value_expected(const noc_key *key, char *text, size_t size)
{
    key->type->expect(key, text, size);
}

static noc_status refuse(const noc_key *key, const config_setting_t *value, const char *path,
                         noc_place place, noc_status status, noc_diag *diag)
{
    char expected[500], given[64];
    noc_value_expected(key, expected, sizeof expected);
    describe_value(value, given, sizeof given);
    const char *near = NULL;
    if (noc_key_is_choice(key) && config_setting_type(value) == CONFIG_TYPE_STRING)
        near = noc_nearest_in(config_setting_get_string(value), key->names);
    return noc_fail(diag, status, place, "%s = %s: expected %s%s%s%s", path, given, expected,
                    near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

noc_status noc_value_store(const noc_key *key, char *base, const config_setting_t *value,
                           const char *path, noc_place place, noc_status status, noc_diag *diag)
{
    const noc_type type = key->type;
    void *stored = base + key->offset;
    if (type->store_parts) return type->store_parts(stored, value, path, place, status, diag);
    if (type->store(key, stored, value)) return NOC_OK;
    return refuse(key, value, path, place, status, diag);
}

void noc_value_default(const noc_key *key, char *base)
{
    void *stored = base + key->offset;
    if (noc_key_is_choice(key)) choose(key, stored, (size_t)key->fallback);
    if (key->type == NOC_INTEGER) *(int *)stored = (int)key->fallback;
    if (key->type == NOC_REAL) *(double *)stored = key->fallback;
}

bool noc_value_is_default(const noc_key *key, const char *base)
{
    const void *stored = base + key->offset;
    if (key->type == NOC_REAL) return *(const double *)stored == key->fallback;
    if (noc_key_is_choice(key)) return chosen(key, stored) == (size_t)key->fallback;
    return key->type == NOC_INTEGER && *(const int *)stored == (int)key->fallback;
}

size_t noc_value_chosen(const noc_key *key, const char *base)
{
    return chosen(key, base + key->offset);
}

const char *noc_value_name(const noc_key *key, const char *base)
{
    return key->names(noc_value_chosen(key, base));
}

void noc_value_clear(const noc_key *key, char *base)
{
    if (key->type->clear) key->type->clear(base + key->offset);
}

void noc_value_print(FILE *out, const noc_key *key, const char *base)
{
    key->type->print(out, key, base + key->offset);
}

char *noc_value_text(const noc_key *key, const char *base)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    noc_value_print(out, key, base);
    fclose(out);
    return text;
}
