#compdef nocsight
# zsh completion for nocsight, which is asked what may follow. As _nocsight in a folder of $fpath, or
#   source <(nocsight completion zsh)
_nocsight() {
    local -a lines closed closed_shown open open_shown
    local line word shown
    lines=("${(@f)$("${(Q)words[1]}" completion words -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    for line in "${lines[@]}"; do
        word=${line%%$'\t'*}
        shown=$word
        if [[ $line == *$'\t'?* ]]; then shown="$word -- ${line#*$'\t'}"; fi
        case $line in
            ('') ;;
            (:files*) line=${line#:files}; compset -P '*='; _files -g "*${line}" ;;
            (*[=.]$'\t'*) open+=("$word"); open_shown+=("$shown") ;;
            (*) closed+=("$word"); closed_shown+=("$shown") ;;
        esac
    done
    if (( $#open )); then compadd -l -S '' -d open_shown -a open; fi
    if (( $#closed )); then compadd -l -d closed_shown -a closed; fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _nocsight "$@"
else
    compdef _nocsight nocsight
fi
