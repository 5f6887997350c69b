#include "base/amount.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/min_max.h"

typedef enum unit_kind {
    SHARE,
    LENGTH,
    AREA,
    FREQUENCY,
    TIME,
    DATA,
    BANDWIDTH,
    DATA_PER_CYCLE,
    CYCLES,
    FLITS_PER_CYCLE,
    TRANSACTIONS,
    POWER,
    VOLTAGE,
} unit_kind;

static const struct {
    const char *words;
    const char *examples; /* units of the kind, for messages */
} kinds[] = {
    [SHARE] = {"a share", "%"},
    [LENGTH] = {"a length", "nm, um, mm"},
    [AREA] = {"an area", "mm2"},
    [FREQUENCY] = {"a frequency", "MHz, GHz"},
    [TIME] = {"a time", "ns, us, s, min"},
    [DATA] = {"an amount of data", "B, bit, KiB"},
    [BANDWIDTH] = {"a bandwidth", "GB/s, TB/s, Gb/s"},
    [DATA_PER_CYCLE] = {"data in a cycle", "B/cycle"},
    [CYCLES] = {"a number of cycles", "cycles"},
    [FLITS_PER_CYCLE] = {"a rate of flits", "flits/cycle"},
    [TRANSACTIONS] = {"a rate of transactions", "tx"},
    [POWER] = {"a power", "W"},
    [VOLTAGE] = {"a voltage", "V, mV"},
};

/* Unit: factor x 10^exponent times the base unit of its kind, which has factor 1 and exponent 0. Of
 * names that differ only in case, a name in small letters means the first one. */
static const struct unit {
    const char *name;
    unit_kind kind;
    int exponent;
    double factor;
} units[] = {
    {"%", SHARE, -2, 1.0},
    {"percent", SHARE, -2, 1.0},
    {"nm", LENGTH, -9, 1.0},
    {"um", LENGTH, -6, 1.0},
    {"\u00b5m", LENGTH, -6, 1.0},
    {"\u03bcm", LENGTH, -6, 1.0},
    {"mm", LENGTH, -3, 1.0},
    {"cm", LENGTH, -2, 1.0},
    {"um2", AREA, -12, 1.0},
    {"mm2", AREA, -6, 1.0},
    {"mm^2", AREA, -6, 1.0},
    {"mm\u00b2", AREA, -6, 1.0},
    {"cm2", AREA, -4, 1.0},
    {"Hz", FREQUENCY, 0, 1.0},
    {"kHz", FREQUENCY, 3, 1.0},
    {"MHz", FREQUENCY, 6, 1.0},
    {"GHz", FREQUENCY, 9, 1.0},
    {"THz", FREQUENCY, 12, 1.0},
    {"ps", TIME, -12, 1.0},
    {"ns", TIME, -9, 1.0},
    {"us", TIME, -6, 1.0},
    {"ms", TIME, -3, 1.0},
    {"s", TIME, 0, 1.0},
    {"min", TIME, 0, 60.0},
    {"h", TIME, 0, 3600.0},
    {"B", DATA, 0, 1.0},
    {"byte", DATA, 0, 1.0},
    {"bytes", DATA, 0, 1.0},
    {"bit", DATA, 0, 0.125},
    {"bits", DATA, 0, 0.125},
    {"kB", DATA, 3, 1.0},
    {"MB", DATA, 6, 1.0},
    {"GB", DATA, 9, 1.0},
    {"TB", DATA, 12, 1.0},
    {"KiB", DATA, 0, 0x1p10},
    {"MiB", DATA, 0, 0x1p20},
    {"GiB", DATA, 0, 0x1p30},
    {"TiB", DATA, 0, 0x1p40},
    {"kbit", DATA, 3, 0.125},
    {"Mbit", DATA, 6, 0.125},
    {"B/s", BANDWIDTH, 0, 1.0},
    {"MB/s", BANDWIDTH, 6, 1.0},
    {"GB/s", BANDWIDTH, 9, 1.0},
    {"TB/s", BANDWIDTH, 12, 1.0},
    {"PB/s", BANDWIDTH, 15, 1.0},
    {"MBps", BANDWIDTH, 6, 1.0},
    {"GBps", BANDWIDTH, 9, 1.0},
    {"TBps", BANDWIDTH, 12, 1.0},
    {"Mb/s", BANDWIDTH, 6, 0.125},
    {"Gb/s", BANDWIDTH, 9, 0.125},
    {"Tb/s", BANDWIDTH, 12, 0.125},
    {"Mbps", BANDWIDTH, 6, 0.125},
    {"Gbps", BANDWIDTH, 9, 0.125},
    {"Tbps", BANDWIDTH, 12, 0.125},
    {"Mbit/s", BANDWIDTH, 6, 0.125},
    {"Gbit/s", BANDWIDTH, 9, 0.125},
    {"Tbit/s", BANDWIDTH, 12, 0.125},
    {"B/cycle", DATA_PER_CYCLE, 0, 1.0},
    {"B/clk", DATA_PER_CYCLE, 0, 1.0},
    {"B/clock", DATA_PER_CYCLE, 0, 1.0},
    {"byte/cycle", DATA_PER_CYCLE, 0, 1.0},
    {"bytes/cycle", DATA_PER_CYCLE, 0, 1.0},
    {"kB/cycle", DATA_PER_CYCLE, 3, 1.0},
    {"bit/cycle", DATA_PER_CYCLE, 0, 0.125},
    {"bits/cycle", DATA_PER_CYCLE, 0, 0.125},
    {"bit/clk", DATA_PER_CYCLE, 0, 0.125},
    {"cycles", CYCLES, 0, 1.0},
    {"cycle", CYCLES, 0, 1.0},
    {"clk", CYCLES, 0, 1.0},
    {"flits/cycle", FLITS_PER_CYCLE, 0, 1.0},
    {"flit/cycle", FLITS_PER_CYCLE, 0, 1.0},
    {"tx", TRANSACTIONS, 0, 1.0},
    {"mW", POWER, -3, 1.0},
    {"W", POWER, 0, 1.0},
    {"mV", VOLTAGE, -3, 1.0},
    {"V", VOLTAGE, 0, 1.0},
};
enum { UNITS = sizeof units / sizeof units[0] };

