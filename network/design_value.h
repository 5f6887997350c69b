/* network/design_value.h: one value of a design: from libconfig into its key's place, and to
 * text. */
#ifndef NOC_NETWORK_DESIGN_VALUE_H
#define NOC_NETWORK_DESIGN_VALUE_H

#include <libconfig.h>
#include <stdbool.h>
#include <stdio.h>

#include "network/diag.h"
#include "network/key.h"

/* Stores a value at base + key->offset after checking type and range. On a fault adds a message
 * that starts with `path`, and returns `status`. NaN fails every range. */
noc_status noc_value_store(const noc_key *key, char *base, const config_setting_t *value,
                           const char *path, noc_place place, noc_status status, noc_diag *diag);

void noc_value_default(const noc_key *key, char *base);

/* Whether a number or choice has its default; false for lists and texts, which have none that could
 * be written. */
bool noc_value_is_default(const noc_key *key, const char *base);

/* Frees what a list holds. */
void noc_value_clear(const noc_key *key, char *base);

/* "an integer in 1..1024, default 8": what a key accepts, in words. */
void noc_value_expected(const noc_key *key, char *text, size_t size);

/* A text in quotes, "" for NULL, with what libconfig would take for its end, or for something else,
 * escaped. */
void noc_text_print(FILE *out, const char *text);

/* The stored value as libconfig would read it: 8, 2.5, "islip", (1, 4). */
void noc_value_print(FILE *out, const noc_key *key, const char *base);

/* Likewise. The caller frees it; NULL when out of memory. */
char *noc_value_text(const noc_key *key, const char *base);

#endif
