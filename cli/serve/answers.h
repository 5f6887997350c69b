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
    NOC_ANSWER_FAULTY,  /* the design or the load has faults */
    NOC_ANSWER_STOPPED, /* at the wish of goes_on */
    NOC_ANSWER_SHORT,   /* out of memory */
} noc_answer_end;

/* Document of an answer or of faults. */
typedef struct noc_answer {
    noc_answer_end end;
    char *text; /* JSON, without a newline at its end; NULL: stopped, or out of memory */
    size_t size;
} noc_answer;

/* Means of an answer. */
typedef struct noc_answering {
    noc_context *context;
    const char
        *file; /* path of the design file, for tables that it names; NULL: the question's name */
    /* Asked between the parts of an answer with a share of 0, and while a design is measured with the
     * share that is done; false stops. */
    bool (*goes_on)(void *data, double share);
    void *data;
} noc_answering;

/* Answers a question. The caller frees the text. */
noc_answer noc_answer_question(const noc_answering *answering, const noc_question *question);

/* Writes a document, which is released; NULL: out of memory. */
noc_answer noc_answer_document(json_t *document);

/* Makes a document of faults. */
noc_answer noc_answer_faults(const noc_diag *diag);

#endif
