/** The links between entries of the audit log: whatever is done to one behind our back shows. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { codeOf, type House, newUserOf, openHouse, START_MS } from './house'

let house: House

beforeEach(async () => {
  house = await openHouse({ ms: START_MS })
  await newUserOf(house)
  await house.gateway.services.audit.link()
})
afterEach(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

const verify = async (query = '') => (await house.root.get(`/api/audit/verify${query}`)).body.data

function edit(statement: string): void {
  using database = new Database(`${house.gateway.dataDir}/gw.db`)
  database.run(statement)
}

test('agrees while nobody edits it, and tells what is not linked yet', async () => {
  const first = await verify()
  expect(first).toMatchObject({ waiting: 0, problem: null })
  expect(first.head).toMatch(/^\d+:[0-9a-f]{64}$/)
  await newUserOf(house)
  const second = await verify()
  expect(second.waiting).toBeGreaterThan(0)
  await house.gateway.services.audit.link()
  const third = await verify(`?head=${first.head}`)
  expect(third).toMatchObject({ linked: first.linked + second.waiting, waiting: 0, problem: null })
  const done = await house.gateway.cli(['audit', 'verify', '--head', third.head, '--json'])
  expect(done.json()).toMatchObject({ linked: third.linked, head: third.head })
})

const SECOND = '(select audit_id from audit_links where chain = 2)'

const EDITS: Readonly<Record<string, readonly [statement: string, kind: string]>> = {
  'one that was edited': [`update audit_log set actor = 'eve' where id = ${SECOND}`, 'changed'],
  'one that was taken out': [`delete from audit_log where id = ${SECOND}`, 'missing'],
  'one whose link was taken out': ['delete from audit_links where chain = 2', 'missing'],
  'one whose link was made by somebody without the key': [
    "update audit_links set hash = '00' where chain = 2",
    'changed',
  ],
}

test.each(Object.entries(EDITS))('finds %s', async (_, [statement, kind]) => {
  edit(statement)
  expect((await verify()).problem).toMatchObject({ kind })
  const done = await house.gateway.cli(['audit', 'verify'])
  expect(done.code).toBe(1)
  expect(done.stderr).toContain('tampered')
})

test('finds that the newest were cut off beside a head that was noted', async () => {
  const { head, linked } = await verify()
  edit(
    `delete from audit_log where id = (select audit_id from audit_links where chain = ${linked})`,
  )
  edit(`delete from audit_links where chain = ${linked}`)
  expect((await verify()).problem).toBeNull()
  expect((await verify(`?head=${head}`)).problem).toMatchObject({ kind: 'other_head' })
})

test('is for root alone', async () => {
  expect(await codeOf(house.admin.get('/api/audit/verify'))).toBe('permission.root_needed')
})
