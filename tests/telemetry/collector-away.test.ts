/** A collector that is dead, slow or refuses costs no call anything. */
import { expect, test } from 'bun:test'
import { ask, PRICES, recorded } from '../relay/black-box'
import { type Gateway, startGateway } from '../support/gateway'
import { OtlpCollector } from '../support/otlp-collector'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const SMALL_QUEUE = {
  OTEL_BSP_SCHEDULE_DELAY: '1',
  OTEL_BSP_MAX_QUEUE_SIZE: '8',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '2',
  OTEL_METRIC_EXPORT_INTERVAL: '100',
}

const DROPPED = 'gw.telemetry.spans.dropped'

async function start(upstream: Upstream, env: Readonly<Record<string, string>>): Promise<Gateway> {
  return await startGateway({
    channels: [{ upstream, models: 'm' }],
    users: [{ role: 10 }],
    options: PRICES,
    env: { ...SMALL_QUEUE, ...env },
  })
}

async function callAll(gateway: Gateway, count: number): Promise<void> {
  const calls = Array.from({ length: count }, () =>
    gateway.post('/v1/chat/completions', ask('openai')),
  )
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
}

const answer = json(recorded('openai').json)

test('while it hangs, calls are answered, and what finds no room is counted', async () => {
  await using collector = new OtlpCollector()
  await using other = new OtlpCollector()
  await using upstream = await startUpstream(answer)
  await using gateway = await start(upstream, {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${other.url}/v1/metrics`,
  })
  collector.mode = 'hangs'
  await callAll(gateway, 30)
  await waitUntil('one batch is on its way', () => collector.requests.length > 0)
  await callAll(gateway, 30)
  expect(collector.requests).toHaveLength(1)
  // Of 60 calls with two spans each, two are on their way and eight wait.
  await waitUntil('the rest is counted', () =>
    other.points.some(({ metric, value }) => metric === DROPPED && value === 110),
  )
})

test('a dead or refusing one is told once in the log, and so is its return', async () => {
  await using collector = new OtlpCollector()
  await using upstream = await startUpstream(answer)
  await using gateway = await start(upstream, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  collector.mode = 'refuses'
  const lines = (msg: string) =>
    gateway.logged.filter((line) => line.msg === msg && line.signal === 'traces')
  const lost = () => lines('telemetry does not reach the collector')
  for (let round = 0; round < 3; round += 1) {
    const before = collector.requests.length
    await callAll(gateway, 2)
    await waitUntil('more was sent', () => collector.requests.length > before + 1)
  }
  await waitUntil('the log tells', () => lost().length > 0)
  expect(lost()).toHaveLength(1)
  collector.mode = 'takes'
  await callAll(gateway, 2)
  await waitUntil('it is back', () => lines('telemetry reaches the collector again').length > 0)
  const dropped = await waitUntil('the count of the dropped arrives', () =>
    collector.points.find(({ metric }) => metric === DROPPED),
  )
  expect(dropped.value).toBeGreaterThanOrEqual(2)
})

test('one that nobody answers for keeps no gateway from ending', async () => {
  await using upstream = await startUpstream(answer)
  await using gateway = await start(upstream, {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
  })
  await callAll(gateway, 4)
  await gateway.stop()
  expect(upstream.requests).toHaveLength(4)
})

test('JSON and gzip are understood as well, and a share of calls is what is sent', async () => {
  await using collector = new OtlpCollector()
  await using upstream = await startUpstream(answer)
  await using gateway = await start(upstream, {
    OTEL_BSP_MAX_QUEUE_SIZE: '2048',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
    OTEL_PROPAGATORS: 'none',
  })
  await callAll(gateway, 80)
  await gateway.stop()
  const sent = collector.called('chat m').length / 2
  expect(sent).toBeGreaterThan(10)
  expect(sent).toBeLessThan(70)
  expect(upstream.requests.every(({ headers }) => headers.traceparent === undefined)).toBe(true)
})
