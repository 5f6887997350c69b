/* cli/serve/documents.h: documents that the server sends: JSON of answers, and of faults.
 *
 * Faults: {"faults": [{"key", "file", "line", "message"}, ...]}. key: the setting, or the member of
 * the question, that has the fault; null: neither. file, line: place in a file; "" and 0: none. */
#ifndef NOC_CLI_SERVE_DOCUMENTS_H
#define NOC_CLI_SERVE_DOCUMENTS_H

#include <jansson.h>
#include <stddef.h>

#include "base/diag.h"
#include "bindings/c/nocsight.h"

/* Kinds of documents, which are ways in which a question ends. */
typedef enum noc_document_kind {
    NOC_DOCUMENT_ANSWER,
    NOC_DOCUMENT_FAULTS,
    NOC_DOCUMENT_STOPPED, /* no document: nobody waits for the answer any more */
    NOC_DOCUMENT_SHORT,   /* no document: out of memory */
} noc_document_kind;

typedef struct noc_document {
    noc_document_kind kind;
    char *text; /* JSON, without a newline at its end; NULL: no document */
    size_t size;
} noc_document;

/* Member of a document with a long text. jansson would look at each of its characters several
 * times, which takes as long as a part of the model. */
typedef struct noc_long_member {
    const char *name;
    const char *text; /* NULL: null */
} noc_long_member;

/* Writes an object, which is released, with further members. The caller frees the text. */
noc_document noc_document_write(json_t *object, const noc_long_member *members, size_t count,
                                noc_document_kind kind);

/* Makes a document of messages. */
noc_document noc_document_of_messages(const noc_diag *diag);

/* Make a list of faults: from a call, where `key` (NULL: none) is the key of faults without a
 * place; from one message. */
json_t *noc_faults_of_call(const noc_error *error, const char *key);
json_t *noc_faults_of_message(const char *key, const char *message);

/* Makes the object of a list of faults, which is moved. */
json_t *noc_faults_object(json_t *list);

#endif
