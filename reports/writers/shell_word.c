#include "reports/writers/shell_word.h"

#include <string.h>

void noc_shell_word(FILE *out, const char *word)
{
    if (*word && !word[strcspn(word, " \t\n'\"\\$&|;<>()*?[]#~`!{}")]) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    fputc('\'', out);
}
