/* hybrid/correction/discrepancy/number_text.h: numbers as the files of what was learned have them
 * (libconfig). */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_NUMBER_TEXT_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_NUMBER_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* With the digits (ten at least) that read back as the same number, always a float; "none" for what
 * is not finite. */
void noc_put_real(FILE *out, double value);

/* NAME = (...); */
void noc_put_list(FILE *out, const char *name, const double *list, size_t count);

#endif
