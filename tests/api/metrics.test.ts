/** What Prometheus reads of a gateway, and who may read it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { METRIC_NAMES, METRICS } from '../../server/domain/metrics/metrics'
import { ask, MODEL, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { readStrictly, valueIn } from '../support/exposition'
import { type Gateway, startGateway } from '../support/gateway'
import { childrenOf, startGatewayProcess } from '../support/gateway-process'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { sse } from '../support/upstream/reply'
import { waitUntil } from '../support/wait-until'

const TOKEN = 'a token of twenty letters'
const USD = RECORDED_CHARGE / 500_000
const NAME = 'a "quoted" name\\with everything'

let upstream: Upstream
let gateway: Gateway
let ownPort: string

beforeAll(async () => {
  upstream = await startUpstream(({ json: body }) => {
    const { user, stream } = Object(body)
    if (user === 'broken') return json({ error: { message: 'busy' } }, { status: 503 })
    return stream === true
      ? sse([recorded('openai').sse])
      : json(JSON.parse(recorded('openai').json))
  })
  gateway = await startGateway({
    env: { GW_METRICS_TOKEN: TOKEN, GW_METRICS_PORT: '0', GW_METRICS_BY: 'token' },
    options: PRICES,
    tokens: [{ name: 'app' }],
    channels: [{ upstream, name: NAME, models: MODEL }],
  })
  ownPort = String(gateway.logged.find(({ msg }) => msg === 'metrics are served')?.url)
  for (const more of [{}, { stream: true }, { user: 'broken' }, { model: 'unknown' }]) {
    const response = await gateway.post(PATH_OF.openai, ask('openai', more))
    await response.text()
  }
  await gateway.idle()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

async function scraped() {
  const response = await fetch(`${gateway.url}/metrics`, bearer(TOKEN))
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return readStrictly(await response.text())
}

describe('what is told', () => {
  test('is in the format of Prometheus, with every metric that there is', async () => {
    const families = await scraped()
    const wanted = METRIC_NAMES.filter((name) => METRICS[name].by !== 'user')
    expect([...families.keys()]).toEqual(wanted)
    for (const name of wanted) {
      expect(families.get(name)).toMatchObject({ help: METRICS[name].help })
    }
  })

  test('counts calls, attempts and errors once each', async () => {
    const families = await scraped()
    const calls = { model: MODEL, group: 'default' }
    expect(valueIn(families, 'gw_requests_total', { ...calls, status: '2xx' })).toBe(2)
    expect(valueIn(families, 'gw_requests_total', { ...calls, status: '5xx' })).toBe(1)
    expect(valueIn(families, 'gw_attempts_total', { name: NAME, status: '2xx' })).toBe(2)
    expect(valueIn(families, 'gw_attempts_total', { name: NAME, status: '5xx' })).toBe(1)
    expect(valueIn(families, 'gw_errors_total', { reason: 'upstream.refused' })).toBe(1)
    expect(valueIn(families, 'gw_errors_total', { reason: 'model.not_found' })).toBe(1)
    expect(valueIn(families, 'gw_first_byte_seconds_count', { model: MODEL })).toBe(1)
    expect(valueIn(families, 'gw_overhead_seconds_count', { stream: 'true' })).toBe(1)
    expect(valueIn(families, 'gw_overhead_seconds_count', { stream: 'false' })).toBe(2)
    expect(valueIn(families, 'gw_running_calls', { process: 'main' })).toBe(0)
  })

  test('has the money and the tokens of the ledger', async () => {
    const families = await scraped()
    const spent = { model: MODEL, group: 'default' }
    expect(valueIn(families, 'gw_spend_usd_total', spent)).toBeCloseTo(2 * USD, 12)
    expect(valueIn(families, 'gw_token_spend_usd_total', { token: 'app' })).toBeCloseTo(2 * USD, 12)
    expect(valueIn(families, 'gw_tokens_total', { model: MODEL, class: 'prompt' })).toBe(24)
    expect(valueIn(families, 'gw_tokens_total', { model: MODEL, class: 'completion' })).toBe(18)
    expect(valueIn(families, 'gw_held_usd')).toBe(0)
  })
})

describe('who may read it', () => {
  test('a stranger gets what any unknown address gets', async () => {
    const unknown = await fetch(`${gateway.url}/not-there`)
    for (const options of [{}, bearer('a token that nobody knows'), bearer('')]) {
      const response = await fetch(`${gateway.url}/metrics`, options)
      expect(response.status).toBe(404)
      expect([...response.headers.keys()]).toEqual([...unknown.headers.keys()])
      expect(Object.keys(Object(await response.json()))).toEqual(
        Object.keys(Object(await unknown.clone().json())),
      )
    }
  })

  test('the port of its own has nothing else, and wants the token too', async () => {
    const read = await fetch(ownPort, bearer(TOKEN))
    expect(readStrictly(await read.text()).size).toBeGreaterThan(10)
    expect((await fetch(ownPort)).status).toBe(404)
    expect((await fetch(new URL('/healthz', ownPort), bearer(TOKEN))).status).toBe(404)
  })

  test('without settings nobody may, and nothing listens', async () => {
    await using closed = await startGateway()
    expect((await fetch(`${closed.url}/metrics`, bearer(TOKEN))).status).toBe(404)
    expect(closed.logged.some(({ msg }) => msg === 'metrics are served')).toBeFalse()
  })
})

test('gw top reads them and nothing else', async () => {
  const address = ['--url', ownPort, '--token', TOKEN, '--every', '1']
  const { stdout } = await gateway.cli(['top', '--once', '--json', ...address])
  const top = JSON.parse(stdout)
  expect(top.database_ok).toBeTrue()
  expect(top.channels).toHaveLength(1)
  expect(top.models[0]).toMatchObject({ name: MODEL, calls_per_s: 0 })
  expect(top.processes[0]).toMatchObject({ name: 'main', running: 0, ledger_queue: 0 })
  const refused = await gateway.cli(['top', '--once', '--url', ownPort, '--token', 'wrong'])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('no metrics at')
})

test('one scrape answers for all processes, and no end of one loses what it told', async () => {
  await using site = await startGatewayProcess({
    env: { GW_WORKERS: '2', GW_METRICS_TOKEN: TOKEN },
    options: PRICES,
    channels: [{ upstream, models: MODEL }],
  })
  const headers = { connection: 'close' }
  for (let count = 0; count < 10; count += 1) {
    await (await site.post(PATH_OF.openai, ask('openai'), { headers })).text()
  }
  const requests = async () => {
    const response = await fetch(`${site.url}/metrics`, bearer(TOKEN))
    const families = readStrictly(await response.text())
    const processes = families.get('gw_running_calls')?.samples ?? []
    return {
      count: valueIn(families, 'gw_requests_total', { status: '2xx' }),
      processes: processes.map(({ labels }) => labels.get('process')).sort(),
    }
  }
  const all = { count: 10, processes: ['worker-1', 'worker-2', 'writer'] }
  expect(await requests()).toEqual(all)
  expect(await requests()).toEqual(all)
  // The writer is started first.
  const worker = childrenOf(site.pid).at(-1) ?? 0
  process.kill(worker, 'SIGKILL')
  const isBack = async () => Bun.deepEquals(await requests().catch(() => undefined), all)
  await waitUntil('the worker is there again', isBack)
})
