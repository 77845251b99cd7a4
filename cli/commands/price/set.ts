import type { PriceJson } from '../../../server/domain/prices/price-row'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { DRY_RUN_FLAG } from '../careful-flags'
import { MODEL_ARGUMENT } from './argument'
import { amountOf, namedAmounts, priceOf, type RequestedPrice } from './requested-price'
import { requireRequested } from './require-requested'
import { PRICE_VIEW, readTables, shownPrice } from './view'

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
    unit: {
      kind: 'texts',
      value: 'NAME=USD',
      summary: 'a unit of "gw price units"; "-" takes its price away; may be repeated',
    },
    tier: {
      kind: 'texts',
      value: 'NAME=FACTOR',
      summary: 'what bills are multiplied by when a tier was served; "-" takes it away',
    },
    above: {
      kind: 'integer',
      value: 'TOKENS',
      summary: 'the prices by token hold above so many tokens read; alone it ends the step',
    },
    ...DRY_RUN_FLAG,
  },
  examples: [
    'gw price set my-model --prompt 0.15 --completion 0.60',
    'gw price set my-model --above 200000 --prompt 0.30 --completion 0.90',
    'gw price set gpt-image-1 --unit image_completion=40 --tier batch=0.5',
    'gw price set my-image-model --call 0.04 --dry-run',
  ],
  json: PRICE_VIEW,
  run: async (context, { args: { model }, flags }) => {
    const wish: RequestedPrice = {
      prompt: amountOf('prompt', flags.prompt),
      completion: amountOf('completion', flags.completion),
      cacheRead: amountOf('cache-read', flags['cache-read']),
      call: amountOf('call', flags.call),
      units: namedAmounts('unit', flags.unit),
      tiers: namedAmounts('tier', flags.tier),
      above: flags.above,
    }
    requireSome(wish)
    // Undone as one when the resulting price is not the requested one.
    const price = await context.attempt({ ...flags, isAtomic: true }, async (services) => {
      const now = shownPrice(model, await readTables(services))
      const rows = await services.prices.list()
      const stored: PriceJson = rows.find((row) => row.model === model)?.price ?? {}
      const price = priceOf(model, wish, { now, stored })
      await services.prices.set(context.actor, { prices: [{ model, price }] })
      const shown = shownPrice(model, await readTables(services))
      if (wish.above === undefined) requireRequested(shown, wish)
      return shown
    })
    context.output.one(price, PRICE_VIEW)
  },
})

function requireSome({
  prompt,
  completion,
  cacheRead,
  call,
  units,
  tiers,
  above,
}: RequestedPrice): void {
  const isPerToken = [prompt, completion, cacheRead].some((amount) => amount !== undefined)
  const isMore = units !== undefined || tiers !== undefined || above !== undefined
  if (isPerToken && call !== undefined) {
    throw new UsageError('give --prompt, --completion or --cache-read; or --call alone')
  }
  if (!isPerToken && call === undefined && !isMore) {
    throw new UsageError('give --prompt, --completion, --cache-read, --call, --unit or --tier')
  }
  if (above !== undefined && (call !== undefined || above < 1)) {
    throw new UsageError('--above takes a number of tokens, and prices by the token')
  }
}
