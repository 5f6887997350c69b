#include "reader/config_memory.h"

#include <stdlib.h>
#include <string.h>

enum { TEXTS_MOST = 100 };

struct noc_parsed_text {
    noc_parsed_text *next;
    char *text;
    config_t config; /* its settings point back to it */
};

static config_t *find(const noc_config_memory *m, const char *text)
{
    for (noc_parsed_text *t = m->first; t; t = t->next)
        if (strcmp(t->text, text) == 0) return &t->config;
    return NULL;
}

noc_status noc_config_recall(noc_config_memory *m, const char *text, noc_place place,
                             noc_status status, config_t **config, noc_diag *diag)
{
    *config = find(m, text);
    if (*config) return NOC_OK;
    noc_parsed_text *new = calloc(1, sizeof *new);
    if (new) new->text = strdup(text);
    noc_status parsed = new &&new->text ? NOC_OK : noc_fail_memory(diag);
    if (parsed == NOC_OK) parsed = noc_config_parse(text, place, status, &new->config, diag);
    if (parsed != NOC_OK) {
        if (new) free(new->text);
        free(new);
        return parsed;
    }
    new->next = m->first;
    m->first = new;
    m->count++;
    *config = &new->config;
    return NOC_OK;
}

static void forget_texts(noc_config_memory *m)
{
    while (m->first) {
        noc_parsed_text *t = m->first;
        m->first = t->next;
        config_destroy(&t->config);
        free(t->text);
        free(t);
    }
    m->count = 0;
}

void noc_config_memory_trim(noc_config_memory *m)
{
    if (m->count > TEXTS_MOST) forget_texts(m);
}

void noc_config_memory_clear(noc_config_memory *m)
{
    forget_texts(m);
    noc_wiring_memory_clear(&m->wirings);
}
