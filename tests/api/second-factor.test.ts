/** Logging in with an authenticator app, and what asks for it again. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { API_PASSWORD, type ApiCaller } from '../support/api'
import { addApp, totpCode } from '../support/second-factor'
import { TEST_ACTOR } from '../support/seed'
import { codeOf, type House, MINUTE_MS, newUserOf, openHouse, START_MS } from './house'

const clock = { ms: START_MS }
const STEP_MS = 30_000
let house: House

beforeAll(async () => {
  house = await openHouse(clock)
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

async function withApp(facts: { role?: number } = {}) {
  const user = await newUserOf(house, facts)
  const caller = await user.login()
  const app = await addApp(caller, clock.ms)
  // The code that added it is used up.
  clock.ms += STEP_MS
  return { ...user, ...app, caller, code: () => totpCode(app.secret, clock.ms) }
}

/** What the password alone opens: a cookie and nothing of whose it is. */
async function firstStep(username: string): Promise<Record<string, string>> {
  const given = { username, password: API_PASSWORD }
  const { body, headers } = await house.api.post('/api/user/login', given)
  expect(body).toEqual({ success: true, message: '', data: { require_2fa: true } })
  const cookies = headers.getSetCookie()
  expect(cookies.filter((cookie) => cookie.startsWith('known_'))).toEqual([])
  return { cookie: cookies[0]?.split(';')[0] ?? '' }
}

const secondStep = (headers: Record<string, string>, code: string) =>
  house.api.post('/api/user/login/2fa', { code }, { headers })

function asUser(id: number, headers: Record<string, string>) {
  return { headers: { ...headers, 'new-api-user': String(id) } }
}

describe('a login', () => {
  test('needs a code after the password, and is one only then', async () => {
    const user = await withApp()
    const waiting = await firstStep(user.username)
    const self = () => house.api.get('/api/user/self', asUser(user.id, waiting))
    expect((await self()).status).toBe(401)
    const answer = await secondStep(waiting, user.code())
    expect(answer.body.data).toMatchObject({ id: user.id, username: user.username })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const again = await house.api.get('/api/user/self', asUser(user.id, { cookie }))
    expect(again.body.data.username).toBe(user.username)
    // The session that waited has ended.
    expect((await self()).status).toBe(401)
    expect(await codeOf(secondStep(waiting, user.code()))).toBe('login.pending_over')
  })

  test('takes no code twice', async () => {
    const user = await withApp()
    const code = user.code()
    expect((await secondStep(await firstStep(user.username), code)).body.success).toBe(true)
    const other = await firstStep(user.username)
    expect(await codeOf(secondStep(other, code))).toBe('second_factor.code_wrong')
    clock.ms += STEP_MS
    expect((await secondStep(other, user.code())).body.success).toBe(true)
  })

  test('of parallel ones with one code lets one in', async () => {
    const user = await withApp()
    const waiting = await Promise.all([1, 2, 3, 4].map(() => firstStep(user.username)))
    const code = user.code()
    const answers = await Promise.all(waiting.map((headers) => secondStep(headers, code)))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })

  test('takes each recovery code once', async () => {
    const user = await withApp()
    expect(user.recoveryCodes).toHaveLength(10)
    const [code = ''] = user.recoveryCodes
    const typed = ` ${code.toUpperCase()} `
    expect((await secondStep(await firstStep(user.username), typed)).body.success).toBe(true)
    const again = secondStep(await firstStep(user.username), code)
    expect(await codeOf(again)).toBe('second_factor.code_wrong')
    const { body } = await user.caller.get('/api/user/2fa/status')
    expect(body.data).toMatchObject({ enabled: true, backup_codes_remaining: 9 })
  })

  test('waits ten minutes', async () => {
    const user = await withApp()
    const waiting = await firstStep(user.username)
    clock.ms += 11 * MINUTE_MS
    expect(await codeOf(secondStep(waiting, user.code()))).toBe('login.pending_over')
    expect(await codeOf(secondStep({}, user.code()))).toBe('login.pending_over')
  })

  test('that waits, however often it is begun, ends no session of the owner', async () => {
    const user = await withApp()
    for (let times = 0; times < 51; times += 1) await firstStep(user.username)
    expect((await user.caller.get('/api/user/self')).status).toBe(200)
    const { body } = await user.caller.get('/api/user/sessions')
    expect(body.data).toHaveLength(1)
  })

  test('is locked after five wrong codes, whoever guesses', async () => {
    const user = await withApp()
    const waiting = await firstStep(user.username)
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await codeOf(secondStep(waiting, '000000'))).toBe('second_factor.code_wrong')
    }
    const right = secondStep(await firstStep(user.username), user.code())
    expect(await codeOf(right)).toBe('login.locked')
    clock.ms += 16 * MINUTE_MS
    const later = await secondStep(await firstStep(user.username), user.code())
    expect(later.body.success).toBe(true)
  })

  test('of a user who was disabled meanwhile does not end', async () => {
    const user = await withApp()
    const waiting = await firstStep(user.username)
    await house.gateway.services.users.disable(TEST_ACTOR, user.id)
    expect(await codeOf(secondStep(waiting, user.code()))).toBe('login.pending_over')
  })
})

