#include "reports/compare_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/bottleneck.h"

/* ---- settings ------------------------------------------------------------------------------- */

enum { TOLD = 5, WIDEST = 40 };

typedef struct telling {
    FILE *out;
    const noc_settings *settings; /* of the two */
    size_t count;
} telling;

static const char *value_of(const noc_settings *settings, const char *path)
{
    const char *value = noc_settings_value(settings, path);
    return value ? value : "nothing";
}

/* A name is how a design is called, not what it is. */
static void tell(void *context, const char *path)
{
    telling *t = context;
    if (strcmp(path, "name") == 0 || t->count++ >= TOLD) return;
    const char *is = value_of(&t->settings[1], path), *was = value_of(&t->settings[0], path);
    fprintf(t->out, "%s%s is %.*s%s in place of %.*s%s", t->count > 1 ? "; " : "", path, WIDEST, is,
            strlen(is) > WIDEST ? ".." : "", WIDEST, was, strlen(was) > WIDEST ? ".." : "");
}

char *noc_words_differing(const noc_settings settings[2])
{
    char *text = NULL;
    size_t size = 0;
    telling t = {.out = open_memstream(&text, &size), .settings = settings};
    if (!t.out) return NULL;
    noc_settings_differing(settings, 2, tell, &t);
    if (t.count == 0) fputs("no setting", t.out);
    if (t.count > TOLD) fprintf(t.out, "; and %zu settings more (below)", t.count - TOLD);
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

char *noc_words_limit(const noc_estimate *e)
{
    enum { ONE_LINE = 10000 };
    char *text = NULL;
    size_t size = 0;
    noc_sheet sheet = {.out = open_memstream(&text, &size), .width = ONE_LINE};
    if (!sheet.out) return NULL;
    noc_text_bottleneck(&sheet, e);
    if (fclose(sheet.out) != 0) return NULL;
    text[strcspn(text, "\n")] = '\0';
    return text;
}
