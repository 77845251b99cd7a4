/** Calls of an organisation's members: one balance, exact, and limits of each and of projects. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ORGANISATION_HEADER } from '../../server/domain/accounts/membership'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { startUpstream } from '../support/upstream'
import { MODEL } from './black-box'
import { answerOf, CALLS, DEAR, RATIO } from './dear-model'

/** Ten tokens of prompt, and fifty of answer. */
const CHARGE = 10 + RATIO * 50
/** What four members have together: not enough for all of their calls. */
const BALANCE = 20 * CHARGE + 5

let upstream: Awaited<ReturnType<typeof startUpstream>>
let gateway: Gateway
let api: ReturnType<typeof apiClient>

beforeAll(async () => {
  upstream = await startUpstream(answerOf(50))
  gateway = await startGateway({
    env: NO_LIMITS,
    channels: [{ upstream, models: MODEL }],
    options: { ...DEAR, RetryTimes: 0 },
  })
  api = apiClient(gateway)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const message = { role: 'user', content: 'Hi' }
const ask = async (key: string) => {
  const body = { model: MODEL, messages: [message], max_tokens: 50 }
  const response = await gateway.post('/v1/chat/completions', body, { key })
  return { status: response.status, text: await response.text() }
}

interface Member {
  readonly caller: ApiCaller
  readonly key: string
  readonly id: number
  readonly username: string
}

/** With a member for each project. */
async function firm(name: string, quota: number, projects: readonly string[]) {
  const owner = await api.as('user')
  const { organisations, users } = gateway.services
  const { id } = await organisations.create(TEST_ACTOR, { name, ownerId: owner.id })
  await users.set(TEST_ACTOR, { id, quota: { to: quota } })
  const headers = { [ORGANISATION_HEADER]: String(id) }
  const projectIds: number[] = []
  for (const each of projects) {
    projectIds.push(
      (await organisations.createProject(TEST_ACTOR, { organisationId: id, name: each })).id,
    )
  }
  const members: Member[] = []
  for (const project_id of projectIds) {
    const caller = await api.as('user')
    const user = String(caller.id)
    await organisations.addMember(TEST_ACTOR, { organisationId: id, user, role: 'member' })
    const token = { name: 'app', unlimited_quota: true, project_id }
    const [made] = (await caller.post('/api/token/', token, { headers })).body.data
    const { username } = await users.show(user)
    members.push({ caller, key: made.key, id: made.member_id, username })
  }
  const balance = async () => (await users.show(name)).quota
  return { id, owner, headers, projectIds, members, balance }
}

test(`${CALLS} calls of four members at once never take the balance below zero`, async () => {
  const projects = ['a', 'b', 'c', 'd']
  const { id, owner, headers, members, balance } = await firm('racers', BALANCE, projects)
  const keys = Array.from({ length: CALLS }, (_, at) => members[at % members.length]?.key ?? '')
  // Who finds the balance held by the others asks again, as clients do.
  for (let waiting = keys; waiting.length > 0 && (await balance()) >= CHARGE; ) {
    const answers = await Promise.all(waiting.map(async (key) => ({ key, ...(await ask(key)) })))
    await gateway.idle()
    waiting = answers.filter(({ status }) => status !== 200).map(({ key }) => key)
  }
  const left = await balance()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(left).toBeLessThan(CHARGE)
  const used = BALANCE - left
  expect((await gateway.services.users.show(String(id))).used_quota).toBe(used)
  expect(await gateway.services.ledger.verify()).toEqual([])
  const { data } = (await owner.get('/api/organisation/current/spend?window=24h', { headers })).body
  const sum = (rows: readonly { quota: number }[]) =>
    rows.reduce((all, { quota }) => all + quota, 0)
  expect([data.quota, sum(data.members), sum(data.projects)]).toEqual([used, used, used])
  const names = data.projects.map(({ name }: { name: string }) => name)
  expect(names.sort()).toEqual(projects)
  const logOf = async (caller: ApiCaller | undefined, q = '') => {
    const query = new URLSearchParams({ page_size: '100', q })
    return (await caller?.get(`/api/log/self?${query}`, { headers }))?.body.data.items ?? []
  }
  const [all, own] = [await logOf(owner), await logOf(members[0]?.caller)]
  for (const [field, rows] of [
    ['project', data.projects],
    ['member', data.members],
  ] as const) {
    for (const { name, quota } of rows) {
      expect(sum(await logOf(owner, `${field}:${name}`))).toBe(quota)
    }
  }
  expect(await logOf(owner, 'project:nothing')).toEqual([])
  expect(sum(all)).toBe(used)
  expect(sum(own)).toBe(data.members.find(({ id: of }: Member) => of === members[0]?.id).quota)
})

test('a call counts at the limits of its member, its project and the organisation', async () => {
  const { id, owner, headers, members, projectIds } = await firm('limited', 1_000_000, ['x', 'y'])
  const [ann, bob] = members
  const limit = (subject: string, key: number, amount: number | null) => {
    const limits = [{ kind: 'budget', window: 'day', amount }]
    return owner.put('/api/limit/self', { subject, key: String(key), limits }, { headers })
  }
  const statuses = async (member: Member | undefined, count: number) => {
    const found: number[] = []
    for (let at = 0; at < count; at += 1) found.push((await ask(member?.key ?? '')).status)
    return found
  }
  await limit('member', ann?.id ?? 0, 2 * CHARGE)
  expect(await statuses(ann, 3)).toEqual([200, 200, 403])
  expect((await ask(ann?.key ?? '')).text).toContain(ann?.username ?? '?')
  expect(await statuses(bob, 1)).toEqual([200])
  await limit('project', projectIds[1] ?? 0, 2 * CHARGE)
  expect(await statuses(bob, 3)).toEqual([200, 200, 403])
  expect((await ask(bob?.key ?? '')).text).toContain('"y\\"')
  await limit('member', ann?.id ?? 0, null)
  await limit('user', id, CHARGE)
  expect(await statuses(ann, 2)).toEqual([200, 403])
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('a token that was moved is paid by its new account from the next call on', async () => {
  const { owner, headers, id, balance } = await firm('movers', 10 * CHARGE, [])
  const [token] = (await owner.post('/api/token/', { name: 'app', unlimited_quota: true })).body
    .data
  const own = async () => (await owner.get('/api/user/self')).body.data.quota
  const before = await own()
  expect((await ask(token.key)).status).toBe(200)
  await owner.post(`/api/token/${token.id}/move`, { organisation_id: id })
  expect((await ask(token.key)).status).toBe(200)
  await gateway.idle()
  expect(await own()).toBe(before - CHARGE)
  expect(await balance()).toBe(9 * CHARGE)
  const { body } = await owner.get('/api/organisation/current/spend', { headers })
  expect(body.data.quota).toBe(CHARGE)
  expect(await gateway.services.ledger.verify()).toEqual([])
})
