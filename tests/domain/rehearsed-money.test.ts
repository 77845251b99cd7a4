/** Every way in which the money of a rehearsal can differ is found and ends the command with 1. */
import { describe, expect, test } from 'bun:test'
import { failureOf } from '../../cli/exit'
import { requireEqualMoney } from '../../cli/rehearsal/report'
import { inEnglish } from '../../cli/words'
import { usage } from '../../server/domain/money/usage'
import { DEFAULT_PRICE_TABLES, priceFor } from '../../server/domain/prices/lookup'
import { compareMoney, type RehearsedBooks } from '../../server/domain/proof/rehearsed-money'

const tables = { ...DEFAULT_PRICE_TABLES, modelRatio: { m: 1 }, completionRatio: { m: 1 } }
const price = priceFor({ model: 'm', groupRatio: 2, tables, selfUse: false, acceptsUnset: false })
const used = usage({ promptTokens: 10, completionTokens: 20 })
const CHARGE = 60

const row = { requestId: 'a', quota: CHARGE, usage: used, price, isRefunded: false }
const SOUND: RehearsedBooks = {
  told: [
    { requestId: 'a', answer: 'told', usage: used },
    { requestId: 'b', answer: 'untold' },
    { requestId: 'c', answer: 'nothing' },
    { requestId: 'd', answer: 'untold' },
  ],
  settled: [
    row,
    { ...row, requestId: 'b', quota: 40, usage: usage({ completionTokens: 20 }) },
    { ...row, requestId: 'd', quota: 0, isRefunded: true },
  ],
  booked: 100,
  used: 100,
  holds: [],
  ledger: [],
}

test('money that agrees has no differences, and passes', () => {
  const money = compareMoney(SOUND)
  expect(money).toMatchObject({ expected: 100, settled: 100, counted_here: 2, differences: [] })
  requireEqualMoney({ money })
})

const [, ...others] = SOUND.settled
const CASES: readonly [string, Partial<RehearsedBooks>, string][] = [
  ['a row of the ledger that was changed', { booked: 99 }, 'ledger'],
  ['a balance that was changed', { used: 101 }, 'users'],
  ['a hold that is left', { holds: ['x'] }, 'held'],
  [
    'a ledger that does not replay',
    { ledger: [{ check: 'quota', subject: 'user:1', expected: 1, actual: 2 }] },
    'quota',
  ],
  ['an answer that was never billed', { settled: others }, 'unbilled'],
  ['an answer that was billed twice', { settled: [...SOUND.settled, row] }, 'billed twice'],
  ['a bill over what was told', { settled: [{ ...row, quota: 61 }, ...others] }, 'charge'],
  [
    'a bill for units that the provider did not tell',
    { told: [{ requestId: 'a', answer: 'told', usage: usage({ promptTokens: 1 }) }] },
    'charge',
  ],
  [
    'a bill for a refusal',
    { settled: [...SOUND.settled, { ...row, requestId: 'c', quota: 1 }] },
    'charge',
  ],
  [
    'a bill of a call that nobody has made',
    { settled: [...SOUND.settled, { ...row, requestId: 'z' }] },
    'unknown call',
  ],
  [
    'a refund of a whole answer',
    { settled: [{ ...row, quota: 0, isRefunded: true }, ...others] },
    'charge',
  ],
]

describe('the rehearsal exits 1 for', () => {
  test.each(CASES)('%s', (_, change, check) => {
    const money = compareMoney({ ...SOUND, ...change })
    expect(money.differences.map((difference) => difference.check)).toContain(check)
    let thrown: unknown
    try {
      requireEqualMoney({ money })
    } catch (error) {
      thrown = error
    }
    const { exitCode, code } = failureOf(thrown, 'en', inEnglish)
    expect({ exitCode, code }).toEqual({ exitCode: 1, code: 'rehearse.differs' })
  })
})
