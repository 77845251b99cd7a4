/** Limits go with what they limit, and so does what was used of them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addToCounters } from '../../db/tables/limit-counters'
import type { LimitSubject } from '../../server/domain/limits/limit'
import { type Fixture, OPERATOR, openFixture, PASSWORD, refusal } from './services-fixture'

let gw: Fixture

beforeAll(async () => {
  gw = await openFixture()
})
afterAll(() => gw.close())

/** A budget by the admin and a rate by the owner, both used. */
async function limited(subject: LimitSubject, key: string | number): Promise<void> {
  const named = { subject, key: String(key) } as const
  const day = { kind: 'budget', window: 'day', amount: 900 } as const
  await gw.limits.set(OPERATOR, { ...named, limits: [day], setBy: 'admin' })
  const rate = { kind: 'requests', window: 'minute', amount: 9 } as const
  await gw.limits.set(OPERATOR, { ...named, limits: [rate], setBy: 'admin' })
  const rows = await gw.db.reader.selectFrom('limits').select('id').execute()
  const used = rows.map(({ id }) => ({ limitId: id, startMs: 0, delta: 1 }))
  await gw.db.transaction((trx) => addToCounters(trx, used))
}

/** Subjects that have limits, and how many limits have counters. */
async function left() {
  const limits = await gw.db.reader
    .selectFrom('limits')
    .select(['id', 'subject', 'key'])
    .orderBy('id')
    .execute()
  const counters = await gw.db.reader
    .selectFrom('limit_counters')
    .select('limit_id')
    .distinct()
    .execute()
  const subjects = [...new Set(limits.map(({ subject, key }) => `${subject} ${key}`))]
  return { subjects, orphans: counters.length - limits.length }
}

const user = async (username: string) =>
  (await gw.users.create(OPERATOR, { username, password: PASSWORD })).id
const token = async (userId: number) => {
  const [made] = await gw.tokens.create(OPERATOR, { user_id: userId, name: 't' })
  return made?.id ?? 0
}

test('a token, a user with its tokens, a group and channels take their limits along', async () => {
  const [ann, bob] = [await user('ann'), await user('bob')]
  const tokens = [await token(ann), await token(bob), await token(ann)]
  for (const id of tokens) await limited('token', id)
  for (const id of [ann, bob]) await limited('user', id)
  await limited('group', 'vip')
  await limited('group', 'svip')
  const drafts = ['one', 'two', 'three'].map((name) => ({ name, type: 1, key: 'k', models: 'm' }))
  const channels: number[] = []
  for (const draft of drafts) {
    const made = await gw.channels.create(OPERATOR, draft)
    channels.push(...made.map(({ id }) => id))
  }
  for (const id of channels) await limited('channel', id)
  const all = (await left()).subjects
  expect(all).toHaveLength(10)

  const gone = async (...names: readonly string[]) => {
    for (const name of names) all.splice(all.indexOf(name), 1)
    expect(await left()).toEqual({ subjects: all, orphans: 0 })
  }
  await gw.tokens.revoke(OPERATOR, tokens[0] ?? 0)
  await gone(`token ${tokens[0]}`)
  await gw.users.remove(OPERATOR, bob)
  await gone(`user ${bob}`, `token ${tokens[1]}`)
  await gw.channels.remove(OPERATOR, channels[0] ?? 0)
  await gone(`channel ${channels[0]}`)
  await gw.channels.removeMany(OPERATOR, channels.slice(1))
  await gone(`channel ${channels[1]}`, `channel ${channels[2]}`)
  await gw.options.set(OPERATOR, { key: 'GroupRatio', value: '{"default":1,"svip":1}' })
  await gone('group vip')

  // A later group of the name begins without them, and what is refused takes nothing along.
  await gw.options.set(OPERATOR, { key: 'GroupRatio', value: '{"default":1,"svip":2,"vip":1}' })
  await gone()
  const broken = gw.options.set(OPERATOR, { key: 'GroupRatio', value: '{"default":"x"}' })
  expect(await refusal(broken)).toBe('option.invalid')
  await gone()
  await gw.options.set(OPERATOR, { key: 'GroupRatio', value: '{"default":1,"gold":1}' })
  await gone('group svip')
  await limited('group', 'gold')
  await gw.options.reset(OPERATOR, 'GroupRatio')
  await gone()
})
