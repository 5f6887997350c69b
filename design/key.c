#include "design/key.h"

#include <libconfig.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/amount.h"
#include "base/config_setting.h"

const noc_key *noc_key_find(noc_key_table table, const char *name)
{
    for (size_t i = 0; i < table.count; i++)
        if (table.keys[i].name[0] == name[0] && strcmp(table.keys[i].name, name) == 0)
            return &table.keys[i];
    return NULL;
}

bool noc_member_path_read(const char *text, noc_member_path *path)
{
    const size_t length = strcspn(text, "[");
    int end = 0;
    if (length >= sizeof path->list_name ||
        sscanf(text + length, "[%9d].%n", &path->number, &end) != 1)
        return false;
    snprintf(path->list_name, sizeof path->list_name, "%.*s", (int)length, text);
    path->key_name = text + length + end;
    return length > 0 && end > 0 && path->number >= 0 && *path->key_name;
}

/* ---- numbers -------------------------------------------------------------------------------- */

/* True if a value is a text with a number and a unit: "1.755GHz". */
static bool is_quantity(const config_setting_t *value, noc_amount *quantity)
{
    const char *text = noc_config_text(value);
    return text && noc_amount_split(text, quantity) && *quantity->unit;
}

/* True if a key is a share: it has no unit, and may be written in per cent. */
static bool is_share(const noc_key *key)
{
    return !*key->unit && key->type != NOC_INTEGER && key->type != NOC_INTEGERS && key->high <= 1.0;
}

static noc_amount_fit convert_quantity(const noc_key *key, const noc_amount *quantity,
                                       double *number)
{
    const noc_amount_fit fit = noc_amount_convert(quantity, key->unit, number);
    return fit == NOC_AMOUNT_FITS && !*key->unit && !is_share(key) ? NOC_AMOUNT_OTHER_KIND : fit;
}

/* Returns a number, without a unit or converted to the key's unit; NAN: no number. */
static double read_number(const noc_key *key, const config_setting_t *value)
{
    noc_amount quantity;
    double number;
    if (!is_quantity(value, &quantity)) return noc_config_number(value);
    return convert_quantity(key, &quantity, &number) == NOC_AMOUNT_FITS ? number : NAN;
}

/* Returns an integer, without a unit or whole in the key's unit; NAN: no integer. */
static double read_integer(const noc_key *key, const config_setting_t *value)
{
    const double number = read_number(key, value);
    const bool whole = config_setting_type(value) != CONFIG_TYPE_FLOAT && number == floor(number);
    return whole ? number : NAN;
}

/* True if a number is in range; false for NaN. */
static int is_in_range(const noc_key *key, double number)
{
    return number >= key->low && number <= key->high;
}

static void expect_number(const noc_key *key, const char *noun, char *text, size_t size)
{
    if (key->standing == NOC_REQUIRED)
        snprintf(text, size, "%s in %.10g..%.10g", noun, key->low, key->high);
    else
        snprintf(text, size, "%s in %.10g..%.10g, default %.10g", noun, key->low, key->high,
                 key->default_value);
}

static bool store_integer(noc_arena *arena, const noc_key *key, void *stored,
                          const config_setting_t *value)
{
    (void)arena;
    const double number = read_integer(key, value);
    if (!is_in_range(key, number)) return false;
    *(int *)stored = (int)number;
    return true;
}

/* Writes a whole number. fprintf needs eight times as long, and each design of a sweep prints a
 * hundred numbers. */
static void print_whole_number(FILE *out, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t remaining = number < 0 ? -(uint64_t)number : (uint64_t)number;
    *--at = '\0';
    do {
        *--at = (char)('0' + remaining % 10);
        remaining /= 10;
    } while (remaining);
    if (number < 0) *--at = '-';
    fputs(at, out);
}

