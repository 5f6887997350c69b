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

static bool has_equal_keys(const noc_design *a, const noc_design *b)
{
    if (a->override_count != b->override_count) return false;
    for (size_t i = 0; i < a->override_count; i++) {
        const size_t length = key_length(a->overrides[i]);
        if (length != key_length(b->overrides[i])) return false;
        if (strncmp(a->overrides[i], b->overrides[i], length) != 0) return false;
    }
    return true;
}

static size_t count_equal_overrides(const noc_design *a, const noc_design *b, size_t limit)
{
    size_t count = 0;
    while (count < limit && count < b->override_count &&
           strcmp(a->overrides[count], b->overrides[count]) == 0)
        count++;
    return count;
}

void noc_labels_add_design(noc_labels *labels, const noc_design *design)
{
    if (labels->design_count++ == 0) {
        labels->first = design;
        labels->shared_overrides = design->override_count;
        return;
    }
    if (!labels->second) labels->second = design;
    if (strcmp(design->name, labels->first->name) != 0) labels->has_several_names = true;
    if (!has_equal_keys(design, labels->second)) labels->is_irregular = true;
    labels->shared_overrides =
        count_equal_overrides(labels->first, design, labels->shared_overrides);
}

const char *noc_label_short_setting(const char *setting)
{
    const char *start = setting, *end = setting + key_length(setting);
    if (strncmp(setting, "networks[", 9) == 0) return setting;
    for (const char *c = setting; c < end; c++)
        if (*c == '.') start = c + 1;
    return start;
}

static bool is_network_override(const char *override)
{
    const char *key;
    return noc_network_path_split(override, &key) >= 0;
}

/* Makes the label of an override: "flit_bytes=32"; of one network in words, which are shorter. The
 * caller frees it. */
static char *make_override_label(const char *override, const noc_network_words *words)
{
    char *path = strndup(override, key_length(override));
    char *phrase = path && is_network_override(override)
                       ? noc_setting_phrase(words, path, override + key_length(override) + 1)
                       : NULL;
    free(path);
    if (phrase && *phrase) return phrase;
    free(phrase);
    return strdup(noc_label_short_setting(override));
}

void noc_label_write(const noc_labels *labels, const noc_design *design, char text[NOC_LABEL_CHARS])
{
    const noc_network_words words = noc_network_words_find(design);
    const char *separator = " ";
    for (size_t i = labels->shared_overrides; i < design->override_count; i++)
        if (is_network_override(design->overrides[i])) separator = ", ";
    size_t length = 0;
    text[0] = '\0';
    if (labels->has_several_names || labels->design_count == 1)
        length = (size_t)snprintf(text, NOC_LABEL_CHARS, "%s", design->name);
    for (size_t i = labels->shared_overrides;
         i < design->override_count && length < NOC_LABEL_CHARS; i++) {
        char *item = make_override_label(design->overrides[i], &words);
        length += (size_t)snprintf(text + length, NOC_LABEL_CHARS - length, "%s%s",
                                   length ? separator : "", item ? item : "");
        free(item);
    }
    if (length == 0) snprintf(text, NOC_LABEL_CHARS, "base");
}

char *noc_label_full_name(const noc_labels *labels, const noc_design *design)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs(design->name, out);
    for (size_t i = labels->shared_overrides; i < design->override_count; i++)
        fprintf(out, " %s", noc_label_short_setting(design->overrides[i]));
    return noc_memory_text_close(out, &text);
}

size_t noc_label_axis_count(const noc_labels *labels)
{
    const noc_design *first = labels->first, *second = labels->second;
    if (!second || labels->is_irregular || labels->has_several_names) return 0;
    if (first->override_count > labels->shared_overrides && !has_equal_keys(first, second))
        return 0;
    return second->override_count - labels->shared_overrides;
}

void noc_label_axis_header(const noc_labels *labels, size_t axis, char header[NOC_LABEL_CHARS])
{
    const char *override = labels->second->overrides[labels->shared_overrides + axis];
    const noc_network_words words = noc_network_words_find(labels->second);
    char *path = strndup(override, key_length(override));
    char *name = path ? noc_setting_make_label(&words, path) : NULL;
    snprintf(header, NOC_LABEL_CHARS, "%s", name ? name : "");
    for (char *c = header; *c; c++)
        if (*c == ' ') *c = '\n';
    free(name);
    free(path);
}

const char *noc_label_axis_value(const noc_labels *labels, const noc_design *design, size_t axis)
{
    const size_t i = labels->shared_overrides + axis;
    return i < design->override_count ? strchr(design->overrides[i], '=') + 1 : "";
}

/* ---- columns of names ----------------------------------------------------------------------- */

void noc_row_names_begin(noc_row_names *names, const noc_labels *labels, noc_table *table,
                         const char *header)
{
    *names = (noc_row_names){.labels = labels, .axis_count = noc_label_axis_count(labels)};
    if (names->axis_count < 2 || names->axis_count > NOC_ROW_NAMES_MAX) {
        names->axis_count = 0;
        noc_table_add_column(table, NOC_ALIGN_LEFT, header);
        return;
    }
    for (size_t a = 0; a < names->axis_count; a++) {
        noc_label_axis_header(labels, a, names->headers[a]);
        noc_table_add_column(table, NOC_ALIGN_LEFT, names->headers[a]);
    }
}

void noc_row_names_add(const noc_row_names *names, noc_table *table, const noc_design *design)
{
    char label[NOC_LABEL_CHARS];
    if (names->axis_count == 0) {
        noc_label_write(names->labels, design, label);
        noc_table_add_cell(table, "%s", label);
        return;
    }
    for (size_t a = 0; a < names->axis_count; a++) {
        const char *value = noc_label_axis_value(names->labels, design, a);
        noc_table_add_cell(table, "%s", a == 0 && !*value ? "base" : value);
    }
}
