#include "reports/facts/glossary.h"

#include <ctype.h>
#include <string.h>

static const noc_word words[] = {
#define NOC_WORD(name, aliases, meaning, see, metric, source) \
    {name, aliases, meaning, see, metric, source},
#include "reports/facts/glossary.def"
#undef NOC_WORD
};

const noc_word *noc_glossary_at(size_t i)
{
    return i < sizeof words / sizeof words[0] ? &words[i] : NULL;
}

/* Returns the next letter or digit, in lower case; '\0' at the end. Skips hyphens, blanks and
 * underscores. */
static char next_letter(const char **text, const char *end)
{
    while (*text < end && strchr("-_ ", **text)) ++*text;
    return *text < end ? (char)tolower((unsigned char)*(*text)++) : '\0';
}

/* True if a name of `length` bytes is the word, except for case, hyphens and a final s of the
 * word. */
static bool is_same_word(const char *name, size_t length, const char *word)
{
    const char *name_letter = name, *word_letter = word, *name_end = name + length,
               *word_end = word + strlen(word);
    for (;;) {
        const char x = next_letter(&name_letter, name_end), y = next_letter(&word_letter, word_end);
        if (x != y) return !x && y == 's' && word_letter == word_end;
        if (!x) return true;
    }
}

static bool has_word(const noc_word *entry, const char *word)
{
    if (is_same_word(entry->name, strlen(entry->name), word)) return true;
    for (const char *alias = entry->aliases; *alias;) {
        const size_t length = strcspn(alias, ",");
        if (is_same_word(alias, length, word)) return true;
        alias += length + strspn(alias + length, ", ");
    }
    return false;
}

const noc_word *noc_glossary_find(const char *word)
{
    for (size_t i = 0; noc_glossary_at(i); i++)
        if (has_word(&words[i], word)) return &words[i];
    return NULL;
}
