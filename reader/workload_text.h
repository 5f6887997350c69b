/* reader/workload_text.h: finds the setting `workload` in the text of a design file. */
#ifndef NOC_READER_WORKLOAD_TEXT_H
#define NOC_READER_WORKLOAD_TEXT_H

/* Finds the first such setting at the top level, from *from to *to, with the comment behind it; the
 * end of the text where there is none. */
void noc_workload_text_find(const char *text, const char **from, const char **to);

/* Returns the text with only the last of several such settings: one that was pasted behind a design
 * holds. Lines keep their numbers. NULL where there are not several, or when out of memory; the
 * caller frees it. */
char *noc_workload_text_last(const char *text);

#endif
