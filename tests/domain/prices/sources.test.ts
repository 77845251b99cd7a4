/** Each kind of source, made by hand from its documents, and what is refused of it. */
import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { matchesPattern, saleUsd } from '../../../server/domain/prices/sources/margin'
import { readSource, type SourceOrder } from '../../../server/domain/prices/sources/read-source'
import { documentAddress } from '../../../server/domain/prices/sources/source-kinds'

function read(kind: SourceOrder['kind'], document: unknown, order: Partial<SourceOrder> = {}) {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const all = order.wanted === undefined
  return readSource(text, { kind, group: '', providers: [], wanted: [], all, ...order })
}

/** Where nothing can be read; "read" when it could. */
function faultIn(kind: SourceOrder['kind'], document: unknown): unknown {
  try {
    read(kind, document)
    return 'read'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return error.params.place
  }
}

describe('models.dev', () => {
  const OPUS = {
    input: 5,
    output: 25,
    cache_read: 0.5,
    cache_write: 6.25,
    tiers: [{ input: 10, output: 37.5, cache_read: 1, tier: { type: 'context', size: 200_000 } }],
    context_over_200k: { input: 10, output: 37.5 },
  }

  test('tells dollars per million, and tiers by the length of the context', () => {
    const { prices } = read('models.dev', { anthropic: { models: { opus: { cost: OPUS } } } })
    expect(prices).toEqual([
      {
        model: 'opus',
        provider: 'anthropic',
        units: { prompt: 5, completion: 25, cache_read: 0.5, cache_write: 6.25 },
        steps: [{ above: 200_000, units: { prompt: 10, completion: 37.5, cache_read: 1 } }],
      },
    ])
  })

  test('tells how much models read and answer, and nothing where it writes 0', () => {
    const cost = { input: 5, output: 25 }
    const models = {
      opus: { cost, limit: { context: 200_000, output: 64_000 } },
      draw: { cost, limit: { context: 0, output: 0 } },
      whisper: { cost, limit: { context: '30 s', output: 1.5 } },
    }
    const { prices } = read('models.dev', { anthropic: { models } })
    expect(prices.map(({ lengths }) => lengths)).toEqual([
      { context: 200_000, output: 64_000 },
      undefined,
      undefined,
    ])
  })

  test('tells no length that sellers at the same price differ in', () => {
    const at = (context: number) => ({
      models: { house: { cost: { input: 1, output: 2 }, limit: { context, output: 8_192 } } },
    })
    const [agreed] = read('models.dev', { one: at(32_768), two: at(32_768) }).prices
    expect(agreed?.lengths).toEqual({ context: 32_768, output: 8_192 })
    const [differing] = read('models.dev', { one: at(32_768), two: at(131_072) }).prices
    expect(differing).toMatchObject({ units: { prompt: 1 } })
    expect(differing?.lengths).toBeUndefined()
  })

  test('has a model at many sellers: its maker counts, or whom the operator names', () => {
    const document = {
      reseller: { models: { opus: { cost: { input: 4, output: 20 } } } },
      anthropic: { models: { opus: { cost: { input: 5, output: 25 } } } },
    }
    expect(read('models.dev', document).prices[0]?.units.prompt).toBe(5)
    const own = read('models.dev', document, { providers: ['reseller'] })
    expect(own.prices[0]?.units.prompt).toBe(4)
  })

  test('is not guessed at where sellers differ and none of them is the maker', () => {
    const document = {
      one: { models: { house: { cost: { input: 1, output: 2 } } } },
      two: { models: { house: { cost: { input: 3, output: 4 } } } },
    }
    expect(read('models.dev', document)).toEqual({
      prices: [],
      leftOut: [{ model: 'house', reason: 'ambiguous' }],
    })
  })

  test('is refused whole when one price is none', () => {
    const good = { cost: { input: 1, output: 2 } }
    const with_ = (cost: unknown) => ({ openai: { models: { a: good, b: { cost } } } })
    expect(faultIn('models.dev', with_({ input: -1, output: 2 }))).toBe('openai.b.cost.input')
    expect(faultIn('models.dev', with_({ input: 1 }))).toBe('openai.b')
    expect(faultIn('models.dev', with_('free'))).toBe('openai.b.cost')
    expect(faultIn('models.dev', JSON.stringify(with_(good)).slice(0, -4))).toBe('$')
    expect(faultIn('models.dev', '<html>')).toBe('$')
    expect(faultIn('models.dev', {})).toBe('$')
  })
})

