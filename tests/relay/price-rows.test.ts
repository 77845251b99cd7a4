/** Bills by what is set for a model: units, steps, tiers, and ratios that had no option before. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newestLog, readBooks } from '../contracts/books'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { ask, MODEL, PATH_OF, PRICES, recorded, told } from './black-box'

let upstream: Upstream
let gateway: Gateway
let root: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  const channels = [{ upstream, models: MODEL }]
  gateway = await startGateway({ channels, options: PRICES, env: NO_LIMITS })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const NOTHING_SET = {
  create_cache_ratio: null,
  audio_ratio: null,
  audio_completion_ratio: null,
  image_ratio: null,
  unit_prices: null,
  steps: null,
  tiers: null,
}

async function bill(price: object, usage: object, beside: object = {}): Promise<number> {
  const prices = [{ model: MODEL, price: { ...NOTHING_SET, ...price } }]
  expect((await root.put('/api/price/', { prices })).body.success).toBe(true)
  upstream.script(json({ ...JSON.parse(recorded('openai').json), ...beside, usage }))
  await told(gateway.post(PATH_OF.openai, ask('openai')))
  return newestLog(await readBooks(gateway)).quota
}

const written = (cache_write_tokens: number) => ({ cache_write_tokens })
const prompt = (prompt_tokens: number, prompt_tokens_details: object = {}) => ({
  prompt_tokens,
  prompt_tokens_details,
  completion_tokens: 0,
})
const answer = (completion_tokens: number, completion_tokens_details: object = {}) => ({
  prompt_tokens: 0,
  completion_tokens,
  completion_tokens_details,
})

/** One credit per prompt token of the model, two per completion token. */
const CASES: readonly (readonly [string, object, object, number])[] = [
  ['CreateCacheRatio', { create_cache_ratio: 3 }, prompt(100, written(100)), 300],
  ['AudioRatio', { audio_ratio: 7 }, prompt(100, { audio_tokens: 100 }), 700],
  [
    'AudioCompletionRatio',
    { audio_ratio: 7, audio_completion_ratio: 3 },
    answer(100, { audio_tokens: 100 }),
    2100,
  ],
  ['ImageRatio', { image_ratio: 5 }, prompt(100, { image_tokens: 60 }), 40 + 300],
  // $40 for a million is 20 credits each.
  [
    'UnitPrices of what is drawn',
    { unit_prices: { image_completion: 40 } },
    answer(100, { image_tokens: 90 }),
    10 * 2 + 90 * 20,
  ],
  ['UnitPrices of plain text', { unit_prices: { prompt: 4 } }, prompt(100), 200],
  [
    'UnitPrices of searches, $2 a thousand',
    { unit_prices: { web_search: 2 } },
    { ...prompt(10), server_tool_use: { web_search_requests: 3 } },
    10 + 3 * 1000,
  ],
  ['PriceSteps below the bound', { steps: [{ above: 200, model_ratio: 3 }] }, prompt(200), 200],
  ['PriceSteps above the bound', { steps: [{ above: 200, model_ratio: 3 }] }, prompt(201), 603],
  [
    'PriceSteps, the highest that is passed, which may change a part alone',
    {
      steps: [
        { above: 10, model_ratio: 3 },
        { above: 20, completion_ratio: 5 },
      ],
    },
    { prompt_tokens: 30, completion_tokens: 10 },
    30 + 50,
  ],
]

test.each(CASES)('%s', async (_name, price, usage, owed) => {
  expect(await bill(price, usage)).toBe(owed)
})

test.each([
  ['flex', 50],
  ['priority', 200],
  ['default', 100],
  ['scale', 100],
])('PriceTiers of a call served as %s: it costs %d', async (service_tier, owed) => {
  const tiers = { flex: 0.5, priority: 2, default: 9 }
  expect(await bill({ tiers }, prompt(100), { service_tier })).toBe(owed)
})

test('no call is billed at a mix of two saves', async () => {
  upstream.script(
    json({
      ...JSON.parse(recorded('openai').json),
      usage: { prompt_tokens: 100, completion_tokens: 100 },
    }),
  )
  const set = (model_ratio: number, completion_ratio: number) =>
    root.put('/api/price/', {
      prices: [{ model: MODEL, price: { ...NOTHING_SET, model_ratio, completion_ratio } }],
    })
  await set(1, 9)
  const from = (await gateway.services.logs.list({ page_size: 1 })).items[0]?.id ?? 0
  const calls = Array.from({ length: 40 }, async (_, at) => {
    if (at % 4 === 0) await set(at % 8 === 0 ? 1 : 9, at % 8 === 0 ? 9 : 1)
    await told(gateway.post(PATH_OF.openai, ask('openai')))
  })
  await Promise.all(calls)
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ page_size: 100 })
  const bills = new Set(items.filter(({ id }) => id > from).map(({ quota }) => quota))
  // 100 + 900, or 900 + 900; a mix of both would be 200 or 9,000.
  expect([...bills].filter((quota) => quota !== 1000 && quota !== 1800)).toEqual([])
})
