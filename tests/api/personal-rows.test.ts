/** What is kept of a person: handed out whole, and erased for good with the books left right. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ApiCaller } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { codeOf, type House, newUserOf, openHouse, START_MS } from './house'

let house: House
beforeAll(async () => {
  house = await openHouse({ ms: START_MS })
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

/** With an address, a token, a redeemed code and a row of the log. */
async function somebody() {
  const user = await newUserOf(house)
  const email = `${user.username}@example.com`
  await house.gateway.services.users.set(TEST_ACTOR, { id: user.id, email })
  const caller = await user.login()
  const [token] = (await caller.post('/api/token/', { name: `of-${user.username}` })).body.data
  const codes = await house.root.post('/api/redemption/', { name: 'r', quota: 50, count: 1 })
  expect((await caller.post('/api/user/topup', { key: codes.body.data[0] })).body.success).toBe(
    true,
  )
  return { ...user, email, caller, token }
}

async function linesOf(caller: ApiCaller, path: string) {
  const { body } = await caller.get(path)
  return String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('the own data is everything but keys, the account first', async () => {
  const { caller, id, username, email, token } = await somebody()
  const lines = await linesOf(caller, '/api/user/self/data')
  expect(lines[0]).toMatchObject({ table: 'account', id, username, email })
  const found = new Set(lines.map(({ table }) => table))
  for (const table of ['tokens', 'ledger', 'logs']) expect(found).toContain(table)
  const text = JSON.stringify(lines)
  expect(text).toContain(`of-${username}`)
  for (const secret of [token.key, 'password_hash', 'key_hash', 'sealed']) {
    expect(text).not.toContain(secret)
  }
  expect(lines.every((line) => line.user_id === undefined || line.user_id === id)).toBe(true)
})

test('administrators hand out that of users below them, and no other', async () => {
  const { id, caller } = await somebody()
  const [account] = await linesOf(house.admin, `/api/user/${id}/data`)
  expect(account).toMatchObject({ table: 'account', id })
  expect(await codeOf(house.admin.get(`/api/user/${house.rootId}/data`))).toBe('user.outranked')
  expect(await codeOf(caller.get(`/api/user/${house.rootId}/data`))).toBe('permission.denied')
  const told = await house.gateway.cli(['user', 'export', String(id)])
  expect(JSON.parse(told.stdout.split('\n')[0] ?? '')).toMatchObject({ table: 'account', id })
})

test('what is erased is named by a number, and the ledger agrees', async () => {
  const { id, username, email } = await somebody()
  const erase = () => house.root.post(`/api/user/${id}/erase`)
  expect(await codeOf(erase())).toBe('user.not_removed')
  await house.root.post('/api/user/manage', { id, action: 'delete' })
  expect(await codeOf(house.admin.post(`/api/user/${id}/erase`))).toBe('permission.root_needed')
  expect((await erase()).body.success).toBe(true)
  expect((await erase()).body.success).toBe(true)
  const shown = await house.gateway.services.users.show(String(id))
  expect(shown).toMatchObject({ username: `erased#${id}`, email: '', quota: 1050 })
  using database = new Database(`${house.gateway.dataDir}/gw.db`, { readonly: true })
  const tables = ['users', 'tokens', 'logs', 'quota_data', 'sessions', 'outbox', 'ledger']
  for (const table of tables) {
    const rows = JSON.stringify(database.query(`select * from ${table}`).all())
    for (const word of [username, email, `of-${username}`]) {
      expect(rows.includes(`"${word}"`) ? `${table}: ${word}` : '').toBe('')
    }
  }
  expect(await house.gateway.services.ledger.verify()).toEqual([])
})
