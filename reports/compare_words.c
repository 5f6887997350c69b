#include "reports/compare_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* ---- settings ------------------------------------------------------------------------------- */

enum { TOLD = 5, WIDEST = 40 };

typedef struct telling {
    FILE *out;
    const noc_settings *settings; /* of the two */
    bool topologies;              /* only these are told now, else the others */
    size_t told, left_out;
} telling;

static bool ends_in(const char *text, const char *tail)
{
    const size_t length = strlen(text), ends = strlen(tail);
    return length >= ends && strcmp(text + length - ends, tail) == 0;
}

/* A name is how a design is called, not what it is. What only one of them has, and long lists, are
 * for the table. */
static void tell(void *context, const char *path)
{
    telling *t = context;
    const char *is = noc_settings_value(&t->settings[1], path);
    const char *was = noc_settings_value(&t->settings[0], path);
    if (strcmp(path, "name") == 0 || ends_in(path, ".topology") != t->topologies) return;
    if (!is || !was || strlen(is) > WIDEST || strlen(was) > WIDEST || t->told == TOLD) {
        t->left_out++;
        return;
    }
    fprintf(t->out, "%s%s is %s in place of %s", t->told++ > 0 ? "; " : "", path, is, was);
}

char *noc_words_differing(const noc_settings settings[2])
{
    char *text = NULL;
    size_t size = 0;
    telling t = {.out = open_memstream(&text, &size), .settings = settings, .topologies = true};
    if (!t.out) return NULL;
    noc_settings_differing(settings, 2, tell, &t);
    t.topologies = false;
    noc_settings_differing(settings, 2, tell, &t);
    if (t.told + t.left_out == 0) fputs("no setting", t.out);
    if (t.left_out > 0)
        fprintf(t.out, "%s%zu %ssettings (below)", t.told > 0 ? "; and " : "", t.left_out,
                t.told > 0 ? "more " : "");
    fputc('.', t.out);
    return fclose(t.out) == 0 ? text : NULL;
}

/* ---- figures -------------------------------------------------------------------------------- */

typedef enum outcome { BETTER, WORSE, EVEN, UNKNOWN } outcome;

static outcome outcome_of(const noc_contrast *c, const noc_shown *shown)
{
    if (c->why || !isfinite(c->change)) return UNKNOWN;
    if (c->within || c->change == 0.0) return EVEN;
    return (c->change > 0.0) == shown->more_better ? BETTER : WORSE;
}

/* "bandwidth at saturation +101 % (+90 to +112 %; 59.25 to 119.33 GB/s)", those of an outcome.
 * Returns how many. */
static size_t list_figures(FILE *out, const noc_estimate *base, const noc_estimate *e,
                           const noc_shown shown[NOC_SHOWN], outcome wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < NOC_SHOWN; i++) {
        const noc_contrast c = noc_compared(base, e, shown[i].id);
        if (outcome_of(&c, &shown[i]) != wanted) continue;
        fprintf(out, "%s%s %s, from %s to %s %s", count++ ? "; " : "", shown[i].name,
                noc_shown_change(&c).text,
                noc_shown_figure(&shown[i], base->metrics[shown[i].id].value).text,
                noc_shown_figure(&shown[i], e->metrics[shown[i].id].value).text, shown[i].unit);
    }
    return count;
}

static void list_names(FILE *out, const char *before, const noc_estimate *base,
                       const noc_estimate *e, const noc_shown shown[NOC_SHOWN], outcome wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < NOC_SHOWN; i++) {
        const noc_contrast c = noc_compared(base, e, shown[i].id);
        if (outcome_of(&c, &shown[i]) == wanted)
            fprintf(out, "%s%s", count++ ? ", " : before, shown[i].name);
    }
    if (count > 0) fputc('.', out);
}

char *noc_words_bought(const noc_estimate *base, const noc_estimate *e,
                       const noc_shown shown[NOC_SHOWN])
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (list_figures(out, base, e, shown, BETTER) == 0)
        fputs("nothing that the intervals let one tell", out);
    fputc('.', out);
    list_names(out, " Indistinguishable: ", base, e, shown, EVEN);
    return fclose(out) == 0 ? text : NULL;
}

char *noc_words_paid(const noc_estimate *base, const noc_estimate *e,
                     const noc_shown shown[NOC_SHOWN])
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (list_figures(out, base, e, shown, WORSE) == 0)
        fputs("nothing that the intervals let one tell", out);
    fputc('.', out);
    list_names(out, " Not known: ", base, e, shown, UNKNOWN);
    return fclose(out) == 0 ? text : NULL;
}
