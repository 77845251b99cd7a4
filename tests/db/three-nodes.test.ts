/** Three gateways of two workers each on one PostgreSQL database. Needs GW_TEST_DATABASE_URL. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { openDatabase } from '../../db/open'
import { verify } from '../../db/tables/ledger-verify'
import { ask, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const url = process.env.GW_TEST_DATABASE_URL
const CREDIT_FOR = 20

if (url) {
  let upstream: Upstream
  let gateways: readonly GatewayProcess[] = []
  const env = { GW_DATABASE_URL: url, GW_SECRET_KEY: 'a'.repeat(64), GW_WORKERS: '2' }

  beforeAll(async () => {
    await using sql = new SQL(url, { max: 1 })
    await sql.unsafe('drop schema public cascade')
    await sql.unsafe('create schema public')
    upstream = await startUpstream(json(recorded('openai').json))
    const first = await startGatewayProcess({
      env,
      channels: [{ upstream, models: 'm' }],
      tokens: [
        { remain_quota: CREDIT_FOR * RECORDED_CHARGE },
        { unlimited_quota: true },
        { unlimited_quota: true },
      ],
      options: {
        ...PRICES,
        ModelRequestRateLimitEnabled: 'true',
        ModelRequestRateLimitCount: '100',
        ModelRequestRateLimitDurationMinutes: '60',
      },
    })
    gateways = [first]
    for (const _ of [2, 3]) {
      gateways = [...gateways, await startGatewayProcess({ env, restartOf: first })]
    }
  }, 60_000)

  afterAll(async () => {
    for (const gateway of gateways) await gateway[Symbol.asyncDispose]()
    await upstream[Symbol.asyncDispose]()
  })

  /** By turns at each gateway, on connections of their own. */
  async function calls(count: number, keyAt: number): Promise<readonly number[]> {
    const key = gateways[0]?.keys[keyAt] ?? ''
    const headers = { connection: 'close' }
    const asked = Array.from({ length: count }, async (_, at) => {
      const gateway = gateways[at % gateways.length]
      const response = await gateway?.post(PATH_OF.openai, ask('openai'), { key, headers })
      await response?.text()
      return response?.status ?? 0
    })
    return await Promise.all(asked)
  }

  test('of 64 calls at once those are answered that the token pays for', async () => {
    const statuses = await calls(64, 0)
    const answered = statuses.filter((status) => status === 200).length
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThanOrEqual(CREDIT_FOR)
    expect(upstream.requests).toHaveLength(answered)
    const db = await openDatabase(url)
    try {
      expect(await verify(db)).toEqual([])
      const sum = await db.lists
        .selectFrom('logs')
        .select(({ fn }) => fn.sum('quota').as('sum'))
        .executeTakeFirstOrThrow()
      expect(Number(sum.sum)).toBe(answered * RECORDED_CHARGE)
    } finally {
      await db.close()
    }
  })

  test('the request limit of a user is one for all of them', async () => {
    // 64 were counted before, answered or not.
    const statuses = await calls(90, 1)
    expect(statuses.filter((status) => status === 200)).toHaveLength(36)
    expect(statuses.filter((status) => status === 429)).toHaveLength(54)
  })

  test('a key that one of them revokes is refused by all', async () => {
    const id = gateways[0]?.tokenIds[2] ?? 0
    expect((await calls(6, 2)).every((status) => status === 429)).toBe(true)
    expect((await gateways[0]?.cli(['token', 'disable', `${id}`], { env }))?.code).toBe(0)
    await waitUntil('all refuse it', async () =>
      (await calls(12, 2)).every((status) => status === 401),
    )
  })

  test('a wrong password is counted wherever it is tried', async () => {
    const answers: string[] = []
    for (let at = 0; at < 25; at += 1) {
      const gateway = gateways[at % gateways.length]
      const response = await fetch(`${gateway?.url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ username: 'user1', password: 'not this one' }),
      })
      answers.push(JSON.stringify(await response.json()))
    }
    expect(answers.at(-1)).toContain('too_many')
  })

  test('one that is killed whole leaves the others at work', async () => {
    const [first, ...others] = gateways
    await first?.kill9()
    gateways = others
    expect((await calls(4, 1)).every((status) => status === 429)).toBe(true)
    for (const gateway of others) expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
  })
}
