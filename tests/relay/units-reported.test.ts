/** What vendors count beyond plain text: kept by its unit, or reported where there is none. */
import { describe, expect, test } from 'bun:test'
import { detailsOf } from '../../server/domain/logs/details'
import { chargeFor, explainCharge } from '../../server/domain/money/quota'
import { startGateway } from '../support/gateway'
import { frames, json, sse, startUpstream } from '../support/upstream'
import {
  ask,
  billOf,
  type DialectName,
  MODEL,
  PATH_OF,
  PRICES,
  recorded,
  TYPE_OF,
  told,
} from './black-box'

/** Where an answer of each format tells its usage; a tier may stand beside it. */
function answerOf(dialect: DialectName, usage: object, beside: object) {
  const field = dialect === 'gemini' ? 'usageMetadata' : 'usage'
  return { ...JSON.parse(recorded(dialect).json), ...beside, [field]: usage }
}

async function call(dialect: DialectName, usage: object, beside: object = {}) {
  await using stack = new AsyncDisposableStack()
  const upstream = stack.use(await startUpstream(json(answerOf(dialect, usage, beside))))
  const channels = [{ upstream, models: MODEL, type: TYPE_OF[dialect] }]
  const gateway = stack.use(await startGateway({ channels, options: PRICES }))
  const { requestId, text } = await told(gateway.post(PATH_OF.openai, ask('openai')))
  const { row, other } = await billOf(gateway, requestId)
  const details = detailsOf(row)
  const { bill } = details
  if (bill === undefined) throw new Error('the log has no bill')
  expect(chargeFor(bill.usage, bill.price)).toBe(row.quota)
  const classes = explainCharge(bill.usage, bill.price).rows.map((line) => [
    line.class,
    line.tokens,
  ])
  const doctor = await gateway.cli(['doctor', '--json', '--offline'])
  return { row, other, details, text, classes: Object.fromEntries(classes), doctor: doctor.stdout }
}

describe('an answer of OpenAI', () => {
  test('tells pictures, sound and both lifetimes of a cache apart', async () => {
    const { row, classes } = await call('openai', {
      prompt_tokens: 1000,
      prompt_tokens_details: {
        cached_tokens: 300,
        cached_tokens_details: { audio_tokens: 100, image_tokens: 50 },
        cache_write_tokens: 200,
        cache_write_tokens_details: { ttl_30m_tokens: 120, ttl_12h_tokens: 80 },
        audio_tokens: 110,
        image_tokens: 90,
      },
      completion_tokens: 100,
      completion_tokens_details: { image_tokens: 30 },
    })
    expect(classes).toEqual({
      prompt: 450,
      cache_read: 150,
      audio_cache_read: 100,
      image_cache_read: 50,
      cache_write_30m: 120,
      cache_write_12h: 80,
      audio_prompt: 10,
      image_prompt: 40,
      completion: 70,
      image_completion: 30,
    })
    expect([row.prompt_tokens, row.completion_tokens]).toEqual([1000, 100])
    // 450 + 300 + 40 of cached and picture, 1.25 and 2 of what was written, 20 of sound.
    expect(row.quota).toBe(450 + 300 + 120 * 1.25 + 80 * 2 + 10 * 20 + 40 + 100 * 2)
  })

  test('tells what no unit stands for, which is reported and costs nothing', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, num_holograms_units: 3, cost: 0.5 }
    const { row, details, doctor } = await call('openai', usage)
    expect(row.quota).toBe(20)
    expect(details.unknownUsage).toEqual({ num_holograms_units: 3 })
    expect(doctor).toContain('num_holograms_units (m)')
  })

  test('tells the tier that was served', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5 }
    expect((await call('openai', usage, { service_tier: 'priority' })).other.tier).toBe('priority')
    expect((await call('openai', usage, { service_tier: 'default' })).other).not.toHaveProperty(
      'tier',
    )
  })

  test('counts more of a kind than there is at all, which is cut to the whole', async () => {
    const { row, classes } = await call('openai', {
      prompt_tokens: 10,
      prompt_tokens_details: { cached_tokens: 99, image_tokens: 99, audio_tokens: -4 },
      completion_tokens: 5,
    })
    expect(classes).toEqual({ cache_read: 10, completion: 5 })
    expect(row.prompt_tokens).toBe(10)
  })
})

test('Gemini tells pictures, films and documents apart, and the tier as its traffic', async () => {
  const { row, classes, other } = await call('gemini', {
    promptTokenCount: 100,
    cachedContentTokenCount: 20,
    promptTokensDetails: [
      { modality: 'IMAGE', tokenCount: 30 },
      { modality: 'VIDEO', tokenCount: 25 },
      { modality: 'DOCUMENT', tokenCount: 15 },
      { modality: 'SMELL', tokenCount: 7 },
    ],
    cacheTokensDetails: [{ modality: 'IMAGE', tokenCount: 20 }],
    candidatesTokenCount: 10,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 4 }],
    trafficType: 'ON_DEMAND_FLEX',
  })
  expect(classes).toEqual({
    prompt: 30,
    image_prompt: 10,
    image_cache_read: 20,
    video_prompt: 25,
    document_prompt: 15,
    completion: 6,
    image_completion: 4,
  })
  expect(row.quota).toBe(100 + 2 * 10)
  expect(other.tier).toBe('flex')
})

test('Claude tells fetched pages, which are free, and how fast it was', async () => {
  const { row, details } = await call('anthropic', {
    input_tokens: 10,
    output_tokens: 5,
    server_tool_use: { web_fetch_requests: 2, telepathy_requests: 1 },
    service_tier: 'standard',
    speed: 'fast',
    inference_geo: 'us',
  })
  expect(row.quota).toBe(20)
  expect(details.bill?.usage.webFetches).toBe(2)
  expect(details.unknownUsage).toEqual({ 'server_tool_use.telepathy_requests': 1 })
  expect(details.tier).toBe('fast+geo-us')
})

test('a stream keeps what it told of unknown usage', async () => {
  const odd = { prompt_tokens: 10, completion_tokens: 5, odd_units: 2 }
  const changed = frames(recorded('openai').sse).map((frame) =>
    frame.replace(/"usage":\{.*\}\}/, `"usage":${JSON.stringify(odd)}}`),
  )
  await using upstream = await startUpstream(sse(changed))
  const channels = [{ upstream, models: MODEL }]
  await using gateway = await startGateway({ channels, options: PRICES })
  const body = ask('openai', { stream: true, stream_options: { include_usage: true } })
  const { requestId } = await told(gateway.post(PATH_OF.openai, body))
  const { row } = await billOf(gateway, requestId)
  expect(row.quota).toBe(20)
  expect(detailsOf(row).unknownUsage).toEqual({ odd_units: 2 })
})
