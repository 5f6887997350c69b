#include "tests/support/users/xml.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/helpers.h"

enum { DEPTH = 16, NAME = 24 };

static bool is_entity(const char *at)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (size_t i = 0; i < TEST_COUNT(known); i++)
        if (strncmp(at, known[i], strlen(known[i])) == 0) return true;
    return at[1] == '#' && isdigit((unsigned char)at[2]) &&
           at[2 + strspn(at + 2, "0123456789")] == ';';
}

/* Past a quoted value; NULL where it is wrong. */
static const char *skip_value(const char *at)
{
    const char ends[] = {*at, '<', '&', '\0'};
    const char *end = at + 1;
    while (*(end += strcspn(end, ends)) == '&')
        if (!is_entity(end++)) return NULL;
    return *end == *at ? end + 1 : NULL;
}

/* Past the name and its attributes, each in quotes; NULL where they are wrong. */
static const char *skip_attributes(const char *at)
{
    while (at && *at && *at != '>' && *at != '/') {
        if (isspace((unsigned char)*at) || isalnum((unsigned char)*at) || strchr("-:=", *at)) {
            const bool value = *at++ == '=';
            while (value && isspace((unsigned char)*at)) at++;
            if (value && *at != '"' && *at != '\'') return NULL;
        } else {
            at = *at == '"' || *at == '\'' ? skip_value(at) : NULL;
        }
    }
    return at;
}

static const char *skip_declaration(const char *at)
{
    const char *end = strncmp(at, "<?xml", 5) == 0 ? strstr(at, "?>") : NULL;
    return end ? end + 2 : at;
}

bool test_is_well_formed(const char *text)
{
    char open[DEPTH][NAME];
    int depth = 0, roots = 0;
    for (const char *at = skip_declaration(text); *at;) {
        if (*at == '&' && !is_entity(at)) return false;
        if (*at++ != '<') continue;
        const bool closes = *at == '/';
        at += closes;
        size_t length = 0;
        while (isalpha((unsigned char)at[length])) length++;
        if (length == 0 || length >= NAME) return false;
        if (closes) {
            if (depth == 0 || strlen(open[depth - 1]) != length ||
                strncmp(open[--depth], at, length) || at[length] != '>')
                return false;
            continue;
        }
        roots += depth == 0;
        const char *end = skip_attributes(at + length);
        if (!end || !*end || (*end == '/' && end[1] != '>')) return false;
        if (*end == '>') {
            if (depth == DEPTH) return false;
            snprintf(open[depth++], NAME, "%.*s", (int)length, at);
        }
        at = end;
    }
    return depth == 0 && roots == 1;
}

size_t test_count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part)) count++;
    return count;
}

bool test_has_pair(const char *text, double x, double y, double near)
{
    for (const char *at = text; *at; at++) {
        if (!isdigit((unsigned char)*at)) continue;
        char *end;
        const double first = strtod(at, &end);
        if (*end == ',' || *end == ' ') {
            const double second = strtod(end + 1, NULL);
            if (fabs(first - x) <= near && fabs(second - y) <= near) return true;
        }
        at = end - 1;
    }
    return false;
}

double test_number_after(const char *text, const char *before)
{
    const char *at = strstr(text, before);
    if (!at) fail_msg("no '%s'", before);
    return at ? strtod(at + strlen(before), NULL) : NAN;
}
