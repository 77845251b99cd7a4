/** A gateway whose rate limits are counted in Valkey, too, and what it says of that. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { ask, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { apiClient } from '../support/api'
import { readStrictly, valueIn } from '../support/exposition'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { ValkeyStandIn } from '../support/valkey'
import { waitUntil } from '../support/wait-until'

const url = process.env.GW_TEST_DATABASE_URL
const TOKEN = 'a token of twenty letters'
const AWAY = 'Valkey is away: PostgreSQL alone counts rate limits'
const BACK = 'Valkey counts rate limits'

const ready = async (gateway: Gateway | undefined) => {
  const response = await fetch(`${gateway?.url}/readyz`)
  const { status, degraded, checks } = await response.json()
  return { code: response.status, status, degraded, valkey: checks.valkey }
}

if (url) {
  const server = new ValkeyStandIn()
  let upstream: Upstream
  let gateways: readonly Gateway[] = []
  let env: Readonly<Record<string, string>> = {}

  beforeAll(async () => {
    await using sql = new SQL(url, { max: 1 })
    await sql.unsafe('drop schema public cascade')
    await sql.unsafe('create schema public')
    await server.start()
    upstream = await startUpstream(json(recorded('openai').json))
    env = {
      GW_DATABASE_URL: url,
      GW_SECRET_KEY: 'a'.repeat(64),
      GW_VALKEY_URL: server.address,
      GW_METRICS_TOKEN: TOKEN,
    }
    const first = await startGateway({
      env,
      channels: [{ upstream, models: 'm' }],
      tokens: [{ unlimited_quota: true }],
      options: {
        ...PRICES,
        ModelRequestRateLimitEnabled: 'true',
        ModelRequestRateLimitCount: '30',
        ModelRequestRateLimitDurationMinutes: '60',
      },
    })
    gateways = [first, await startGateway({ env, restartOf: first })]
  }, 60_000)

  afterAll(async () => {
    for (const gateway of gateways) await gateway[Symbol.asyncDispose]()
    await upstream[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  async function answered(calls: number): Promise<number> {
    const asked = Array.from({ length: calls }, async (_, at) => {
      const response = await gateways[at % 2]?.post(PATH_OF.openai, ask('openai'))
      await response?.text()
      return response?.status
    })
    return (await Promise.all(asked)).filter((status) => status === 200).length
  }

  const gauge = async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const response = await fetch(`${gateways[0]?.url}/metrics`, { headers })
    return valueIn(readStrictly(await response.text()), 'gw_valkey_ok', { process: 'main' })
  }

  const finding = async () => {
    const [gateway] = gateways
    if (gateway === undefined) throw new Error('no gateway')
    const { body } = await (await apiClient(gateway).as('root')).get('/api/overview/findings')
    return body.data.find(({ id }: { readonly id: string }) => id === 'valkey')
  }

  const said = ({ logged }: Gateway) =>
    logged.map(({ msg }) => msg).filter((msg) => msg === AWAY || msg === BACK)

  test('there it counts, and is in order', async () => {
    const runs = server.runs
    expect(await answered(20)).toBe(20)
    expect(server.runs).toBeGreaterThan(runs)
    const check = { status: 'pass', detail: 'ok' }
    expect(await ready(gateways[0])).toEqual({
      ...{ code: 200, status: 'pass', degraded: [], valkey: check },
    })
    expect(await gauge()).toBe(1)
    expect(await finding()).toBeUndefined()
    const doctor = await gateways[0]?.cli(['doctor', '--offline', '--json'], { env })
    expect(doctor?.stdout).toContain('Valkey answers')
    expect(doctor?.stdout).not.toContain('hunter2')
  })

  test('away it is told once, limits hold, and it comes back by itself', async () => {
    await server.kill()
    await waitUntil('all are degraded, and ready', async () => {
      const states = await Promise.all(gateways.map(ready))
      return states.every(({ code, degraded }) => code === 200 && degraded.join() === 'valkey')
    })
    expect(await ready(gateways[1])).toMatchObject({ status: 'warn', valkey: { detail: 'away' } })
    expect(await gauge()).toBe(0)
    expect(await finding()).toMatchObject({ status: 'warn' })
    expect(await answered(64)).toBe(10)
    const doctor = await gateways[0]?.cli(['doctor', '--offline', '--json'], { env })
    expect(doctor?.stdout).toContain('Valkey cannot be reached')
    await server.start()
    // As if the permit of the counts that are lost had run out.
    await using sql = new SQL(url, { max: 1 })
    await sql`update valkey_permit set until_at = until_at - 15000`
    await waitUntil('all are in order', async () => {
      return (await Promise.all(gateways.map(ready))).every(({ status }) => status === 'pass')
    })
    expect(await gauge()).toBe(1)
    expect(gateways.map(said)).toEqual([
      [BACK, AWAY, BACK],
      [BACK, AWAY, BACK],
    ])
    // The window has not passed: half of the limit is lost with the counts.
    expect(await answered(20)).toBe(0)
    for (const { logged } of gateways) expect(JSON.stringify(logged)).not.toContain('hunter2')
    expect(server.refused).toEqual([])
  })

  test('a silent one keeps no call waiting', async () => {
    server.fault = 'silent'
    expect(await answered(8)).toBe(0)
    await waitUntil('it is noticed', async () => (await ready(gateways[0])).status === 'warn')
    server.fault = undefined
  })
}

test('on SQLite it has no effect, which start and doctor say', async () => {
  await using server = new ValkeyStandIn()
  await server.start()
  const env = { GW_VALKEY_URL: server.address }
  await using gateway = await startGateway({ env })
  const words = 'GW_VALKEY_URL has no effect on a SQLite database'
  expect(gateway.logged.map(({ msg }) => msg)).toContain(words)
  expect(await ready(gateway)).toMatchObject({ status: 'pass', valkey: undefined })
  const doctor = await gateway.cli(['doctor', '--offline', '--json'], { env })
  expect(doctor.stdout).toContain(words)
  expect([server.runs, server.refused]).toEqual([0, []])
})
