/** What help says in addition to the rows of commands. */
import { CONFIGURATION_ROWS } from '../server/configuration-rows'
import { bodyFields } from './command/body'
import type { CommandRow } from './command/command-row'
import { EXIT } from './exit'
import { topicLines } from './manual/topic'
import { kindRow } from './output/field-kinds'
import { padded } from './output/output'
import { CREDITS_NOTE } from './usd'
import { type Phrase, type Translate, words } from './words'

/** The nouns, in the words of help. */
export const GROUPS: Readonly<Record<string, string>> = {
  user: 'people who own balances and tokens',
  session: 'who is signed in on the console',
  'access-token': 'keys to the management API, one per user',
  token: 'keys that clients call with',
  channel: 'upstream accounts that calls are sent to',
  tag: 'labels for handling several channels together',
  group: 'groups of users and channels, with their prices',
  pricing: 'model prices as ratios, as in the API',
  price: 'what models cost in dollars',
  redemption: 'codes that users redeem for quota',
  'promo-code': 'codes that make orders cheaper',
  plan: 'what users buy or are given for a period',
  subscription: 'plans that users hold',
  order: 'quota that users bought',
  drawing: 'pictures that upstreams draw',
  task: 'songs and other jobs of upstreams',
  model: 'what can be called',
  option: 'settings stored in the database',
  notice: 'notifications and their delivery status',
  incident: 'incidents and maintenance on the status page',
  log: 'what was called and what it cost',
  stats: 'how much was used when',
  finance: 'what came in, what was charged, and what it cost',
  audit: 'who changed what',
  'contact-point': 'where operators are notified of what happens to the site',
  grafana: 'what Grafana and Prometheus show of the metrics',
  'identity-provider': 'OpenID Connect providers that people log in by',
  context: 'gateways that commands know by name',
  secret: 'the key that stored secrets are sealed with',
  ledger: 'the append-only account of every credit',
  job: 'work that the server does by itself',
  db: 'the database itself',
}

const CREDITS: Phrase = { pattern: CREDITS_NOTE, values: [] }

/** From nothing to a served request: what is typed, and what it is for. */
const FIRST_STEPS = [
  ['gw serve', 'prints the password of root and a first key; leave it running'],
  ['gw channel add main --type openai --key sk-… --models gpt-4o-mini', 'in another terminal'],
  ['gw token create app --unlimited --quiet', 'a key for a client'],
  ['gw chat "say hello" --model gpt-4o-mini --key sk-…', 'through the gateway'],
  ['gw log list --limit 5', 'and what it cost'],
] as const

export function gettingStarted(translate: Translate): string {
  const width = Math.max(...FIRST_STEPS.map(([typed]) => Bun.stringWidth(typed))) + 2
  return [
    '',
    translate('Getting started:'),
    ...FIRST_STEPS.map(([typed, what]) => `  $ ${padded(typed, width, false)}# ${translate(what)}`),
    '',
    translate(words`Quota is counted in credits: ${CREDITS}. Tables show dollars as well.`),
    '',
    ...topicLines(translate),
    '',
    translate('gw help NOUN VERB shows flags, fields and examples of one command.'),
    translate('gw completion bash|zsh|fish prints what a shell needs to complete them.'),
    exitCodes(translate),
  ].join('\n')
}

/** What each exit code of `exit.ts` means. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  failure: 'refused or failed',
  usage: 'wrong usage',
  notFound: 'not found',
  differs: 'different from the file',
  notPermitted: 'not permitted',
  unreachable: 'not reachable',
  interrupted: 'interrupted',
  terminated: 'terminated',
}

export function exitCodes(translate: Translate): string {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[]
  const list = names.map((name) => `${EXIT[name]} ${translate(EXIT_MEANINGS[name])}`).join(', ')
  return translate(words`Exit codes: ${list}.`)
}

/** What follows the flags in the help of one command. */
export function commandNotes(row: CommandRow, translate: Translate): string {
  const { examples, json, indexed } = row
  const fields = bodyFields(row)
  const parts = [
    ...(examples.length === 0
      ? []
      : ['', translate('Examples:'), ...examples.map((text) => `  $ ${text}`)]),
    ...(json.length === 0
      ? []
      : [
          '',
          translate(words`JSON fields: ${json.join(', ')}`),
          ...unitLines(row, translate).map(translate),
        ]),
    ...(row.listsVariables === true
      ? ['', translate('Variables:'), ...variableLines(translate)]
      : []),
    ...(fields.length === 0 ? [] : ['', translate(words`Fields of a body: ${fields.join(', ')}`)]),
    ...(indexed === undefined ? [] : ['', translate(filterNote(indexed))]),
  ]
  return parts.join('\n')
}

function filterNote(indexed: readonly string[]): Phrase {
  const rest = words`--filter and --sort look at every row that the other flags leave`
  if (indexed.length === 0) return words`${rest}.`
  return words`${rest}; = on ${indexed.join(', ')} narrows them in the database.`
}

function variableLines(translate: Translate): readonly string[] {
  const rows = [...CONFIGURATION_ROWS]
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2
  return rows.map(({ name, default: value, meaning }) => {
    const otherwise = value === '' ? '' : translate(words` (default ${value})`)
    return `  ${name.padEnd(width)}${translate(meaning)}${otherwise}`
  })
}

/** What the numbers of the JSON form count. */
function unitLines({ json, kinds }: CommandRow, translate: Translate): readonly Phrase[] {
  const unitOf = (field: string) => kindRow(kinds[field] ?? 'text').unit ?? ''
  const units = [...Map.groupBy(json, unitOf)]
    .filter(([unit]) => unit !== '')
    .map(([unit, fields]) => words`${fields.join(', ')} in ${translate(unit)}`)
  const [first, ...more] = units
  if (first === undefined) return []
  return [words`Units: ${more.reduce((text, unit) => words`${text}; ${unit}`, first)}`]
}
