/** A channel that fails twenty times in a row is told at once, even where another one helps out. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { systemClock } from '../../server/clock'
import { createLogger } from '../../server/log'
import { createRollups } from '../../server/services/rollups/collect'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

/** The first seconds of an hour, of which the hour before knows nothing. */
const NOW = 1_750_003_205
const ROW = 20

let nowMs = NOW * 1000
let isOut = true
let main: Upstream
let spare: Upstream
let gateway: Gateway
let admin: ApiCaller

beforeAll(async () => {
  const good = json(JSON.parse(recorded('openai').json))
  const bad = json({ error: { message: 'out of order' } }, { status: 500 })
  main = await startUpstream(() => (isOut ? bad : good))
  spare = await startUpstream(good)
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => nowMs, monotonicMs: () => performance.now() },
    options: { ...PRICES, ChannelBreakerFailures: 0 },
    channels: [
      { name: 'main', base_url: main.url, models: MODEL, priority: 2, auto_ban: false },
      { name: 'spare', base_url: spare.url, models: MODEL, priority: 1 },
    ],
  })
  admin = await apiClient(gateway).as('admin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([main.stop(), spare.stop()])
})

async function callOnce(): Promise<void> {
  nowMs += 1000
  expect((await gateway.post(PATH_OF.openai, ask('openai'))).status).toBe(200)
}

const matters = async (): Promise<readonly ApiBody[]> => {
  await gateway.idle()
  return (await admin.get('/api/overview/attention')).body.data.items
}

test('an outage is told with its beginning and its reason, and that it is over', async () => {
  for (let made = 0; made < ROW; made += 1) await callOnce()
  const [down, ...others] = await matters()
  expect(down).toMatchObject({ kind: 'channel_down', name: 'main', failed: ROW, at: NOW + 1 })
  expect(down.detail).toContain('out of order')
  expect(others.filter(({ kind }) => kind.startsWith('channel_'))).toEqual([])

  isOut = false
  await callOnce()
  const after = await matters()
  expect(after.map(({ kind }) => kind)).not.toContain('channel_down')
  expect(after).toContainEqual(
    expect.objectContaining({ kind: 'channel_recovered', name: 'main', at: NOW + ROW + 1 }),
  )
  nowMs += 16 * 60_000
  expect((await matters()).map(({ kind }) => kind)).not.toContain('channel_recovered')
})

test('a channel that rests between its failures is told after a minute of them', async () => {
  isOut = true
  const first = nowMs / 1000 + 1
  for (let made = 0; made < 4; made += 1) await callOnce()
  expect((await matters()).map(({ kind }) => kind)).not.toContain('channel_down')
  nowMs += 60_000
  await callOnce()
  expect((await matters())[0]).toMatchObject({ kind: 'channel_down', failed: 5, at: first })
})

test('an hour in which nothing was asked of it changes nothing', async () => {
  nowMs += 3_600_000 - 60_000
  const [id = 0] = gateway.channelIds
  const settled = { userId: 1, tokenId: undefined, channelId: id, model: MODEL }
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  const rollups = createRollups({
    db,
    clock: { nowMs: () => nowMs, monotonicMs: () => 0 },
    log: createLogger({ write: () => {}, readable: false, level: 'error', clock: systemClock }),
  })
  rollups.charged({ ...settled, charge: 5, uncollected: 0, figures: undefined })
  await rollups.flush()
  await db.close()
  expect((await matters()).map(({ kind }) => kind)).toContain('channel_down')
})
