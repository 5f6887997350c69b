/* base/packed_numbers.h: numbers as short texts: integer multiples of a step, as three digits to
 * the base 64. */
#ifndef NOC_BASE_PACKED_NUMBERS_H
#define NOC_BASE_PACKED_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { NOC_PACKED_CHARS = 3 };

/* Smallest power of two that, as a step, allows numbers up to +-`largest`. */
double noc_packed_step(double largest);

/* Prints the nearest multiple of a step. */
void noc_packed_print(FILE *out, double number, double step);

/* Reads `count` numbers, number i a multiple of steps[i]. False: a character is no digit. */
bool noc_packed_read(const char *digits, size_t count, const double *steps, double *numbers);

#endif
