#include "explore/space/space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/space/space_files.h"

static void clear_choice(noc_space_choice *c)
{
    for (size_t i = 0; i < c->override_count; i++) free(c->overrides[i]);
    for (size_t a = 0; a < c->axis_count; a++) {
        for (size_t i = 0; i < c->axes[a].choice_count; i++) clear_choice(&c->axes[a].choices[i]);
        free(c->axes[a].choices);
        free(c->axes[a].name);
    }
    free(c->overrides);
    free(c->axes);
}

void noc_space_clear(noc_space *s)
{
    for (size_t i = 0; i < s->constraint_count; i++) noc_expression_free(s->constraints[i]);
    free(s->constraints);
    clear_choice(&s->root);
    noc_source_clear(&s->base);
    free(s->file);
    free(s->name);
    *s = (noc_space){0};
}

/* ---- its designs ---------------------------------------------------------------------------- */

/* Which choice of an axis its design number `index` is of; *index becomes that choice's own
 * number. */
static const noc_space_choice *choice_at(const noc_space_axis *axis, uint64_t *index)
{
    size_t i = 0;
    if (axis->size == axis->choice_count) { /* each is one design */
        i = *index;
        *index = 0;
    }
    while (*index >= axis->choices[i].size) *index -= axis->choices[i++].size;
    return &axis->choices[i];
}

static size_t pick(const noc_space_choice *c, uint64_t index, const char **overrides)
{
    size_t count = 0;
    for (size_t i = 0; i < c->override_count; i++) overrides[count++] = c->overrides[i];
    uint64_t below = c->size; /* designs of the axes after the current one, together */
    for (size_t a = 0; a < c->axis_count; a++) {
        below /= c->axes[a].size;
        uint64_t own = index / below % c->axes[a].size;
        const noc_space_choice *chosen = choice_at(&c->axes[a], &own);
        count += pick(chosen, own, overrides + count);
    }
    return count;
}

size_t noc_space_pick(const noc_space *space, uint64_t index, const char **overrides)
{
    return pick(&space->root, index, overrides);
}

/* ---- its identity --------------------------------------------------------------------------- */

static void print_choice(FILE *out, const noc_space_choice *c)
{
    for (size_t i = 0; i < c->override_count; i++) fprintf(out, "%s;", c->overrides[i]);
    for (size_t a = 0; a < c->axis_count; a++) {
        fputs("\n[", out);
        for (size_t i = 0; i < c->axes[a].choice_count; i++) {
            fputs(i ? " | " : "", out);
            print_choice(out, &c->axes[a].choices[i]);
        }
        fputs("]", out);
    }
}

/* Flits to the last digit. */
static void print_load(FILE *out, const noc_offered_load *load)
{
    char text[NOC_LOAD_CHARS] = "nan";
    if (load->form > NOC_LOAD_FLITS) noc_offered_load_text(load, text);
    if (load->form == NOC_LOAD_FLITS)
        fprintf(out, "\nload=%.17g", load->amount);
    else
        fprintf(out, "\nload=%s", text);
}

char *noc_space_canonical(const noc_space *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    print_choice(out, &s->root);
    for (size_t i = 0; i < s->constraint_count; i++)
        fprintf(out, "\n%s", noc_expression_text(s->constraints[i]));
    print_load(out, &s->load);
    fprintf(out, "\n%s", s->base.text);
    noc_space_print_files(out, s);
    fclose(out);
    return text;
}
