/* cli/serve/questions.h: questions of the page: bodies of requests, read and checked. */
#ifndef NOC_CLI_SERVE_QUESTIONS_H
#define NOC_CLI_SERVE_QUESTIONS_H

#include <jansson.h>

#include "base/arena.h"
#include "base/diag.h"
#include "bindings/c/nocsight.h"

/* A question about a design. The texts belong to the question. */
typedef struct noc_question {
    noc_arena memory;
    json_t *body;
    const char *tab;         /* tab of a browser; "": none */
    uint64_t sequence;       /* number among the questions of the tab */
    const char *text, *name; /* text and name of the design file */
    const char **settings;   /* "key=value" */
    size_t setting_count;
    const char *load;    /* load in a form of the option --load; NULL: none */
    size_t curve_points; /* 0: no curve */
    bool wants_picture, wants_costs;
    /* members of measurements; otherwise NOC_APPROACH_MODEL and 0 */
    noc_approach approach;
    double precision;   /* 0: default of the library */
    double max_seconds; /* s */
} noc_question;

/* Limits of a question, for the page and its tests. */
enum {
    NOC_QUESTION_TAB_CHARS = 64,
    NOC_QUESTION_SETTINGS_MAX = 1000,
    NOC_QUESTION_POINTS_MAX = 100,
};

/* Reads a body; `measures`: a question for a measurement. NOC_EINPUT with a message for each fault;
 * the caller clears *question in any case. */
noc_status noc_question_read(const char *body, size_t size, bool measures, noc_question *question,
                             noc_diag *diag);
void noc_question_clear(noc_question *question);

#endif
