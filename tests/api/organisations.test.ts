/** Organisations: one balance of several people, and what each of them may do with it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { MemberRole } from '../../server/domain/accounts/membership'
import type { ApiOptions } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { startSmtpSink } from '../support/smtp-sink'
import { codeOf, type House, openHouse, START_MS } from './house'
import {
  CURRENT,
  newProject,
  newOrganisation as organisationIn,
  type Person,
  newPerson as personIn,
} from './organisation-house'

const clock = { ms: START_MS }
let house: House
const newPerson = (quota?: number) => personIn(house, quota)
const newOrganisation = (quota?: number) => organisationIn(house, quota)

beforeAll(async () => {
  house = await openHouse(clock)
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

const UNLIMITED = { name: 'app', unlimited_quota: true }

describe('an organisation', () => {
  test('is made by administrators, and by users where that is switched on', async () => {
    const person = await newPerson()
    const create = () => person.caller.post('/api/organisation/', { name: 'ours' })
    expect(await codeOf(create())).toBe('organisation.creation_closed')
    const foreign = { name: 'theirs', owner_id: house.rootId }
    expect(await codeOf(person.caller.post('/api/organisation/', foreign))).toBe(
      'permission.denied',
    )
    const set = (value: string) =>
      house.gateway.services.options.set(TEST_ACTOR, { key: 'UserOrganisationsEnabled', value })
    await set('true')
    const { body } = await create()
    expect(body.data).toMatchObject({ name: 'ours', quota: 0, group: 'default' })
    expect(await codeOf(create())).toBe('user.name_taken')
    await set('false')
    const { data } = (await person.caller.get('/api/organisation/self')).body
    expect(data).toEqual([{ ...body.data, role: 'owner', state: 'active' }])
  })

  test('is no user that signs in, and is found only where it is asked for', async () => {
    const { id, name } = await newOrganisation()
    const { users, accessTokens } = house.gateway.services
    const password = 'correct horse battery'
    expect(
      (await house.api.post('/api/user/login', { username: name, password })).body.success,
    ).toBe(false)
    const refusals = [
      () => users.setPassword(TEST_ACTOR, { id, password }),
      () => users.set(TEST_ACTOR, { id, password }),
      () => users.promote(TEST_ACTOR, id),
      () => accessTokens.resetOf(TEST_ACTOR, id),
    ]
    for (const refused of refusals) {
      await expect(refused()).rejects.toMatchObject({ id: 'organisation.no_login' })
    }
    const listed = async (query: string) => {
      const { items } = (await house.root.get(`/api/user/search?keyword=${name}${query}`)).body.data
      return items.map((item: { id: number }) => item.id)
    }
    expect(await listed('')).toEqual([])
    expect(await listed('&account_type=organisation')).toEqual([id])
    const all = (await house.root.get(`/api/organisation/?keyword=${name}`)).body.data
    expect(all.items).toMatchObject([{ id, name }])
  })

  test('has one balance that owners and billing members fill and owners empty', async () => {
    const { id, owner, behalf, join } = await newOrganisation()
    const billing = await join('billing')
    const member = await join('member')
    const payIn = (by: Person, quota: number) =>
      by.caller.post(`/api/organisation/${id}/pay_in`, { quota })
    expect((await payIn(billing, 700)).body.success).toBe(true)
    expect((await payIn(member, 1000)).body.success).toBe(true)
    expect(await codeOf(payIn(member, 1))).toBe('transfer.too_large')
    expect(await codeOf(payIn(member, -5))).toBe('user.quota_invalid')
    expect(await codeOf(payIn(await newPerson(), 5))).toBe('organisation.not_found')
    const balance = async () => (await owner.caller.get('/api/user/self', behalf)).body.data.quota
    expect(await balance()).toBe(1700)
    const payOut = (by: Person, quota: number) =>
      by.caller.post(`${CURRENT}/pay_out`, { quota }, behalf)
    expect(await codeOf(payOut(billing, 1))).toBe('organisation.role_needed')
    expect(await codeOf(payOut(owner, 1701))).toBe('transfer.too_large')
    expect((await payOut(owner, 1500)).body.success).toBe(true)
    expect(await balance()).toBe(200)
    expect((await owner.caller.get('/api/user/self')).body.data.quota).toBe(2500)
    const code = (await house.root.post('/api/redemption/', { name: 'r', quota: 50, count: 1 }))
      .body.data[0]
    const redeem = (by: Person) => by.caller.post('/api/user/topup', { key: code }, behalf)
    expect(await codeOf(redeem(member))).toBe('organisation.role_needed')
    expect((await redeem(billing)).body).toMatchObject({ success: true, data: 50 })
    const from = Math.floor(START_MS / 1000) - 10
    const path = `/api/user/statement?start_timestamp=${from}&end_timestamp=${from + 7200}`
    const { body } = await owner.caller.get(path, behalf)
    expect(JSON.stringify(body)).toContain('"move"')
    expect(await house.gateway.services.ledger.verify()).toEqual([])
  })

  test('is removed by its owner when it is empty, with its tokens', async () => {
    const { owner, behalf, join } = await newOrganisation(10)
    const admin = await join('admin')
    await owner.caller.post('/api/token/', { name: 'app' }, behalf)
    expect(await codeOf(admin.caller.delete(CURRENT, undefined, behalf))).toBe(
      'organisation.role_needed',
    )
    const remove = () => owner.caller.delete(CURRENT, undefined, behalf)
    expect(await codeOf(remove())).toBe('organisation.has_balance')
    await owner.caller.post(`${CURRENT}/pay_out`, { quota: 10 }, behalf)
    expect((await remove()).body.success).toBe(true)
    expect(await codeOf(admin.caller.get(CURRENT, behalf))).toBe('organisation.not_found')
    expect((await owner.caller.get('/api/organisation/self')).body.data).toEqual([])
  })
})

describe('members', () => {
  test('see and change the tokens they hold, and owners those of all', async () => {
    const { owner, behalf, join } = await newOrganisation()
    const [ann, bob, viewer] = [await join('member'), await join('member'), await join('viewer')]
    const create = async (by: Person, name: string) =>
      (await by.caller.post('/api/token/', { name }, behalf)).body.data[0]
    const own = await create(ann, 'of-ann')
    const other = await create(bob, 'of-bob')
    const names = async (by: Person) =>
      (await by.caller.get('/api/token/', behalf)).body.data.map(
        (each: { name: string }) => each.name,
      )
    expect(await names(ann)).toEqual(['of-ann'])
    expect(await names(owner)).toEqual(['of-bob', 'of-ann'])
    expect(await names(viewer)).toEqual(['of-bob', 'of-ann'])
    expect(await codeOf(ann.caller.get(`/api/token/${other.id}`, behalf))).toBe('token.not_found')
    const take = ann.caller.delete(`/api/token/${other.id}`, undefined, behalf)
    expect(await codeOf(take)).toBe('token.not_found')
    expect(await codeOf(viewer.caller.post('/api/token/', { name: 'x' }, behalf))).toBe(
      'organisation.role_needed',
    )
    const shown = await owner.caller.get(`/api/token/${own.id}`, behalf)
    expect(shown.body.data.key).not.toContain(own.key)
    expect((await ann.caller.get(`/api/token/${own.id}`, behalf)).body.data.key).toBe(own.key)
    const search = await owner.caller.get(`/api/token/search?token=${own.key.slice(4, 20)}`, behalf)
    expect(search.body.data).toEqual([])
    expect(
      (await owner.caller.delete(`/api/token/${own.id}`, undefined, behalf)).body.success,
    ).toBe(true)
  })

  test('are invited by mail, and only the address lets in', async () => {
    await using sink = await startSmtpSink()
    for (const [key, value] of Object.entries(sink.options)) {
      await house.gateway.services.options.set(TEST_ACTOR, { key, value: String(value) })
    }
    const { id, owner, behalf } = await newOrganisation()
    const [bob, eve] = [await newPerson(), await newPerson()]
    await house.gateway.services.users.set(TEST_ACTOR, { id: bob.id, email: 'bob@firm.example' })
    const asked = { email: 'Bob@firm.example', role: 'admin' }
    const { body } = await owner.caller.post(`${CURRENT}/invitation`, asked, behalf)
    expect(body.data).toMatchObject({ role: 'admin', uses_left: 1 })
    expect((await sink.mail()).text).toContain(body.data.link)
    const code = new URL(body.data.link).searchParams.get('code')
    const accept = (by: Person) => by.caller.post('/api/organisation/accept', { code })
    expect(await codeOf(accept(eve))).toBe('invitation.invalid')
    expect((await accept(bob)).body.data).toEqual({ organisation_id: id })
    expect(await codeOf(accept(bob))).toBe('invitation.invalid')
    expect((await bob.caller.get(CURRENT, behalf)).body.data).toMatchObject({ id, role: 'admin' })
  })

  test('come by a link for several, which ends when it is withdrawn or old', async () => {
    const { owner, behalf } = await newOrganisation()
    const invite = async (uses: number) =>
      (await owner.caller.post(`${CURRENT}/invitation`, { role: 'member', uses }, behalf)).body.data
    const codeIn = ({ link }: { link: string }) => new URL(link).searchParams.get('code')
    const accept = async (invitation: { link: string }) =>
      await codeOf(
        (await newPerson()).caller.post('/api/organisation/accept', { code: codeIn(invitation) }),
      )
    const twice = await invite(2)
    expect([await accept(twice), await accept(twice), await accept(twice)]).toEqual([
      undefined,
      undefined,
      'invitation.invalid',
    ])
    const withdrawn = await invite(1)
    await owner.caller.delete(`${CURRENT}/invitation/${withdrawn.id}`, undefined, behalf)
    expect(await accept(withdrawn)).toBe('invitation.invalid')
    const old = await invite(1)
    clock.ms += 8 * 24 * 3_600_000
    expect(await accept(old)).toBe('invitation.invalid')
    clock.ms -= 8 * 24 * 3_600_000
    const stored = JSON.stringify(
      (await house.root.get('/api/audit/?action=member.invite')).body.data.items,
    )
    expect(stored).not.toContain(codeIn(old) ?? '')
  })

  test('are not let in by somebody who has left or may not invite any more', async () => {
    const { id, owner, behalf, join } = await newOrganisation()
    const admin = await join('admin')
    const invite = async () =>
      (await admin.caller.post(`${CURRENT}/invitation`, { role: 'admin' }, behalf)).body.data.link
    const accept = async (link: string) => {
      const code = new URL(link).searchParams.get('code')
      return await codeOf((await newPerson()).caller.post('/api/organisation/accept', { code }))
    }
    const [one, two] = [await invite(), await invite()]
    const members = (await owner.caller.get(`${CURRENT}/member`, behalf)).body.data
    const of = members.find((each: { user_id: number }) => each.user_id === admin.id).id
    await owner.caller.put(`${CURRENT}/member/${of}`, { role: 'viewer' }, behalf)
    expect(await accept(one)).toBe('invitation.invalid')
    await admin.caller.post(`/api/organisation/${id}/leave`)
    expect(await accept(two)).toBe('invitation.invalid')
  })

  test('ask to join by the domain of their address, and are let in by an owner', async () => {
    const { id, owner, behalf } = await newOrganisation()
    const [bob, eve] = [await newPerson(), await newPerson()]
    const setEmail = (person: Person, email: string) =>
      house.gateway.services.users.set(TEST_ACTOR, { id: person.id, email })
    await setEmail(bob, 'bob@acme.example')
    await setEmail(eve, 'eve@acme.example.evil.example')
    const domains = (...join_domains: string[]) =>
      owner.caller.put(CURRENT, { join_domains }, behalf)
    expect(await codeOf(domains('no domain'))).toBe('organisation.domain_invalid')
    expect((await domains('ACME.example')).body.success).toBe(true)
    const joinable = async (by: Person) =>
      (await by.caller.get('/api/organisation/joinable')).body.data.map(
        (each: { id: number }) => each.id,
      )
    expect([await joinable(bob), await joinable(eve)]).toEqual([[id], []])
    const request = (by: Person) => by.caller.post(`/api/organisation/${id}/request`)
    expect(await codeOf(request(eve))).toBe('organisation.not_found')
    expect((await request(bob)).body.success).toBe(true)
    expect(await codeOf(bob.caller.get(CURRENT, behalf))).toBe('organisation.not_found')
    expect((await bob.caller.get('/api/organisation/self')).body.data).toMatchObject([
      { id, state: 'requested', quota: 0 },
    ])
    const members = (await owner.caller.get(`${CURRENT}/member`, behalf)).body.data
    const waiting = members.find((each: { state: string }) => each.state === 'requested')
    await owner.caller.put(`${CURRENT}/member/${waiting.id}`, { role: 'viewer' }, behalf)
    expect((await bob.caller.get(CURRENT, behalf)).body.data.role).toBe('viewer')
  })

  test('give no role above their own, and the last owner stays', async () => {
    const { id, owner, behalf, join } = await newOrganisation()
    const [admin, bob] = [await join('admin'), await join('member')]
    const members = (await owner.caller.get(`${CURRENT}/member`, behalf)).body.data
    const idOf = ({ id: userId }: Person) =>
      members.find((each: { user_id: number }) => each.user_id === userId).id
    const set = (by: Person, of: Person, role: MemberRole) =>
      by.caller.put(`${CURRENT}/member/${idOf(of)}`, { role }, behalf)
    expect(await codeOf(set(admin, admin, 'owner'))).toBe('organisation.role_needed')
    expect(await codeOf(set(admin, owner, 'viewer'))).toBe('organisation.role_needed')
    expect(await codeOf(set(owner, owner, 'admin'))).toBe('organisation.last_owner')
    const leave = (by: Person) => by.caller.post(`/api/organisation/${id}/leave`)
    expect(await codeOf(leave(owner))).toBe('organisation.last_owner')
    expect(await codeOf(owner.caller.delete('/api/user/self', { username: owner.username }))).toBe(
      'organisation.last_owner',
    )
    expect((await set(owner, bob, 'owner')).body.success).toBe(true)
    expect((await leave(owner)).body.success).toBe(true)
    expect(await codeOf(owner.caller.get(CURRENT, behalf))).toBe('organisation.not_found')
  })

  test('who leave lose their tokens, unless somebody takes them over', async () => {
    const { owner, behalf, join } = await newOrganisation()
    const [ann, bob] = [await join('member'), await join('member')]
    for (const each of [ann, bob]) await each.caller.post('/api/token/', UNLIMITED, behalf)
    const members = (await owner.caller.get(`${CURRENT}/member`, behalf)).body.data
    const idOf = (person: Person) =>
      members.find((each: { user_id: number }) => each.user_id === person.id).id
    await owner.caller.delete(`${CURRENT}/member/${idOf(ann)}`, undefined, behalf)
    await owner.caller.delete(`${CURRENT}/member/${idOf(bob)}?keep_tokens=true`, undefined, behalf)
    const { data } = (await owner.caller.get('/api/token/', behalf)).body
    expect(data).toMatchObject([{ member_id: idOf(owner), status: 1 }])
    expect(await codeOf(ann.caller.get('/api/token/', behalf))).toBe('organisation.not_found')
  })

  test('who are disabled hold tokens that do not work until they are enabled', async () => {
    const { behalf, join } = await newOrganisation(100_000)
    const ann = await join('member')
    const [{ key }] = (await ann.caller.post('/api/token/', UNLIMITED, behalf)).body.data
    const { users } = house.gateway.services
    const ask = async () =>
      (await house.gateway.post('/v1/chat/completions', { model: 'none' }, { key })).status
    const before = await ask()
    await users.disable(TEST_ACTOR, ann.id)
    expect(await ask()).toBe(403)
    await users.enable(TEST_ACTOR, ann.id)
    expect(await ask()).toBe(before)
    expect(before).not.toBe(403)
  })

  test('who are disabled keep no token by a freeze that has an end', async () => {
    const { behalf, join } = await newOrganisation(100_000)
    const ann = await join('member')
    const [{ id, key }] = (await ann.caller.post('/api/token/', UNLIMITED, behalf)).body.data
    const until = clock.ms / 1000 + 60
    await house.root.post(`/api/token/all/${id}/freeze`, { until, reason: 'a look' })
    await house.gateway.services.users.disable(TEST_ACTOR, ann.id)
    clock.ms += 120_000
    const refused = await house.gateway.post('/v1/chat/completions', { model: 'none' }, { key })
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain("its holder's account is disabled")
  })

  test('who are disabled and then removed leave tokens that work for the new holder', async () => {
    const { owner, behalf, join } = await newOrganisation(100_000)
    const ann = await join('member')
    await ann.caller.post('/api/token/', UNLIMITED, behalf)
    await house.gateway.services.users.disable(TEST_ACTOR, ann.id)
    const members = (await owner.caller.get(`${CURRENT}/member`, behalf)).body.data
    const { id } = members.find((each: { user_id: number }) => each.user_id === ann.id)
    await owner.caller.delete(`${CURRENT}/member/${id}?keep_tokens=true`, undefined, behalf)
    const { data } = (await owner.caller.get('/api/token/', behalf)).body
    expect(data).toMatchObject([{ frozen_until: 0, frozen_reason: '' }])
  })
})

describe('a token', () => {
  test('moves into an organisation and back with key and quota', async () => {
    const { id, owner, behalf } = await newOrganisation()
    const project = await newProject(owner.caller, behalf, 'Search')
    const fields = { name: 'app', remain_quota: 321 }
    const [token] = (await owner.caller.post('/api/token/', fields)).body.data
    const move = (body: object, options?: ApiOptions) =>
      owner.caller.post(`/api/token/${token.id}/move`, body, options)
    expect(await codeOf(move({ organisation_id: id, project_id: 999 }))).toBe('project.not_found')
    expect(await codeOf(move({ organisation_id: id }, behalf))).toBe('organisation.not_here')
    expect((await move({ organisation_id: id, project_id: project })).body.success).toBe(true)
    expect((await owner.caller.get('/api/token/')).body.data).toEqual([])
    const [moved] = (await owner.caller.get('/api/token/', behalf)).body.data
    expect(moved).toMatchObject({
      ...{ id: token.id, key: token.key, remain_quota: 321 },
      ...{ user_id: id, project_id: project },
    })
    const eve = await newPerson()
    const steal = eve.caller.post(`/api/token/${token.id}/move`, { organisation_id: 0 })
    expect(await codeOf(steal)).toBe('token.not_found')
    expect((await move({ organisation_id: 0 })).body.success).toBe(true)
    const [back] = (await owner.caller.get('/api/token/')).body.data
    expect(back).toMatchObject({ user_id: owner.id, member_id: 0, project_id: 0 })
    expect(await house.gateway.services.ledger.verify()).toEqual([])
  })

  test('belongs to a project, which cannot be closed meanwhile', async () => {
    const { owner, behalf } = await newOrganisation()
    const other = await newOrganisation()
    const project_id = await newProject(owner.caller, behalf, 'Search')
    const foreign = await newProject(other.owner.caller, other.behalf, 'Theirs')
    const create = (id: number) =>
      owner.caller.post('/api/token/', { name: 'app', project_id: id }, behalf)
    expect(await codeOf(create(foreign))).toBe('project.not_found')
    const [token] = (await create(project_id)).body.data
    expect(token.project_id).toBe(project_id)
    const close = () => owner.caller.delete(`${CURRENT}/project/${project_id}`, undefined, behalf)
    expect(await codeOf(close())).toBe('project.in_use')
    await owner.caller.delete(`/api/token/${token.id}`, undefined, behalf)
    expect((await close()).body.success).toBe(true)
    expect(await codeOf(create(project_id))).toBe('project.not_found')
    expect(await newProject(owner.caller, behalf, 'Search')).toBe(project_id)
  })
})
