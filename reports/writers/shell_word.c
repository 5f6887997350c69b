#include "reports/writers/shell_word.h"

#include <string.h>

#include "reports/writers/memory_text.h"

void noc_shell_write_word(FILE *out, const char *word)
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

char *noc_shell_command_line(int argc, char *const *argv)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("nocsight", out);
    for (int i = 1; i < argc; i++) {
        fputc(' ', out);
        noc_shell_write_word(out, argv[i]);
    }
    return noc_memory_text_close(out, &text);
}
