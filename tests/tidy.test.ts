/** The house rules, executable. Each failure lists every offender as `path:line reason`. */
import { describe, expect, test } from 'bun:test'
import { readRepository } from './tidy/repository'
import { show } from './tidy/rule'
import { RULES } from './tidy/rules'

const repository = readRepository()

describe('the house', () => {
  for (const rule of RULES) {
    test(rule.name, () => {
      expect(rule.check(repository).map(show)).toEqual([])
    })
  }
})
