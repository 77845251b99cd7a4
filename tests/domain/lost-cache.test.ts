import { describe, expect, test } from 'bun:test'
import { usage } from '../../server/domain/money/usage'
import { lostCache } from '../../server/domain/usage/lost-cache'

const price = {
  ...({ mode: 'per-token', modelRatio: 1, modelPrice: 0, groupRatio: 1 } as const),
  ...{ completionRatio: 4, cacheRatio: 0.1, cacheWriteRatio: 1.25 },
  ...{ audioRatio: 1, audioCompletionRatio: 1 },
}
const turn = (part: Parameters<typeof usage>[0]) => ({ usage: usage(part), price })
const after = (part: Parameters<typeof usage>[0]) =>
  lostCache(turn(part), { before: undefined, gapSeconds: 0 })

describe('a cache that a turn did not find', () => {
  test('costs what reading anew costs beyond reading it', () => {
    const before = after({ cacheReadTokens: 8000, cacheWriteTokens: 2000, promptTokens: 100 })
    expect(before).toMatchObject({ cachedTokens: 10_000, lostTokens: 0 })
    const anew = turn({ promptTokens: 10_200 })
    expect(lostCache(anew, { before, gapSeconds: 60 })).toEqual({
      cachedTokens: 0,
      lostTokens: 10_000,
      lostCredits: 9000,
    })
    const written = turn({ cacheWriteTokens: 10_200 })
    expect(lostCache(written, { before, gapSeconds: 60 }).lostCredits).toBe(11_500)
  })

  test('is found in part, or by a shorter conversation', () => {
    const before = after({ cacheReadTokens: 10_000 })
    const half = turn({ cacheReadTokens: 4000, promptTokens: 6500 })
    expect(lostCache(half, { before, gapSeconds: 0 })).toMatchObject({ lostTokens: 6000 })
    const short = turn({ promptTokens: 300 })
    expect(lostCache(short, { before, gapSeconds: 0 })).toMatchObject({ lostTokens: 300 })
    const whole = turn({ cacheReadTokens: 10_000, promptTokens: 50 })
    expect(lostCache(whole, { before, gapSeconds: 0 })).toMatchObject({ lostTokens: 0 })
  })

  test('was not lost where the conversation rested, and is known over a failed turn', () => {
    const before = after({ cacheReadTokens: 10_000 })
    const anew = turn({ promptTokens: 10_000 })
    expect(lostCache(anew, { before, gapSeconds: 301 })).toMatchObject({ lostTokens: 0 })
    const failed = lostCache(undefined, { before, gapSeconds: 0 })
    expect(failed).toEqual({ cachedTokens: 10_000, lostTokens: 0, lostCredits: 0 })
  })
})
