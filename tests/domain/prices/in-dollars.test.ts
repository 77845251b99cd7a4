import { expect, test } from 'bun:test'
import type { Price } from '../../../server/domain/money/price'
import { inDollars } from '../../../server/domain/prices/in-dollars'

const PRICE: Price = {
  mode: 'per-token',
  modelRatio: 1,
  completionRatio: 1,
  cacheRatio: 1,
  cacheWriteRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 1,
  modelPrice: -1,
  groupRatio: 1,
}

test.each([
  [
    { modelRatio: 1.25, completionRatio: 4 },
    { promptUsd: 2.5, completionUsd: 10 },
  ],
  // Binary fractions would show 0.30000000000000004.
  [
    { modelRatio: 0.15, completionRatio: 3 },
    { promptUsd: 0.3, completionUsd: 0.9 },
  ],
  [
    { modelRatio: 0.1, groupRatio: 3 },
    { promptUsd: 0.6, completionUsd: 0.6 },
  ],
  [{ groupRatio: 0 }, { promptUsd: 0, completionUsd: 0 }],
])('%j by tokens is %j', (change, expected) => {
  expect(inDollars({ ...PRICE, ...change })).toMatchObject({ ...expected, callUsd: 0 })
})

test('by calls only the call costs', () => {
  const price: Price = { ...PRICE, mode: 'per-call', modelPrice: 0.1, groupRatio: 3 }
  expect(inDollars(price)).toEqual({
    promptUsd: 0,
    completionUsd: 0,
    cacheReadUsd: 0,
    cacheWriteUsd: 0,
    audioPromptUsd: 0,
    audioCompletionUsd: 0,
    callUsd: 0.3,
  })
})

test('cached text and audio have their own prices, audio that is written a price of audio', () => {
  const ratios = { cacheRatio: 0.1, cacheWriteRatio: 1.25, audioRatio: 8, audioCompletionRatio: 2 }
  expect(inDollars({ ...PRICE, ...ratios, groupRatio: 3 })).toMatchObject({
    promptUsd: 6,
    cacheReadUsd: 0.6,
    cacheWriteUsd: 7.5,
    audioPromptUsd: 48,
    audioCompletionUsd: 96,
  })
})