static void print_integer(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    print_whole_number(out, *(const int *)stored);
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

static bool store_real(noc_arena *arena, const noc_key *key, void *stored,
                       const config_setting_t *value)
{
    (void)arena;
    const double number = read_number(key, value);
    if (!is_in_range(key, number)) return false;
    *(double *)stored = number;
    return true;
}

static void print_real(FILE *out, const noc_key *key, const void *stored)
{
    static const double max_whole = 1e15;
    const double number = *(const double *)stored;
    (void)key;
    if (fabs(number) < max_whole && number == trunc(number) && (number != 0.0 || !signbit(number)))
        print_whole_number(out, (int64_t)number);
    else
        fprintf(out, "%.15g", number);
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

static void store_choice(const noc_key *key, void *stored, size_t i)
{
    const void *kind = key->type->kind ? key->type->kind(i) : NULL;
    if (key->type->kind)
        memcpy(stored, &kind, sizeof kind);
    else
        *(int *)stored = (int)i;
}

static size_t find_choice(const noc_key *key, const void *stored)
{
    const void *kind;
    size_t i = 0;
    if (!key->type->kind) return (size_t) * (const int *)stored;
    memcpy(&kind, stored, sizeof kind);
    while (key->names(i) && key->type->kind(i) != kind) i++;
    return i;
}

bool noc_choice_store(noc_arena *arena, const noc_key *key, void *stored,
                      const config_setting_t *value)
{
    (void)arena;
    const int type = config_setting_type(value);
    if (type != CONFIG_TYPE_STRING && type != CONFIG_TYPE_BOOL) return false;
    /* libconfig writes truth values without quotes */
    const char *truth = config_setting_get_bool(value) ? "true" : "false";
    const char *word = type == CONFIG_TYPE_STRING ? config_setting_get_string(value) : truth;
    for (size_t i = 0; key->names(i); i++) {
        if (strcmp(key->names(i), word) == 0) {
            store_choice(key, stored, i);
            return true;
        }
    }
    return false;
}

void noc_choice_print(FILE *out, const noc_key *key, const void *stored)
{
    fprintf(out, "\"%s\"", key->names(find_choice(key, stored)));
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

static bool is_single_number(const config_setting_t *setting)
{
    noc_amount unused;
    return noc_config_is_number(setting) || is_quantity(setting, &unused);
}

/* Number of elements of a list or array; a bare number is a list of one. */
static int count_elements(const config_setting_t *setting)
{
    return is_single_number(setting) ? 1 : config_setting_length(setting);
}

static const config_setting_t *get_element(const config_setting_t *setting, int i)
{
    return is_single_number(setting) ? setting : config_setting_get_elem(setting, (unsigned)i);
}

static int is_sequence(const config_setting_t *setting)
{
    return is_single_number(setting) || noc_config_is_list(setting);
}

static bool store_integers(noc_arena *arena, const noc_key *key, void *stored,
                           const config_setting_t *value)
{
    const int count = is_sequence(value) ? count_elements(value) : 0;
    int *values = count > 0 ? noc_arena_array(arena, (size_t)count, sizeof *values) : NULL;
    if (!values) return false;
    for (int i = 0; i < count; i++) {
        const double number = read_integer(key, get_element(value, i));
        if (!is_in_range(key, number)) return false;
        values[i] = (int)number;
    }
    *(noc_integers *)stored = (noc_integers){(size_t)count, values};
    return true;
}

/* True if a list is empty. All list types begin with `count`. */
static bool is_empty_list(const void *stored)
{
    return ((const noc_integers *)stored)->count == 0;
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

const noc_value_type noc_integers_type = {
    .store = store_integers,
    .print = print_integers,
    .expect = expect_integers,
    .is_empty = is_empty_list,
};

static bool store_reals(noc_arena *arena, const noc_key *key, void *stored,
                        const config_setting_t *value)
{
    const int count = is_sequence(value) ? count_elements(value) : 0;
    double *values = count > 0 ? noc_arena_array(arena, (size_t)count, sizeof *values) : NULL;
    if (!values) return false;
    for (int i = 0; i < count; i++) {
        values[i] = read_number(key, get_element(value, i));
        if (!is_in_range(key, values[i])) return false;
    }
    *(noc_reals *)stored = (noc_reals){(size_t)count, values};
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

const noc_value_type noc_reals_type = {
    .store = store_reals,
    .print = print_reals,
    .expect = expect_reals,
    .is_empty = is_empty_list,
};

static bool store_points(noc_arena *arena, const noc_key *key, void *stored,
                         const config_setting_t *value)
{
    const int count = noc_config_is_list(value) ? config_setting_length(value) : 0;
    noc_point *points = count > 0 ? noc_arena_array(arena, (size_t)count, sizeof *points) : NULL;
    if (!points) return false;
    for (int i = 0; i < count; i++) {
        const config_setting_t *pair = config_setting_get_elem(value, (unsigned)i);
        bool is_valid = noc_config_is_list(pair) && config_setting_length(pair) == 2;
        for (unsigned c = 0; is_valid && c < 2; c++) {
            const double number = read_integer(key, config_setting_get_elem(pair, c));
            is_valid = is_in_range(key, number);
            if (is_valid && c == 0) points[i].column = (int)number;
            if (is_valid && c == 1) points[i].row = (int)number;
        }
        if (!is_valid) return false;
    }
    *(noc_points *)stored = (noc_points){(size_t)count, points};
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

const noc_value_type noc_points_type = {
    .store = store_points,
    .print = print_points,
    .expect = expect_points,
};

/* ---- texts ---------------------------------------------------------------------------------- */

static bool store_text(noc_arena *arena, const noc_key *key, void *stored,
                       const config_setting_t *value)
{
    (void)key;
    if (config_setting_type(value) != CONFIG_TYPE_STRING) return false;
    const char *text = config_setting_get_string(value);
    char *copy = *text ? noc_arena_string(arena, text) : NULL;
    if (copy) *(char **)stored = copy;
    return copy;
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

const noc_value_type noc_text_type = {
    .store = store_text,
    .print = print_text,
    .expect = expect_text,
};

/* ---- values of any type --------------------------------------------------------------------- */

/* Writes a real number. A whole number keeps its decimal point, since the point is the fault where
 * an integer is expected. */
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

static bool has_numbers(const noc_key *key)
{
    return key->type == NOC_INTEGER || key->type == NOC_REAL || key->type == NOC_INTEGERS ||
           key->type == NOC_REALS;
}

/* Describes the conversion of a time to cycles; "": the unit is not cycles. */
static const char *describe_cycle_time(const char *unit)
{
    if (strcmp(unit, "cycles") == 0) return ": chip.clock_mhz / 1000 in a ns";
    return strcmp(unit, "memory clocks") == 0 ? ": memory.clock_mhz / 1000 in a ns" : "";
}

/* Describes the fault of a number with a unit, followed by "; ": "GHz is a frequency, and this is
 * in nm; ". "": the value has no unit. */
static void describe_unit_fault(const noc_key *key, const config_setting_t *value, char *text,
                                size_t size)
{
    noc_amount q;
    double number;
    *text = '\0';
    if (!has_numbers(key) || !is_quantity(value, &q)) return;
    const noc_amount_fit fit = convert_quantity(key, &q, &number);
    const bool needs_integer = key->type == NOC_INTEGER || key->type == NOC_INTEGERS;
    const char *kind = noc_unit_kind(q.unit);
    const char *expected_form = is_share(key) ? "a share (0.6 or 60%)" : "a number without a unit";
    if (fit == NOC_AMOUNT_UNKNOWN_UNIT)
        snprintf(text, size, "there is no unit '%.20s'%s%s%s", q.unit, *key->unit ? " (" : "",
                 noc_unit_examples(key->unit), *key->unit ? ")" : "");
    else if (fit == NOC_AMOUNT_OTHER_KIND && *key->unit)
        snprintf(text, size, "%s is %s, and this is in %s%s", q.unit, kind, key->unit,
                 strcmp(kind, "a time") == 0 ? describe_cycle_time(key->unit) : "");
    else if (fit == NOC_AMOUNT_OTHER_KIND)
        snprintf(text, size, "%s is %s, and this is %s", q.unit, kind, expected_form);
    else
        snprintf(text, size, "%.10g%s%s%s", number, *key->unit ? " " : "", key->unit,
                 needs_integer && number != floor(number) ? " are not whole" : "");
    strncat(text, "; ", size - strlen(text) - 1);
}

static noc_status refuse_value(const noc_storing *s, const noc_key *key,
                               const config_setting_t *value)
{
    char expected[500], written[64], unit[160];
    describe_unit_fault(key, value, unit, sizeof unit);
    noc_value_expected(key, expected, sizeof expected);
    describe_value(value, written, sizeof written);
    const char *nearest = NULL;
    if (noc_key_is_choice(key) && config_setting_type(value) == CONFIG_TYPE_STRING)
        nearest = noc_find_nearest_name(config_setting_get_string(value), key->names);
    return noc_fail(s->diag, s->status, s->place, "%s = %s: %sexpected %s%s%s%s", s->path, written,
                    unit, expected, nearest ? "; did you mean \"" : "", nearest ? nearest : "",
                    nearest ? "\"?" : "");
}

noc_status noc_value_store(const noc_storing *s, const noc_key *key, char *base,
                           const config_setting_t *value)
{
    const noc_type type = key->type;
    void *stored = base + key->offset;
    if (type->store_parts) return type->store_parts(s, stored, value);
    return type->store(s->arena, key, stored, value) ? NOC_OK : refuse_value(s, key, value);
}

void noc_value_default(const noc_key *key, char *base)
{
    void *stored = base + key->offset;
    if (noc_key_is_choice(key)) store_choice(key, stored, (size_t)key->default_value);
    if (key->type == NOC_INTEGER) *(int *)stored = (int)key->default_value;
    if (key->type == NOC_REAL) *(double *)stored = key->default_value;
}

bool noc_value_is_default(const noc_key *key, const char *base)
{
    const void *stored = base + key->offset;
    if (key->type->is_empty) return key->type->is_empty(stored);
    if (key->type == NOC_REAL) return *(const double *)stored == key->default_value;
    if (noc_key_is_choice(key)) return find_choice(key, stored) == (size_t)key->default_value;
    return key->type == NOC_INTEGER && *(const int *)stored == (int)key->default_value;
}

size_t noc_value_choice_index(const noc_key *key, const char *base)
{
    return find_choice(key, base + key->offset);
}

const char *noc_value_choice_name(const noc_key *key, const char *base)
{
    return key->names(noc_value_choice_index(key, base));
}

void noc_value_print(FILE *out, const noc_key *key, const char *base)
{
    key->type->print(out, key, base + key->offset);
}

const void *noc_value_bytes(const noc_key *key, const char *base, size_t *size)
{
    const char *stored = base + key->offset;
    const noc_type type = key->type;
    *size = 0;
    if (type == NOC_INTEGERS || type == NOC_REALS || type == NOC_POINTS) {
        /* all three list types have the members `count` and `values` */
        const noc_integers *list = (const void *)stored;
        *size = list->count * (type == NOC_INTEGERS ? sizeof(int)
                               : type == NOC_REALS  ? sizeof(double)
                                                    : sizeof(noc_point));
        return list->values;
    }
    if (type == NOC_REAL) *size = sizeof(double);
    if (type == NOC_INTEGER) *size = sizeof(int);
    if (noc_key_is_choice(key)) *size = type->kind ? sizeof(void *) : sizeof(int);
    return stored;
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
