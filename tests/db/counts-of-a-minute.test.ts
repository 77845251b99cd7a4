/** Counts that wait for the database are written once each, also over the end of a minute. */
import { expect, test } from 'bun:test'
import { rollupsOf } from '../../db/tables/rollups'
import { usageSums } from '../../db/tables/usage-facts'
import { createLogger } from '../../server/log'
import { createRollups } from '../../server/services/rollups/collect'
import { createUsage } from '../../server/services/usage/collect'
import { onEveryEngine } from './engines'

const HOUR = 3600
const AT = 1_750_000_000 - (1_750_000_000 % HOUR)

onEveryEngine('counts', (open) => {
  test('of one hour that come in two minutes are added together', async () => {
    const db = await open()
    let nowMs = AT * 1000
    const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs }
    const lines: string[] = []
    const write = (line: string) => {
      lines.push(line)
    }
    const log = createLogger({ write, readable: false, level: 'warn', clock })
    const figures = {
      ...({ group: 'default', client: 'codex', session: 's-1', isFailed: false } as const),
      ...{ promptTokens: 5, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 2 },
      ...{ cost: 3, waitMs: 20 },
    }
    const one = { userId: 7, tokenId: 9, channelId: 3, model: 'm', charge: 10, uncollected: 1 }
    const collectors = [createRollups({ db, clock, log }), createUsage({ db, clock, log })]
    for (const minute of [0, 1, 1, 2]) {
      nowMs = (AT + minute * 60) * 1000
      for (const { charged } of collectors) charged({ ...one, figures })
    }
    for (const { flush } of collectors) await flush()
    expect(lines).toEqual([])
    const span = { from: AT, to: AT + HOUR }
    const hours = await rollupsOf(db.lists, '3', { kind: 'channel', ...span })
    expect(hours.map(({ quota, uncollected }) => [quota, uncollected])).toEqual([[40, 4]])
    const minutes = await rollupsOf(db.lists, '3', { kind: 'channel_minute', ...span })
    expect(minutes.map(({ quota }) => quota)).toEqual([10, 20, 10])
    for (const step of [60, HOUR] as const) {
      const sums = await usageSums(db.lists, { step, ...span, only: {}, by: ['client'] })
      expect(sums).toMatchObject([{ key: ['codex'], calls: 4, quota: 40, cost: 12 }])
    }
  })
})
