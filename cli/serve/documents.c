#include "cli/serve/documents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/json.h"

/* ---- texts ---------------------------------------------------------------------------------- */

/* Returns the letter behind the backslash that stands for a character in JSON; 0: the character
 * stands for itself. */
static char find_escape(unsigned char c)
{
    return c == '"' || c == '\\' ? (char)c : c == '\n' ? 'n' : c == '\t' ? 't' : '\0';
}

/* True for a text of ASCII without control characters other than the two of find_escape. */
static bool is_plain(const char *text)
{
    bool is_odd = false;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        is_odd |= *c >= 0x7f || (*c < ' ' && *c != '\n' && *c != '\t');
    return !is_odd;
}

/* Writes a plain text with its escapes. Returns the end of what is written. */
static char *write_escaped(const char *text, char *out)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const char escape = find_escape(*c);
        *out = '\\';
        out += escape != 0;
        *out++ = escape ? escape : (char)*c;
    }
    return out;
}

/* Adds a plain text as the last member of an object that has others. Returns the longer document;
 * when out of memory frees it, and returns NULL. */
static char *append_member(char *document, size_t *size, const noc_long_member *member)
{
    const size_t name_bytes = strlen(member->name), text_bytes = strlen(member->text);
    char *grown = realloc(document, *size + name_bytes + 2 * text_bytes + sizeof ",\"\":\"\"}");
    if (!grown) {
        free(document);
        return NULL;
    }
    char *end = grown + *size - 1; /* the brace */
    end += sprintf(end, ",\"%s\":\"", member->name);
    end = write_escaped(member->text, end);
    end = stpcpy(end, "\"}");
    *size = (size_t)(end - grown);
    return grown;
}

noc_document noc_document_write(json_t *object, const noc_long_member *members, size_t count,
                                noc_document_kind kind)
{
    for (size_t i = 0; i < count; i++)
        if (!members[i].text || !is_plain(members[i].text))
            noc_json_set_text(object, members[i].name, members[i].text);
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    size_t size = text ? strlen(text) : 0;
    json_decref(object);
    for (size_t i = 0; i < count && text; i++)
        if (members[i].text && is_plain(members[i].text))
            text = append_member(text, &size, &members[i]);
    return text ? (noc_document){kind, text, size} : (noc_document){.kind = NOC_DOCUMENT_SHORT};
}

/* ---- faults --------------------------------------------------------------------------------- */

static json_t *make_fault(const char *key, size_t key_bytes, const char *file, int line,
                          const char *message)
{
    json_t *fault = json_object();
    json_object_set_new(fault, "key", key ? json_stringn(key, key_bytes) : json_null());
    noc_json_set_text(fault, "file", file);
    json_object_set_new(fault, "line", json_integer(line));
    noc_json_set_text(fault, "message", message);
    return fault;
}

json_t *noc_faults_object(json_t *list)
{
    json_t *document = json_object();
    json_object_set_new(document, "faults", list);
    return document;
}

json_t *noc_faults_of_message(const char *key, const char *message)
{
    json_t *list = json_array();
    json_array_append_new(list, make_fault(key, key ? strlen(key) : 0, "", 0, message));
    return list;
}

json_t *noc_faults_of_call(const noc_error *error, const char *key)
{
    static const char set[] = "--set ";
    json_t *list = json_array();
    noc_fault fault;
    for (size_t i = 0; noc_error_fault(error, i, &fault) == NOC_CODE_OK; i++) {
        const bool is_setting = strncmp(fault.file, set, sizeof set - 1) == 0;
        const char *named = is_setting ? fault.file + sizeof set - 1 : *fault.file ? NULL : key;
        json_array_append_new(list, make_fault(named, named ? strcspn(named, "=") : 0, fault.file,
                                               fault.line, fault.message));
    }
    return list;
}

noc_document noc_document_of_messages(const noc_diag *diag)
{
    json_t *list = json_array();
    for (size_t i = 0; i < diag->count; i++) {
        const noc_message *m = &diag->messages[i];
        json_array_append_new(list, make_fault(NULL, 0, m->file ? m->file : "", m->line, m->text));
    }
    return noc_document_write(noc_faults_object(list), NULL, 0, NOC_DOCUMENT_FAULTS);
}
