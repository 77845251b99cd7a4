/** What an operator tells customers: incidents, maintenance, their updates and their feed. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { parseAtomFeed, parseRssFeed } from 'feedsmith'
import { MODEL, PRICES } from '../relay/black-box'
import { type ApiBody, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

const START = 1_750_000_000
const HOUR = 3600

let nowMs = START * 1000
let gateway: Gateway
let visitor: ApiClient
let admin: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => nowMs, monotonicMs: () => performance.now() + nowMs - START * 1000 },
    options: {
      ...PRICES,
      StatusPageEnabled: true,
      SystemName: 'Acme <AI>',
      ServerAddress: 'https://ai.example.com',
    },
    channels: [{ base_url: 'http://127.0.0.1:9', models: `${MODEL},call` }],
  })
  visitor = apiClient(gateway)
  admin = await visitor.as('admin')
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function page(): Promise<ApiBody> {
  nowMs += 16_000
  return (await visitor.get('/api/status/page')).body.data
}

const stateOf = ({ models }: ApiBody, name: string): string =>
  models.find((model: ApiBody) => model.name === name)?.state

test('an incident goes from its first update to its end, and is seen at once', async () => {
  const created = await admin.post('/api/incident/', {
    title: 'Slow answers of m',
    impact: 'minor',
    models: [MODEL, MODEL, ' '],
    body: 'We are **looking**.',
  })
  const { id } = created.body.data
  expect(created.body.data).toMatchObject({
    kind: 'incident',
    state: 'investigating',
    models: [MODEL],
    starts_at: START,
    ends_at: 0,
    updates: [{ state: 'investigating', body: 'We are **looking**.' }],
  })
  const open = await page()
  expect(stateOf(open, MODEL)).toBe('degraded')
  expect(stateOf(open, 'call')).toBe('no_data')
  expect(open.state).toBe('degraded')
  expect(open.incidents).toMatchObject([{ id, title: 'Slow answers of m' }])
  expect(open.incidents[0]).not.toHaveProperty('source')

  await admin.put(`/api/incident/${id}`, { title: 'm is down', impact: 'critical', models: [] })
  expect(stateOf(await page(), 'call')).toBe('outage')

  const body = 'All regions answer again.'
  const { body: over } = await admin.post(`/api/incident/${id}/update`, { state: 'resolved', body })
  expect(over.data).toMatchObject({ state: 'resolved', ends_at: Math.floor(nowMs / 1000) })
  const after = await page()
  expect(stateOf(after, MODEL)).toBe('no_data')
  expect(after.incidents[0].updates.map(({ state }: ApiBody) => state)).toEqual([
    'resolved',
    'investigating',
  ])
})

test('maintenance begins and ends by the clock', async () => {
  const now = Math.floor(nowMs / 1000)
  const asked = { kind: 'maintenance', title: 'Upgrade', impact: 'none', body: 'Short breaks.' }
  const refused = await admin.post('/api/incident/', { ...asked, starts_at: now + HOUR })
  expect(refused.body).toMatchObject({ success: false, code: 'incident.times_wrong' })
  const times = { starts_at: now + HOUR, ends_at: now + 2 * HOUR }
  await admin.post('/api/incident/', { ...asked, ...times })
  const stateNow = async (): Promise<readonly string[]> => {
    const shown = await page()
    return [shown.incidents[0].state, stateOf(shown, MODEL)]
  }
  expect(await stateNow()).toEqual(['scheduled', 'no_data'])
  nowMs += HOUR * 1000
  expect(await stateNow()).toEqual(['in_progress', 'maintenance'])
  nowMs += HOUR * 1000
  expect(await stateNow()).toEqual(['completed', 'no_data'])
})

test('what cannot be meant is refused, and only administrators write', async () => {
  const given = { title: 'x', impact: 'minor', models: [] }
  const wrong = [
    { ...given, title: ' ' },
    { ...given, impact: 'huge' },
    { ...given, state: 'completed' },
    { ...given, title: 'y'.repeat(201) },
    { ...given, body: 'y'.repeat(10_001) },
  ]
  for (const body of wrong) {
    expect((await admin.post('/api/incident/', body)).body.success).toBe(false)
  }
  expect((await admin.get('/api/incident/99')).body.code).toBe('incident.not_found')
  const user = await visitor.as('user')
  expect((await user.post('/api/incident/', given)).body.success).toBe(false)
  expect((await user.get('/api/incident/')).body.success).toBe(false)
})

test('the feed is read by a library, as Atom and as RSS', async () => {
  const atom = await visitor.get('/status/feed.xml')
  expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const feed = parseAtomFeed(atom.body)
  expect(feed.title?.value).toBe('Acme <AI>: status')
  expect(feed.entries?.map(({ title }) => title?.value)).toEqual([
    'Upgrade · Completed',
    'm is down · Resolved',
  ])
  expect(feed.entries?.[1]).toMatchObject({ id: 'https://ai.example.com/status#incident-1' })
  expect(feed.entries?.[1]?.content?.value).toContain('All regions answer again.')
  expect(feed.entries?.[1]?.updated).toBe(new Date((START + 32) * 1000).toISOString())

  const rss = await visitor.get('/status/rss.xml', { headers: { 'accept-language': 'zh' } })
  expect(rss.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const channel = parseRssFeed(rss.body)
  expect(channel.title).toBe('Acme <AI>：运行状态')
  expect(channel.items?.[1]?.title).toBe('m is down · 已恢复')
})

test('what is removed is gone, and every change is in the audit log', async () => {
  expect((await admin.delete('/api/incident/1')).body.success).toBe(true)
  expect((await page()).incidents.map(({ title }: ApiBody) => title)).not.toContain('m is down')
  const root = await visitor.as('root')
  const { items } = (await root.get('/api/audit/?target=incident:1&page_size=20')).body.data
  expect(items.map(({ action }: ApiBody) => action)).toEqual([
    'incident.delete',
    'incident.update',
    'incident.set',
    'incident.create',
  ])
})
