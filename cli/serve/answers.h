/* cli/serve/answers.h: answers to the page's questions, as JSON, through the public header of the library.
 *
 * The document of an answer: sequence, name, fingerprint, values (of all keys of the design), state,
 * approach, load, figures (of all metrics), limit, warnings, curve, costs, svg, command, design (the
 * text of a design file). That of faults: faults, a list of objects with key, file, line, message. */
#ifndef NOC_CLI_SERVE_ANSWERS_H
#define NOC_CLI_SERVE_ANSWERS_H

#include <jansson.h>

#include "bindings/c/nocsight.h"
#include "cli/serve/questions.h"

/* Ways in which a question ends. */
typedef enum noc_answer_end {
    NOC_ANSWER_WHOLE,
    NOC_ANSWER_FAULTY, /* the design or the load has faults */
    NOC_ANSWER_STOPPED, /* goes_on said so, or the progress function */
} noc_answer_end;

/* What a question is answered with. */
typedef struct noc_answering {
    noc_context *context;
    const char *file; /* path of the design file, for tables that it names; NULL: the question's name */
    /* Asked between the parts of an answer, and while it is measured with the share that is done;
     * false stops. */
    bool (*goes_on)(void *data, double share);
    void *data;
} noc_answering;

/* Answers a question. *document: the answer, or the faults; NULL when stopped or out of memory. The
 * caller releases it. */
noc_answer_end noc_answer_question(const noc_answering *answering, const noc_question *question,
                                   json_t **document);

/* Makes a document of faults. */
json_t *noc_answer_faults(const noc_diag *diag);

#endif
