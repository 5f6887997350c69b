/* hybrid/calibrate_terms.h: the terms of the contention model by name, for files and fits. */
#ifndef NOC_HYBRID_CALIBRATE_TERMS_H
#define NOC_HYBRID_CALIBRATE_TERMS_H

#include <stddef.h>

#include "analytic/contention.h"

/* NULL past the end. */
const char *noc_term_name(size_t i);

/* The term's value in a set of terms, to read or to change. */
double *noc_term_of(noc_contention_terms *terms, size_t i);
double noc_term_value(const noc_contention_terms *terms, size_t i);

#endif
