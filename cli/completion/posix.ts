/** Scripts for bash and zsh: the same tables, and how each shell looks them up. */
import { type Place, type Values, valuedFlags, type Word } from './words'

/** Within single quotes of either shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function wordLines(words: readonly Word[]): string {
  const lines = words.map(({ text, summary }) => quoted(`${text}\t${summary}`))
  return `printf '%s\\n' ${lines.join(' ')}`
}

function valueLines(values: Values): string {
  if (values.kind === 'noun') return `__gw_ask ${values.noun}`
  if (values.kind === 'free') return ':'
  return `printf '%s\\n' ${values.words.map(quoted).join(' ')}`
}

interface Row {
  readonly key: string
  readonly body: string
}

/** A function that prints what belongs to its one argument; equal bodies share a row. */
function table(name: string, rows: readonly Row[]): string {
  const byBody = Map.groupBy(rows, ({ body }) => body)
  const cases = [...byBody].map(
    ([body, same]) => `    ${same.map(({ key }) => quoted(key)).join('|')}) ${body} ;;`,
  )
  return [`${name}() {`, '  case "$1" in', ...cases, '  esac', '}'].join('\n')
}

function valueRows({ path, flags, args }: Place): readonly Row[] {
  return [
    ...flags.map(({ text, values }) => ({ key: `${path} ${text}`, values })),
    ...args.map((values, at) => ({ key: `${path} ${at + 1}`, values })),
  ]
    .filter(({ values }) => values.kind !== 'free')
    .map(({ key, values }) => ({ key, body: valueLines(values) }))
}

function tables(places: readonly Place[]): string {
  const withWords = places.filter(({ words }) => words.length > 0)
  return [
    table(
      '__gw_words',
      withWords.map(({ path, words }) => ({ key: path, body: wordLines(words) })),
    ),
    table(
      '__gw_flags',
      places.map(({ path, flags }) => ({ key: path, body: wordLines(flags) })),
    ),
    table('__gw_values', places.flatMap(valueRows)),
    table(
      '__gw_is',
      places.map(({ path }) => ({ key: path, body: 'return 0' })),
    ).replace('  esac', '    *) return 1 ;;\n  esac'),
    table(
      '__gw_takes',
      valuedFlags(places).map((key) => ({ key, body: 'return 0' })),
    ).replace('  esac', '    *) return 1 ;;\n  esac'),
  ].join('\n\n')
}

/** Reads what stands before the word being typed; both shells run it on `$@`. */
const READING = `# Sets place, position, pending (the flag whose value comes next) and data.
__gw_read() {
  place='' position=1 pending='' data=''
  local word
  for word in "$@"; do
    if [ -n "$pending" ]; then
      [ "$word" = = ] && continue
      [ "$pending" = --data ] && data=$word
      pending=''
    elif [ "\${word#--}" != "$word" ]; then
      __gw_takes "$word" && pending=$word
    elif __gw_is "\${place:+$place }$word"; then
      place="\${place:+$place }$word"
    else
      position=$((position + 1))
    fi
  done
}

# What stands in the database.
__gw_ask() {
  if [ -n "$data" ]; then
    "$program" --data "$data" __complete "$1" "$typed" 2>/dev/null
  else
    "$program" __complete "$1" "$typed" 2>/dev/null
  fi
}

__gw_candidates() {
  if [ -n "$pending" ]; then
    __gw_values "$place $pending"
  elif [ "\${typed#-}" != "$typed" ]; then
    __gw_flags "$place"
  else
    __gw_words "$place"
    __gw_values "$place $position"
  fi
}`

const BASH = `# No word is ever expanded: names come from the database and may hold anything.
_gw() {
  local program=\${COMP_WORDS[0]} typed=\${COMP_WORDS[COMP_CWORD]} place position pending data
  local line before=''
  __gw_read "\${COMP_WORDS[@]:1:COMP_CWORD-1}"
  [ "$typed" = = ] && typed=''
  if [ "$pending" = --fields ] && [ "\${typed%,*}" != "$typed" ]; then
    before=\${typed%,*}, typed=\${typed##*,}
  fi
  COMPREPLY=()
  while IFS= read -r line; do
    line=\${line%%$'\\t'*}
    if [ "\${line#"$typed"}" != "$line" ] || [ -z "$typed" ]; then
      COMPREPLY+=("$before$(printf %q "$line")")
    fi
  done < <(__gw_candidates)
  if [ "$pending" = --filter ] || [ "$pending" = --fields ]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -o default -F _gw gw`

const ZSH = `_gw() {
  local program=\${words[1]} typed=\${words[CURRENT]} place position pending data
  local line
  local -a texts shown
  __gw_read "\${(@)words[2,CURRENT-1]}"
  if [[ $typed == --*=* ]]; then
    pending=\${typed%%=*} typed=\${typed#*=}
    compset -P '*='
  fi
  if [[ $pending == --fields && $typed == *,* ]]; then
    typed=\${typed##*,}
    compset -P '*,'
  fi
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    texts+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  -- }")
  done < <(__gw_candidates)
  if (( \${#texts} == 0 )); then
    _files
  elif [[ $pending == --filter || $pending == --fields ]]; then
    compadd -S '' -l -d shown -a texts
  else
    compadd -l -d shown -a texts
  fi
}
if [ "$funcstack[1]" = _gw ]; then _gw "$@"; else compdef _gw gw; fi`

export function bashScript(places: readonly Place[]): string {
  const use = '# eval "$(gw completion bash)", or put it into a file of bash-completion.'
  return [use, tables(places), READING, BASH].join('\n\n')
}

export function zshScript(places: readonly Place[]): string {
  const use = '#compdef gw\n# Put it into a file _gw on $fpath, or: source <(gw completion zsh)'
  return [use, tables(places), READING, ZSH].join('\n\n')
}