describe('OpenRouter', () => {
  const GPT = {
    id: 'openai/gpt-6',
    pricing: {
      prompt: '0.00001',
      completion: '0.00005',
      input_cache_read: '0.000001',
      overrides: [{ min_prompt_tokens: 272_000, prompt: '0.00002', completion: '0.000075' }],
    },
  }

  test('tells decimals per token, also for long prompts', () => {
    expect(read('openrouter', { data: [GPT] }).prices).toEqual([
      {
        model: 'openai/gpt-6',
        provider: 'openai',
        units: { prompt: 10, completion: 50, cache_read: 1 },
        steps: [{ above: 272_000, units: { prompt: 20, completion: 75 } }],
      },
    ])
  })

  test('tells the context, and the longest answer of the first seller', () => {
    const long = { ...GPT, context_length: 400_000, top_provider: { max_completion_tokens: null } }
    const both = { ...long, id: 'openai/o9', top_provider: { max_completion_tokens: 128_000 } }
    const { prices } = read('openrouter', { data: [long, both] })
    expect(prices.map(({ lengths }) => lengths)).toEqual([
      { context: 400_000 },
      { context: 400_000, output: 128_000 },
    ])
  })

  test('is found under the bare name of a model that is offered here', () => {
    const { prices } = read('openrouter', { data: [GPT] }, { wanted: ['gpt-6'] })
    expect(prices.map(({ model, units }) => [model, units.prompt])).toEqual([['gpt-6', 10]])
  })

  test('leaves out routers, whose price is that of another model', () => {
    const router = { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } }
    expect(read('openrouter', { data: [GPT, router] }).leftOut).toEqual([
      { model: 'openrouter/auto', reason: 'variable' },
    ])
  })

  test('is refused whole for a price that is no decimal', () => {
    const bad = { id: 'a/b', pricing: { prompt: 'free', completion: '0' } }
    expect(faultIn('openrouter', { data: [GPT, bad] })).toBe('a/b.pricing.prompt')
    expect(faultIn('openrouter', { data: [] })).toBe('data')
  })
})

describe('the table of LiteLLM', () => {
  test('tells the longest input and output', () => {
    const cost = { input_cost_per_token: 0.000001, output_cost_per_token: 0.000002 }
    const entry = {
      ...cost,
      max_tokens: 4096,
      max_input_tokens: 128_000,
      max_output_tokens: 16_384,
    }
    const [price] = read('litellm', { 'gpt-x': entry }).prices
    expect(price?.lengths).toEqual({ context: 128_000, output: 16_384 })
  })

  test('tells lifetimes of caches, audio, thresholds, pictures and ranges', () => {
    const { prices } = read('litellm', {
      sample_spec: { input_cost_per_token: 'a number' },
      'claude-x': {
        litellm_provider: 'anthropic',
        input_cost_per_token: 3e-6,
        output_cost_per_token: 1.5e-5,
        cache_read_input_token_cost: 3e-7,
        cache_creation_input_token_cost: 3.75e-6,
        cache_creation_input_token_cost_above_1hr: 6e-6,
        input_cost_per_token_above_200k_tokens: 6e-6,
        cache_creation_input_token_cost_above_1hr_above_200k_tokens: 1.2e-5,
        input_cost_per_audio_token: null,
      },
      'draw-x': {
        litellm_provider: 'openai',
        mode: 'image_generation',
        output_cost_per_image: 0.04,
      },
      'qwen-x': {
        litellm_provider: 'dashscope',
        tiered_pricing: [
          { range: [0, 32_000], input_cost_per_token: 1e-6, output_cost_per_token: 4e-6 },
          { range: [32_000, 128_000], input_cost_per_token: 2e-6, output_cost_per_token: 8e-6 },
        ],
      },
      'no-price': { litellm_provider: 'x', max_tokens: 8192 },
    })
    expect(prices).toEqual([
      {
        model: 'claude-x',
        provider: 'anthropic',
        units: {
          prompt: 3,
          completion: 15,
          cache_read: 0.3,
          cache_write: 3.75,
          cache_write_long: 6,
        },
        steps: [{ above: 200_000, units: { prompt: 6, cache_write_long: 12 } }],
      },
      { model: 'draw-x', provider: 'openai', call: 0.04, units: {}, steps: [] },
      {
        model: 'qwen-x',
        provider: 'dashscope',
        units: { prompt: 1, completion: 4 },
        steps: [{ above: 32_000, units: { prompt: 2, completion: 8 } }],
      },
    ])
  })

  test('is refused whole for an entry that is none', () => {
    const good = { input_cost_per_token: 1e-6, output_cost_per_token: 1e-6 }
    expect(faultIn('litellm', { good, bad: 'soon' })).toBe('bad')
    const bad = { ...good, output_cost_per_token: 'cheap' }
    expect(faultIn('litellm', { good, bad })).toBe('bad.output_cost_per_token')
  })
})

