/** All commands as one text, in the manner of a manual. */
import type { CommandRow } from './command/command-row'
import { argumentUsage, flagUsage } from './command/flag-values'
import { LIST_FLAGS } from './command/list-command'
import { COMMANDS } from './commands'

/** Markdown: a heading per noun, one line per command with its arguments and flags. */
export function commandReference(): string {
  const shown = COMMANDS.filter(({ hidden }) => hidden !== true)
  const nounOf = ({ path }: CommandRow): string => (path.length === 1 ? '' : (path[0] ?? ''))
  const nouns = [...new Set(shown.map(nounOf))]
  const groups = nouns.map((noun) => {
    const own = shown.filter((command) => nounOf(command) === noun)
    const title = noun === '' ? 'Server, calls and reports' : `gw ${noun}`
    return [`## ${title}`, '', ...own.map(referenceLine), ''].join('\n')
  })
  const list = `\`LIST\` stands for ${usageOf(LIST_FLAGS)}.`
  const body = '`[-]` reads the flags as a JSON object from stdin.'
  return ['', list, body, '', ...groups].join('\n')
}

function usageOf(flags: CommandRow['flags']): string {
  return Object.entries(flags)
    .map(([name, row]) => `\`${flagUsage(name, row)}\``)
    .join(' ')
}

/** `- **gw channel list** \`[--tag TEXT]\` \`LIST\`: list channels`. */
function referenceLine({ path, args, flags, summary, indexed, body }: CommandRow): string {
  const own = Object.entries(flags).filter(
    ([name]) => indexed === undefined || !(name in LIST_FLAGS),
  )
  const parts = [
    `**gw ${path.join(' ')}**`,
    ...args.map((row) => `\`${argumentUsage(row)}\``),
    ...(body === undefined ? [] : ['`[-]`']),
    ...(own.length === 0 ? [] : [usageOf(Object.fromEntries(own))]),
    ...(indexed === undefined ? [] : ['`LIST`']),
  ]
  return `- ${parts.join(' ')}: ${summary}`
}
