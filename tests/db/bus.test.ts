/** What is heard of a commit: nouns and ids, read from the queries themselves. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { insertChannel, removeChannels, updateChannel } from '../../db/tables/channels'
import { writeOption } from '../../db/tables/options'
import { onEveryEngine } from './engines'
import { NOW_MS, reserveOrder, seedChannel, seedToken, seedUser } from './seed'

function heardBy(db: Db): Record<string, unknown>[] {
  const heard: Record<string, unknown>[] = []
  db.bus.subscribe((changes) => {
    const rows = [...changes].map(([noun, ids]) => [noun, ids === 'all' ? ids : [...ids]])
    heard.push(Object.fromEntries(rows))
  })
  return heard
}

onEveryEngine('the bus', (open) => {
  test('names the rows that a transaction wrote, once it is committed', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const tokenId = await seedToken(db, { userId, quota: 10 })
    const channelId = await seedChannel(db)
    const heard = heardBy(db)
    await db.transaction(async (trx) => {
      await trx.updateTable('users').set({ group: 'vip' }).where('id', '=', userId).execute()
      await trx
        .updateTable('tokens')
        .set({ status: 2 })
        .where('user_id', '=', userId)
        .where('id', '=', tokenId)
        .execute()
      await updateChannel(trx, channelId, { weight: 7 })
      await writeOption(trx, { key: 'Notice', value: 'hello' })
      expect(heard).toEqual([])
    })
    expect(heard).toEqual([{ users: [userId], channels: [channelId], options: 'all' }])
  })

  test('names the token where nothing else names it, and new rows by their ids', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const tokenId = await seedToken(db, { userId, quota: 10 })
    const { id: _, ...channel } = await db.kysely
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', await seedChannel(db))
      .executeTakeFirstOrThrow()
    const heard = heardBy(db)
    const made = await db.transaction(async (trx) => {
      await trx.updateTable('tokens').set({ status: 2 }).where('id', '=', tokenId).execute()
      return await insertChannel(trx, channel)
    })
    expect(heard).toEqual([{ tokens: [tokenId], channels: [made.id] }])
  })

  test('says all where rows are not named, and nothing of what was undone', async () => {
    const db = await open()
    const heard = heardBy(db)
    await db.transaction((trx) => trx.updateTable('users').set({ group: 'vip' }).execute())
    const failing = db.transaction(async (trx) => {
      await removeChannels(trx, [1, 2])
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await db.durably((trx) => trx.deleteFrom('options').execute())
    expect(heard).toEqual([{ users: 'all' }, { options: 'all' }])
  })

  test('is silent about reading, logs, sessions and the calls of the relay', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const heard = heardBy(db)
    await db.transaction(async (trx) => {
      await trx.selectFrom('users').selectAll().where('id', '=', userId).execute()
      await trx.deleteFrom('sessions').where('expires_at', '<', NOW_MS).execute()
      await trx.deleteFrom('logs').where('id', '=', 1).execute()
    })
    await db.ledger.reserve(reserveOrder({ userId }))
    expect(heard).toEqual([])
  })
})
