import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { GatewayError, UpstreamError } from '../../server/domain/errors/gateway-error'
import { createLogger } from '../../server/log'
import { createBackground } from '../../server/services/background'
import type { ChannelNews, ChannelPorts } from '../../server/services/channel-ports'
import { type ProbeOutcome, SYSTEM_ACTOR } from '../../server/services/service-deps'
import { type Fixture, OPERATOR, openFixture, person, refusal } from './services-fixture'

const FINE: ProbeOutcome = { ok: true, tookMs: 20, message: 'm' }
const SLOW: ProbeOutcome = { ...FINE, tookMs: 5001 }
const CUT: ProbeOutcome = {
  ok: false,
  tookMs: 20,
  message: 'cut',
  error: new GatewayError('upstream.cut'),
}
const REFUSED: ProbeOutcome = {
  ok: false,
  tookMs: 20,
  message: 'no',
  error: new UpstreamError({ status: 401, message: 'bad key' }),
}

let gw: Fixture
let outcomes: Map<number, ProbeOutcome>
let balances: Map<number, number | GatewayError>
let probed: number[]
let news: ChannelNews[]
let probing: (id: number) => Promise<void>
const lines: string[] = []

beforeEach(async () => {
  outcomes = new Map()
  balances = new Map()
  probed = []
  news = []
  probing = () => Promise.resolve()
  const channelPorts: ChannelPorts = {
    pauseMs: 0,
    reportsBalance: async (type) => type === 1,
    readPrices: () => Promise.resolve({}),
    record: () => Promise.reject(new Error('nobody records here')),
    verify: () => Promise.reject(new Error('nobody asked')),
    listModels: () => Promise.resolve([]),
    listModelsByKey: () => Promise.resolve({ lists: [], isWhole: true }),
    routeApi: () => Promise.resolve(undefined),
    checkHost: () => Promise.resolve('public'),
    readBalance: async (id) => {
      const balance = balances.get(id) ?? 1
      if (balance instanceof GatewayError) throw balance
      return balance
    },
  }
  const clock = { nowMs: () => 0 }
  const log = createLogger({ write: (l) => lines.push(l), readable: false, level: 'debug', clock })
  gw = await openFixture(
    async (id) => {
      probed.push(id)
      await probing(id)
      return outcomes.get(id) ?? FINE
    },
    { channelPorts, background: createBackground(log), notifyRoot: (told) => news.push(told) },
  )
})
afterEach(() => gw.close())

async function add(
  fields: Partial<Parameters<typeof gw.channels.create>[1]> = {},
): Promise<number> {
  const input = { name: 'n', key: 'k', models: 'm', ...fields }
  const [channel] = await gw.channels.create(OPERATOR, input)
  return channel?.id ?? 0
}
const set = (key: string, value: string) => gw.options.set(OPERATOR, { key, value })
const status = async (id: number) => (await gw.channels.show(id)).status
const testAll = async () => await (await gw.channels.testAll(OPERATOR)).finished

