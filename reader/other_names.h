/* reader/other_names.h: names that other tools give to settings, for suggestions. */
#ifndef NOC_READER_OTHER_NAMES_H
#define NOC_READER_OTHER_NAMES_H

/* Finds nocsight's setting for a word of another tool: "nodes.compute" for "sms"; NULL: none.
 * `group`: group in which the word stands; NULL: none. */
const char *noc_find_other_tool_name(const char *group, const char *word);

#endif
