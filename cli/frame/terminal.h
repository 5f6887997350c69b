/* cli/frame/terminal.h: properties of the terminal that the program writes to. */
#ifndef NOC_CLI_FRAME_TERMINAL_H
#define NOC_CLI_FRAME_TERMINAL_H

#include <stdbool.h>

/* Values of --color. */
typedef enum noc_colour { NOC_COLOUR_AUTO, NOC_COLOUR_ALWAYS, NOC_COLOUR_NEVER } noc_colour;

/* Columns of the terminal that a file descriptor is; 80 where it is none, or does not tell. */
int noc_terminal_columns(int fd);

/* True if a terminal is to have colours: not with NO_COLOR (no-color.org: not empty), nor where
 * TERM is missing or "dumb". */
bool noc_terminal_colours(void);

#endif
