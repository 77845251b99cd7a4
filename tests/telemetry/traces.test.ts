/** What a collector hears of calls: spans, metrics, and nothing of their content. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ask, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { type Gateway, startGateway } from '../support/gateway'
import { OtlpCollector } from '../support/otlp-collector'
import { frames, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const [, TRACE_ID = '', PARENT_ID = ''] = PARENT.split('-')
const DURATION = 'gen_ai.client.operation.duration'
const SERVER = 2
const CLIENT = 3
/** Often enough that no test waits for it. */
const SOON = { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_METRIC_EXPORT_INTERVAL: '100' }

let collector: OtlpCollector
let failing: Upstream
let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  collector = new OtlpCollector()
  failing = await startUpstream(
    json({ error: { message: 'SECRET-WORDS refused' } }, { status: 503 }),
  )
  upstream = await startUpstream(({ bodyText }) =>
    bodyText.includes('"stream":true')
      ? sse(frames(recorded('openai').sse))
      : json(recorded('openai').json),
  )
  gateway = await startGateway({
    channels: [
      { upstream: failing, name: 'first', models: 'm', priority: 9 },
      { upstream, name: 'second', models: 'm', model_mapping: '{"m":"m-2026"}' },
    ],
    users: [{ role: 10 }],
    options: PRICES,
    env: {
      ...SOON,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.namespace=ai',
      OTEL_SERVICE_NAME: 'edge',
    },
  })
})

afterAll(async () => {
  for (const part of [gateway, failing, upstream, collector]) await part[Symbol.asyncDispose]()
})

/** The spans of a call, by its request id. */
async function spansOf(response: Response) {
  const id = response.headers.get('x-oneapi-request-id')
  const own = await waitUntil('the span arrives', () =>
    collector.spans.find(({ attributes }) => attributes['gw.request.id'] === id),
  )
  const tries = collector.spans.filter(({ parentSpanId }) => parentSpanId === own.spanId)
  return { own, tries }
}

