/* base/amount.h: numbers with units, as people write them: "1.755GHz", "256 bit", "60 %".
 *
 * Names of units may be written in any case where that leaves no doubt; in small letters b is byte
 * ("2tb/s" are 2 TB/s), while Gb/s and Tb/s are of bits. One letter alone means what it says. */
#ifndef NOC_BASE_AMOUNT_H
#define NOC_BASE_AMOUNT_H

#include <stdbool.h>
#include <stddef.h>

enum { NOC_AMOUNT_CHARS = 64 };

/* A text taken apart. */
typedef struct noc_amount {
    char digits[NOC_AMOUNT_CHARS]; /* the number, as it is written */
    char unit[NOC_AMOUNT_CHARS];   /* "": none */
} noc_amount;

/* A finite number and the unit behind it, with blanks around them or none. False: the text is
 * something else (a word, a list, two numbers, a hexadecimal number, nothing). */
bool noc_amount_split(const char *text, noc_amount *quantity);

/* Verdict on the unit of an amount, by the unit that is wanted. */
typedef enum noc_amount_fit {
    NOC_AMOUNT_FITS,
    NOC_AMOUNT_UNKNOWN, /* there is no such unit */
    NOC_AMOUNT_OTHER,   /* the unit is of another kind, or no unit is wanted */
} noc_amount_fit;

/* The number in the unit wanted, correctly rounded: 1755 for "1.755GHz" in "MHz". Wanted may be a
 * thing that is counted ("packets": "4 packets", "1 packet"), "" for a share or a bare number
 * ("60 %" is 0.6, and 60 is 60). A number without a unit is in the one wanted. */
noc_amount_fit noc_amount_in(const noc_amount *quantity, const char *wanted, double *number);

/* The kind of a unit, in words: "a frequency"; NULL: there is no such unit. */
const char *noc_unit_kind(const char *unit);

/* Units of the kind of this one, for messages: "MHz, GHz"; of a thing that is counted itself. */
const char *noc_unit_examples(const char *unit);

#endif
