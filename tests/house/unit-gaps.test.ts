/** A unit that is not complete does not compile: it could be free of charge, or have no name. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')
const UNITS = 'server/domain/units/index.ts'

let copy = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'gw-units-'))
  for (const path of ['server/domain', 'tsconfig.json', 'package.json']) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Files in which the compiler finds something once this row is added. */
async function complaints(row: string): Promise<readonly string[]> {
  const rows = await Bun.file(join(ROOT, UNITS)).text()
  const last = '} as const satisfies'
  if (rows.split(last).length !== 2) throw new Error('the rows of units end in another way')
  await Bun.write(join(copy, UNITS), rows.replace(last, `${row}\n${last}`))
  const own = { extends: './tsconfig.json', include: ['server/domain'] }
  await Bun.write(join(copy, 'tsconfig.copy.json'), JSON.stringify(own))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--checkers', '1', '-p', 'tsconfig.copy.json']
  const { stdout } = Bun.spawnSync(['node', tsc, ...options], { cwd: copy })
  const found = [...stdout.toString().matchAll(/^(\S+?)\(\d+,\d+\): error/gm)]
  return [...new Set(found.map(([, path]) => path ?? ''))].sort()
}

const PRICE = "price: { by: 'dollars', usd: 1 }"

describe('one more row of units', () => {
  test('as the rows are, nothing is missing', async () => {
    expect(await complaints('')).toEqual([])
  })

  test('without a rule for its price does not compile', async () => {
    const row = "holograms: { class: 'prompt', side: 'prompt', per: 1 },"
    expect(await complaints(row)).toContain(UNITS)
  })

  test('with a rule of a kind that nobody charges by does not compile', async () => {
    const row = "holograms: { class: 'prompt', side: 'prompt', per: 1, price: { by: 'luck' } },"
    expect(await complaints(row)).toContain(UNITS)
  })

  test('without a reason to be free does not compile', async () => {
    const row = "holograms: { class: 'prompt', side: 'prompt', per: 1, price: { by: 'nothing' } },"
    expect(await complaints(row)).toContain(UNITS)
  })

  test('without its texts does not compile, and that is all that it lacks', async () => {
    const row = `holograms: { class: 'hologram', side: 'prompt', per: 1, ${PRICE} },`
    // The second only says that it cannot show the text that the first lacks.
    const lacking = ['server/domain/i18n/zh/units.ts', 'server/domain/prices/format-price.ts']
    expect(await complaints(row)).toEqual(lacking)
  })

  test('that is priced for a number which no text tells does not compile', async () => {
    const row = `holograms: { class: 'prompt', side: 'prompt', per: 12, ${PRICE} },`
    expect(await complaints(row)).toContain(UNITS)
  })
})
