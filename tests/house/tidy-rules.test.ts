/** A rule that catches nothing looks like a clean house, so each proves itself on samples. */
import { describe, expect, test } from 'bun:test'
import { show } from '../tidy/rule'
import { RULES } from '../tidy/rules'
import { treeOf } from '../tidy/tree'
import type { Sample } from './tidy-sample'
import { SAMPLES } from './tidy-samples'

test('every rule has samples, and every sample a rule', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(RULES.map(({ name }) => name).sort())
})

for (const { name, check } of RULES) {
  describe(name, () => {
    const sample: Sample = SAMPLES[name] ?? { bad: [], good: {} }

    const bad = [...sample.bad.map((files) => ({ files, facts: {} })), ...(sample.badFacts ?? [])]

    for (const [index, { files, facts }] of bad.entries()) {
      test(`bad sample ${index + 1} is caught`, () => {
        expect(check(treeOf(files, facts))).not.toEqual([])
      })
    }

    test('what is close to it is let through', () => {
      expect(check(treeOf(sample.good, sample.goodFacts)).map(show)).toEqual([])
    })
  })
}

test('an offence names the line where it is', () => {
  const rule = RULES.find((one) => one.name === 'time is read through the clock')
  const tree = treeOf({ 'server/a.ts': '// first\n\nconst now = Date.now()\n' })
  expect(rule?.check(tree).map(show)).toEqual(['server/a.ts:3 ask the injected clock'])
})
