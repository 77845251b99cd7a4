/**
 * Writes server/domain/prices/catalogue.ts from the price list of @pydantic/genai-prices.
 * Run by hand after that package was updated: `bun cli/dev/make-prices.ts`. The output depends
 * on the package alone, so a second run changes nothing.
 */
import { join } from 'node:path'
import {
  findProvider,
  type MatchLogic,
  type ModelInfo,
  type ModelPrice,
} from '@pydantic/genai-prices'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import type { CatalogueRow } from '../../server/domain/prices/catalogue-row'
import { FAMILY_CACHE_RATIO, FAMILY_MODEL_RATIO } from '../../server/domain/prices/family'
import { PUBLISHED } from '../../server/domain/prices/published'
import { completionRuleFor } from '../../server/domain/prices/rules'

/** Makers only, in the order in which a name sold by two of them is settled. */
const PROVIDERS = [
  'openai',
  'anthropic',
  'google',
  'deepseek',
  'mistral',
  'x-ai',
  'cohere',
  'moonshotai',
  'zhipuai',
  'minimax',
  'perplexity',
  'voyageai',
] as const

/**
 * Who sells models of others, under names that several of them share. The first group runs them,
 * the second passes calls on; within a group the dearest is taken, so that nobody sells at a loss.
 */
const HOSTS = [
  [
    'groq',
    'together',
    'fireworks',
    'cerebras',
    'novita',
    'ovhcloud',
    'baseten',
    'huggingface_nebius',
  ],
  ['openrouter', 'huggingface_together', 'huggingface_novita'],
] as const

/** What a host's clients write before the names of the list. */
const HOST_FOLDERS: Readonly<Record<string, string>> = { fireworks: 'accounts/fireworks/models/' }

/** Release day of the package; prices announced for later days are left out. */
const AS_OF = '2026-09-23'

/** A price of any other kind (per request, per image, per hour) is not ours to express. */
const PER_TOKEN_KEYS = new Set([
  'input_mtok',
  'output_mtok',
  'cache_read_mtok',
  'cache_write_mtok',
  'cache_write_1h_mtok',
  'input_audio_mtok',
  'output_audio_mtok',
  'cache_audio_read_mtok',
  // Tools billed in addition to the tokens; the model itself is plain.
  'web_searches_kcount',
  'storage_searches_kcount',
  // A fee for each request in addition to its tokens.
  'requests_kcount',
])

const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]$/
/** Sold by the picture too, whatever the list says. */
const IMAGE_MODEL = /-image\b/

/** Prices by hand stand where the list has none, or not all of one. */
const byHand = new Set(PUBLISHED.flatMap(({ models }) => Object.keys(models)))

const rows = new Map<string, CatalogueRow>()
const makers = new Map<string, string>()

for (const id of PROVIDERS) {
  const provider = findProvider({ providerId: id })
  if (!provider) throw new Error(`the price list has no provider "${id}"`)
  for (const model of provider.models) addModel(id, model)
}
for (const model of new Set(CHANNEL_TYPES.flatMap(({ models }) => models))) addHosted(model)
await Bun.write(join(import.meta.dir, '../../server/domain/prices/catalogue.ts'), source())

function addModel(provider: string, model: ModelInfo): void {
  const prices = currentPrices(model)
  if (!Object.keys(prices).every((key) => PER_TOKEN_KEYS.has(key))) return
  for (const name of namesOf(model)) {
    if (rows.has(name) || byHand.has(name)) continue
    const row = rowFor(name, prices)
    if (!row) continue
    rows.set(name, row)
    makers.set(name, provider)
  }
}

/** Only what some type of channel offers: the hosts sell thousands. */
function addHosted(name: string): void {
  if (rows.has(name) || byHand.has(name) || FAMILY_MODEL_RATIO[name] !== undefined) return
  for (const group of HOSTS) {
    const found = group.flatMap((host) => pricesAt(host, name))
    const dearest = found.sort((a, b) => total(b) - total(a))[0]
    const row = dearest && rowFor(name, dearest)
    if (row === undefined) continue
    rows.set(name, row)
    makers.set(name, 'hosts')
    return
  }
}