describe('adding an app', () => {
  test('counts from its first code on, and ends the other sign-ins', async () => {
    const user = await newUserOf(house)
    const here = await user.login()
    const elsewhere = await user.login()
    const { body } = await here.post('/api/user/2fa/setup')
    expect(body.data.qr_code_data).toContain(`secret=${body.data.secret}`)
    await user.login()
    const wrong = here.post('/api/user/2fa/enable', { code: '000000' })
    expect(await codeOf(wrong)).toBe('second_factor.code_wrong')
    await here.post('/api/user/2fa/enable', { code: totpCode(body.data.secret, clock.ms) })
    expect((await elsewhere.get('/api/user/self')).status).toBe(401)
    expect((await here.get('/api/user/self')).status).toBe(200)
    expect(await codeOf(here.post('/api/user/2fa/setup'))).toBe('second_factor.exists')
  })

  test('needs a recent login, and is no matter for access tokens', async () => {
    const user = await newUserOf(house)
    const caller = await user.login()
    const { body } = await caller.post('/api/user/token')
    const byToken = house.api.withAccessToken(user.id, body.data)
    expect(await codeOf(byToken.post('/api/user/2fa/setup'))).toBe('access_token.refused')
    clock.ms += 16 * MINUTE_MS
    expect(await codeOf(caller.post('/api/user/2fa/setup'))).toBe('session.confirmation_needed')
    expect(await codeOf(caller.post('/api/user/2fa/enable'))).toBe('second_factor.not_begun')
  })

  test('stores neither secret nor codes in the clear', async () => {
    const user = await withApp()
    const database = new Database(join(house.gateway.dataDir, 'gw.db'), { readonly: true })
    const stored = JSON.stringify([
      database.query('select * from second_factors where user_id = ?').all(user.id),
      database.query('select * from recovery_codes where user_id = ?').all(user.id),
    ])
    database.close()
    for (const secret of [user.secret, ...user.recoveryCodes]) expect(stored).not.toContain(secret)
  })
})

describe('what could take an account over', () => {
  test('asks for the code again after 15 minutes, not for the password', async () => {
    const user = await withApp()
    const change = { password: 'another long password', original_password: API_PASSWORD }
    clock.ms += 16 * MINUTE_MS
    const refused = user.caller.put('/api/user/self', change)
    expect(await codeOf(refused)).toBe('session.factor_needed')
    const wrong = user.caller.post('/api/verify', { method: '2fa', code: '000000' })
    expect(await codeOf(wrong)).toBe('second_factor.code_wrong')
    const proved = await user.caller.post('/api/verify', { method: '2fa', code: user.code() })
    expect(proved.body.data).toEqual({ verified: true })
    expect((await user.caller.put('/api/user/self', change)).body.success).toBe(true)
  })

  test('is not done for an access token either', async () => {
    const user = await withApp()
    const { body } = await user.caller.post('/api/user/token')
    const byToken = house.api.withAccessToken(user.id, body.data)
    expect((await byToken.get('/api/user/self')).status).toBe(200)
    const change = { password: 'another long password', original_password: API_PASSWORD }
    expect(await codeOf(byToken.put('/api/user/self', change))).toBe('session.factor_needed')
  })
})

describe('dangerous acts', () => {
  test('ask whoever has a second factor for it', async () => {
    const admin = await withApp({ role: 10 })
    const target = await newUserOf(house)
    const grant = () => admin.caller.put('/api/user/', { id: target.id, quota: 5000 })
    expect((await grant()).body.success).toBe(true)
    clock.ms += 16 * MINUTE_MS
    expect(await codeOf(grant())).toBe('session.factor_needed')
    await admin.caller.post('/api/verify', { code: admin.code() })
    expect((await grant()).body.success).toBe(true)
  })

  test('ask nothing of whoever has none', async () => {
    const target = await newUserOf(house)
    const put = await house.admin.put('/api/user/', { id: target.id, quota: 5000 })
    expect(put.body.success).toBe(true)
  })
})

