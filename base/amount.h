/* base/amount.h: amounts: numbers with units, as users write them ("1.755GHz", "256 bit", "60 %"),
 * and their conversion to other units.
 *
 * The case of a unit's letters matters only if it decides between two units: Gb/s are gigabits per
 * second; "2tb/s" in small letters is 2 TB/s, in bytes. The case of a single letter always
 * matters. */
#ifndef NOC_BASE_AMOUNT_H
#define NOC_BASE_AMOUNT_H

#include <stdbool.h>
#include <stddef.h>

enum { NOC_AMOUNT_CHARS = 64 };

/* Number and unit of a text. */
typedef struct noc_amount {
    char digits[NOC_AMOUNT_CHARS]; /* number as written */
    char unit[NOC_AMOUNT_CHARS];   /* unit as written; "": none */
} noc_amount;

/* Splits a text into a finite number and the unit after it, with or without blanks around them.
 * False for other texts: a word, a list, two numbers, a hexadecimal number, an empty text. */
bool noc_amount_split(const char *text, noc_amount *amount);

/* Match of an amount's unit with the wanted unit. */
typedef enum noc_amount_fit {
    NOC_AMOUNT_FITS,
    NOC_AMOUNT_UNKNOWN_UNIT, /* unit is unknown */
    NOC_AMOUNT_OTHER_KIND,   /* unit is of another kind, or no unit is expected */
} noc_amount_fit;

/* Converts an amount to the wanted unit, correctly rounded: 1755 for "1.755GHz" in "MHz".
 * `wanted_unit` may be a counted noun ("packets": "4 packets", "1 packet"), or "" for a share or a
 * bare number ("60 %" is 0.6, and 60 is 60). A number without a unit counts as in the wanted
 * unit. */
noc_amount_fit noc_amount_convert(const noc_amount *amount, const char *wanted_unit,
                                  double *number);

/* Kind of a unit, in words: "a frequency"; NULL: unknown unit. */
const char *noc_unit_kind(const char *unit);

/* Units of the kind of `unit`, for messages: "MHz, GHz"; for a counted noun, the noun itself. */
const char *noc_unit_examples(const char *unit);

#endif