describe('a test of all channels', () => {
  test('that nobody asked for makes no pictures unless a channel is set to', async () => {
    const mixed = await add({ models: 'dall-e-3,gpt-4o' })
    const pictures = await add({ models: 'dall-e-3' })
    const chosen = await add({ models: 'dall-e-3', test_model: 'dall-e-3' })
    const sweep = await gw.channels.testAll(SYSTEM_ACTOR)
    expect(await sweep.finished).toMatchObject({ tested: 2, skipped: 1 })
    expect(probed).toEqual([mixed, chosen])
    expect(await testAll()).toMatchObject({ tested: 3, skipped: 0 })
    expect(probed).toContain(pictures)
  })

  test('disables a slow channel whatever the switch says, and tells why', async () => {
    const id = await add()
    outcomes.set(id, SLOW)
    expect(await testAll()).toMatchObject({ tested: 1, failed: 0 })
    expect(await status(id)).toBe(3)
    expect((await gw.channels.show(id)).other_info).toContain('5.00 s')
    expect(news).toMatchObject([
      { kind: 'channel_disabled', channelId: id, channelName: 'n' },
      { kind: 'channel_test', tested: 1, failed: 0 },
    ])
  })

  test('spares a slow channel without a limit, or that is not to be disabled', async () => {
    const kept = await add({ auto_ban: false })
    outcomes.set(kept, SLOW)
    await testAll()
    expect(await status(kept)).toBe(1)
    const id = await add()
    outcomes.set(id, SLOW)
    await set('ChannelDisableThreshold', '0')
    await testAll()
    expect(await status(id)).toBe(1)
  })

  test('disables for a bad key only while the switch is on', async () => {
    const id = await add()
    outcomes.set(id, REFUSED)
    await testAll()
    expect(await status(id)).toBe(1)
    await set('AutomaticDisableChannelEnabled', 'true')
    expect(await testAll()).toMatchObject({ tested: 1, failed: 1 })
    expect(await status(id)).toBe(3)
  })

  test('does not blame a channel for a broken connection', async () => {
    await set('AutomaticDisableChannelEnabled', 'true')
    const id = await add()
    outcomes.set(id, CUT)
    expect(await testAll()).toMatchObject({ tested: 1, failed: 1 })
    expect(await status(id)).toBe(1)
  })

  test('enables what works again and is fast enough, while that switch is on', async () => {
    const [well, slow, ill] = [await add(), await add(), await add()]
    for (const id of [well, slow, ill]) await gw.channels.autoDisable({ id, reason: 'r' })
    outcomes.set(slow, SLOW)
    outcomes.set(ill, CUT)
    await testAll()
    expect(await status(well)).toBe(3)
    await set('AutomaticEnableChannelEnabled', 'true')
    news.length = 0
    await testAll()
    expect([await status(well), await status(slow), await status(ill)]).toEqual([1, 3, 3])
    expect(news).toMatchObject([
      { kind: 'channel_enabled', channelId: well },
      { kind: 'channel_test' },
    ])
    expect(JSON.parse((await gw.channels.show(well)).other_info).status_reason).toBe('')
  })

  test('goes on when a channel disappears under it', async () => {
    const [first, second, third] = [await add(), await add(), await add()]
    probing = async (id) => {
      if (id === first) await gw.channels.remove(OPERATOR, second)
    }
    expect(await testAll()).toMatchObject({ tested: 2, failed: 0 })
    expect(probed).toEqual([first, third])
  })

  test('is released when it breaks, so that the next one can begin', async () => {
    await add()
    probing = () => Promise.reject(new Error('bug'))
    const { finished } = await gw.channels.testAll(OPERATOR)
    expect(await finished.catch((error: Error) => error.message)).toBe('bug')
    probing = () => Promise.resolve()
    expect(await testAll()).toMatchObject({ tested: 1, failed: 0 })
  })

  test('is refused while one runs, and names who began it', async () => {
    const held = Promise.withResolvers<void>()
    probing = () => held.promise
    await add()
    const { finished } = await gw.channels.testAll(person(10, 5))
    expect(await refusal(gw.channels.testAll(OPERATOR))).toBe('channel.test_running')
    held.resolve()
    await finished
    const entries = await gw.audit.list({ action: 'channel.test_all' })
    expect(entries).toMatchObject([{ actor: 'person5' }])
  })
})

describe('a reading of all balances', () => {
  test('skips types that tell none, and outlives one that cannot be read', async () => {
    const [mute, broken, rich] = [await add({ type: 14 }), await add(), await add()]
    balances.set(mute, 9)
    balances.set(broken, new GatewayError('upstream.timeout', { seconds: 1 }))
    balances.set(rich, 2.5)
    const { finished } = await gw.channels.refreshAllBalances(OPERATOR)
    expect(await finished).toMatchObject({
      refreshed: 1,
      failed: 1,
      failures: [{ id: broken }],
    })
    expect((await gw.channels.show(mute)).balance).toBe(0)
    expect((await gw.channels.show(rich)).balance).toBe(2.5)
    expect(await status(broken)).toBe(1)
  })

  test('disables a channel with nothing left and tells root', async () => {
    const id = await add()
    balances.set(id, -0.01)
    await (await gw.channels.refreshAllBalances(OPERATOR)).finished
    expect(await status(id)).toBe(3)
    expect(news).toMatchObject([{ kind: 'channel_disabled', reason: 'insufficient balance' }])
  })
})

describe('repairing routing rows', () => {
  const rows = () => gw.db.kysely.selectFrom('abilities').selectAll().orderBy('model').execute()

  test('finds what is missing, wrong or too many, and touches nothing else', async () => {
    const ids = [await add(), await add(), await add(), await add()]
    const right = await rows()
    const [missing = 0, wrong = 0, more = 0] = ids
    const { kysely } = gw.db
    await kysely.deleteFrom('abilities').where('channel_id', '=', missing).execute()
    const change = { enabled: 0, priority: 9 } as const
    await kysely.updateTable('abilities').set(change).where('channel_id', '=', wrong).execute()
    const extra = { group: 'default', model: 'x', channel_id: more, enabled: 1 } as const
    const rest = { priority: 0, weight: 0, tag: null }
    await kysely
      .insertInto('abilities')
      .values({ ...extra, ...rest })
      .execute()
    expect(await gw.channels.repair(OPERATOR)).toBe(3)
    expect((await rows()).sort((a, b) => a.channel_id - b.channel_id)).toEqual(right)
    expect(await gw.channels.repair(OPERATOR)).toBe(0)
    expect(await gw.audit.list({ action: 'channel.repair' })).toHaveLength(3)
  })
})
