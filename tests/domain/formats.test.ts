import { expect, test } from 'bun:test'
import { formatsOf } from '../../server/domain/text/formats'

const formats = formatsOf({ language: 'en', perUnit: 500_000, inCurrency: true })

test.each([
  [0, '$0.00'],
  [500_000, '$1.00'],
  [89_744_985_000, '$179,489.97'],
  [-1_000_000_000_000, '-$2,000,000.00'],
  [858, '$0.0017'],
  [-858, '-$0.0017'],
  [4_999, '$0.01'],
  [5_000, '$0.01'],
  [1, '<$0.0001'],
  [-1, '-<$0.0001'],
])('%p credits are %p', (credits, text) => {
  expect(formats.quota(credits)).toBe(text)
})

test.each([
  [1, '$0.000002'],
  [492_400, '$0.9848'],
  [-6_944_250, '-$13.8885'],
  [628_708, '$1.2574'],
  [37_357_225_000, '$74,714.45'],
])('a cost of %p credits is as exact as it matters: %p', (credits, text) => {
  expect(formats.cost(credits)).toBe(text)
})

test('what rounds to nothing has no sign', () => {
  expect(formats.usd(-0.001, 2)).toBe('$0.00')
})

test.each([
  [0, '$0.00'],
  [0.27397260274, '$0.274'],
  [0.00012345678, '$0.0001235'],
  [2.5, '$2.50'],
  [10.9589041096, '$10.9589'],
])('a price of %p dollars is listed as %p', (dollars, text) => {
  expect(formats.price(dollars)).toBe(text)
})
