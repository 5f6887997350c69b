/* Prints the scripts of shells for completion, and the words that the scripts request. */
#include "cli/help/completion.h"

#include <string.h>

#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"

/* Finds the script for a shell; NULL: none. */
static const char *find_script(const char *shell)
{
    for (const noc_embedded_file *f = noc_completion_scripts; f->path; f++) {
        const char *suffix = strrchr(f->path, '.');
        if (suffix && strcmp(suffix + 1, shell) == 0) return f->text;
    }
    return NULL;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const char *topic = r->operands[0];
    const bool words = strcmp(topic, "words") == 0;
    const char *script = find_script(topic);
    if (!words && !script)
        return noc_exit_from_status(
            NOC_REFUSE(diag, "there is no completion for '%s' (bash, zsh or fish)", topic));
    if (!words && r->operand_count > 1)
        return noc_exit_from_status(NOC_REFUSE(diag, "'%s' is one word too many", r->operands[1]));
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_from_status(status);
    page.is_file = true;
    if (words)
        noc_completion_words(page.sheet.out, r->operands + 1, r->operand_count - 1);
    else
        fputs(script, page.sheet.out);
    return noc_exit_from_status(noc_page_send(r, &page, diag));
}

enum { WORDS_MAX = 10000 };

const noc_command noc_command_completion = {
    .name = "completion",
    .operands = "bash|zsh|fish",
    .purpose = "Write a completion script for a shell.",
    .details = "The script asks the program for the next words: commands, options, names, settings "
               "and their values (nocsight completion words -- WORD...). An installed program has "
               "the scripts where the shells look for them.",
    .examples = "  source <(nocsight completion bash)\n"
                "  nocsight completion zsh > ~/.zfunc/_nocsight\n"
                "  nocsight completion fish | source\n",
    .min_operands = 1,
    .max_operands = WORDS_MAX,
    .run = run,
};