describe('spans', () => {
  test('a call is a server span with a client span for each try', async () => {
    const response = await gateway.post('/v1/chat/completions', ask('openai'))
    expect(response.status).toBe(200)
    const { own, tries } = await spansOf(response)
    expect(own).toMatchObject({ name: 'chat m', kind: SERVER, parentSpanId: '', isError: false })
    expect(own.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.response.model': 'm-2026',
      'gen_ai.provider.name': 'openai',
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 9,
      'gw.tries': 2,
      'gw.charge.credits': RECORDED_CHARGE,
      'gw.user.id': gateway.userIds[0],
    })
    expect(own.attributes['error.type']).toBeUndefined()
    const [first, second] = tries
    expect(first).toMatchObject({ name: 'chat m', kind: CLIENT, isError: true })
    expect(first?.attributes).toMatchObject({
      'error.type': 'upstream.refused',
      'http.response.status_code': 503,
      'gw.channel.name': 'first',
      'server.address': '127.0.0.1',
      'server.port': failing.port,
    })
    expect(second).toMatchObject({ name: 'chat m-2026', kind: CLIENT, isError: false })
    expect(second?.attributes).toMatchObject({
      'gen_ai.request.model': 'm-2026',
      'gen_ai.usage.output_tokens': 9,
      'gw.channel.name': 'second',
    })
    for (const span of tries) {
      expect(span.traceId).toBe(own.traceId)
      expect(span.beganNs >= own.beganNs && span.endedNs <= own.endedNs).toBe(true)
    }
    expect(own.resource).toMatchObject({
      'service.name': 'edge',
      'service.namespace': 'ai',
      'deployment.environment.name': 'test',
    })
  })

  test('upstreams are told the span of their own try', async () => {
    const response = await gateway.post('/v1/chat/completions', ask('openai'))
    const { own, tries } = await spansOf(response)
    const told = [failing, upstream].map((asked) => asked.last().headers.traceparent)
    expect(told).toEqual(tries.map(({ spanId }) => `00-${own.traceId}-${spanId}-01`))
  })

  test('a stream tells its first chunk, and goes on with the trace of its caller', async () => {
    const headers = { traceparent: PARENT, tracestate: 'vendor=1' }
    const body = ask('openai', { stream: true, stream_options: { include_usage: true } })
    const response = await gateway.post('/v1/chat/completions', body, { headers })
    await response.text()
    const { own, tries } = await spansOf(response)
    expect(own).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_ID })
    expect(own.attributes).toMatchObject({
      'gen_ai.request.stream': true,
      'gen_ai.usage.input_tokens': 12,
    })
    expect(own.attributes['gen_ai.response.time_to_first_chunk']).toBeNumber()
    expect(tries).toHaveLength(2)
    expect(upstream.last().headers.traceparent).toStartWith(`00-${TRACE_ID}-`)
    expect(upstream.last().headers.tracestate).toBeUndefined()
  })

  test('a call that its caller did not sample is not sent, and upstreams hear so', async () => {
    const headers = { traceparent: PARENT.replace(/01$/, '00') }
    const left = await gateway.post('/v1/chat/completions', ask('openai'), { headers })
    expect(upstream.last().headers.traceparent).toEndWith('-00')
    await spansOf(await gateway.post('/v1/chat/completions', ask('openai')))
    const id = left.headers.get('x-oneapi-request-id')
    expect(collector.spans.map(({ attributes }) => attributes['gw.request.id'])).not.toContain(id)
  })

  test('a refused request is a span without tries, and its log line names the trace', async () => {
    const response = await gateway.post('/v1/chat/completions', ask('openai', { model: 'none' }))
    const { own, tries } = await spansOf(response)
    expect(tries).toEqual([])
    expect(own).toMatchObject({ kind: SERVER, isError: false })
    expect(own.attributes['error.type']).toBe('model.not_found')
    const line = gateway.logged.find(({ trace_id }) => trace_id === own.traceId)
    expect(line).toMatchObject({ msg: 'call refused', span_id: own.spanId })
  })

  test('callers with a wrong key are in no trace', async () => {
    const headers = { traceparent: PARENT.replace(TRACE_ID, 'f'.repeat(32)) }
    await gateway.post('/v1/chat/completions', ask('openai'), { key: 'sk-unknown', headers })
    await spansOf(await gateway.post('/v1/chat/completions', ask('openai')))
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain('f'.repeat(32))
  })
})

test('metrics follow the conventions, by labels of the site', async () => {
  await gateway.post('/v1/chat/completions', ask('openai'))
  const durations = await waitUntil('metrics arrive', () => {
    const found = collector.points.filter(({ metric }) => metric === DURATION)
    return found.length < 2 ? undefined : found
  })
  const labels = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai' }
  expect(durations.find(({ attributes }) => attributes['error.type'])?.attributes).toMatchObject({
    ...labels,
    'error.type': 'upstream.refused',
  })
  const tokens = collector.points.filter(({ metric }) => metric === 'gen_ai.client.token.usage')
  const input = tokens.find(({ attributes }) => attributes['gen_ai.token.type'] === 'input')
  expect(input?.value).toBe(12 * (input?.count ?? 0))
  const charge = collector.points.find(({ metric }) => metric === 'gw.call.charge')
  expect(charge?.value).toBeCloseTo(((input?.count ?? 0) * RECORDED_CHARGE) / 500_000, 9)
  const dropped = collector.points.find(({ metric }) => metric === 'gw.telemetry.spans.dropped')
  expect(dropped?.value).toBe(0)
})

test('the collector gets its key, and no content, keys or names of callers', async () => {
  await spansOf(await gateway.post('/v1/chat/completions', ask('openai')))
  const { headers } = collector.requests.at(-1) ?? {}
  expect(headers?.get('authorization')).toBe('Bearer collector-key')
  const never = ['two plus two', 'SECRET-WORDS', gateway.keys[0]?.slice(3) ?? '', '"username"']
  for (const text of never) expect(collector.sent).not.toContain(text)
  expect(JSON.stringify(gateway.logged)).not.toContain('collector-key')
})
