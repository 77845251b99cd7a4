import { expect, test } from 'bun:test'
import { shareOfUsage } from '../../server/domain/payments/usage-share'

test('many small shares are one share of all of it', () => {
  let [credits, parts] = [0, 0]
  for (let call = 0; call < 1000; call += 1) {
    const share = shareOfUsage(7, 3.3333, parts)
    credits += share.credits
    parts = share.parts
  }
  expect({ credits, parts }).toEqual(shareOfUsage(7000, 3.3333, 0))
  // 7000 × 3.3333 % = 233.331
  expect({ credits, parts }).toEqual({ credits: 233, parts: 331_000 })
})

test('it is exact where floating point is not', () => {
  expect(shareOfUsage(9_007_199_254_740_991, 100, 0)).toEqual({
    ...{ credits: 9_007_199_254_740_991, parts: 0 },
  })
  expect(shareOfUsage(1000, 0.1, 0)).toEqual({ credits: 1, parts: 0 })
  expect(shareOfUsage(3, 33.3, 999_999)).toEqual({ credits: 1, parts: 998_999 })
})
