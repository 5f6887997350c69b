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
static int32_t decode_utf8(const char *text, size_t bytes, size_t *length)
{
    static const int32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *octets = (const unsigned char *)text;
    const size_t expected = sequence_length(*octets);
    *length = 1;
    if (expected <= 1) return expected ? *octets : -1;
    if (expected > bytes) return -1;
    int32_t code = *octets & (0x7f >> expected);
    for (size_t i = 1; i < expected; i++) {
        if ((octets[i] & 0xc0) != 0x80) return -1;
        code = code << 6 | (octets[i] & 0x3f);
    }
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < smallest[expected] || code > 0x10ffff || is_surrogate) return -1;
    *length = expected;
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
static bool is_noncharacter(int32_t code)
{
    return (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
}

noc_glyph noc_glyph_at(const char *text, size_t bytes)
{
    size_t length;
    const int32_t code = decode_utf8(text, bytes, &length);
    if (code < 0 || is_control(code) || is_direction(code) || is_noncharacter(code))
        return (noc_glyph){length, 1, false};
    const int columns = code < 0x80 ? 1 : wcwidth((wchar_t)code);
    return (noc_glyph){length, columns < 0 ? 1 : (size_t)columns, true};
}

static size_t clean_text(char *text, size_t size, bool keeps_lines, bool keeps_marks)
{
    size_t new_size = 0;
    for (size_t i = 0; i < size;) {
        noc_glyph g = noc_glyph_at(text + i, size - i);
        if (keeps_marks && noc_style_is_mark(text + i, size - i))
            g = (noc_glyph){NOC_MARK_BYTES, 0, true};
        if (g.is_printable || (keeps_lines && (text[i] == '\n' || text[i] == '\t'))) {
            memmove(text + new_size, text + i, g.bytes);
            new_size += g.bytes;
        } else {
            text[new_size++] = '?';
        }
        i += g.bytes;
    }
    return new_size;
}

size_t noc_text_clean(char *text, size_t size, bool keeps_lines)
{
    return clean_text(text, size, keeps_lines, false);
}

size_t noc_text_clean_page(char *text, size_t size)
{
    return clean_text(text, size, true, true);
}

void noc_text_cut(char *text, size_t columns)
{
    static const char dots[] = "...";
    const size_t limit = columns - strlen(dots);
    size_t width = 0, cut = 0;
    for (size_t remaining = strlen(text), position = 0; remaining > 0;) {
        const noc_glyph g = noc_glyph_at(text + position, remaining);
        width += g.columns;
        position += g.bytes;
        remaining -= g.bytes;
        if (width <= limit) cut = position;
    }
    if (width > columns) strcpy(text + cut, dots);
}
