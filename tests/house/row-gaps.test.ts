/**
 * A unit or a kind of limit that is not complete does not compile: it could be free of charge, or
 * count for ever, or have no name. Rows with gaps are added to copies of the domain. Those that
 * lack a part are all in one, and those that only lack their texts in another, so that the
 * compiler runs once for each.
 */
import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempDir } from '../support/temp-dir'
import { addKind, addKindTexts, COUNTED, FINAL, KIND_TEXTS, KINDS } from './added-kind'
import { addBefore, copyTree, errorsIn } from './tree-copy'

/** A run of the compiler on a busy machine. */
const LIMIT_MS = 240_000

const UNITS = 'server/domain/units/index.ts'
const PRICE = "price: { by: 'dollars', usd: 1 }"

/** Rows of units by what they lack, each on a line of its own. */
const GAPS = {
  'a rule for its price': "gap_a: { class: 'prompt', side: 'prompt', per: 1 },",
  'a rule that anybody charges by':
    "gap_b: { class: 'prompt', side: 'prompt', per: 1, price: { by: 'luck' } },",
  'a reason to be free':
    "gap_c: { class: 'prompt', side: 'prompt', per: 1, price: { by: 'nothing' } },",
  'a number that a text tells': `gap_d: { class: 'prompt', side: 'prompt', per: 12, ${PRICE} },`,
} as const

const WITHOUT_TEXTS = `holograms: { class: 'hologram', side: 'prompt', per: 1, ${PRICE} },`

function addUnits(folder: string, rows: readonly string[]): void {
  addBefore(join(folder, UNITS), '} as const satisfies', `${rows.join('\n')}\n`)
}

/** What the compiler finds in a copy of the domain, as `file(line`, and the copy's text. */
async function foundAfter(change: (folder: string) => void) {
  using folder = tempDir('gaps')
  copyTree(folder.path, { sources: ['server/domain'] })
  change(folder.path)
  const errors = await errorsIn(folder.path)
  const text = (path: string) => readFileSync(join(folder.path, path), 'utf8')
  return {
    places: errors.map((line) => line.slice(0, line.indexOf(','))),
    files: [...new Set(errors.map((line) => line.slice(0, line.indexOf('('))))].sort(),
    units: text(UNITS),
    kinds: text(KINDS),
  }
}

/** The place of a text as the compiler names it. */
const placeOf = (path: string, text: string, wanted: string) =>
  `${path}(${text.slice(0, text.indexOf(wanted)).split('\n').length}`

describe('a row that lacks a part does not compile:', () => {
  let found: Awaited<ReturnType<typeof foundAfter>>
  beforeAll(async () => {
    found = await foundAfter((folder) => {
      addUnits(folder, Object.values(GAPS))
      addKind(folder, COUNTED)
      addKindTexts(folder)
    })
  }, LIMIT_MS)

  for (const [what, row] of Object.entries(GAPS)) {
    test(`a unit without ${what}`, () => {
      expect(found.places).toContain(placeOf(UNITS, found.units, row))
    })
  }

  test('a kind of limit that does not say what stays counted', () => {
    expect(found.places).toContain(placeOf(KINDS, found.kinds, `answers: { ${COUNTED}`))
  })
})

test(
  'rows without their texts do not compile, and that is all that they lack',
  async () => {
    const { files } = await foundAfter((folder) => {
      addUnits(folder, [WITHOUT_TEXTS])
      addKind(folder, `${COUNTED}, ${FINAL}`)
    })
    // The last only says that it cannot show the text that the second lacks.
    const unitTexts = ['server/domain/i18n/zh/units.ts', 'server/domain/prices/format-price.ts']
    expect(files).toEqual([KIND_TEXTS, ...unitTexts])
  },
  LIMIT_MS,
)
