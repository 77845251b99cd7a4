import { expect, test } from 'bun:test'
import { amountText, percentText } from '../../server/domain/invoices/amount-text'
import { numberText } from '../../server/domain/invoices/number'
import { taxedPart } from '../../server/domain/invoices/tax'

test('the net amount is rounded to the nearest hundredth, and the tax is the rest', () => {
  const whole = (total: number, rate: number) => taxedPart({ before: 0, after: total }, rate)
  expect(whole(11_900, 1900)).toEqual({ total_cents: 11_900, net_cents: 10_000, tax_cents: 1900 })
  expect(whole(1050, 1900)).toEqual({ total_cents: 1050, net_cents: 882, tax_cents: 168 })
  // 1 / 2 is a half, which goes up.
  expect(whole(1, 10_000)).toEqual({ total_cents: 1, net_cents: 1, tax_cents: 0 })
  expect(whole(1050, 0)).toEqual({ total_cents: 1050, net_cents: 1050, tax_cents: 0 })
  const most = Number.MAX_SAFE_INTEGER
  const { net_cents, tax_cents } = whole(most, 825)
  expect(BigInt(net_cents) + BigInt(tax_cents)).toBe(BigInt(most))
})

test('however a sum is refunded in parts, what is left of the tax is that of what is left', () => {
  for (const rate of [1, 600, 825, 1900, 9999]) {
    let [kept, tax] = [0, 0]
    for (const after of [9973, 9970, 6661, 6661, 3, 4000, 0]) {
      const part = taxedPart({ before: kept, after }, rate)
      expect(part.net_cents + part.tax_cents).toBe(part.total_cents)
      tax += part.tax_cents
      kept = after
      expect(tax).toBe(taxedPart({ before: 0, after }, rate).tax_cents)
    }
    expect(tax).toBe(0)
  }
})

test('amounts have the code of their currency, and numbers their year', () => {
  expect(amountText(-123_450, 'EUR')).toBe('-1,234.50 EUR')
  expect(percentText(825)).toBe('8.25')
  expect(numberText('{number}/{year}', { year: 2026, serial: 42 })).toBe('000042/2026')
  expect(numberText('I{year}{number}', { year: 2026, serial: 1_234_567 })).toBe('I20261234567')
})
