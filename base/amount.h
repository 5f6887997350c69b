/* base/amount.h: numbers with units, as people write them: "1.755GHz", "256 bit", "60 %".
 *
 * Names of units may be written in any case where that leaves no doubt; in small letters b is byte
 * ("2tb/s" are 2 TB/s), while Gb/s and Tb/s are of bits. The case of a single letter counts. */
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

/* Splits a text into a finite number and the unit behind it, with blanks around them or none.
 * False: other texts (a word, a list, two numbers, a hexadecimal number, nothing). */
bool noc_amount_split(const char *text, noc_amount *quantity);

/* Verdict on the unit of an amount, by the wanted unit. */
typedef enum noc_amount_fit {
    NOC_AMOUNT_FITS,
    NOC_AMOUNT_UNKNOWN, /* unit is unknown */
    NOC_AMOUNT_OTHER,   /* unit is of another kind, or no unit is wanted */
} noc_amount_fit;

/* Number in the wanted unit, correctly rounded: 1755 for "1.755GHz" in "MHz". Wanted may be a thing
 * that is counted ("packets": "4 packets", "1 packet"), "" for a share or a bare number ("60 %" is
 * 0.6, and 60 is 60). A number without a unit is in the wanted unit. */
noc_amount_fit noc_amount_in(const noc_amount *quantity, const char *wanted, double *number);

/* Kind of a unit, in words: "a frequency"; NULL: unknown unit. */
const char *noc_unit_kind(const char *unit);

/* Units of the kind of `unit`, for messages: "MHz, GHz"; for a thing that is counted, the thing
 * itself. */
const char *noc_unit_examples(const char *unit);

#endif
