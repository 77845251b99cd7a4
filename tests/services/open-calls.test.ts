import { expect, test } from 'bun:test'
import { OpenCalls } from '../../server/services/ledger/open-calls'

const LATER = 10_000

test('calls stay open while thousands of others come and go', () => {
  const open = new OpenCalls()
  const long = ['first', 'second']
  for (const id of long) open.add(id)
  for (let each = 0; each < LATER; each += 1) {
    open.add(`call ${each}`)
    open.delete(`call ${each - 3}`)
  }
  expect(long.map((id) => open.has(id))).toEqual([true, true])
  const newest = [-1, -2, -3, -4].map((back) => open.has(`call ${LATER + back}`))
  expect(newest).toEqual([true, true, true, false])
  open.delete('first')
  open.delete('first')
  expect(long.map((id) => open.has(id))).toEqual([false, true])
})
