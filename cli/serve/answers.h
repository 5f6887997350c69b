/* cli/serve/answers.h: answers to the page's questions, through the public header of the library.
 *
 * Document of an answer: sequence, name, fingerprint, network_count, values (of all keys of the
 * design), state, approach, load, figures (of all metrics), limit, warnings, command, curve, costs,
 * svg, design (text of a design file). A part that fails is null, with the reason in curve_why,
 * costs_why or svg_why. Faults of the design or of the load give a document of faults. */
#ifndef NOC_CLI_SERVE_ANSWERS_H
#define NOC_CLI_SERVE_ANSWERS_H

#include "bindings/c/nocsight.h"
#include "cli/serve/documents.h"
#include "cli/serve/questions.h"

/* Means by which a question is answered. */
typedef struct noc_answering {
    noc_context *context;
    /* path of the design file, for tables that it names; NULL: the question's name */
    const char *file;
    /* Called between the parts of an answer, with a share of NAN, and during a measurement, with
     * the share that is done. False stops. */
    bool (*goes_on)(void *data, double share);
    void *data;
} noc_answering;

/* Answers a question. The caller frees the text. */
noc_document noc_answer_question(const noc_answering *answering, const noc_question *question);

#endif
