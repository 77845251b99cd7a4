import { expect, test } from 'bun:test'
import { leastTopUp, moneyText, parseMoney, quoteTopUp } from '../../server/domain/money/top-up'

const DOLLARS = {
  inDollars: true,
  creditsPerUnit: 500_000,
  price: 7.3,
  minimum: 1,
  groupRatio: 1,
}
const CREDITS = { ...DOLLARS, inDollars: false }

test('dollars cost the price each and credit the units each', () => {
  expect(quoteTopUp(10, DOLLARS)).toEqual({ units: 10, credits: 5_000_000, moneyCents: 7300 })
})

test('money is exact: a price of 0.1 seventy times is seven', () => {
  expect(quoteTopUp(70, { ...DOLLARS, price: 0.1 })?.moneyCents).toBe(700)
  expect(quoteTopUp(3, { ...DOLLARS, price: 0.335 })?.moneyCents).toBe(101)
})

test('where amounts are credits, exactly these are credited', () => {
  expect(quoteTopUp(750_001, CREDITS)).toEqual({
    units: 1,
    credits: 750_001,
    moneyCents: 1095,
  })
})

test('a group pays its ratio; 0 counts as 1', () => {
  expect(quoteTopUp(10, { ...DOLLARS, groupRatio: 0.85 })?.moneyCents).toBe(6205)
  expect(quoteTopUp(10, { ...DOLLARS, groupRatio: 0 })?.moneyCents).toBe(7300)
})

test('the minimum is in the unit of the amounts', () => {
  expect(leastTopUp({ ...DOLLARS, minimum: 3 })).toBe(3)
  expect(leastTopUp({ ...CREDITS, minimum: 3 })).toBe(1_500_000)
})

test('amounts that no account could hold have no quote', () => {
  expect(quoteTopUp(Number.MAX_SAFE_INTEGER, DOLLARS)).toBeUndefined()
})

test.each([
  [1, '0.01'],
  [99, '0.99'],
  [730, '7.30'],
  [123_456, '1234.56'],
])('%p cents are written %p', (cents, text) => {
  expect(moneyText(cents)).toBe(text)
  expect(parseMoney(text)).toBe(cents)
})

test.each([
  ['7', 700],
  ['7.3', 730],
  ['7.300', 730],
  ['7.301', undefined],
  ['', undefined],
  ['-7.30', undefined],
  ['7,30', undefined],
  ['7.3e2', undefined],
  ['Infinity', undefined],
  ['99999999999999', undefined],
])('the money text %p is read as %p cents', (text, cents) => {
  expect(parseMoney(text)).toBe(cents)
})
