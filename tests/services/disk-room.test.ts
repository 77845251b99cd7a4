import { expect, test } from 'bun:test'
import { checkDisk } from '../../server/services/doctor/checks/machine'

const MB = 1024 * 1024

test.each([
  ['a full disk fails', 99, 1, 'fail'],
  ['a disk without room for a copy of the database warns', 1000, 950, 'warn'],
  ['a disk with room for both is fine', 1000, 850, 'ok'],
] as const)('%s', (_, free, size, status) => {
  const facts = { folder: '/data', freeBytes: free * MB, databaseBytes: size * MB }
  expect(checkDisk(facts).status).toBe(status)
})
