/** Limits, audit log, tokens of programs: what holds for whoever acts for an organisation. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { codeOf, type House, openHouse, START_MS } from './house'
import {
  CURRENT,
  newProject,
  newOrganisation as organisationIn,
  type Person,
} from './organisation-house'

let house: House
const newOrganisation = () => organisationIn(house)

beforeAll(async () => {
  house = await openHouse({ ms: START_MS })
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

test('limits are set for members and projects by who runs it', async () => {
  const { owner, behalf, join } = await newOrganisation()
  const ann = await join('member')
  const project = await newProject(owner.caller, behalf, 'Search')
  const members = (await owner.caller.get(`${CURRENT}/member`, behalf)).body.data
  const member = members.find((each: { user_id: number }) => each.user_id === ann.id).id
  const set = (by: Person, subject: string, key: number) =>
    by.caller.put(
      '/api/limit/self',
      { subject, key: String(key), limits: [{ kind: 'budget', window: 'day', amount: 500 }] },
      behalf,
    )
  expect((await set(owner, 'member', member)).body.success).toBe(true)
  expect((await set(owner, 'project', project)).body.success).toBe(true)
  expect(await codeOf(set(ann, 'member', member))).toBe('organisation.role_needed')
  const other = await newOrganisation()
  const foreign = other.owner.caller.put(
    '/api/limit/self',
    {
      ...{ subject: 'member', key: String(member) },
      limits: [{ kind: 'budget', window: 'day', amount: null }],
    },
    other.behalf,
  )
  expect(await codeOf(foreign)).toBe('member.not_found')
  const { data } = (await owner.caller.get('/api/limit/self', behalf)).body
  expect(
    data.map(({ subject, name }: { subject: string; name: string }) => [subject, name]),
  ).toEqual([
    ['member', ann.username],
    ['project', 'Search'],
  ])
})

test('what is done on its behalf is in its audit log under the name of the person', async () => {
  const { id, owner, behalf, join } = await newOrganisation()
  const admin = await join('admin')
  await admin.caller.post('/api/token/', { name: 'app' }, behalf)
  const { data } = (await owner.caller.get(`${CURRENT}/audit`, behalf)).body
  expect(data).toMatchObject([{ actor: admin.username, action: 'token.create' }])
  const { items } = (await house.root.get(`/api/audit/?kind=changes&action=token.create`)).body.data
  expect(items[0]).toMatchObject({ actor_id: admin.id, organisation_id: id })
})

test('a narrower access token does for it no more than for its owner', async () => {
  const { owner, behalf } = await newOrganisation()
  const body = { name: 'reads', scopes: ['token:read'] }
  const { token } = (await owner.caller.post('/api/access_token/', body)).body.data
  const by = house.api.withAccessToken(owner.id, token)
  expect((await by.get('/api/token/', behalf)).body.success).toBe(true)
  expect(await codeOf(by.post('/api/token/', { name: 'x' }, behalf))).toBe(
    'permission.scope_needed',
  )
})

test('a disabled organisation is closed to its members', async () => {
  const { id, owner, behalf } = await newOrganisation()
  await house.root.post('/api/user/manage', { id, action: 'disable' })
  expect(await codeOf(owner.caller.get(CURRENT, behalf))).toBe('organisation.disabled')
})
