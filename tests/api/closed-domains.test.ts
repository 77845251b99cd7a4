/** Firms whose people sign in elsewhere: no password opens their accounts, nor makes one. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { API_PASSWORD } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { startSmtpSink } from '../support/smtp-sink'
import { codeOf, type House, newUserOf, openHouse, START_MS } from './house'

let house: House
let sink: Awaited<ReturnType<typeof startSmtpSink>>

beforeAll(async () => {
  sink = await startSmtpSink()
  house = await openHouse({ ms: START_MS })
  const options = { ...sink.options, PasswordLoginClosedDomains: 'firm.example' }
  for (const [key, value] of Object.entries({ ...options, ServerAddress: 'https://gw.example' })) {
    await house.gateway.services.options.set(TEST_ACTOR, { key, value: String(value) })
  }
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
  await sink[Symbol.asyncDispose]()
})

async function somebody(email: string): Promise<string> {
  const { id, username } = await newUserOf(house)
  await house.gateway.services.users.set(TEST_ACTOR, { id, email })
  return username
}

const logIn = (username: string, password = API_PASSWORD) =>
  codeOf(house.api.post('/api/user/login', { username, password }))

test('a password opens no account of the domain, and tells so only who knows it', async () => {
  const username = await somebody('Ann@Firm.example')
  expect(await logIn(username)).toBe('login.password_closed_domain')
  expect(await logIn('ann@firm.example')).toBe('login.password_closed_domain')
  expect(await logIn(username, 'another password')).toBe('login.wrong')
  expect(await logIn(await somebody('bob@firm.example.org'))).toBeUndefined()
})

test('root keeps its password', async () => {
  const { rootId } = house
  await house.gateway.services.users.set(TEST_ACTOR, { id: rootId, email: 'root@firm.example' })
  expect(await logIn('root')).toBeUndefined()
})

test('no link to set a password is mailed to the domain', async () => {
  const reset = (email: string) => house.api.get(`/api/reset_password?email=${email}`)
  await somebody('cid@firm.example')
  await somebody('dan@other.example')
  expect((await reset('cid@firm.example')).body.success).toBe(true)
  expect((await reset('dan@other.example')).body.success).toBe(true)
  expect((await sink.mail()).to).toEqual(['dan@other.example'])
  expect(sink.mails).toHaveLength(1)
})

test('nobody registers with a password and an address of the domain', async () => {
  const key = 'EmailVerificationEnabled'
  await house.gateway.services.options.set(TEST_ACTOR, { key, value: 'true' })
  const account = { username: 'eve', password: API_PASSWORD, email: 'eve@firm.example' }
  const register = house.api.post('/api/user/register', { ...account, verification_code: '1' })
  expect(await codeOf(register)).toBe('login.password_closed_domain')
})
