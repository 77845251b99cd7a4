import { expect, test } from 'bun:test'
import type { Price } from '../../server/domain/money/price'
import { explainCharge } from '../../server/domain/money/quota'
import { usage } from '../../server/domain/money/usage'

const price = (modelRatio: number): Price => ({
  mode: 'per-token',
  modelRatio,
  modelPrice: -1,
  completionRatio: 1,
  cacheRatio: 1,
  cacheWriteRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 1,
  groupRatio: 1,
})

test('a second of a recording has an exact rate where there is one', () => {
  const bill = explainCharge(usage({ seconds: 3 }), price(15))
  expect(bill.rows).toMatchObject([{ ratio: '250', credits: '750' }])
  expect(bill.rule).toBe('exact')
})

test('a minute is exact where a second is not', () => {
  expect(explainCharge(usage({ seconds: 60 }), price(1)).total).toBe(1000)
})
