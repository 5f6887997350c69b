#include "cli/commands/parts/translated.h"

#include <stdlib.h>
#include <string.h>

#include "cli/frame/page.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/facts/import.h"

static noc_status fill_folder(noc_folder *folder, const noc_translated *made, noc_diag *diag)
{
    noc_import *import = made->import;
    noc_status status = made->fill ? made->fill(folder, made->context, diag) : NOC_OK;
    for (size_t i = 0; i < import->file_count && status == NOC_OK; i++)
        status = noc_folder_write(folder, import->files[i].name, import->files[i].text,
                                  import->files[i].size, diag);
    if (status == NOC_OK && made->check) status = made->check(folder, import, made->made_of, diag);
    return status;
}

static noc_status tell(const noc_translated *made, const noc_folder *folder, noc_page *page,
                       noc_diag *diag)
{
    char *first = NULL;
    if (asprintf(&first, "%s/%s", folder->path, made->import->files[0].name) < 0)
        return noc_fail_memory(diag);
    const noc_import_view view = {made->import, made->made_of, folder->path, first, made->next};
    const noc_status status = noc_report_import(&page->sheet, &view, diag);
    free(first);
    return status;
}

noc_status noc_translated_write(const noc_request *r, const noc_translated *made, noc_diag *diag)
{
    noc_request words = *r;
    noc_folder folder;
    noc_page page;
    words.output = NULL;
    if (!r->format_given) words.format = NOC_FORMAT_TABLE;
    noc_status status = noc_folder_begin(r->output, &folder, diag);
    if (status != NOC_OK) return status;
    status = noc_page_open(&words, &page, diag);
    if (status == NOC_OK) {
        status = fill_folder(&folder, made, diag);
        if (status == NOC_OK) status = tell(made, &folder, &page, diag);
        if (status == NOC_OK) status = noc_folder_finish(&folder, diag);
        status = noc_page_finish(&words, &page, status, diag);
    }
    noc_folder_drop(&folder);
    return status;
}

noc_status noc_translated_needs_folder(const noc_request *r, const char *what, noc_diag *diag)
{
    if (r->output && strcmp(r->output, "-") != 0) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s needs -o DIR, a folder for %s",
                    r->command->name, what);
}

/* Notes layers of virtual channels, which the other program does not have: there, packets with
 * circular waits can deadlock. */
static void tell_layers(noc_import *import, unsigned layers)
{
    char here[40];
    if (layers < 2) return;
    snprintf(here, sizeof here, "%u layers", layers);
    noc_import_note_fate(
        import, NOC_IMPORT_CHANGED, "(routes)", "", 0, here, "%s",
        "they close circles: packets keep to a layer of the virtual channels here; with "
        "all of them, as there, they can wait for each other for ever");
}

/* Reads the design as any command does. The first fault is reported for the source of the
 * translation. */
static noc_status try_design(const char *path, noc_import *import, const char *made_of,
                             noc_diag *diag)
{
    noc_diag faults = {0};
    noc_source source = {0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    noc_status status = noc_source_read(path, &source, &faults);
    if (status == NOC_OK) status = noc_design_read(&source, NULL, 0, &design, &faults);
    if (status == NOC_OK) status = noc_system_compile(design, &system, &faults);
    if (status != NOC_OK && faults.count)
        noc_fail(diag, status, (noc_place){made_of, 0}, "no design can be made of it: %s",
                 faults.messages[0].text);
    if (status == NOC_OK) tell_layers(import, system->vc_layers);
    noc_system_free(system);
    noc_design_free(design);
    noc_source_clear(&source);
    noc_diag_clear(&faults);
    return status;
}

noc_status noc_translated_reads(const noc_folder *folder, noc_import *import, const char *made_of,
                                noc_diag *diag)
{
    char *design = noc_folder_file(folder, import->files[0].name);
    const noc_status status =
        design ? try_design(design, import, made_of, diag) : noc_fail_memory(diag);
    free(design);
    return status;
}
