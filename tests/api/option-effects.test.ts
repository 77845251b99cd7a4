import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPTION_KEYS, OPTIONS, type OptionKey, optionRow } from '../../server/domain/options'
import { OPTION_PROOFS } from '../contracts/options'
import { apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const TESTS = join(import.meta.dir, '..')

/** Name every option, whatever it does. */
const ABOUT_ALL_OPTIONS = [
  'api/option-effects.test.ts',
  'api/options.test.ts',
  'domain/options/options.test.ts',
  'services/options.test.ts',
]

/** The text of a test file and of what it shares with others. */
function textOf(file: string): string {
  const text = readFileSync(join(TESTS, file), 'utf8')
  const shared = [...text.matchAll(/from '(\.\.?\/[^']+)'/g)]
    .map(([, specifier]) => join(TESTS, file, '..', `${specifier}.ts`))
    .filter((path) => path.startsWith(`${TESTS}/`) && existsSync(path))
  return [text, ...shared.map((path) => readFileSync(path, 'utf8'))].join('\n')
}

/** As a key of an object or in quotes; several keys are ordinary words as well. */
function names(text: string, key: string): boolean {
  const word = RegExp.escape(key)
  return new RegExp(`['"\`]${word}['"\` ]|[{,\\s]${word}:`).test(text)
}

describe('every option', () => {
  test('says so itself when it changes nothing', () => {
    const inert = OPTION_KEYS.filter((key) => optionRow(key).inert !== undefined)
    expect(inert).toEqual(OPTION_KEYS.filter((key) => 'isInert' in OPTION_PROOFS[key]))
  })

  for (const key of OPTION_KEYS) {
    const proof = OPTION_PROOFS[key]
    if ('tests' in proof) {
      test(`${key} has an effect that ${proof.tests.join(' and ')} proves`, () => {
        for (const file of proof.tests) {
          expect(existsSync(join(TESTS, file))).toBe(true)
          expect(ABOUT_ALL_OPTIONS).not.toContain(file)
        }
        expect(proof.tests.filter((file) => !names(textOf(file), key))).toEqual([])
      })
    }
  }
})

/** Something that nobody has by default, as text. */
function another(key: OptionKey): string {
  const row = optionRow(key)
  if (row.type === 'boolean') return String(row.default !== true)
  if (row.type === 'integer' || row.type === 'number') return String(Number(row.default) + 1)
  if (row.choices !== undefined) return row.choices.at(-1) ?? ''
  if (row.type === 'json') return '[{"Client":"https://client.example/{key}"}]'
  return row.type === 'address' ? 'https://option.example' : `value of ${key}`
}

describe('an option that only front ends use', () => {
  let gateway: Gateway

  beforeAll(async () => {
    gateway = await startGateway({ env: NO_LIMITS })
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  const shown = OPTION_KEYS.filter((key) => 'shownBecause' in OPTION_PROOFS[key])

  test.each(shown)('is told to them as it was saved: %s', async (key) => {
    const { status: field } = OPTIONS[key] as { readonly status?: string }
    if (field === undefined) throw new Error(`${key} has no field in the public status`)
    const api = apiClient(gateway)
    const before = (await api.get('/api/status')).body.data[field]
    await gateway.services.options.set(TEST_ACTOR, { key, value: another(key) })
    const after = (await api.get('/api/status')).body.data[field]
    expect(after).not.toEqual(before)
    expect(after).toEqual(optionRow(key).parse(another(key)))
  })
})
