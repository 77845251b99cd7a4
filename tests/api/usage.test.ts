/** Sums of usage, clients and sessions are those of the calls that were charged. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { MODEL, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { API_PASSWORD, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'

/** In the middle of an hour. */
const NOW = 1_750_005_000
const OTHER = 'call'

let nowMs = NOW * 1000
let isOut = false
let upstream: Upstream
let gateway: Gateway
let admin: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  const good = json(JSON.parse(recorded('openai').json))
  const bad = json({ error: { message: 'out of order' } }, { status: 500 })
  upstream = await startUpstream(() => (isOut ? bad : good))
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => nowMs, monotonicMs: () => performance.now() },
    options: { ...PRICES, ChannelBreakerFailures: 0, GroupRatio: { default: 2 } },
    users: [{ username: 'ann', password: API_PASSWORD }],
    tokens: [{ name: 'app' }, { name: 'agent' }],
    channels: [
      {
        upstream,
        models: `${MODEL},${OTHER}`,
        auto_ban: false,
        setting: JSON.stringify({ cost_ratio: 0.5 }),
      },
    ],
  })
  admin = await apiClient(gateway).as('root')
  user = await apiClient(gateway).login('ann')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const HELLO = { messages: [{ role: 'user', content: 'hello' }] }

async function callAs(key: string, model: string, headers: Readonly<Record<string, string>>) {
  nowMs += 1000
  await gateway.post(PATH_OF.openai, { model, ...HELLO }, { key, headers })
}

const explored = async (query: string, who = admin) => {
  await gateway.idle()
  const path = who === admin ? '/api/usage/explore/' : '/api/usage/explore/self'
  return (await who.get(`${path}?${query}`)).body.data
}

const CODEX = { 'user-agent': 'codex_cli_rs/0.66.0 (Ubuntu 24.4.0; x86_64)', session_id: 's-1' }
const PYTHON = { 'user-agent': 'OpenAI/Python 1.109.0' }

test('usage is summed by what called, and agrees with balances', async () => {
  const [app = '', agent = ''] = gateway.keys
  for (let made = 0; made < 3; made += 1) await callAs(agent, MODEL, CODEX)
  await callAs(app, MODEL, PYTHON)
  await callAs(app, OTHER, PYTHON)
  isOut = true
  await callAs(app, MODEL, PYTHON)
  isOut = false

  const byClient = await explored('window=1h&by=client')
  expect(byClient.groups.map(({ keys }: { keys: unknown[] }) => keys)).toEqual([
    [{ key: 'openai-python', name: 'OpenAI Python' }],
    [{ key: 'codex', name: 'Codex' }],
  ])
  const [python, codex] = byClient.groups
  expect(codex.total).toMatchObject({ calls: 3, failed: 0, quota: 6 * RECORDED_CHARGE })
  expect(codex.total.cost).toBe(Math.round(RECORDED_CHARGE / 2) * 3)
  expect(python.total).toMatchObject({ calls: 3, failed: 1 })
  const { items } = await gateway.services.users.list({})
  const spent = PLENTY - (items.find(({ id }) => id === gateway.userIds[0])?.quota ?? 0)
  expect(byClient.total.quota).toBe(spent)
  expect(byClient.value).toBe(spent)
  for (const by of ['model', 'channel', 'user', 'token', 'group', 'client', '']) {
    for (const window of ['15m', '1h', '24h', '7d', '30d', '90d']) {
      const { groups, total, other } = await explored(`window=${window}&by=${by}`)
      expect(total.quota).toBe(spent)
      expect(other).toBeNull()
      const sum = groups.reduce((all: number, one: { value: number }) => all + one.value, 0)
      expect(sum).toBe(spent)
      const inSeries = groups.flatMap(({ series }: { series: number[] }) => series)
      expect(inSeries.reduce((all: number, one: number) => all + one, 0)).toBe(spent)
    }
  }
  expect((await explored('window=5m&by=token&measure=requests&token=2')).groups[0].keys).toEqual([
    { key: String(gateway.tokenIds[1]), name: 'agent' },
  ])
})

