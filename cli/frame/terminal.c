#include "cli/frame/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

enum { DEFAULT_COLUMNS = 80 };

int noc_terminal_columns(int fd)
{
    struct winsize window;
    if (ioctl(fd, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return DEFAULT_COLUMNS;
    return window.ws_col;
}

bool noc_terminal_has_colours(void)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !(no_color && *no_color) && terminal && strcmp(terminal, "dumb") != 0;
}
