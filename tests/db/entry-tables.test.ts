import { expect, test } from 'bun:test'
import { findUserByIdentity, highestUserId } from '../../db/tables/identities'
import { creditInviter, findInviter, takeEarnings } from '../../db/tables/invites'
import { claimDueNotices, noticeArrived, noticeFailed, putNotice } from '../../db/tables/outbox'
import { findUser, updateUser } from '../../db/tables/users'
import {
  consumeCode,
  insertCode,
  newestCode,
  removeCodesExpiredBy,
  takeAttempt,
} from '../../db/tables/verification-codes'
import { onEveryEngine } from './engines'
import { seedUser } from './seed'

const OWNER = { purpose: 'register', subject: 'ann@example.com' }

onEveryEngine('tables of the entry', (open) => {
  test('a code is used once, within its time, and its tries run out', async () => {
    const db = await open()
    await insertCode(db.kysely, { ...OWNER, hash: 'old', nowMs: 1, expiresAt: 500 })
    await insertCode(db.kysely, { ...OWNER, hash: 'new', nowMs: 2, expiresAt: 100 })
    const code = await newestCode(db.kysely, OWNER)
    const id = code?.id ?? 0
    expect(code).toMatchObject({ code_hash: 'new', user_id: null, attempts: 0 })
    expect(await newestCode(db.kysely, { ...OWNER, purpose: 'bind_email' })).toBeUndefined()
    expect(await takeAttempt(db.kysely, id, 2)).toBe(true)
    expect(await takeAttempt(db.kysely, id, 2)).toBe(true)
    expect(await takeAttempt(db.kysely, id, 2)).toBe(false)
    expect(await consumeCode(db.kysely, id, 100)).toBe(false)
    expect(await consumeCode(db.kysely, id, 99)).toBe(true)
    expect(await consumeCode(db.kysely, id, 99)).toBe(false)
    expect(await removeCodesExpiredBy(db.kysely, 100)).toBe(1)
    expect(await newestCode(db.kysely, OWNER)).toMatchObject({ code_hash: 'old' })
  })

  test('a notice of a kind is due again after its interval', async () => {
    const db = await open()
    const userId = await seedUser(db, 0)
    const at = (nowMs: number, kind = 'quota', intervalMs = 500) =>
      putNotice(db.kysely, {
        userId,
        kind,
        type: 'quota_exceed',
        content: '{}',
        nowMs,
        nextMs: nowMs + 100,
        intervalMs,
      })
    const first = await at(1000)
    if (first === undefined) throw new Error('the first notice was not taken')
    expect(await at(1600)).toBeUndefined()
    expect(await at(1600, 'other')).toMatchObject({ state: 'waiting', attempts: 1 })
    await noticeArrived(db.kysely, first, { way: 'email', nowMs: 2000 })
    expect(await at(2499)).toBeUndefined()
    expect(await at(2500)).toMatchObject({ kind: 'quota' })
    expect(await at(2500, 'quota', 0)).toMatchObject({ kind: 'quota' })
  })

  test('a failed notice is claimed once when it is due, and never when given up', async () => {
    const db = await open()
    const userId = await seedUser(db, 0)
    const facts = { userId, kind: 'k', type: 't', content: '{}', nowMs: 0, intervalMs: 1 }
    const row = await putNotice(db.kysely, { ...facts, nextMs: 50 })
    const id = row?.id ?? 0
    const failed = { way: 'email', failure: '{}', nowMs: 10 }
    await noticeFailed(db.kysely, id, { ...failed, nextMs: 1000 })
    const claim = (nowMs: number) =>
      claimDueNotices(db.kysely, { nowMs, untilMs: nowMs + 100, limit: 5 })
    expect(await claim(999)).toEqual([])
    const both = (await Promise.all([claim(1000), claim(1000)])).flat()
    expect(both.map((claimed) => [claimed.id, claimed.attempts])).toEqual([[id, 2]])
    await noticeFailed(db.kysely, id, { ...failed, nextMs: undefined })
    expect(await claim(9_000_000)).toEqual([])
  })

  test('earnings cannot be taken twice', async () => {
    const db = await open()
    const id = await seedUser(db, 0)
    await updateUser(db.kysely, id, { aff_code: 'abcdefgh' })
    expect((await findInviter(db.kysely, 'abcdefgh'))?.id).toBe(id)
    expect(await findInviter(db.kysely, '')).toBeUndefined()
    await creditInviter(db.kysely, id, 10)
    expect(await takeEarnings(db.kysely, id, 11)).toBe(false)
    expect(await takeEarnings(db.kysely, id, 6)).toBe(true)
    expect(await takeEarnings(db.kysely, id, 6)).toBe(false)
    const user = await findUser(db.kysely, id)
    expect(user).toMatchObject({ aff_count: 1, aff_quota: 4, aff_history_quota: 10 })
    await updateUser(db.kysely, id, { deleted_at: 5 })
    expect(await findInviter(db.kysely, 'abcdefgh')).toBeUndefined()
  })

  test('nobody is found by an identity that is none', async () => {
    const db = await open()
    expect(await highestUserId(db.kysely)).toBe(0)
    const id = await seedUser(db, 0)
    expect(await findUserByIdentity(db.kysely, 'github_id', '')).toBeUndefined()
    await updateUser(db.kysely, id, { github_id: '7', deleted_at: 5 })
    expect((await findUserByIdentity(db.kysely, 'github_id', '7'))?.id).toBe(id)
    expect(await findUserByIdentity(db.kysely, 'oidc_id', '7')).toBeUndefined()
    expect(await highestUserId(db.kysely)).toBe(id)
  })
})
