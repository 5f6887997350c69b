/* cli/serve/start.h: start of the page: designs, and facts on all keys and metrics. */
#ifndef NOC_CLI_SERVE_START_H
#define NOC_CLI_SERVE_START_H

#include <jansson.h>

/* A design that the page opens. */
typedef struct noc_start_design {
    char *name; /* word by which commands find it: "gpu.cfg" */
    char *file; /* path of its file, beside which its tables are; "": none */
    char *text;
    json_t *settings; /* object of the settings that are changed; NULL: none */
} noc_start_design;

typedef struct noc_start {
    noc_start_design *designs;
    size_t count;
    const char *store; /* file of --store; NULL: none */
    char *front;       /* JSON document of the store's front; NULL: none */
} noc_start;

/* Finds the file of a design by its name; NULL: no such design, or without a file. */
const char *noc_start_find_file(const noc_start *start, const char *name);

/* Makes the document: version, designs, keys, metrics, store. The caller releases it. */
json_t *noc_start_document(const noc_start *start);

/* Frees the designs and the front. */
void noc_start_clear(noc_start *start);

#endif