describe('taking it off', () => {
  test('needs a code, and recovery codes go with it', async () => {
    const user = await withApp()
    const disable = (code: string) => user.caller.post('/api/user/2fa/disable', { code })
    expect(await codeOf(disable('000000'))).toBe('second_factor.code_wrong')
    expect((await disable(user.code())).body.success).toBe(true)
    const { body } = await user.caller.get('/api/user/2fa/status')
    expect(body.data).toMatchObject({ enabled: false, backup_codes_remaining: 0 })
    expect((await user.login()).id).toBe(user.id)
    expect(await codeOf(disable('000000'))).toBe('second_factor.none')
  })

  test('by an administrator tells the user, and ends sign-ins and access tokens', async () => {
    const user = await withApp()
    const { body } = await user.caller.post('/api/user/token')
    const path = `/api/user/${user.id}/2fa`
    const shown = await house.admin.get(path)
    expect(shown.body.data).toEqual({ enabled: true, passkeys: 0, backup_codes_remaining: 10 })
    expect((await house.admin.delete(path)).body.success).toBe(true)
    expect((await user.caller.get('/api/user/self')).status).toBe(401)
    const byToken = house.api.withAccessToken(user.id, body.data)
    expect(await codeOf(byToken.get('/api/user/self'))).toBe('access_token.invalid')
    expect((await user.login()).id).toBe(user.id)
    expect(await codeOf(house.admin.delete(path))).toBe('second_factor.none')
    const { body: audit } = await house.root.get(`/api/audit/?target=user:${user.id}`)
    const actions = audit.data.items.map(({ action }: { action: string }) => action)
    expect(actions).toContain('second_factor.remove')
    const { body: notices } = await house.root.get('/api/notice/list')
    const titles = notices.data.items.map(({ title }: { title: string }) => title)
    expect(titles).toContain('Your second factor was removed')
  })

  test('of root by a stolen access token of root is refused', async () => {
    const root = await house.api.login('root')
    const { body: system } = await root.post('/api/user/token')
    const { body: named } = await root.post('/api/access_token/', { name: 'all' })
    const { secret } = await addApp(root, clock.ms)
    clock.ms += STEP_MS
    const own = `/api/user/${house.rootId}/2fa`
    const change = { id: house.rootId, password: 'another long password' }
    for (const [token, refusal] of [
      [system.data, 'session.factor_needed'],
      [named.data.token, 'access_token.refused'],
    ]) {
      const thief = house.api.withAccessToken(house.rootId, token)
      expect(await codeOf(thief.delete(own))).toBe(refusal)
      expect(await codeOf(thief.put('/api/user/', change))).toBe(refusal)
    }
    const code = totpCode(secret, clock.ms)
    expect((await root.post('/api/user/2fa/disable', { code })).body.success).toBe(true)
    house = { ...house, root }
  })

  test('of an equal is refused', async () => {
    const admin = await withApp({ role: 10 })
    const path = `/api/user/${admin.id}/2fa`
    expect(await codeOf(house.admin.delete(path))).toBe('user.outranked')
    expect(await codeOf(house.admin.get(path))).toBe('user.outranked')
  })

  test('new recovery codes end the old ones', async () => {
    const user = await withApp()
    const renewed = await user.caller.post('/api/user/2fa/backup_codes', { code: user.code() })
    const codes: readonly string[] = renewed.body.data.backup_codes
    expect(codes).toHaveLength(10)
    const [old = ''] = user.recoveryCodes
    const wrong = secondStep(await firstStep(user.username), old)
    expect(await codeOf(wrong)).toBe('second_factor.code_wrong')
    const right = await secondStep(await firstStep(user.username), codes[0] ?? '')
    expect(right.body.success).toBe(true)
  })
})

describe('where the settings ask for one', () => {
  const policy = async (required: string, from = '') => {
    for (const [key, value] of [
      ['SecondFactorRequiredFrom', from],
      ['SecondFactorRequired', required],
    ] as const) {
      await house.gateway.services.options.set(TEST_ACTOR, { key, value })
    }
  }
  const list = (caller: ApiCaller) => codeOf(caller.get('/api/token/'))

  test('whoever has none can do nothing but add one', async () => {
    const admin = await newUserOf(house, { role: 10 })
    const user = await newUserOf(house)
    const [asAdmin, asUserCaller] = [await admin.login(), await user.login()]
    await policy('admin')
    expect(await list(asAdmin)).toBe('session.factor_setup_needed')
    expect(await list(asUserCaller)).toBeUndefined()
    const status = await asAdmin.get('/api/user/2fa/status')
    expect(status.body.data).toMatchObject({ required: true, enabled: false })
    const { secret } = await addApp(asAdmin, clock.ms)
    expect(await list(asAdmin)).toBeUndefined()
    clock.ms += STEP_MS
    const code = totpCode(secret, clock.ms)
    const last = asAdmin.post('/api/user/2fa/disable', { code })
    expect(await codeOf(last)).toBe('second_factor.required')
    await policy('none')
  })

  test('there is time until the day they name', async () => {
    const day = new Date(clock.ms + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10)
    const caller = await (await newUserOf(house)).login()
    await policy('all', day)
    expect(await list(caller)).toBeUndefined()
    const { body } = await caller.get('/api/user/2fa/status')
    expect(body.data).toMatchObject({ required: true, required_from: day })
    clock.ms = Date.parse(day) + 1000
    expect(await list(caller)).toBe('session.factor_setup_needed')
    await policy('none')
    expect(await list(caller)).toBeUndefined()
    const wrong = { key: 'SecondFactorRequiredFrom', value: '31.1.2026' }
    expect(await codeOf(house.root.put('/api/option/', wrong))).toBe('option.invalid')
  })
})
