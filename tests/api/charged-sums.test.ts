/** What was spent is what was charged, on every page: logs, rollups, ledger and balances agree. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { ask, MODEL, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'

/** Credits of the second call that its token's budget does not pay. */
const OWED = 5
const BUDGET = 2 * RECORDED_CHARGE - OWED

let upstream: Upstream
let gateway: Gateway
let admin: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  gateway = await startGateway({
    env: NO_LIMITS,
    options: { ...PRICES, PreConsumedQuota: 0 },
    tokens: [{ name: 'free' }, { name: 'bound' }],
    channels: [{ upstream, models: `${MODEL},call` }],
  })
  admin = await apiClient(gateway).as('admin')
  await gateway.services.limits.set(TEST_ACTOR, {
    subject: 'token',
    key: String(gateway.tokenIds[1]),
    limits: [{ kind: 'budget', window: 'day', zone: '', start_hour: 0, amount: BUDGET }],
    setBy: 'owner',
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const sumOf = async (kind: string, subject: number | string) =>
  (await admin.get(`/api/stats/?kind=${kind}&subject=${subject}`)).body.data.total

test('a call that its budget pays in part counts what was paid; the rest is told', async () => {
  const [free = '', bound = ''] = gateway.keys
  for (const key of [free, bound, bound]) {
    await gateway.post(PATH_OF.openai, ask('openai', { max_tokens: 1 }), { key })
  }
  await gateway.post(PATH_OF.openai, { ...ask('openai'), model: 'call' }, { key: free })
  await gateway.idle()

  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  const logs = await db.kysely.selectFrom('logs').select(['quota', 'model_name']).execute()
  await db.close()
  const logged = logs.reduce((sum, { quota }) => sum + quota, 0)
  const { items } = await gateway.services.users.list({})
  const user = items.find(({ id }) => id === gateway.userIds[0])
  expect(PLENTY - (user?.quota ?? 0)).toBe(logged)
  expect(user?.used_quota).toBe(logged)

  const whole = 3 * RECORDED_CHARGE + 1000
  const uncollected = whole - logged
  expect(uncollected).toBe(OWED)
  const [userId = 0] = gateway.userIds
  const [channelId = 0] = gateway.channelIds
  const [freeId = 0, boundId = 0] = gateway.tokenIds
  const ofModel = logged - 1000
  expect(await sumOf('user', userId)).toMatchObject({ quota: logged, uncollected })
  expect(await sumOf('channel', channelId)).toMatchObject({ quota: logged, uncollected })
  expect(await sumOf('model', MODEL)).toMatchObject({ quota: ofModel, uncollected })
  expect(await sumOf('token', freeId)).toMatchObject({ quota: logged - BUDGET, uncollected: 0 })
  expect(await sumOf('token', boundId)).toMatchObject({ quota: BUDGET, uncollected })
  const { hour } = (await admin.get('/api/overview/health')).body.data
  expect(hour).toMatchObject({ quota: logged, uncollected })
  expect(await gateway.services.ledger.verify()).toEqual([])
})
