import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Fixture, OPERATOR, openFixture, PASSWORD, person, refusal } from './services-fixture'

let gw: Fixture
let userId: number

beforeEach(async () => {
  gw = await openFixture()
  userId = (await gw.users.create(OPERATOR, { username: 'ann', password: PASSWORD })).id
})
afterEach(async () => {
  await gw.close()
})

const create = (part = {}) =>
  gw.redemptions.create(OPERATOR, { name: 'gift', quota: 500, count: 1, ...part })
const redeem = (code: string) => gw.redemptions.redeem(person(1, userId), { userId, code })
const quota = async () => (await gw.users.show(userId)).quota

async function one() {
  const [made] = await create()
  if (made === undefined) throw new Error('nothing was made')
  return made
}

test('codes are 32 hex digits, all different, unused', async () => {
  const made = await create({ count: 100 })
  expect(new Set(made.map(({ key }) => key)).size).toBe(100)
  for (const { key, status, count, DeletedAt } of made) {
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect([status, count, DeletedAt]).toEqual([1, 0, null])
  }
})

test.each([
  [{ name: '兑'.repeat(21) }, 'redemption.name_invalid'],
  [{ quota: 0 }, 'redemption.quota_invalid'],
  [{ quota: -5 }, 'redemption.quota_invalid'],
  [{ quota: 1.5 }, 'redemption.quota_invalid'],
  [{ quota: 2 ** 53 }, 'redemption.quota_invalid'],
  [{ count: 0 }, 'redemption.count_invalid'],
  [{ count: 101 }, 'redemption.count_invalid'],
  [{ count: 2.5 }, 'redemption.count_invalid'],
] as const)('%j is refused and nothing is made', async (part, id) => {
  expect(await refusal(create(part))).toBe(id)
  expect((await gw.redemptions.list()).total).toBe(0)
})

test('a code without a name is called what it is worth', async () => {
  const named = async (name: string) => (await create({ name, quota: 750_000 }))[0]?.name
  expect([await named(''), await named('   ')]).toEqual(['$1.50', '$1.50'])
  const { id } = await one()
  expect(await refusal(gw.redemptions.set(OPERATOR, { id, name: ' ' }))).toBe(
    'redemption.name_invalid',
  )
})

test('twenty hanzi are a name: characters count, not bytes', async () => {
  expect(await create({ name: '兑'.repeat(20) })).toHaveLength(1)
})

test('redeeming credits the worth, once, with ledger entry, log row and audit entry', async () => {
  const { key, id } = await one()
  expect(await redeem(`  ${key.toUpperCase()}\n`)).toEqual({ quota: 500, plan: '' })
  expect(await quota()).toBe(500)
  expect(await refusal(redeem(key))).toBe('redemption.used')
  expect(await gw.redemptions.show(id)).toMatchObject({
    status: 3,
    used_user_id: userId,
    redeemed_time: 1_700_000_000,
  })
  expect(await gw.ledger.history({ userId })).toMatchObject([
    { kind: 'redeem', user_delta: 500, reference: `redemption:${id}` },
  ])
  const { items } = await gw.logs.list({ userId })
  expect(items).toMatchObject([{ type: 1, username: 'ann', quota: 500 }])
  expect(items[0]?.content).toBe('')
  expect(JSON.parse(items[0]?.other ?? '')).toEqual({
    kind: 'redeemed',
    params: { quota: 500, id },
  })
  const [audit] = await gw.audit.list({ action: 'redemption.redeem' })
  expect(audit).toMatchObject({ actor_id: userId, target: `redemption:${id}`, ip: '192.0.2.1' })
  expect(JSON.stringify(await gw.audit.list())).not.toContain(key)
})

test('thirty-two callers at once: one gets it, the others hear that it is used', async () => {
  const { key } = await one()
  const outcomes = await Promise.all(Array.from({ length: 32 }, () => refusal(redeem(key))))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'redemption.used']))
  expect(await quota()).toBe(500)
})

test.each([
  ['', 'redemption.code_empty'],
  ['  ', 'redemption.code_empty'],
  ['0'.repeat(32), 'redemption.code_unknown'],
  ['%', 'redemption.code_unknown'],
] as const)('the code %p is refused', async (code, id) => {
  expect(await refusal(redeem(code))).toBe(id)
})

test('a disabled code works again once it is enabled', async () => {
  const { id, key } = await one()
  expect(await gw.redemptions.set(OPERATOR, { id, status: 2 })).toMatchObject({ status: 2 })
  expect(await refusal(redeem(key))).toBe('redemption.disabled')
  await gw.redemptions.set(OPERATOR, { id, status: 1 })
  expect(await redeem(key)).toMatchObject({ quota: 500 })
})

test('a used code is final', async () => {
  const { id, key } = await one()
  await redeem(key)
  for (const change of [{ status: 1 }, { status: 2 }, { quota: 9 }, { name: 'x' }]) {
    expect(await refusal(gw.redemptions.set(OPERATOR, { id, ...change }))).toBe(
      'redemption.used_is_final',
    )
  }
  expect(await gw.redemptions.show(id)).toMatchObject({ status: 3, quota: 500, name: 'gift' })
})

test('nobody makes a code used, or something unknown, by hand', async () => {
  const { id } = await one()
  for (const status of [0, 3, 4]) {
    expect(await refusal(gw.redemptions.set(OPERATOR, { id, status }))).toBe('value.invalid')
  }
})

test('a change keeps what it does not name, and is checked like a creation', async () => {
  const { id, key } = await one()
  expect(await gw.redemptions.set(OPERATOR, { id, quota: 7 })).toMatchObject({
    name: 'gift',
    quota: 7,
    key,
  })
  expect(await refusal(gw.redemptions.set(OPERATOR, { id, quota: 0 }))).toBe(
    'redemption.quota_invalid',
  )
  expect(await redeem(key)).toMatchObject({ quota: 7 })
})

test('a deleted code is gone everywhere', async () => {
  const { id, key } = await one()
  await gw.redemptions.remove(OPERATOR, id)
  expect(await refusal(redeem(key))).toBe('redemption.code_unknown')
  expect(await refusal(gw.redemptions.show(id))).toBe('redemption.not_found')
  expect(await refusal(gw.redemptions.remove(OPERATOR, id))).toBe('redemption.not_found')
  expect(await gw.redemptions.list()).toMatchObject({ items: [], total: 0 })
})

test('a search is for the beginning of the name or the id; wildcards are literal', async () => {
  await create({ name: 'spring' })
  await create({ name: '50% off' })
  await create({ name: 'offspring' })
  const found = async (keyword: string) =>
    (await gw.redemptions.list({ keyword })).items.map(({ id }) => id)
  expect(await found('spring')).toEqual([1])
  expect(await found('SPR')).toEqual([1])
  expect(await found('%')).toEqual([])
  expect(await found('50%')).toEqual([2])
  expect(await found('3')).toEqual([3])
  expect(await found('')).toEqual([3, 2, 1])
})

test('a deregistered user redeems nothing, and the code stays good for others', async () => {
  const { key, id } = await one()
  await gw.users.remove(OPERATOR, userId)
  expect(await refusal(redeem(key))).toBe('user.not_found')
  expect(await gw.redemptions.show(id)).toMatchObject({ status: 1, used_user_id: 0 })
})
