/** Rows on their way into the database: in commits that name no row twice, and none is lost. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { systemClock } from '../../server/clock'
import { createLogger } from '../../server/log'
import { WaitingRows } from '../../server/services/rollups/waiting-rows'

interface Row {
  readonly key: string
  readonly count: number
}

const log = createLogger({ write: () => {}, readable: false, level: 'error', clock: systemClock })

function collected() {
  const commits: (readonly Row[])[] = []
  let isDown = false
  const transaction: Db['transaction'] = (work) => work(undefined as never)
  const rows = new WaitingRows<Row>({
    db: { transaction },
    log,
    keyOf: ({ key }) => key,
    async addTo(_, added) {
      if (isDown) throw new Error('database is locked')
      commits.push(added)
    },
  })
  const setDown = (down: boolean): void => {
    isDown = down
  }
  return { rows, commits, setDown }
}

test('a row that comes again begins the next commit', async () => {
  const { rows, commits } = collected()
  rows.add([
    { key: 'a', count: 1 },
    { key: 'b', count: 1 },
    { key: 'a', count: 2 },
    { key: 'a', count: 3 },
  ])
  await rows.flush()
  expect(commits.map((rowsOf) => rowsOf.map(({ key, count }) => `${key}${count}`))).toEqual([
    ['a1', 'b1'],
    ['a2'],
    ['a3'],
  ])
})

test('what could not be written is written with what came meanwhile, in its order', async () => {
  const { rows, commits, setDown } = collected()
  setDown(true)
  rows.add([{ key: 'a', count: 1 }])
  await rows.flush()
  expect(commits).toEqual([])
  rows.add([{ key: 'a', count: 2 }])
  setDown(false)
  await rows.flush()
  expect(commits.flat().map(({ count }) => count)).toEqual([1, 2])
})

test('a commit has at most a hundred rows', async () => {
  const { rows, commits } = collected()
  rows.add(Array.from({ length: 250 }, (_, at) => ({ key: String(at), count: 1 })))
  await rows.flush()
  expect(commits.map(({ length }) => length)).toEqual([100, 100, 50])
})
