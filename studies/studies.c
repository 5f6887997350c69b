#include "studies/studies.h"

#include <string.h>

#include "base/suggest.h"
#include "studies/clocks.h"
#include "studies/costs.h"
#include "studies/limits.h"
#include "studies/recipe.h"

/* A kind of study: a list of data/reproduce.cfg, and what is made of its recipes. */
typedef struct kind {
    const char *list;
    noc_status (*make)(noc_bench *bench, const config_setting_t *recipe, noc_study *study);
} kind;

static const kind kinds[] = {
    {"limits", noc_study_limits},
    {"costs", noc_study_cost},
    {"clocks", noc_study_clock},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const config_setting_t *all_recipes(void)
{
    return config_root_setting(noc_recipe_tables[0].config);
}

static bool is_asked(const config_setting_t *recipe, const char *word)
{
    return !word || strcmp(word, noc_recipe_text(recipe, "name")) == 0;
}

/* A walk over the recipes that are asked for. Start with {.word = word}. */
typedef struct walk {
    const char *word;
    size_t kind, next;
} walk;

/* The next one, NULL past the end; w->kind is its kind. */
static const config_setting_t *step(walk *w)
{
    for (; w->kind < KINDS; w->kind++, w->next = 0) {
        const char *list = kinds[w->kind].list;
        while (w->next < noc_recipe_count(all_recipes(), list)) {
            const config_setting_t *recipe = noc_recipe_at(all_recipes(), list, w->next++);
            if (is_asked(recipe, w->word)) return recipe;
        }
    }
    return NULL;
}

size_t noc_studies_asked(const char *word)
{
    size_t count = 0;
    for (walk w = {.word = word}; step(&w);) count++;
    return count;
}

const char *noc_studies_nearest(const char *word)
{
    noc_nearest nearest = {.wanted = word};
    walk w = {.word = NULL};
    for (const config_setting_t *recipe; (recipe = step(&w));)
        noc_nearest_try(&nearest, noc_recipe_text(recipe, "name"));
    return noc_nearest_name(&nearest);
}

noc_status noc_studies_make(const char *word, noc_bench *bench, noc_study_taker *take,
                            void *context)
{
    noc_status status = NOC_OK;
    walk w = {.word = word};
    for (const config_setting_t *recipe; status == NOC_OK && (recipe = step(&w));) {
        noc_study study;
        status = kinds[w.kind].make(bench, recipe, &study);
        if (status == NOC_OK) status = take(context, &study, bench->diag);
        noc_study_clear(&study);
    }
    return status;
}
