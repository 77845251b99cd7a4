/** A bill says the same to the ledger, the limits, the log and the receipt. */
import { describe, expect, test } from 'bun:test'
import { BATCH_TIER, BatchBill } from '../../server/domain/money/batch-bill'
import { Bill, noCharge } from '../../server/domain/money/bill'
import type { Price, Rates } from '../../server/domain/money/price'
import { chargeFor, explainCharge } from '../../server/domain/money/quota'
import { usage } from '../../server/domain/money/usage'

const RATES: Rates = {
  modelRatio: 1.5,
  completionRatio: 5,
  cacheRatio: 0.1,
  cacheWriteRatio: 1.25,
  audioRatio: 20,
  audioCompletionRatio: 2,
}
const PLAIN: Price = { ...RATES, mode: 'per-token', modelPrice: -1, groupRatio: 0.8 }
const PER_CALL: Price = { ...PLAIN, mode: 'per-call', modelPrice: 0.04 }
const STEPPED: Price = {
  ...PLAIN,
  steps: [{ above: 1000, rates: { ...RATES, modelRatio: 3 } }],
  tiers: { batch: 0.5 },
}

const USED = [
  usage({ promptTokens: 812, cacheReadTokens: 4096, completionTokens: 164 }),
  usage({ promptTokens: 7, completionTokens: 3, tier: 'batch' }),
  usage({}),
]

describe.each([
  ['by the token', PLAIN],
  ['by the call', PER_CALL],
  ['by steps and tiers', STEPPED],
] as const)('at a price %s', (_name, price) => {
  test('the charge is what the receipt works out step by step', () => {
    for (const used of USED) {
      const bill = new Bill(used, price)
      expect(bill.charge).toBe(chargeFor(used, price))
      expect(bill.steps).toEqual(explainCharge(used, price))
      expect(bill.steps.total).toBe(bill.charge)
    }
  })

  test('the price that is logged is worth the same again', () => {
    for (const used of USED) {
      const bill = new Bill(used, price)
      expect(new Bill(bill.usage, bill.price).charge).toBe(bill.charge)
      expect(bill.price).not.toHaveProperty('steps')
    }
  })
})

test('of its steps and tiers the price has the ones that hold', () => {
  const [large] = USED
  expect(large && new Bill(large, STEPPED).price.modelRatio).toBe(3)
  const batch = new Bill(usage({ promptTokens: 10, tier: BATCH_TIER }), STEPPED)
  expect(batch.price).toMatchObject({ modelRatio: 1.5, tierFactor: 0.5 })
})

test('limits count whole tokens of prompt and answer', () => {
  const bill = new Bill(
    usage({ promptTokens: 9.2, cacheReadTokens: 5, completionTokens: 3 }),
    PLAIN,
  )
  expect(bill.limitedTokens).toBe(18)
  expect(bill.completionTokens).toBe(3)
  expect(bill.isUsed).toBe(true)
})

test('nothing is owed for nothing, at whatever price', () => {
  for (const price of [PLAIN, PER_CALL, STEPPED]) {
    const bill = noCharge(price)
    expect([bill.charge, bill.isUsed, bill.limitedTokens]).toEqual([0, false, 0])
    expect(bill.steps).toMatchObject({ rule: 'no_tokens', rows: [] })
  }
})

test('many requests by steps are charged each for itself, and others in one sum', () => {
  const lines = [1, 1, 600, 600].map((promptTokens) => usage({ promptTokens }))
  const whole = (price: Price) => {
    const batch = new BatchBill(price)
    for (const line of lines) batch.add(line)
    return batch.whole()
  }
  const each = lines.map((line) => chargeFor({ ...line, tier: BATCH_TIER }, STEPPED))
  expect(whole(STEPPED).charge).toBe(each.reduce((sum, charge) => sum + charge, 0))
  const summed = usage({ promptTokens: 1202, tier: BATCH_TIER })
  expect(whole(PLAIN)).toMatchObject({ usage: summed, charge: chargeFor(summed, PLAIN) })
})