static const struct unit *find_unit(const char *name)
{
    for (size_t i = 0; i < UNITS; i++)
        if (strcmp(units[i].name, name) == 0) return &units[i];
    const bool has_several_letters = *name && isalnum((unsigned char)name[1]);
    for (size_t i = 0; i < UNITS && has_several_letters; i++)
        if (strcasecmp(units[i].name, name) == 0) return &units[i];
    return NULL;
}

/* ---- parts of a text ------------------------------------------------------------------------ */

/* Characters of the decimal number at the start of a text; 0: none. An e belongs to the number only
 * if digits follow. */
static size_t number_length(const char *text)
{
    const char *next = text + (strchr("+-", *text) && *text != '\0');
    const char *first_digit = next;
    next += strspn(next, "0123456789");
    size_t digits = (size_t)(next - first_digit);
    if (*next == '.') {
        const size_t decimals = strspn(next + 1, "0123456789");
        next += 1 + decimals;
        digits += decimals;
    }
    if (digits == 0) return 0;
    if (*next == 'e' || *next == 'E') {
        const size_t sign = next[1] == '+' || next[1] == '-';
        const size_t exponent_digits = strspn(next + 1 + sign, "0123456789");
        if (exponent_digits > 0) next += 1 + sign + exponent_digits;
    }
    return (size_t)(next - text);
}

/* True for characters of units: letters, digits and signs. Quotes and semicolons are excluded: a
 * unit with them would hide a setting. */
static bool is_unit_character(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || strchr(" %/^", c);
}

static bool copy_unit(const char *unit_text, char unit[NOC_AMOUNT_CHARS])
{
    static const char blanks[] = " \t";
    size_t length = strlen(unit_text);
    while (length > 0 && strchr(blanks, unit_text[length - 1])) length--;
    if (length >= NOC_AMOUNT_CHARS || isdigit((unsigned char)*unit_text)) return false;
    for (size_t i = 0; i < length; i++)
        if (!is_unit_character(unit_text[i])) return false;
    snprintf(unit, NOC_AMOUNT_CHARS, "%.*s", (int)length, unit_text);
    return true;
}

bool noc_amount_split(const char *text, noc_amount *amount)
{
    text += strspn(text, " \t");
    const size_t length = number_length(text);
    if (length == 0 || length >= sizeof amount->digits) return false;
    const char *unit = text + length + strspn(text + length, " \t");
    if (strncasecmp(text, "0x", 2) == 0 || !copy_unit(unit, amount->unit)) return false;
    snprintf(amount->digits, sizeof amount->digits, "%.*s", (int)length, text);
    return isfinite(strtod(amount->digits, NULL));
}

/* ---- conversion of units -------------------------------------------------------------------- */

/* Decimal number times a power of ten, rounded once. Exponents are limited to +-1000, which already
 * gives 0 or infinity for any number below NOC_AMOUNT_CHARS digits. */
static double shift_number(const char *digits, int exponent)
{
    enum { EXPONENT_MAX = 1000 };
    char text[NOC_AMOUNT_CHARS + 16];
    const size_t mantissa = strcspn(digits, "eE");
    const double written_exponent = digits[mantissa] ? strtod(digits + mantissa + 1, NULL) : 0.0;
    const int power = (int)min_of(max_of(written_exponent, -EXPONENT_MAX), EXPONENT_MAX) + exponent;
    snprintf(text, sizeof text, "%.*se%d", (int)mantissa, digits, power);
    return strtod(text, NULL);
}

/* True for equal words, with or without a plural s: "packet" and "packets". */
static bool are_equal_nouns(const char *written_unit, const char *wanted_unit)
{
    const size_t length = strlen(written_unit);
    if (strcasecmp(written_unit, wanted_unit) == 0) return true;
    return strncasecmp(written_unit, wanted_unit, length) == 0 &&
           strcasecmp(wanted_unit + length, "s") == 0;
}

noc_amount_fit noc_amount_convert(const noc_amount *amount, const char *wanted_unit, double *number)
{
    const struct unit *written_unit = find_unit(amount->unit),
                      *wanted_entry = find_unit(wanted_unit);
    *number = strtod(amount->digits, NULL);
    if (!*amount->unit ||
        (!wanted_entry && *wanted_unit && are_equal_nouns(amount->unit, wanted_unit)))
        return NOC_AMOUNT_FITS;
    if (!written_unit) return NOC_AMOUNT_UNKNOWN_UNIT;
    if (wanted_entry ? written_unit->kind != wanted_entry->kind
                     : *wanted_unit || written_unit->kind != SHARE)
        return NOC_AMOUNT_OTHER_KIND;
    *number = shift_number(amount->digits,
                           written_unit->exponent - (wanted_entry ? wanted_entry->exponent : 0));
    *number *= written_unit->factor / (wanted_entry ? wanted_entry->factor : 1.0);
    return NOC_AMOUNT_FITS;
}

const char *noc_unit_kind(const char *unit)
{
    const struct unit *unit_entry = find_unit(unit);
    return unit_entry ? kinds[unit_entry->kind].words : NULL;
}

const char *noc_unit_examples(const char *unit)
{
    const struct unit *unit_entry = find_unit(unit);
    return unit_entry ? kinds[unit_entry->kind].examples : unit;
}
