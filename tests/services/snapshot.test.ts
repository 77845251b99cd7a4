/** The relay's view of the channels: what is read again, and what is left as it is. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createLogger } from '../../server/log'
import { openSnapshot, type Snapshot } from '../../server/services/snapshot/snapshot'
import { waitUntil } from '../support/wait-until'
import { type Fixture, OPERATOR, openFixture } from './services-fixture'

let gw: Fixture
let snapshot: Snapshot
let opened: string[]

const silent = createLogger({
  write: () => {},
  readable: false,
  level: 'error',
  clock: { nowMs: () => 0 },
})

beforeEach(async () => {
  gw = await openFixture()
  opened = []
})

afterEach(async () => {
  snapshot.stop()
  await gw.close()
})

async function addChannels(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const channel = {
      type: 1,
      name: `c${index}`,
      key: `sk-${index}`,
      models: 'm',
      group: 'default',
    }
    await gw.channels.create(OPERATOR, channel)
  }
}

/** Counts the keys that are opened. */
async function open(): Promise<void> {
  const sealer = {
    ...gw.sealer,
    open(sealed: string, purpose: string) {
      const text = gw.sealer.open(sealed, purpose)
      opened.push(text)
      return text
    },
  }
  snapshot = await openSnapshot({ db: gw.db, sealer, log: silent, clock: { nowMs: () => 0 } })
}

const namesOf = (model: string) =>
  snapshot.directory
    .abilities('default', model)
    .flatMap(({ channels }) => channels.map(({ name }) => name))

test('of many channels only the one that was written is opened again', async () => {
  await addChannels(130)
  await open()
  expect(opened).toHaveLength(130)
  opened = []
  const { directory } = snapshot
  const [first] = directory.abilities('default', 'm')[0]?.channels ?? []
  await gw.channels.set(OPERATOR, { id: 77, name: 'renamed', models: 'm,other' })
  await directory.settled()
  expect(opened).toEqual(['sk-76'])
  expect(namesOf('other')).toEqual(['renamed'])
  expect(namesOf('m')).toHaveLength(130)
  expect(directory.abilities('default', 'm')[0]?.channels[0]).toBe(first)
})

test('what a call does not need changes nothing in it', async () => {
  await addChannels(3)
  await open()
  opened = []
  const before = snapshot.directory.abilities('default', 'm')
  await gw.db.transaction((trx) => trx.updateTable('channels').set({ balance: 3 }).execute())
  await snapshot.directory.settled()
  expect(opened).toEqual([])
  expect(snapshot.directory.abilities('default', 'm')).toBe(before)
})

test('a channel that is removed is gone, and a new one is in its place by id', async () => {
  await addChannels(3)
  await open()
  await gw.channels.remove(OPERATOR, 2)
  await addChannels(1)
  await snapshot.directory.settled()
  expect(namesOf('m')).toEqual(['c0', 'c2', 'c0'])
  expect(snapshot.directory.channel(2)).toBeUndefined()
})

test('a key that does not open leaves the last view in force, until it opens', async () => {
  await addChannels(2)
  await open()
  const [sealed] = await gw.db.kysely.selectFrom('channels').select('key_sealed').execute()
  const put = (key_sealed: string) =>
    gw.db.transaction((trx) =>
      trx.updateTable('channels').set({ key_sealed, name: 'x' }).where('id', '=', 1).execute(),
    )
  await put('v1:none:AAAA')
  await snapshot.directory.settled()
  expect(namesOf('m')).toEqual(['c0', 'c1'])
  await put(sealed?.key_sealed ?? '')
  await snapshot.directory.settled()
  expect(namesOf('m')).toEqual(['x', 'c1'])
})

test('what another process commits is found by itself', async () => {
  await addChannels(1)
  await open()
  const { openDatabase } = await import('../../db/open')
  const other = await openDatabase(gw.db.file ?? '')
  await other.transaction((trx) => trx.updateTable('channels').set({ name: 'theirs' }).execute())
  await other.close()
  await waitUntil('the change is seen', () => namesOf('m')[0] === 'theirs')
  expect(opened).toEqual(['sk-0', 'sk-0'])
})
