#include "reports/label.h"

#include <stdio.h>
#include <string.h>

void noc_labels_see(noc_labels *labels, const noc_design *design)
{
    if (labels->designs++ == 0) {
        labels->first = design;
        labels->shared = design->override_count;
        return;
    }
    if (strcmp(design->name, labels->first->name) != 0) labels->several_names = true;
    size_t same = 0;
    while (same < labels->shared && same < design->override_count &&
           strcmp(design->overrides[same], labels->first->overrides[same]) == 0)
        same++;
    labels->shared = same;
}

/* The key alone, unless it names one of several networks. */
static const char *short_override(const char *override)
{
    const char *equals = strchr(override, '=');
    if (strncmp(override, "networks[", 9) == 0 || !equals) return override;
    const char *start = override;
    for (const char *c = override; c < equals; c++)
        if (*c == '.') start = c + 1;
    return start;
}

void noc_label(const noc_labels *labels, const noc_design *design, char text[NOC_LABEL_CHARS])
{
    size_t used = 0;
    text[0] = '\0';
    if (labels->several_names || labels->designs == 1)
        used = (size_t)snprintf(text, NOC_LABEL_CHARS, "%s", design->name);
    for (size_t i = labels->shared; i < design->override_count && used < NOC_LABEL_CHARS; i++)
        used += (size_t)snprintf(text + used, NOC_LABEL_CHARS - used, "%s%s", used ? " " : "",
                                 short_override(design->overrides[i]));
    if (used == 0) snprintf(text, NOC_LABEL_CHARS, "base");
}
