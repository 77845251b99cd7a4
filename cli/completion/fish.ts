/** The script for fish: one `complete` line per word, flag and argument. */
import { type Place, type Values, valuedFlags } from './words'

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** Words of a list, or what a command prints while it is typed. */
function candidates(values: Values): string {
  if (values.kind === 'words') return ` -x -a ${quoted(values.words.join(' '))}`
  return values.kind === 'noun' ? ` -x -a ${quoted(`(__gw_ask ${values.noun})`)}` : ''
}

function placeLines({ path, words, flags, args }: Place): readonly string[] {
  const at = (position: number) => `complete -c gw -n ${quoted(`__gw_at '${path}' ${position}`)}`
  const anywhere = `complete -c gw -n ${quoted(`__gw_at '${path}'`)}`
  return [
    ...words.map(({ text, summary }) => `${at(1)} -f -a ${quoted(text)} -d ${quoted(summary)}`),
    ...flags.map(({ text, summary, isSwitch, values }) => {
      const value = isSwitch ? ' -f' : candidates(values) || ' -r'
      return `${anywhere} -l ${text.slice(2)}${value} -d ${quoted(summary)}`
    }),
    ...args.map((values, index) => `${at(index + 1)}${candidates(values)}`),
  ]
}

function reading(places: readonly Place[]): string {
  return `set -g __gw_paths ${places.map(({ path }) => quoted(path)).join(' ')}
set -g __gw_valued ${valuedFlags(places).join(' ')}

# Whether the cursor is at this command and, if one is asked for, at this argument.
function __gw_at
    set -l path
    set -l position 1
    set -l pending ''
    for word in (commandline -opc)[2..]
        if test -n "$pending"
            set pending ''
        else if contains -- $word $__gw_valued
            set pending $word
        else if string match -q -- '-*' $word
            continue
        else if contains -- "$(string join ' ' $path $word)" $__gw_paths
            set path $path $word
        else
            set position (math $position + 1)
        end
    end
    test "$(string join ' ' $path)" = "$argv[1]"
    and test (count $argv) -eq 1 -o "$argv[2]" = "$position"
end

# What stands in the database.
function __gw_ask
    set -l words (commandline -opc)
    set -l data
    if set -l at (contains -i -- --data $words)
        set data --data $words[(math $at + 1)]
    end
    $words[1] $data __complete $argv[1] (commandline -ct) 2>/dev/null
end`
}

export function fishScript(places: readonly Place[]): string {
  const use = '# gw completion fish > ~/.config/fish/completions/gw.fish'
  return [use, reading(places), places.flatMap(placeLines).join('\n')].join('\n\n')
}
