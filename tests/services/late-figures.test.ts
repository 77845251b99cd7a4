/** What a settlement counts as is kept with it while the database cannot be written. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SettleOrder } from '../../server/domain/ledger/orders'
import { slim } from '../../server/services/ledger/late-settlement'
import { readUnsettled } from '../../server/services/ledger/unsettled-file'
import { tempDir } from '../support/temp-dir'

const ORDER: SettleOrder = {
  reservation: { callId: 'c-1', userId: 3, tokenId: 4, amount: 100 },
  charge: 70,
  withinBalance: true,
  channelId: 2,
  model: 'm',
  counted: true,
  hourly: true,
  log: undefined,
  nowMs: 1_750_000_000_000,
  figures: {
    ...({ group: 'vip', client: 'codex', session: 's-1', isFailed: false } as const),
    ...{ promptTokens: 50.5, cachedTokens: 40, cacheWriteTokens: 0, completionTokens: 9 },
    ...{ cost: 60, waitMs: 812.25 },
  },
}

test('figures of a settlement survive the file; those that nobody knows cost no money', () => {
  using folder = tempDir('unsettled')
  const path = join(folder.path, 'unsettled.jsonl')
  const { figures, ...older } = ORDER
  const wrong = { ...ORDER, figures: { ...figures, client: 'moon' } }
  const lines = [slim(ORDER), older, wrong].map((order) => JSON.stringify(order))
  writeFileSync(path, `${lines.join('\n')}\n`)
  const { orders, unreadable } = readUnsettled(path)
  expect(orders.map((order) => order.figures)).toEqual([figures, undefined, undefined])
  expect(orders.map(({ charge }) => charge)).toEqual([70, 70, 70])
  expect(unreadable).toEqual([])
})
