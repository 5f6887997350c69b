/* reader/workload_text.h: search for the setting `workload` in the text of a design file. */
#ifndef NOC_READER_WORKLOAD_TEXT_H
#define NOC_READER_WORKLOAD_TEXT_H

/* Finds the first setting `workload` at the top level: *from to *to, with the comment behind it;
 * both at the end of the text if none exists. */
void noc_workload_text_find(const char *text, const char **from, const char **to);

/* Copies a text with several settings `workload`, and blanks all except the last, so a workload
 * pasted behind a design replaces the earlier ones. Lines keep their numbers. NULL for a text
 * without several, or when out of memory; the caller frees the copy. */
char *noc_workload_text_last(const char *text);

#endif
