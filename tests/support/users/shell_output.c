#include "tests/support/users/shell_output.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/helpers.h"

char *test_output_of(const char *format, ...)
{
    char *line = NULL;
    va_list arguments;
    va_start(arguments, format);
    assert_true(vasprintf(&line, format, arguments) > 0);
    va_end(arguments);
    FILE *in = popen(line, "r");
    assert_non_null(in);
    size_t size = 0, got;
    char *text = calloc(1, 1), block[65536];
    while ((got = fread(block, 1, sizeof block, in)) > 0) {
        text = realloc(text, size + got + 1);
        memcpy(text + size, block, got);
        size += got;
        text[size] = '\0';
    }
    pclose(in);
    free(line);
    return text;
}
