/** Passkeys: alone, as the second step, and what must not pass for one. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { API_PASSWORD, type ApiCaller } from '../support/api'
import { SoftPasskey } from '../support/second-factor'
import { TEST_ACTOR } from '../support/seed'
import { codeOf, type House, MINUTE_MS, newUserOf, openHouse, START_MS } from './house'

const clock = { ms: START_MS }
let house: House

beforeAll(async () => {
  house = await openHouse(clock)
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

const page = () => ({ origin: house.gateway.url, rpId: '127.0.0.1' })
const fromPage = (headers: Record<string, string> = {}) => ({
  headers: { origin: house.gateway.url, ...headers },
})

async function begin(caller: ApiCaller, step: string, headers?: Record<string, string>) {
  const { body } = await caller.post(`/api/user/passkey/${step}/begin`, {}, fromPage(headers))
  return body.success ? body.data.options.publicKey : body
}

const finish = (caller: ApiCaller, step: string, given: object, headers?: Record<string, string>) =>
  caller.post(`/api/user/passkey/${step}/finish`, given, fromPage(headers))

async function withPasskey() {
  const user = await newUserOf(house)
  const caller = await user.login()
  const passkey = new SoftPasskey()
  const { challenge } = await begin(caller, 'register')
  const made = { ...passkey.made({ ...page(), challenge }), name: 'Laptop' }
  const { body } = await finish(caller, 'register', made)
  expect(body.success).toBe(true)
  return { ...user, caller, passkey, recoveryCodes: body.data.backup_codes as string[], made }
}

describe('a passkey', () => {
  test('logs in alone, knows its owner, and counts as the second factor', async () => {
    const user = await withPasskey()
    const options = await begin(house.api, 'login')
    expect(options).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const signed = user.passkey.signed({ ...page(), challenge: options.challenge })
    const answer = await finish(house.api, 'login', signed)
    expect(answer.body.data).toMatchObject({ id: user.id, username: user.username })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const headers = { cookie, 'new-api-user': String(user.id) }
    const { body } = await house.api.get('/api/user/2fa/status', { headers })
    expect(body.data).toMatchObject({ enabled: false, fresh: true, backup_codes_remaining: 10 })
    expect(body.data.passkeys).toMatchObject([{ name: 'Laptop', last_used_at: clock.ms }])
  })

  test('is the second step after the password, also without a finger', async () => {
    const user = await withPasskey()
    const given = { username: user.username, password: API_PASSWORD }
    const first = await house.api.post('/api/user/login', given)
    expect(first.body.data).toEqual({ require_2fa: true })
    const headers = { cookie: first.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    const options = await begin(house.api, 'login', headers)
    expect(options.allowCredentials).toMatchObject([{ id: user.passkey.id }])
    const asked = { ...page(), challenge: options.challenge, isVerified: false }
    const answer = await finish(house.api, 'login', user.passkey.signed(asked), headers)
    expect(answer.body.data).toMatchObject({ id: user.id })
  })

  test('is proved again for what could take the account over', async () => {
    const user = await withPasskey()
    clock.ms += 16 * MINUTE_MS
    const remove = () => codeOf(user.caller.delete('/api/user/passkey'))
    expect(await remove()).toBe('session.factor_needed')
    const { challenge } = await begin(user.caller, 'verify')
    const signed = user.passkey.signed({ ...page(), challenge })
    expect((await finish(user.caller, 'verify', signed)).body.success).toBe(true)
    const verified = await user.caller.post('/api/verify', { method: 'passkey' })
    expect(verified.body.data).toEqual({ verified: true })
    expect(await remove()).toBeUndefined()
    expect((await user.login()).id).toBe(user.id)
  })

  test('is named and taken off by its owner alone', async () => {
    const user = await withPasskey()
    const other = await withPasskey()
    const own = await user.caller.get('/api/user/2fa/status')
    const [{ id }] = own.body.data.passkeys
    const path = `/api/user/passkey/${id}`
    expect(await codeOf(other.caller.put(path, { name: 'mine' }))).toBe('passkey.not_found')
    expect(await codeOf(other.caller.delete(path))).toBe('passkey.not_found')
    expect((await user.caller.put(path, { name: 'Key' })).body.success).toBe(true)
    const long = user.caller.put(path, { name: 'x'.repeat(51) })
    expect(await codeOf(long)).toBe('value.too_long')
    const { body } = await user.caller.get('/api/user/2fa/status')
    expect(body.data.passkeys).toMatchObject([{ name: 'Key' }])
    expect(await codeOf(user.caller.delete(path))).toBeUndefined()
    expect((await user.caller.get('/api/user/passkey')).body.data.enabled).toBe(false)
  })

  test('is told of by the status that the family asks for', async () => {
    const user = await withPasskey()
    const { body } = await user.caller.get('/api/user/passkey')
    expect(body.data).toEqual({ enabled: true, last_used_at: null })
    const stats = await house.admin.get('/api/user/2fa/stats')
    expect(stats.body.data.passkey_users).toBeGreaterThan(0)
  })
})

describe('refused is', () => {
  const refused = async (
    given: (challenge: string, user: Awaited<ReturnType<typeof withPasskey>>) => object,
  ) => {
    const user = await withPasskey()
    const { challenge } = await begin(house.api, 'login')
    return await codeOf(finish(house.api, 'login', given(challenge, user)))
  }

  test('a response for another site', async () => {
    const asked = (challenge: string) => ({ ...page(), challenge })
    const elsewhere = await refused((challenge, { passkey }) =>
      passkey.signed({ ...asked(challenge), origin: 'https://evil.example' }),
    )
    expect(elsewhere).toBe('passkey.refused')
    const otherHost = await refused((challenge, { passkey }) =>
      passkey.signed({ ...asked(challenge), rpId: 'evil.example' }),
    )
    expect(otherHost).toBe('passkey.refused')
  })

  test('what was signed for another service on the same host', async () => {
    const user = await withPasskey()
    const { challenge } = await begin(house.api, 'login')
    const origin = 'http://127.0.0.1:1'
    const signed = user.passkey.signed({ ...page(), origin, challenge })
    const forged = { headers: { origin, 'sec-fetch-site': 'same-origin' } }
    const answer = await house.api.post('/api/user/passkey/login/finish', signed, forged)
    expect(answer.body.code).toBe('passkey.refused')
  })

  test('every page but the one that the settings name', async () => {
    const user = await withPasskey()
    const set = (value: string) =>
      house.gateway.services.options.set(TEST_ACTOR, { key: 'ServerAddress', value })
    await set('https://gateway.example.com')
    const options = await begin(house.api, 'login')
    expect(options.rpId).toBe('gateway.example.com')
    const signed = user.passkey.signed({ ...page(), challenge: options.challenge })
    expect(await codeOf(finish(house.api, 'login', signed))).toBe('passkey.refused')
    await set('')
  })

  test('a challenge that is not ours', async () => {
    const made = Buffer.alloc(32, 7).toString('base64url')
    const code = await refused((_, { passkey }) => passkey.signed({ ...page(), challenge: made }))
    expect(code).toBe('passkey.refused')
  })

  test('a login without its owner being recognised', async () => {
    const code = await refused((challenge, { passkey }) =>
      passkey.signed({ ...page(), challenge, isVerified: false }),
    )
    expect(code).toBe('passkey.refused')
  })

  test('the signature of another key', async () => {
    const code = await refused((challenge, { passkey }) => {
      const forged = new SoftPasskey().signed({ ...page(), challenge })
      return { ...forged, id: passkey.id, rawId: passkey.id }
    })
    expect(code).toBe('passkey.refused')
    const unknown = await refused((challenge) => new SoftPasskey().signed({ ...page(), challenge }))
    expect(unknown).toBe('passkey.refused')
  })

  test('a response that was used before', async () => {
    const user = await withPasskey()
    const { challenge } = await begin(house.api, 'login')
    const signed = user.passkey.signed({ ...page(), challenge })
    expect((await finish(house.api, 'login', signed)).body.success).toBe(true)
    expect(await codeOf(finish(house.api, 'login', signed))).toBe('passkey.refused')
  })

  test('of parallel ones all but one', async () => {
    const user = await withPasskey()
    const { challenge } = await begin(house.api, 'login')
    const signed = user.passkey.signed({ ...page(), challenge })
    const answers = await Promise.all([1, 2, 3, 4].map(() => finish(house.api, 'login', signed)))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })

  test('a counter that goes back: the key was copied', async () => {
    const user = await withPasskey()
    user.passkey.signCount = 5
    const first = await begin(house.api, 'login')
    const signed = user.passkey.signed({ ...page(), challenge: first.challenge })
    expect((await finish(house.api, 'login', signed)).body.success).toBe(true)
    user.passkey.signCount = 2
    const next = await begin(house.api, 'login')
    const copied = user.passkey.signed({ ...page(), challenge: next.challenge })
    expect(await codeOf(finish(house.api, 'login', copied))).toBe('passkey.refused')
  })

  test('one made for a login where a proof was asked for, or by somebody else', async () => {
    const user = await withPasskey()
    const other = await withPasskey()
    const login = await begin(house.api, 'login')
    const signed = user.passkey.signed({ ...page(), challenge: login.challenge })
    expect(await codeOf(finish(user.caller, 'verify', signed))).toBe('passkey.refused')
    const { challenge } = await begin(user.caller, 'verify')
    const foreign = other.passkey.signed({ ...page(), challenge })
    expect(await codeOf(finish(user.caller, 'verify', foreign))).toBe('passkey.refused')
  })

  test("the second step of one user by another's passkey", async () => {
    const [user, other] = [await withPasskey(), await withPasskey()]
    const given = { username: user.username, password: API_PASSWORD }
    const first = await house.api.post('/api/user/login', given)
    const headers = { cookie: first.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    const { challenge } = await begin(house.api, 'login', headers)
    const signed = other.passkey.signed({ ...page(), challenge })
    expect(await codeOf(finish(house.api, 'login', signed, headers))).toBe('passkey.refused')
  })

  test('a login after five minutes, of the banned, and of the deleted', async () => {
    const user = await withPasskey()
    const late = await begin(house.api, 'login')
    clock.ms += 6 * MINUTE_MS
    const signed = (challenge: string) => user.passkey.signed({ ...page(), challenge })
    const attempt = (challenge: string) => codeOf(finish(house.api, 'login', signed(challenge)))
    expect(await attempt(late.challenge)).toBe('passkey.refused')
    const { users } = house.gateway.services
    await users.disable(TEST_ACTOR, user.id)
    expect(await attempt((await begin(house.api, 'login')).challenge)).toBe('user.banned')
    await users.remove(TEST_ACTOR, user.id)
    expect(await attempt((await begin(house.api, 'login')).challenge)).toBe('passkey.refused')
  })

  test('a passkey that somebody has already', async () => {
    const user = await withPasskey()
    const other = await (await newUserOf(house)).login()
    const { challenge } = await begin(other, 'register')
    const made = user.passkey.made({ ...page(), challenge })
    expect(await codeOf(finish(other, 'register', made))).toBe('passkey.refused')
  })

  test('every one where the settings say so', async () => {
    const user = await withPasskey()
    const set = (value: string) =>
      house.gateway.services.options.set(TEST_ACTOR, { key: 'PasskeyLoginEnabled', value })
    await set('false')
    expect((await house.api.get('/api/status')).body.data.passkey_login).toBe(false)
    expect((await begin(house.api, 'login')).code).toBe('passkey.closed')
    expect((await begin(user.caller, 'register')).code).toBe('passkey.closed')
    await set('true')
  })
})
