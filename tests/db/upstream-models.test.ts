/** What walks find is kept, listed and counted alike by both databases. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { removeChannels } from '../../db/tables/channels'
import {
  channelsWithFindings,
  countFindings,
  findingCounts,
  findingsByIds,
  findModelList,
  insertFindings,
  listFindings,
  modelListStates,
  putModelList,
  setFindings,
} from '../../db/tables/upstream-models'
import { onEveryEngine } from './engines'
import { seedChannel } from './seed'

const LIST = { listed: '["a"]', failure: '', walked_at: 1000, tried_at: 1000, failures: 0 }
const FOUND = { other: '', state: 'waiting', misses: 0, was_listed: 1, created_at: 5000 } as const
const PAGE = { limit: 10, offset: 0 }

async function seeded(db: Db): Promise<number> {
  const id = await seedChannel(db)
  await db.transaction(async (trx) => {
    await putModelList(trx, { channel_id: id, ...LIST })
    await insertFindings(trx, [
      { channel_id: id, kind: 'new', model: 'b', ...FOUND },
      { channel_id: id, kind: 'gone', model: 'a', ...FOUND, created_at: 9000 },
      { channel_id: id, kind: 'gone', model: 'c', ...FOUND, state: 'watched' },
    ])
  })
  return id
}

onEveryEngine('upstream models', (open) => {
  test('a later list takes the place of the one before', async () => {
    const db = await open()
    const id = await seeded(db)
    const later = { ...LIST, listed: '["b"]', failures: 2 }
    await db.transaction((trx) => putModelList(trx, { channel_id: id, ...later }))
    expect(await findModelList(db.reader, id)).toMatchObject({ channel_id: id, ...later })
    expect(await modelListStates(db.lists)).toMatchObject([{ channel_id: id, failures: 2 }])
  })

  test('those that wait are listed and counted; what is ignored is asked for', async () => {
    const db = await open()
    const id = await seeded(db)
    const listed = await listFindings(db.lists, {}, PAGE)
    expect(listed.map(({ kind, model }) => [kind, model])).toEqual([
      ['gone', 'a'],
      ['new', 'b'],
    ])
    const [gone] = listed
    await db.transaction((trx) => setFindings(trx, [gone?.id ?? 0], { state: 'ignored' }))
    expect(await countFindings(db.lists, { channelId: id })).toBe(1)
    expect(await countFindings(db.lists, { state: 'ignored', kind: 'gone' })).toBe(1)
    expect(await channelsWithFindings(db.lists)).toMatchObject([{ id, models: 1, at: 5 }])
    const counts = await findingCounts(db.lists)
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  })

  test('nothing is left of a channel that is removed', async () => {
    const db = await open()
    const id = await seeded(db)
    const ids = (await listFindings(db.lists, {}, PAGE)).map((row) => row.id)
    await db.transaction((trx) => removeChannels(trx, [id]))
    expect(await findingsByIds(db.reader, ids)).toEqual([])
    expect(await findModelList(db.reader, id)).toBeUndefined()
  })
})
