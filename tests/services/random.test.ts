import { expect, test } from 'bun:test'
import { ALPHANUMERIC, secureRandom } from '../../server/random'

test('text has the length and letters asked for', () => {
  expect(secureRandom.text(48, ALPHANUMERIC)).toMatch(/^[0-9A-Za-z]{48}$/)
  expect(secureRandom.text(0, 'ab')).toBe('')
  expect(secureRandom.text(500, 'ab')).toMatch(/^[ab]{500}$/)
})

test('every letter of the alphabet is drawn about equally often', () => {
  const counts = new Map<string, number>()
  for (const letter of secureRandom.text(62_000, ALPHANUMERIC)) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  expect(counts.size).toBe(62)
  // 1000 expected per letter; 250 away is eight standard deviations.
  expect(Math.min(...counts.values())).toBeGreaterThan(750)
  expect(Math.max(...counts.values())).toBeLessThan(1250)
})

test('fractions stay in [0, 1) and differ', () => {
  const drawn = Array.from({ length: 1000 }, secureRandom.next)
  expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
  expect(new Set(drawn).size).toBeGreaterThan(990)
})
