#include "reports/writers/glyph.h"

#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "reports/writers/style.h"

/* Finds the length of a UTF-8 sequence by its first byte; 0: no sequence starts with it. */
static size_t sequence_length(unsigned char first)
{
    if (first < 0x80) return 1;
    if (first < 0xc2) return 0; /* a continuation byte, or start of an overlong sequence */
    if (first < 0xe0) return 2;
    if (first < 0xf0) return 3;
    return first < 0xf5 ? 4 : 0;
}

/* Decodes a code point, and its bytes in *length; -1 and length 1 if the text is no UTF-8 (Unicode
 * 15, table 3-7). */
static int32_t decode(const char *text, size_t bytes, size_t *length)
{
    static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    const size_t wanted = sequence_length(*at);
    *length = 1;
    if (wanted <= 1) return wanted ? *at : -1;
    if (wanted > bytes) return -1;
    int32_t code = *at & (0x7f >> wanted);
    for (size_t i = 1; i < wanted; i++) {
        if ((at[i] & 0xc0) != 0x80) return -1;
        code = code << 6 | (at[i] & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < least[wanted] || code > 0x10ffff || surrogate) return -1;
    *length = wanted;
    return code;
}

static bool is_control(int32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/* True for marks, embeddings, overrides and isolates of direction, and for separators of lines and
 * paragraphs. */
static bool is_direction(int32_t code)
{
    return code == 0x061c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* True for noncharacters, two of which XML forbids (Unicode 15, 23.7). */
static bool is_none(int32_t code)
{
    return (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
}

noc_glyph noc_glyph_at(const char *text, size_t bytes)
{
    size_t length;
    const int32_t code = decode(text, bytes, &length);
    if (code < 0 || is_control(code) || is_direction(code) || is_none(code))
        return (noc_glyph){length, 1, false};
    const int columns = code < 0x80 ? 1 : wcwidth((wchar_t)code);
    return (noc_glyph){length, columns < 0 ? 1 : (size_t)columns, true};
}

static size_t clean(char *text, size_t size, bool lines, bool marks)
{
    size_t kept = 0;
    for (size_t i = 0; i < size;) {
        noc_glyph g = noc_glyph_at(text + i, size - i);
        if (marks && noc_style_at(text + i, size - i)) g = (noc_glyph){NOC_MARK_BYTES, 0, true};
        if (g.shown || (lines && (text[i] == '\n' || text[i] == '\t'))) {
            memmove(text + kept, text + i, g.bytes);
            kept += g.bytes;
        } else {
            text[kept++] = '?';
        }
        i += g.bytes;
    }
    return kept;
}

size_t noc_text_clean(char *text, size_t size, bool lines)
{
    return clean(text, size, lines, false);
}

size_t noc_text_clean_page(char *text, size_t size)
{
    return clean(text, size, true, true);
}

void noc_text_cut(char *text, size_t columns)
{
    static const char dots[] = "...";
    const size_t room = columns - strlen(dots);
    size_t used = 0, cut = 0;
    for (size_t left = strlen(text), at = 0; left > 0;) {
        const noc_glyph g = noc_glyph_at(text + at, left);
        used += g.columns;
        at += g.bytes;
        left -= g.bytes;
        if (used <= room) cut = at;
    }
    if (used > columns) strcpy(text + cut, dots);
}
