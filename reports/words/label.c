#include "reports/words/label.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words/design_names.h"
#include "reports/words/network_words.h"
#include "reports/writers/memory_text.h"

/* ---- labels --------------------------------------------------------------------------------- */

static size_t key_length(const char *override)
{
    return strcspn(override, "=");
}

static bool same_keys(const noc_design *a, const noc_design *b)
{
    if (a->override_count != b->override_count) return false;
    for (size_t i = 0; i < a->override_count; i++) {
        const size_t length = key_length(a->overrides[i]);
        if (length != key_length(b->overrides[i])) return false;
        if (strncmp(a->overrides[i], b->overrides[i], length) != 0) return false;
    }
    return true;
}

static size_t same_overrides(const noc_design *a, const noc_design *b, size_t most)
{
    size_t same = 0;
    while (same < most && same < b->override_count &&
           strcmp(a->overrides[same], b->overrides[same]) == 0)
        same++;
    return same;
}

void noc_labels_see(noc_labels *labels, const noc_design *design)
{
    if (labels->designs++ == 0) {
        labels->first = design;
        labels->shared = design->override_count;
        return;
    }
    if (!labels->second) labels->second = design;
    if (strcmp(design->name, labels->first->name) != 0) labels->several_names = true;
    if (!same_keys(design, labels->second)) labels->irregular = true;
    labels->shared = same_overrides(labels->first, design, labels->shared);
}

const char *noc_label_setting(const char *setting)
{
    const char *start = setting, *end = setting + key_length(setting);
    if (strncmp(setting, "networks[", 9) == 0) return setting;
    for (const char *c = setting; c < end; c++)
        if (*c == '.') start = c + 1;
    return start;
}

static bool is_of_network(const char *override)
{
    const char *key;
    return noc_network_of_path(override, &key) >= 0;
}

/* Makes the label of an override: "flit_bytes=32"; of one network in words, which are shorter. The
 * caller frees it. */
static char *label_of(const char *override, const noc_network_words *words)
{
    char *path = strndup(override, key_length(override));
    char *phrase = path && is_of_network(override)
                       ? noc_setting_phrase(words, path, override + key_length(override) + 1)
                       : NULL;
    free(path);
    if (phrase && *phrase) return phrase;
    free(phrase);
    return strdup(noc_label_setting(override));
}

void noc_label(const noc_labels *labels, const noc_design *design, char text[NOC_LABEL_CHARS])
{
    const noc_network_words words = noc_network_words_of(design);
    const char *separator = " ";
    for (size_t i = labels->shared; i < design->override_count; i++)
        if (is_of_network(design->overrides[i])) separator = ", ";
    size_t used = 0;
    text[0] = '\0';
    if (labels->several_names || labels->designs == 1)
        used = (size_t)snprintf(text, NOC_LABEL_CHARS, "%s", design->name);
    for (size_t i = labels->shared; i < design->override_count && used < NOC_LABEL_CHARS; i++) {
        char *item = label_of(design->overrides[i], &words);
        used += (size_t)snprintf(text + used, NOC_LABEL_CHARS - used, "%s%s", used ? separator : "",
                                 item ? item : "");
        free(item);
    }
    if (used == 0) snprintf(text, NOC_LABEL_CHARS, "base");
}

char *noc_label_name(const noc_labels *labels, const noc_design *design)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs(design->name, out);
    for (size_t i = labels->shared; i < design->override_count; i++)
        fprintf(out, " %s", noc_label_setting(design->overrides[i]));
    return noc_memory_text(out, &text);
}

size_t noc_label_axes(const noc_labels *labels)
{
    const noc_design *first = labels->first, *second = labels->second;
    if (!second || labels->irregular || labels->several_names) return 0;
    if (first->override_count > labels->shared && !same_keys(first, second)) return 0;
    return second->override_count - labels->shared;
}

void noc_label_axis(const noc_labels *labels, size_t axis, char header[NOC_LABEL_CHARS])
{
    const char *override = labels->second->overrides[labels->shared + axis];
    const noc_network_words words = noc_network_words_of(labels->second);
    char *path = strndup(override, key_length(override));
    char *name = path ? noc_setting_words(&words, path) : NULL;
    snprintf(header, NOC_LABEL_CHARS, "%s", name ? name : "");
    for (char *c = header; *c; c++)
        if (*c == ' ') *c = '\n';
    free(name);
    free(path);
}

const char *noc_label_value(const noc_labels *labels, const noc_design *design, size_t axis)
{
    const size_t i = labels->shared + axis;
    return i < design->override_count ? strchr(design->overrides[i], '=') + 1 : "";
}

/* ---- columns of names ----------------------------------------------------------------------- */

void noc_row_names_begin(noc_row_names *names, const noc_labels *labels, noc_table *table,
                         const char *header)
{
    *names = (noc_row_names){.labels = labels, .axes = noc_label_axes(labels)};
    if (names->axes < 2 || names->axes > NOC_ROW_NAMES_MAX) {
        names->axes = 0;
        noc_table_column(table, NOC_ALIGN_LEFT, header);
        return;
    }
    for (size_t a = 0; a < names->axes; a++) {
        noc_label_axis(labels, a, names->headers[a]);
        noc_table_column(table, NOC_ALIGN_LEFT, names->headers[a]);
    }
}

void noc_row_names_add(const noc_row_names *names, noc_table *table, const noc_design *design)
{
    char label[NOC_LABEL_CHARS];
    if (names->axes == 0) {
        noc_label(names->labels, design, label);
        noc_table_cell(table, "%s", label);
        return;
    }
    for (size_t a = 0; a < names->axes; a++) {
        const char *value = noc_label_value(names->labels, design, a);
        noc_table_cell(table, "%s", a == 0 && !*value ? "base" : value);
    }
}
