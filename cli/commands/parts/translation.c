#include "cli/commands/parts/translation.h"

#include <stdlib.h>
#include <string.h>

#include "cli/frame/page.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/facts/import.h"

static noc_status fill_folder(noc_folder *folder, const noc_translation *translation,
                              noc_diag *diag)
{
    noc_import *import = translation->import;
    noc_status status =
        translation->fill ? translation->fill(folder, translation->context, diag) : NOC_OK;
    for (size_t i = 0; i < import->file_count && status == NOC_OK; i++)
        status = noc_folder_write_file(folder, import->files[i].name, import->files[i].text,
                                       import->files[i].size, diag);
    if (status == NOC_OK && translation->check)
        status = translation->check(folder, import, translation->source_name, diag);
    return status;
}

static noc_status write_report(const noc_translation *translation, const noc_folder *folder,
                               noc_page *page, noc_diag *diag)
{
    NOC_AUTO_FREE char *first_path = NULL;
    if (asprintf(&first_path, "%s/%s", folder->target_path, translation->import->files[0].name) < 0)
        return noc_fail_memory(diag);
    const noc_import_view view = {translation->import, translation->source_name,
                                  folder->target_path, first_path, translation->next_command};
    return noc_report_import(&page->sheet, &view, diag);
}

noc_status noc_translation_write(const noc_request *r, const noc_translation *translation,
                                 noc_diag *diag)
{
    noc_request report_request = *r;
    noc_folder folder;
    noc_page page;
    report_request.output = NULL;
    if (!r->has_format_option) report_request.format = NOC_FORMAT_TABLE;
    noc_status status = noc_folder_create(r->output, &folder, diag);
    if (status != NOC_OK) return status;
    status = noc_page_open(&report_request, &page, diag);
    if (status == NOC_OK) {
        status = fill_folder(&folder, translation, diag);
        if (status == NOC_OK) status = write_report(translation, &folder, &page, diag);
        if (status == NOC_OK) status = noc_folder_finish(&folder, diag);
        status = noc_page_finish(&report_request, &page, status, diag);
    }
    noc_folder_drop(&folder);
    return status;
}

noc_status noc_translation_check_path(const noc_request *r, const char *purpose, noc_diag *diag)
{
    if (r->output && strcmp(r->output, "-") != 0) return NOC_OK;
    return NOC_REFUSE(diag, "%s needs -o DIR, a folder for %s", r->command->name, purpose);
}

/* Notes layers of virtual channels, which the other program does not have: there, packets with
 * circular waits can deadlock. */
static void note_layers(noc_import *import, unsigned layers)
{
    char layer_text[40];
    if (layers < 2) return;
    snprintf(layer_text, sizeof layer_text, "%u layers", layers);
    noc_import_note_fate(import, NOC_IMPORT_CHANGED, "(routes)", "", 0, layer_text, "%s",
                         "they close circles: packets keep to a layer of the virtual channels "
                         "here; with all of them, as there, they can wait for each other for ever");
}

/* Reads the design as any command does. The first fault is reported for the source of the
 * translation. */
static noc_status check_design(const char *path, noc_import *import, const char *source_name,
                               noc_diag *diag)
{
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_status status = noc_source_read(path, &source, &faults);
    if (status == NOC_OK) status = noc_design_read(&source, NULL, 0, &design, &faults);
    if (status == NOC_OK) status = noc_system_compile(design, &system, &faults);
    if (status != NOC_OK && faults.count)
        noc_fail(diag, status, (noc_place){source_name, 0}, "no design can be made of it: %s",
                 faults.messages[0].text);
    if (status == NOC_OK) note_layers(import, system->vc_layers);
    return status;
}

noc_status noc_translation_try_design(const noc_folder *folder, noc_import *import,
                                      const char *source_name, noc_diag *diag)
{
    NOC_AUTO_FREE char *design = noc_folder_file_path(folder, import->files[0].name);
    return design ? check_design(design, import, source_name, diag) : noc_fail_memory(diag);
}
