/** Who guesses wrong passwords of others locks himself out, not them. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { API_PASSWORD, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const clock = { ms: 1_750_000_000_000 }
const RIGHT = { username: 'ann', password: API_PASSWORD }
const WRONG = { username: 'ann', password: 'not the password' }

let gateway: Gateway
let api: ApiClient

async function open(env: Readonly<Record<string, string>> = NO_LIMITS): Promise<void> {
  gateway = await startGateway({
    env: { ...env, GW_TRUSTED_PROXIES: '127.0.0.1' },
    clock: { nowMs: () => clock.ms },
    users: [
      { username: 'ann', email: 'ann@example.com', password: API_PASSWORD },
      { username: 'bob', password: API_PASSWORD },
    ],
  })
  api = apiClient(gateway)
}

beforeEach(async () => {
  clock.ms = 1_750_000_000_000
  await open()
})
afterEach(() => gateway[Symbol.asyncDispose]())

interface From {
  readonly ip?: string
  readonly known?: string
}

async function logIn(body: object, { ip = '198.51.100.7', known = '' }: From = {}) {
  const headers = { 'x-forwarded-for': ip, ...(known === '' ? {} : { cookie: known }) }
  return await api.post('/api/user/login', body, { headers })
}

const codeOf = async (body: object, from?: From) => (await logIn(body, from)).body.code ?? 'in'

/** What the browser keeps of a login, as it sends it back. */
async function knownBrowser(body: object, from?: From): Promise<string> {
  const cookies = (await logIn(body, from)).headers.getSetCookie()
  return cookies.find((cookie) => cookie.startsWith('known_'))?.split(';')[0] ?? ''
}

async function guess(times: number, from?: From, body: object = WRONG): Promise<string[]> {
  const codes: string[] = []
  for (let at = 0; at < times; at += 1) codes.push(await codeOf(body, from))
  return codes
}

describe('a browser that has logged in before', () => {
  test('passes with the right password, whatever its neighbours guess', async () => {
    const known = await knownBrowser(RIGHT)
    await guess(7)
    expect(await codeOf(RIGHT)).toBe('login.locked')
    expect(await codeOf(RIGHT, { known })).toBe('in')
    expect(await codeOf({ ...RIGHT, username: 'ann@example.com' }, { known })).toBe('in')
  })

  test('passes while strangers from everywhere use up the guesses of the account', async () => {
    const known = await knownBrowser(RIGHT)
    for (let host = 1; host <= 11; host += 1) await guess(5, { ip: `203.0.113.${host}` })
    expect(await codeOf(RIGHT, { ip: '192.0.2.1' })).toBe('login.locked')
    expect(await codeOf(RIGHT, { ip: '192.0.2.2', known })).toBe('in')
  })

  test('has five guesses of its own, and none of them counts against anybody else', async () => {
    const known = await knownBrowser(RIGHT)
    expect((await guess(7, { known })).filter((code) => code === 'login.wrong')).toHaveLength(5)
    expect(await codeOf(RIGHT, { known })).toBe('login.locked')
    expect(await codeOf(RIGHT)).toBe('in')
    clock.ms += 15 * 60_000
    expect(await codeOf(RIGHT, { known })).toBe('in')
  })

  test('is known for its own account only', async () => {
    const known = await knownBrowser({ ...RIGHT, username: 'bob' })
    await guess(5)
    expect(await codeOf(RIGHT, { known })).toBe('login.locked')
  })

  test('is not believed when the note was changed, made up or is too old', async () => {
    const known = await knownBrowser({ ...RIGHT, username: 'bob' })
    const ann = gateway.userIds[0]
    const renamed = known.replace(/^known_\d+=\d+/, `known_${ann}=${ann}`)
    const own = await knownBrowser(RIGHT)
    await guess(5)
    expect(await codeOf(RIGHT, { known: renamed })).toBe('login.locked')
    const last = own.at(-1) === '0' ? '1' : '0'
    expect(await codeOf(RIGHT, { known: own.slice(0, -1) + last })).toBe('login.locked')
    clock.ms += 401 * 24 * 3600_000
    await guess(5)
    expect(await codeOf(RIGHT, { known: own })).toBe('login.locked')
  })

  test('is a stranger again once the password has changed', async () => {
    const known = await knownBrowser(RIGHT)
    const password = 'another battery horse'
    const id = gateway.userIds[0] ?? 0
    await gateway.services.users.set(TEST_ACTOR, { id, password })
    await guess(5)
    expect(await codeOf({ ...RIGHT, password }, { known })).toBe('login.locked')
  })

  test('is not slowed down by the requests of its neighbours', async () => {
    await gateway[Symbol.asyncDispose]()
    await open({ CRITICAL_RATE_LIMIT: '3' })
    const known = await knownBrowser(RIGHT)
    const codes = await guess(4, {}, { ...WRONG, username: 'nobody' })
    expect(codes.at(-1)).toBe('request.too_many')
    expect(await codeOf(RIGHT, { known })).toBe('in')
    // Known or not, nobody has attempts without end.
    expect(await guess(4, { known })).toContain('request.too_many')
  })
})

describe('strangers', () => {
  test('are locked out alike for names that exist and names that do not', async () => {
    for (const username of ['ann', 'nobody', 'nobody@example.com']) {
      const codes = await guess(6, {}, { ...WRONG, username })
      expect([username, codes]).toEqual([
        username,
        [...Array<string>(5).fill('login.wrong'), 'login.locked'],
      ])
    }
  })

  test('get in again at once after the operator has set a new password', async () => {
    await guess(6)
    expect(await codeOf(RIGHT)).toBe('login.locked')
    const password = 'another battery horse'
    const set = ['user', 'password', 'ann', '--password', password]
    expect((await gateway.cli(set)).code).toBe(0)
    expect(await codeOf({ ...RIGHT, password })).toBe('in')
  })
})

test('the right access token passes whatever neighbours have tried', async () => {
  const ann = await api.login('ann')
  const { data: token } = (await ann.post('/api/user/token')).body
  const tries = Array.from({ length: 31 }, async (_, at) => {
    const headers = { authorization: `Bearer wrong-${at}` }
    return (await api.get('/api/user/self', { headers })).body.code
  })
  expect(await Promise.all(tries)).toContain('request.too_many')
  const asked = await api.withAccessToken(ann.id, token).get('/api/user/self')
  expect(asked.body.success).toBe(true)
})
