/** The receipt of a call: what it used and cost, held and booked, for whom it may be seen. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

const ASK = { messages: [{ role: 'user', content: 'hi' }] }
const ANSWER = json({
  choices: [{ index: 0, message: { role: 'assistant', content: 'y' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 },
})
const BROKEN = json({ error: { message: 'busy' } }, { status: 500 })

let broken: Upstream
let works: Upstream
let gateway: Gateway
let owner: ApiCaller
let admin: ApiCaller
let stranger: ApiCaller
const ids: Record<string, string> = {}
const clock = { ms: Date.now() }

beforeAll(async () => {
  broken = await startUpstream(BROKEN)
  works = await startUpstream(ANSWER)
  const password = 'correct horse battery'
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => clock.ms },
    users: [{ username: 'ann', password, role: 1 }],
    tokens: [{ name: 'laptop' }],
    options: {
      ModelRatio: { m: 1, lost: 1 },
      CompletionRatio: { m: 2 },
      ModelPrice: { call: 0.002 },
    },
    channels: [
      { name: 'first', upstream: broken, models: 'm,lost', priority: 9 },
      { name: 'second', upstream: works, models: 'm,call' },
    ],
  })
  const api = apiClient(gateway)
  owner = await api.login('ann', password)
  admin = await api.as('admin')
  stranger = await api.as('user')
  for (const model of ['m', 'lost', 'call']) {
    const answer = await gateway.post('/v1/chat/completions', { ...ASK, model })
    ids[model] = answer.headers.get('x-oneapi-request-id') ?? ''
  }
  await gateway.idle()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([broken.stop(), works.stop()])
})

const receipt = async (caller: ApiCaller, id = ''): Promise<ApiBody> =>
  (await caller.get(`/api/receipt/${id}`)).body

describe('the receipt of a call', () => {
  test('tells its owner units, price, tries and every line of the ledger', async () => {
    const { data } = await receipt(owner, ids.m)
    expect(data).toMatchObject({ model: 'm', username: 'ann', token_name: 'laptop', error: '' })
    expect(data).toMatchObject({ charged: 30, exact: '30', rule: 'exact', agrees: true })
    expect(data.steps.map((step: ApiBody) => [step.class, step.tokens, step.credits])).toEqual([
      ['prompt', 12, '12'],
      ['completion', 9, '18'],
    ])
    expect(data).toMatchObject({ prompt_usd: 2, completion_usd: 4, most_tries: 3 })
    expect(data.tries).toEqual([
      { channel: 0, error: 'upstream.refused', status: 500 },
      { channel: 0, error: '', status: 200 },
    ])
    expect(data.lines[0].kind).toBe('reserve')
    expect(data.held).toBe(-data.lines[0].user_delta)
    const moved = data.lines.reduce((sum: number, line: ApiBody) => sum + line.user_delta, 0)
    expect(moved).toBe(-30)
  })

  test('tells operators the channels as well', async () => {
    const { data } = await receipt(admin, ids.m)
    expect(data.tries.map(({ channel }: ApiBody) => channel)).toEqual([...gateway.channelIds])
  })

  test('is of nobody else: a stranger does not even learn that there was a call', async () => {
    expect(await receipt(stranger, ids.m)).toMatchObject({ success: false, code: 'log.not_found' })
    expect(await receipt(stranger, 'nothing')).toMatchObject({ code: 'log.not_found' })
  })

  test('of a call without an answer costs nothing, and agrees', async () => {
    const { data } = await receipt(owner, ids.lost)
    expect(data).toMatchObject({ charged: 0, steps: [], agrees: true, error: 'upstream.refused' })
    expect(data).toMatchObject({ error_status: 500, error_params: {} })
    expect(data.tries).toHaveLength(1)
  })

  test('of a call with a price of its own names that', async () => {
    const { data } = await receipt(owner, ids.call)
    expect(data).toMatchObject({ mode: 'per-call', call_usd: 0.002, charged: 1000, agrees: true })
  })
})

describe('a signed address', () => {
  test('shows the receipt to anybody, and not the channels', async () => {
    const made = await owner.post(`/api/receipt/${ids.m}/link`)
    const query = made.body.data.path.split('?')[1]
    expect(made.body.data.path).toStartWith(`/receipt/${ids.m}?`)
    const nobody = apiClient(gateway)
    const { body } = await nobody.get(`/api/receipt/${ids.m}/signed?${query}`)
    expect(body.data).toMatchObject({ charged: 30, agrees: true })
    expect(JSON.stringify(body)).not.toContain(`"channel":${gateway.channelIds[0]}`)
  })

  test.each([
    ['of another call', (query: string) => [ids.call, query]],
    ['with another end', (query: string) => [ids.m, query.replace(/until=\d/, 'until=9')]],
    ['with another sign', (query: string) => [ids.m, query.replace(/sign=./, 'sign=x')]],
    ['cut short', (query: string) => [ids.m, query.slice(0, -1)]],
  ] as const)('%s shows nothing', async (_, spoil) => {
    const { body: made } = await owner.post(`/api/receipt/${ids.m}/link`)
    const [id, query] = spoil(made.data.path.split('?')[1])
    const { body } = await apiClient(gateway).get(`/api/receipt/${id}/signed?${query}`)
    expect(body).toMatchObject({ success: false, code: 'receipt.link_invalid' })
  })

  test('can be taken back, by its owner and by an operator, and a new one works', async () => {
    const share = async () => {
      const { body } = await owner.post(`/api/receipt/${ids.m}/link`)
      return body.data.path.split('?')[1]
    }
    const open = async (query: string) =>
      (await apiClient(gateway).get(`/api/receipt/${ids.m}/signed?${query}`)).body.success
    for (const caller of [owner, admin]) {
      const query = await share()
      expect(await open(query)).toBe(true)
      clock.ms += 1000
      expect((await caller.delete(`/api/receipt/${ids.m}/link`)).body.success).toBe(true)
      expect(await open(query)).toBe(false)
    }
    expect(await open(await share())).toBe(true)
    const { body } = await stranger.delete(`/api/receipt/${ids.m}/link`)
    expect(body).toMatchObject({ success: false, code: 'log.not_found' })
  })

  test('can be taken back alone, while those of other receipts go on', async () => {
    const share = async (id: string | undefined) =>
      (await owner.post(`/api/receipt/${id}/link`)).body.data.path.split('?')[1]
    const open = async (id: string | undefined, query: string) =>
      (await apiClient(gateway).get(`/api/receipt/${id}/signed?${query}`)).body.success
    const [one, other] = [await share(ids.m), await share(ids.call)]
    clock.ms += 1000
    const taken = await owner.delete(`/api/receipt/${ids.m}/link?only_this=true`)
    expect(taken.body.success).toBe(true)
    expect([await open(ids.m, one), await open(ids.call, other)]).toEqual([false, true])
    expect(await open(ids.m, await share(ids.m))).toBe(true)
  })

  test('shows nothing while its owner is banned', async () => {
    const { body: made } = await owner.post(`/api/receipt/${ids.m}/link`)
    const path = `/api/receipt/${ids.m}/signed?${made.data.path.split('?')[1]}`
    const root = await apiClient(gateway).as('root')
    const manage = (action: string) =>
      root.post('/api/user/manage', { id: gateway.userIds[0], action })
    await manage('disable')
    expect((await apiClient(gateway).get(path)).body.code).toBe('receipt.link_invalid')
    await manage('enable')
    expect((await apiClient(gateway).get(path)).body.success).toBe(true)
  })

  test('is not made for a stranger', async () => {
    const { body } = await stranger.post(`/api/receipt/${ids.m}/link`)
    expect(body).toMatchObject({ success: false, code: 'log.not_found' })
  })
})

test('the command line prints it, and a link', async () => {
  const shown = await gateway.cli(['receipt', ids.m ?? '', '--json'])
  expect(shown.code).toBe(0)
  expect(JSON.parse(shown.stdout)).toMatchObject({ charged: 30, agrees: true })
  const link = await gateway.cli(['receipt', ids.m ?? '', '--link'])
  expect(link.stdout).toContain(`/receipt/${ids.m}?`)
  expect((await gateway.cli(['receipt', 'nothing'])).code).toBe(3)
})