test('what is not told is summed as other, and filters narrow', async () => {
  const { groups, other, total } = await explored('window=24h&by=client,model&top=1')
  expect(groups).toHaveLength(1)
  expect(other.count).toBe(2)
  expect(groups[0].value + other.value).toBe(total.quota)
  const codex = await explored('window=24h&by=model&client=codex&measure=requests')
  expect(codex.groups).toHaveLength(1)
  expect(codex.value).toBe(3)
  expect((await explored('window=24h&measure=error_share&model=call')).value).toBe(0)
})

test('a user sees the own usage, and nothing of channels and costs', async () => {
  const own = await explored('window=24h&by=client', user)
  expect(own.value).toBe((await explored('window=24h')).value)
  expect(own.total.cost).toBeUndefined()
  for (const query of ['by=channel', 'by=user', 'channel=1', 'measure=margin']) {
    const { body } = await user.get(`/api/usage/explore/self?${query}`)
    expect(body.success).toBe(false)
  }
  expect((await user.get('/api/usage/explore/self?by=moon')).body.success).toBe(false)
})

test('a session has its turns, and other people do not find it', async () => {
  await gateway.idle()
  const { items, total } = (await user.get('/api/usage/session/self')).body.data
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    session: 's-1',
    client: 'codex',
    client_name: 'Codex',
    calls: 3,
    quota: 6 * RECORDED_CHARGE,
    models: [MODEL],
    channels: [],
  })
  const view = (await user.get('/api/usage/session/self/turns?session=s-1')).body.data
  expect(view.turns.map(({ quota }: { quota: number }) => quota)).toEqual([
    2 * RECORDED_CHARGE,
    2 * RECORDED_CHARGE,
    2 * RECORDED_CHARGE,
  ])
  expect(view.turns[0]).toMatchObject({ channel: 0, client: 'codex', failed: false })
  const all = (await admin.get('/api/usage/session/')).body.data
  expect(all.items[0].channels).toEqual([
    { id: gateway.channelIds[0], name: expect.any(String) as string },
  ])
  const mine = `user_id=${all.items[0].user_id}&session=s-1`
  expect((await admin.get(`/api/usage/session/turns?${mine}`)).body.data.turns).toHaveLength(3)
  const strange = await user.get('/api/usage/session/self/turns?session=s-2')
  expect(strange.body.success).toBe(false)
})

test('the log can be searched by client, session and milliseconds', async () => {
  const found = async (line: string) =>
    (await admin.get(`/api/log/?q=${encodeURIComponent(line)}`)).body.data
  expect((await found('client:codex')).total).toBe(3)
  expect((await found('session:s-1 latency:<60000')).total).toBe(3)
  expect((await found('client:codex or not type:answered')).total).toBe(4)
  expect((await found('client:openai-python')).items[0]).toMatchObject({ client: 'openai-python' })
})

test('the books say what came in, what was charged and what it cost', async () => {
  await gateway.idle()
  const { usage, owed } = (await admin.get('/api/finance/')).body.data
  const sums = (await admin.get('/api/finance/sums?by=channel')).body.data
  expect(sums).toHaveLength(1)
  expect(sums[0]).toMatchObject({ quota: usage.quota, cost: usage.cost })
  expect(sums[0].margin).toBe(usage.quota - usage.cost)
  const { items } = await gateway.services.users.list({ page_size: 100 })
  const balances = items.reduce((sum, { quota }) => sum + Math.max(0, quota), 0)
  expect(owed).toMatchObject({ balances, held: 0 })
  expect((await admin.get('/api/finance/verify')).body.data.differences).toEqual([])
  for (const path of ['', 'sums?by=user', 'verify']) {
    expect((await user.get(`/api/finance/${path}`)).body.success).toBe(false)
  }
})
