/* base/packed_numbers.h: numbers as short text: whole multiples of a step, three digits to the base
 * 64 each. */
#ifndef NOC_BASE_PACKED_NUMBERS_H
#define NOC_BASE_PACKED_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { NOC_PACKED_CHARS = 3 };

/* Least power of two of which numbers up to +-`largest` are multiples that can be written. */
double noc_packed_step(double largest);

/* Writes the nearest multiple of a step. */
void noc_packed_put(FILE *out, double number, double step);

/* Reads `count` numbers, multiples of a step each. False: the text is no digits. */
bool noc_packed_read(const char *digits, size_t count, const double *steps, double *numbers);

#endif