function pricesAt(host: string, name: string): ModelPrice[] {
  const folder = HOST_FOLDERS[host] ?? ''
  if (!name.startsWith(folder)) return []
  const wanted = name.slice(folder.length).toLowerCase()
  const models = findProvider({ providerId: host })?.models ?? []
  const model = models.find(({ id, match }) =>
    [id, ...equalNames(match)].some((known) => known.toLowerCase() === wanted),
  )
  return model === undefined ? [] : [currentPrices(model)]
}

function total(prices: ModelPrice): number {
  return (usd(prices, 'input_mtok') ?? 0) + (usd(prices, 'output_mtok') ?? 0)
}

/** The latest announced list; hours of the day cannot be billed by a ratio and are left out. */
function currentPrices(model: ModelInfo): ModelPrice {
  if (!Array.isArray(model.prices)) return model.prices
  let since = ''
  let current: ModelPrice = {}
  for (const { constraint, prices } of model.prices) {
    if (constraint?.type === 'time_of_date') continue
    const start = constraint?.start_date ?? ''
    if (start <= AS_OF && start >= since) {
      since = start
      current = prices
    }
  }
  return current
}

/** The names a client can write. Prefix rules cannot be listed; dated names are found by base. */
function namesOf(model: ModelInfo): string[] {
  return [model.id, ...equalNames(model.match)].filter(
    (name) => MODEL_NAME.test(name) && !IMAGE_MODEL.test(name),
  )
}

function equalNames(match: MatchLogic): string[] {
  if ('equals' in match) return [match.equals]
  if ('or' in match) return match.or.flatMap(equalNames)
  return []
}

function rowFor(name: string, prices: ModelPrice): CatalogueRow | undefined {
  const input = usd(prices, 'input_mtok')
  if (!input) return undefined
  const ratio = tidy(input / 2)
  const family = FAMILY_MODEL_RATIO[name]
  // Relations to a price that is not ours would be wrong.
  if (family !== undefined && family !== ratio) return undefined
  const knownCache = FAMILY_CACHE_RATIO[name] ?? (usd(prices, 'cache_read_mtok') ? 0 : 1)
  if (family !== undefined && completionRuleFor(name).locked && knownCache > 0) return undefined
  const audioIn = usd(prices, 'input_audio_mtok')
  const audioOut = usd(prices, 'output_audio_mtok')
  return {
    ...(family === undefined && { ratio }),
    completion: tidy((usd(prices, 'output_mtok') ?? input) / input),
    ...relation('cacheRead', usd(prices, 'cache_read_mtok'), input),
    ...relation('cacheWrite', usd(prices, 'cache_write_mtok'), input),
    ...(family === undefined && relation('audio', audioIn, input)),
    ...(family === undefined && audioIn && relation('audioCompletion', audioOut, audioIn)),
  }
}

function relation(key: keyof CatalogueRow, part: number | undefined, whole: number) {
  return part === undefined ? {} : { [key]: tidy(part / whole) }
}

/** Long contexts cost more at some makers; the base tier is what most calls pay. */
function usd(prices: ModelPrice, key: string): number | undefined {
  const price = prices[key]
  return typeof price === 'object' ? price.base : price
}

/** Drops the noise of binary division: 4.000000000000001 is 4, five thirds stay five thirds. */
function tidy(value: number): number {
  const short = Number(value.toPrecision(12))
  return String(short).length <= 9 ? short : value
}

function source(): string {
  const lines = [...PROVIDERS, 'hosts'].flatMap((provider) => {
    const names = [...rows.keys()].filter((name) => makers.get(name) === provider)
    const written = names.sort().map((name) => `  ${property(name)}: ${literal(name)},`)
    return [`  // ${provider}`, ...written]
  })
  return [
    '/**',
    ` * Models newer than the family's own tables, priced as their makers did on ${AS_OF}.`,
    ' * Written by cli/dev/make-prices.ts from @pydantic/genai-prices; do not edit by hand.',
    ' */',
    "import type { CatalogueRow } from './catalogue-row'",
    '',
    'export const CATALOGUE: Readonly<Record<string, CatalogueRow>> = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

function literal(name: string): string {
  const fields = Object.entries(rows.get(name) ?? {}).map(([key, value]) => `${key}: ${value}`)
  return `{ ${fields.join(', ')} }`
}
