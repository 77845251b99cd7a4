/** What help says beside the rows of commands. */
import { CONFIGURATION_ROWS } from '../server/configuration-rows'
import { bodyFields } from './body'
import type { Command } from './command'
import { CREDITS_NOTE } from './usd'

/** The nouns, in the words of help. */
export const GROUPS: Readonly<Record<string, string>> = {
  user: 'people who own balances and tokens',
  session: 'who is signed in on the console',
  'access-token': 'keys to the management API, one per user',
  token: 'keys that clients call with',
  channel: 'upstream accounts that calls are sent to',
  tag: 'labels for handling several channels together',
  group: 'groups of users and channels, with their prices',
  pricing: 'what models cost in ratios, as the API tells it',
  price: 'what models cost in dollars',
  redemption: 'codes that users redeem for quota',
  order: 'quota that users bought',
  drawing: 'pictures that upstreams draw',
  task: 'songs and other jobs of upstreams',
  model: 'what can be called',
  option: 'settings kept in the database',
  notice: 'what people were told, and whether it arrived',
  log: 'what was called and what it cost',
  stats: 'how much was used when',
  audit: 'who changed what',
  ledger: 'the append-only account of every credit',
  job: 'work that the server does by itself',
  db: 'the database itself',
}

/** From nothing to a served request. */
export const GETTING_STARTED = `
Getting started:
  $ gw serve                      # prints the password of root and a first key; leave it running
  $ gw channel add main --type openai --key sk-… --models gpt-4o-mini     # in another terminal
  $ gw token create app --unlimited --quiet                               # a key for a client
  $ gw chat "say hello" --model gpt-4o-mini --key sk-…                    # through the gateway
  $ gw log list --limit 5                                                 # and what it cost

Quota is counted in credits: ${CREDITS_NOTE}. Tables show dollars beside them.

gw help NOUN VERB shows flags, fields and examples of one command; gw completion bash|zsh|fish
prints what a shell needs to complete them. Exit codes: 0 done, 1 refused or failed, 2 wrong
usage, 3 not found, 4 not permitted, 130 interrupted.`

/** What follows the flags in the help of one command. */
export function commandNotes(row: Command): string {
  const { examples, json, indexed } = row
  const fields = bodyFields(row)
  const parts = [
    ...(examples.length === 0 ? [] : ['', 'Examples:', ...examples.map((text) => `  $ ${text}`)]),
    ...(json.length === 0 ? [] : ['', `JSON fields: ${json.join(', ')}`, ...unitLines(row)]),
    ...(row.tellsVariables === true ? ['', 'Variables:', ...variableLines()] : []),
    ...(fields.length === 0 ? [] : ['', `Fields of a body: ${fields.join(', ')}`]),
    ...(indexed === undefined ? [] : ['', filterNote(indexed)]),
  ]
  return parts.join('\n')
}

function filterNote(indexed: readonly string[]): string {
  const rest = '--filter and --sort look at every row that the other flags leave'
  const served = `; = on ${indexed.join(', ')} narrows them in the database`
  return indexed.length === 0 ? `${rest}.` : `${rest}${served}.`
}

function variableLines(): readonly string[] {
  const rows = [...CONFIGURATION_ROWS]
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2
  return rows.map(({ name, default: value, meaning }) => {
    const otherwise = value === '' ? '' : ` (default ${value})`
    return `  ${name.padEnd(width)}${meaning}${otherwise}`
  })
}

/** What the numbers of the JSON form count. */
function unitLines({ json, path }: Command): readonly string[] {
  const [noun = ''] = path
  const inSeconds = noun === 'log' || noun === 'stats'
  const units = [
    json.some((field) => field.includes('quota'))
      ? `quota in credits, of which ${CREDITS_NOTE}`
      : '',
    json.some((field) => field.endsWith('_usd')) ? '_usd in dollars' : '',
    json.some((field) => field.endsWith('_time')) ? '_time in epoch seconds' : '',
    json.some((field) => field.endsWith('_at')) && !inSeconds ? '_at in epoch milliseconds' : '',
    inSeconds && json.includes('created_at') ? 'created_at in epoch seconds' : '',
  ].filter((text) => text !== '')
  return units.length === 0 ? [] : [`Units: ${units.join('; ')}`]
}
