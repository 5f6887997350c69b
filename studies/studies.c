#include "studies/studies.h"

#include <string.h>

#include "base/suggest.h"
#include "studies/recipe.h"

#define NOC_STUDY_KIND(name) extern const noc_study_kind noc_study_kind_##name;
#include "studies/kinds.def"
#undef NOC_STUDY_KIND

/* List of recipes in data/reproduce.cfg, and their kind. */
typedef struct recipe_list {
    const char *name;
    const noc_study_kind *kind;
} recipe_list;

static const recipe_list lists[] = {
#define NOC_STUDY_KIND(name) {#name, &noc_study_kind_##name},
#include "studies/kinds.def"
#undef NOC_STUDY_KIND
};

enum { LISTS = sizeof lists / sizeof lists[0] };

static const config_setting_t *all_recipes(void)
{
    return config_root_setting(noc_recipe_tables[0].config);
}

static bool is_asked(const config_setting_t *recipe, const char *word)
{
    return !word || strcmp(word, noc_recipe_text(recipe, "name")) == 0;
}

/* Iterator over the recipes that a word selects. Start with {.word = word}. */
typedef struct walk {
    const char *word;
    size_t list, next;
} walk;

/* Returns the next recipe, NULL past the end; w->list is the position of its list. */
static const config_setting_t *step(walk *w)
{
    for (; w->list < LISTS; w->list++, w->next = 0) {
        const char *list = lists[w->list].name;
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
        status = lists[w.list].kind->make(bench, recipe, &study);
        if (status == NOC_OK) status = take(context, &study, bench->diag);
        noc_study_clear(&study);
    }
    return status;
}