describe('another gateway', () => {
  const PRICING = {
    success: true,
    data: [
      { model_name: 'chat', quota_type: 0, model_ratio: 1, completion_ratio: 4, cache_ratio: 0.1 },
      { model_name: 'draw', quota_type: 1, model_price: 0.1 },
      { model_name: 'odd', quota_type: 0, model_ratio: 1, billing_mode: 'tiered_expr' },
    ],
    group_ratio: { default: 1, vip: 0.5 },
  }

  test('tells ratios in its price list, times that of a group', () => {
    const { prices, leftOut } = read('gateway', PRICING, { group: 'vip' })
    expect(prices).toEqual([
      {
        model: 'chat',
        provider: '',
        units: { prompt: 1, completion: 4, cache_read: 0.1 },
        steps: [],
      },
      { model: 'draw', provider: '', call: 0.05, units: {}, steps: [] },
    ])
    expect(leftOut).toEqual([{ model: 'odd', reason: 'unknown_form' }])
  })

  test('tells how much its models read and answer', () => {
    const [chat, draw] = PRICING.data
    const data = [{ ...chat, context_length: 128_000, max_output_tokens: 16_384 }, draw]
    const { prices } = read('gateway', { ...PRICING, data }, { group: 'vip' })
    expect(prices.map(({ lengths }) => lengths)).toEqual([
      { context: 128_000, output: 16_384 },
      undefined,
    ])
  })

  test('tells tables of ratios as well', () => {
    const data = { model_ratio: { chat: 2 }, completion_ratio: { chat: 3 }, model_price: { a: 1 } }
    const { prices } = read('gateway', { success: true, data })
    expect(prices.map(({ model, units, call }) => [model, units.completion ?? call])).toEqual([
      ['a', 1],
      ['chat', 12],
    ])
  })

  test('is refused whole when it refuses, lacks the group, or a ratio is none', () => {
    expect(faultIn('gateway', { success: false, message: 'no' })).toBe('success')
    const none = { ...PRICING, data: [...PRICING.data, { model_name: 'x', quota_type: 0 }] }
    expect(faultIn('gateway', none)).toBe('data.3.model_ratio')
    expect(() => read('gateway', PRICING, { group: 'svip' })).toThrow()
  })

  test('is asked for its price list unless the address names a page', () => {
    expect(documentAddress('gateway', 'https://a.example')).toBe('https://a.example/api/pricing')
    const page = 'https://a.example/api/ratio_config'
    expect(documentAddress('gateway', page)).toBe(page)
  })
})

test('a file is what this gateway exports, in all its fields', () => {
  const file = {
    ModelRatio: { house: 1 },
    CompletionRatio: { house: 3 },
    UnitPrices: { house: { web_search: 10 } },
    PriceSteps: { house: [{ above: 1000, model_ratio: 2 }] },
  }
  const [house] = read('file', file).prices
  expect(house?.units).toEqual({ prompt: 2, completion: 6, web_search: 10 })
  expect(house?.steps[0]).toMatchObject({ above: 1000, units: { prompt: 4 } })
  expect(faultIn('file', '{"a":')).toBe('$')
})

describe('a margin', () => {
  const rule = (percent: number, step?: number, ends?: number) => ({
    models: '*',
    percent,
    ...(step !== undefined && { step }),
    ...(ends !== undefined && { ends }),
  })

  test('is on the cost, and rounds up to what the price may end in', () => {
    expect(saleUsd(2.5, rule(20))).toBeCloseTo(3, 12)
    expect(saleUsd(2.51, rule(20, 0.05))).toBeCloseTo(3.05, 12)
    expect(saleUsd(2.5, rule(20, 0.05))).toBeCloseTo(3, 12)
    expect(saleUsd(2.5, rule(20, 1, 0.99))).toBeCloseTo(3.99, 12)
    expect(saleUsd(3.325, rule(20, 1, 0.99))).toBeCloseTo(3.99, 12)
    expect(saleUsd(0, rule(20, 1, 0.99))).toBe(0)
  })

  test('is for models by their names', () => {
    expect(matchesPattern('claude-*', 'claude-opus')).toBe(true)
    expect(matchesPattern('*-mini', 'gpt-5-mini')).toBe(true)
    expect(matchesPattern('a*b*c', 'a-b-b-c')).toBe(true)
    expect(matchesPattern('ab*ba', 'aba')).toBe(false)
    expect(matchesPattern('gpt-5', 'gpt-5-mini')).toBe(false)
  })
})
