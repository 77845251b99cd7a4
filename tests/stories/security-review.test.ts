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

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const section = (/\n## Security\n(.*?)\n## /s.exec(readme)?.[1] ?? '').replace(/\s+/g, ' ')

/** "" when the evidence is there. */
function gapIn(evidence: Evidence, id: string): string {
  if ('readme' in evidence) {
    if (!section.includes(evidence.readme)) return `README does not say "${evidence.readme}"`
    return new RegExp(`\\b${id}\\b`).test(section) ? '' : `README does not name ${id}`
  }
  const { proof, says } = evidence
  if (!existsSync(join(ROOT, proof))) return `there is no ${proof}`
  return titlesOf(proof).some((title) => title.includes(says)) ? '' : `no "${says}" in ${proof}`
}

test('the table has every row of the review, and no other', () => {
  expect([...SECURITY_REVIEW.keys()]).toEqual(IDS)
})

describe('each row of the security review', () => {
  test.each(IDS)('%s is proven by a test or told in README', (id) => {
    const gaps = SECURITY_REVIEW.get(id)?.map((evidence) => gapIn(evidence, id))
    expect(gaps?.filter((gap) => gap !== '')).toEqual([])
  })
})

test('README names no row that the review does not have', () => {
  const named = section.match(/\b[A-F]\d{1,2}\b/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((id) => !IDS.includes(id))).toEqual([])
})
