import { expect, test } from 'bun:test'
import { findUserByIdentity, highestUserId } from '../../db/tables/identities'
import { creditInviter, findInviter, takeEarnings } from '../../db/tables/invites'
import { takeNoticeSlot } from '../../db/tables/notices'
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
    const slot = { userId, kind: 'quota', nowMs: 1000, intervalMs: 500 }
    expect(await takeNoticeSlot(db.kysely, slot)).toBe(true)
    expect(await takeNoticeSlot(db.kysely, slot)).toBe(false)
    expect(await takeNoticeSlot(db.kysely, { ...slot, kind: 'other' })).toBe(true)
    expect(await takeNoticeSlot(db.kysely, { ...slot, nowMs: 1499 })).toBe(false)
    expect(await takeNoticeSlot(db.kysely, { ...slot, nowMs: 1500 })).toBe(true)
    expect(await takeNoticeSlot(db.kysely, { ...slot, nowMs: 1500, intervalMs: 0 })).toBe(true)
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
