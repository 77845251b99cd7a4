import {
  PRICE_COLUMNS,
  PRICE_OPTIONS,
  type PriceChange,
  withPrices,
} from '../../../server/domain/prices/price-sheet'
import { pricesAsTexts } from '../../../server/domain/prices/price-texts'
import type { Services } from '../../../server/services/create-services'
import type { Actor } from '../../../server/services/service-deps'
import { defineCommand } from '../../command'
import { CommandFailure, UsageError } from '../../exit'
import { DRY_RUN_FLAG } from '../careful-flags'
import { MODEL_ARGUMENT } from './argument'
import { PRICE_FIELDS, PRICE_VIEW, readTables, type ShownPrice, shownPrice } from './view'

const TOKENS = 'dollars per million'

export const priceSet = defineCommand({
  path: ['price', 'set'],
  summary: 'set what a model costs, in dollars; what is not given keeps its price',
  args: [MODEL_ARGUMENT],
  flags: {
    prompt: { kind: 'text', value: 'USD', summary: `${TOKENS} prompt tokens` },
    completion: { kind: 'text', value: 'USD', summary: `${TOKENS} completion tokens` },
    'cache-read': { kind: 'text', value: 'USD', summary: `${TOKENS} prompt tokens from a cache` },
    call: { kind: 'text', value: 'USD', summary: 'dollars per call, whatever it uses' },
    ...DRY_RUN_FLAG,
  },
  examples: [
    'gw price set my-model --prompt 0.15 --completion 0.60',
    'gw price set my-image-model --call 0.04 --dry-run',
  ],
  json: PRICE_FIELDS,
  run: async (context, { args: { model }, flags }) => {
    const wish: Wish = {
      prompt: amountOf('prompt', flags.prompt),
      completion: amountOf('completion', flags.completion),
      cacheRead: amountOf('cache-read', flags['cache-read']),
      call: amountOf('call', flags.call),
    }
    const perToken = [wish.prompt, wish.completion, wish.cacheRead]
    const isPerToken = perToken.some((amount) => amount !== undefined)
    if (isPerToken === (wish.call !== undefined)) {
      throw new UsageError('give --prompt, --completion or --cache-read; or --call alone')
    }
    const how = { ...flags, isWhole: true }
    const price = await context.attempt(how, (services) =>
      setPrice(services, context.actor, { model, wish }),
    )
    context.output.one(price, PRICE_VIEW)
  },
})

interface Wish {
  readonly prompt: number | undefined
  readonly completion: number | undefined
  readonly cacheRead: number | undefined
  readonly call: number | undefined
}

function amountOf(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const text = given.trim().replace(/^\$/, '')
  if (/^\d{1,9}(?:\.\d{1,12})?$/.test(text)) return Number(text)
  throw new UsageError(`--${flag} must be an amount in dollars, such as 0.15`)
}

interface Order {
  readonly model: string
  readonly wish: Wish
}

/** Both tables or none: a call between two writes would be charged at a mix. */
async function setPrice(
  services: Services,
  actor: Actor,
  { model, wish }: Order,
): Promise<ShownPrice> {
  const tables = await readTables(services)
  const next = withPrices(tables, changesOf(model, wish, shownPrice(model, tables)))
  const [before, after] = [pricesAsTexts(tables), pricesAsTexts(next)]
  for (const column of PRICE_COLUMNS) {
    const key = PRICE_OPTIONS[column]
    if (before[key] !== after[key]) await services.options.set(actor, { key, value: after[key] })
  }
  const price = shownPrice(model, await readTables(services))
  requireWished(price, wish)
  return price
}

/** Ratio 1 is 2 dollars for a million prompt tokens; the other ratios are shares of that. */
const USD_PER_RATIO = 2
const SHOWN_DIGITS = 12

function changesOf(model: string, wish: Wish, now: ShownPrice): readonly PriceChange[] {
  const change = (column: PriceChange['column'], to: number | undefined): PriceChange => {
    const rounded = to === undefined ? undefined : Number(to.toPrecision(SHOWN_DIGITS))
    return { model, column, from: undefined, to: rounded }
  }
  if (wish.call !== undefined) return [change('modelPrice', wish.call)]
  const hasTokens = now.priced && now.call_usd === 0
  const prompt = wish.prompt ?? (hasTokens ? now.prompt_usd : undefined)
  if (prompt === undefined) {
    throw new UsageError(`${model} has no price by the token yet: give --prompt as well`)
  }
  const completion = wish.completion ?? (hasTokens ? now.completion_usd : undefined)
  const cacheRead = wish.cacheRead ?? (hasTokens ? now.cache_read_usd : undefined)
  if (prompt === 0 && ((completion ?? 0) > 0 || (cacheRead ?? 0) > 0)) {
    throw new UsageError('other prices are kept as shares of the prompt price: it cannot be 0')
  }
  const share = (usd: number | undefined) =>
    usd === undefined ? [] : [prompt === 0 ? 1 : usd / prompt]
  return [
    change('modelPrice', undefined),
    change('modelRatio', prompt / USD_PER_RATIO),
    ...share(completion).map((ratio) => change('completionRatio', ratio)),
    ...share(cacheRead).map((ratio) => change('cacheRatio', ratio)),
  ]
}

const NEARLY = 1e-9

/** Some families have a completion price that no setting changes; who set it must hear of it. */
function requireWished(price: ShownPrice, { prompt, completion, cacheRead, call }: Wish): void {
  const wished = [
    ['prompt', prompt, price.prompt_usd],
    ['completion', completion, price.completion_usd],
    ['cache-read', cacheRead, price.cache_read_usd],
    ['call', call, price.call_usd],
  ] as const
  for (const [name, wanted, got] of wished) {
    if (wanted === undefined || Math.abs(wanted - got) <= NEARLY * Math.max(1, wanted)) continue
    throw new CommandFailure(
      'price.fixed',
      `--${name} ${wanted} would come out as ${got}: its family has a fixed ratio; nothing was set`,
    )
  }
}
