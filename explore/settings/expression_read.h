/* explore/settings/expression_read.h: parser of expressions. */
#ifndef NOC_EXPLORE_SETTINGS_EXPRESSION_READ_H
#define NOC_EXPLORE_SETTINGS_EXPRESSION_READ_H

#include "base/arena.h"
#include "explore/settings/expression.h"

/* Reads a condition; an expression of another kind is a fault. A fault is reported at `place`, with
 * its column, and returned as `status`. The arena owns *expression. */
noc_status noc_expression_read(const char *text, const noc_name_resolver *names, noc_place place,
                               noc_status status, noc_arena *arena, noc_expression **expression,
                               noc_diag *diag);

/* Reads an expression of any kind, otherwise like noc_expression_read; noc_expression_get_kind
 * returns the kind. */
noc_status noc_expression_read_any(const char *text, const noc_name_resolver *names,
                                   noc_place place, noc_status status, noc_arena *arena,
                                   noc_expression **expression, noc_diag *diag);

#endif
