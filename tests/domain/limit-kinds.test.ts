/** The rows of kinds of limits: what is stored of them is read back as the same kind. */
import { expect, test } from 'bun:test'
import { heldText, readHeld } from '../../server/domain/ledger/held-text'
import { LIMIT_KIND_ROWS, LIMIT_KINDS } from '../../server/domain/limits/kinds'
import { isLimitWindow, LIMIT_WINDOWS, usualWindow } from '../../server/domain/limits/limit'

test('no two kinds share a letter', () => {
  const letters = LIMIT_KINDS.map((kind) => LIMIT_KIND_ROWS[kind].letter)
  expect(new Set(letters).size).toBe(letters.length)
})

test.each(LIMIT_KINDS)('marks of %s are read as they were written', (kind) => {
  const marks = [{ limitId: 7, kind, startMs: 60_000, amount: 3 }]
  expect(readHeld(heldText({ marks })).marks).toEqual(marks)
})

test.each(LIMIT_KINDS)('the usual window of %s is one of its own', (kind) => {
  expect(isLimitWindow(kind, usualWindow(kind))).toBe(true)
  expect(LIMIT_WINDOWS).toContain(usualWindow(kind))
})
