# bash completion for nocsight, which is asked what may follow:  source <(nocsight completion bash)
_nocsight()
{
    # Words that bash splits at = and : are joined again.
    local -a words=('') lines=()
    local word joined=''
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ -n $joined || $word == [=:]* ]]; then words[-1]+=$word; else words+=("$word"); fi
        if [[ $word == *[=:] ]]; then joined=yes; else joined=''; fi
    done
    local current=${words[-1]}
    local before=${current%"${current##*[=:]}"} # bash keeps this part itself
    mapfile -t lines < <("${COMP_WORDS[0]/#\~/$HOME}" completion words -- "${words[@]:1}" 2>/dev/null)
    COMPREPLY=()
    local line open='' file
    for line in "${lines[@]}"; do
        if [[ $line == :files* ]]; then
            while IFS= read -r file; do
                if [[ -d $file || $file == *"${line#:files}" ]]; then COMPREPLY+=("$file"); fi
            done < <(compgen -f -- "${current#"$before"}")
            compopt -o filenames 2>/dev/null
        else
            word=${line%%$'\t'*}
            if [[ $word == *[=.] ]]; then open=yes; fi
            COMPREPLY+=("${word#"$before"}")
        fi
    done
    if [[ -n $open ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _nocsight nocsight
