/** The whole security review, row by row: what is claimed of the product has its proof. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Evidence, SECURITY_REVIEW } from '../contracts/security-review'

const ROOT = join(import.meta.dir, '..', '..')

/** How many rows each part of the review has. */
const PARTS = { A: 13, B: 15, C: 6, D: 8, E: 13, F: 10 }
const IDS = Object.entries(PARTS).flatMap(([part, count]) =>
  Array.from({ length: count }, (_, index) => `${part}${index + 1}`),
)

const titles = new Map<string, readonly string[]>()

/** What the tests of a file are called, those with a table of cases included. */
function titlesOf(file: string): readonly string[] {
  const known = titles.get(file)
  if (known !== undefined) return known
  const text = readFileSync(join(ROOT, file), 'utf8')
  const found = [
    ...text.matchAll(/(?:\b(?:test|describe)|\](?: as const)?\))\(\s*(['"`])(.*?)\1\s*,/gs),
  ]
  const read = found.map(([, , title = '']) => title)
  titles.set(file, read)
  return read
}

const page = readFileSync(join(ROOT, 'web/docs/security.md'), 'utf8').replace(/\s+/g, ' ')

/** "" when the evidence is there. */
function gapIn(evidence: Evidence, id: string): string {
  if ('manual' in evidence) {
    if (!page.includes(evidence.manual)) return `the manual does not say "${evidence.manual}"`
    return new RegExp(`\\b${id}\\b`).test(page) ? '' : `the manual does not name ${id}`
  }
  const { proof, says } = evidence
  if (!existsSync(join(ROOT, proof))) return `there is no ${proof}`
  return titlesOf(proof).some((title) => title.includes(says)) ? '' : `no "${says}" in ${proof}`
}

test('the table has every row of the review, and no other', () => {
  expect([...SECURITY_REVIEW.keys()]).toEqual(IDS)
})

describe('each row of the security review', () => {
  test.each(IDS)('%s is proven by a test or stated in the manual', (id) => {
    const gaps = SECURITY_REVIEW.get(id)?.map((evidence) => gapIn(evidence, id))
    expect(gaps?.filter((gap) => gap !== '')).toEqual([])
  })
})

test('the manual names no row that the review does not have', () => {
  const named = page.match(/\b[A-F]\d{1,2}\b/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((id) => !IDS.includes(id))).toEqual([])
})
