import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import { tableText } from '../../server/domain/text/visible-text'
import type { Services } from '../../server/services/create-services'
import { defineCommand } from '../command/command'
import type { CompletedNoun } from '../command/command-row'
import { LOCAL, readContexts } from '../runtime/contexts'

/** A value, and the description shown next to it. */
type Candidate = readonly [value: string, summary: string]

/** A shell has no use for more. */
const MOST_SHOWN = 100
const PAGE = { page_size: MOST_SHOWN }

type Lookup = (services: Services, typed: string) => Promise<readonly Candidate[]>

/** Known without any database. */
const BUILT_IN = {
  path: async (): Promise<readonly Candidate[]> => {
    const { ENDPOINTS } = await import('../../server/domain/endpoints')
    const byPath = Map.groupBy(ENDPOINTS, ({ path }) => path)
    return [...byPath].map(([path, calls]) => [
      path,
      calls.map(({ method, summary }) => `${method} ${summary}`).join(' · '),
    ])
  },
  context: async (): Promise<readonly Candidate[]> => {
    const { contexts } = readContexts(process.env)
    const others = Object.entries(contexts).map(([name, { url }]): Candidate => [name, url])
    return [[LOCAL, ''], ...others]
  },
  option: async (): Promise<readonly Candidate[]> => {
    const { OPTION_KEYS } = await import('../../server/domain/options')
    return OPTION_KEYS.map((key) => [key, ''])
  },
  type: async (): Promise<readonly Candidate[]> =>
    CHANNEL_TYPES.map(({ id, name }) => [name, `type ${id}`]),
}

const LOOKUPS: Readonly<Record<Exclude<CompletedNoun, keyof typeof BUILT_IN>, Lookup>> = {
  channel: async ({ channels }, keyword) => {
    const { items } = await channels.list({ ...PAGE, keyword })
    return items.map(({ id, name }) => [name, `channel ${id}`])
  },
  group: async ({ groups }) => (await groups.list()).map((name) => [name, '']),
  model: async ({ models }) => (await models.enabled()).map((name) => [name, '']),
  redemption: async ({ redemptions }, keyword) => {
    const { items } = await redemptions.list({ ...PAGE, keyword })
    return items.map(({ id, name }) => [String(id), name])
  },
  tag: async ({ channels }) => {
    const { items } = await channels.listTags(PAGE)
    return [...new Set(items.map(({ tag }) => tag ?? ''))].map((tag) => [tag, ''])
  },
  token: async ({ tokens }) => {
    const { items } = await tokens.list(PAGE)
    return items.map(({ id, name }) => [String(id), name])
  },
  user: async ({ users }, keyword) => {
    const { items } = await users.list({ ...PAGE, keyword })
    return items.map(({ id, username }) => [username, `user ${id}`])
  },
}

/** Of the scripts that `gw completion` prints. Says nothing at all when it cannot look. */
export const complete = defineCommand({
  path: ['__complete'],
  clientSide: ({ noun = '' }) => Object.hasOwn(BUILT_IN, noun),
  summary: 'print what a word that is being typed may become',
  hidden: true,
  reads: true,
  args: [
    { name: 'noun', summary: 'what is named', choices: Object.keys({ ...LOOKUPS, ...BUILT_IN }) },
    { name: 'typed', summary: 'how it begins', optional: true },
  ],
  examples: ['gw __complete channel ma'],
  run: async ({ peek, output }, { args: { noun, typed = '' } }) => {
    const found = await candidates(noun, typed, peek).catch(() => [])
    for (const [value, summary] of found) {
      if (value.startsWith(typed)) output.write(`${tableText(value)}\t${tableText(summary)}\n`)
    }
  },
})

async function candidates(
  noun: string,
  typed: string,
  peek: () => Promise<Services | undefined>,
): Promise<readonly Candidate[]> {
  const builtIn = Object.entries(BUILT_IN).find(([name]) => name === noun)?.[1]
  if (builtIn !== undefined) return await builtIn()
  const lookup = Object.entries(LOOKUPS).find(([name]) => name === noun)?.[1]
  const services = await peek()
  return lookup === undefined || services === undefined ? [] : await lookup(services, typed)
}
