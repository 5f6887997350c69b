# fish completion for nocsight, which is asked what may follow:  nocsight completion fish | source
function __nocsight_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor)
    for line in ($words[1] completion words -- $words[2..-1] "$current" 2>/dev/null)
        if string match --quiet ':files*' -- $line
            __fish_complete_suffix "$current" (string replace ':files' '' -- $line)
        else
            echo $line
        end
    end
end
complete --command nocsight --no-files --arguments '(__nocsight_complete)'
