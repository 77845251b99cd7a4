/** The commands as a skill for agents: `gw help --skill`, and a file that the gateway serves. */
import type { CommandRow } from './command/command-row'
import { argumentUsage } from './command/flag-values'
import { COMMANDS } from './commands'
import { exitCodes } from './help-text'
import { inEnglish } from './words'

const HEAD = [
  '---',
  'name: gw',
  'description: Operates a gw AI API gateway from the shell with the gw command. Use it ' +
    'for questions about channels, tokens, users, spend, failing calls, routing, prices ' +
    'and limits of the gateway, and to change them.',
  '---',
  '',
  '# gw',
  '',
  '`gw` is the command line of an AI API gateway. A channel is an account at an upstream ' +
    'provider, a token a key of a client, a group decides which channels and prices a user ' +
    'gets. Balances are in credits; 500,000 are $1.',
  '',
  '## Rules',
  '',
  '- Add `--json` to anything you read, and `--fields A,B` to what is wide. Without ' +
    '`--limit`, `--json` prints every row.',
  '- Read before you change. Try a change with `--dry-run` where the command has it, and ' +
    'ask the person before you add `--yes`.',
  '- `gw help NOUN VERB` lists the flags, fields and examples of one command, `gw help ' +
    '--json` those of all. Do not guess flags.',
  `- ${exitCodes(inEnglish)}`,
  '- Without a context, commands work on the database of this machine, in `--data DIR`, ' +
    '`$GW_DATA` or `./data`. `gw context list` names gateways elsewhere; `--context NAME` ' +
    'runs a command on one of them.',
  '- Never print a key, a password or an access token.',
  '',
  '## Where to begin',
  '',
  '| question | commands |',
  '|---|---|',
  '| Is it well? | `gw status`, `gw doctor`, `gw stats attention` |',
  "| Why did a call fail? | `gw log list --filter 'type=error'`, then `gw receipt " +
    'REQUEST_ID` and `gw route explain MODEL` |',
  '| Is an upstream at fault? | `gw channel list`, `gw stats show channel ID`, `gw ' +
    'channel test CHANNEL` |',
  '| Who spends what? | `gw stats top`, `gw stats explore` |',
  '| What may a client do? | `gw token show TOKEN`, `gw limit list` |',
  '| What was changed? | `gw audit list` |',
  '',
  '## Commands',
  '',
  '`*` marks those that only read.',
].join('\n')

/** In English, which agents read best. */
export function skillText(): string {
  const shown = COMMANDS.filter(({ hidden }) => hidden !== true)
  return `${HEAD}\n\n${shown.map(line).join('\n')}\n`
}

function line({ path, args, summary, reads }: CommandRow): string {
  const usage = ['gw', ...path, ...args.map(argumentUsage)].join(' ')
  return `- \`${usage}\`${reads === true ? ' *' : ''}: ${summary}`
}
