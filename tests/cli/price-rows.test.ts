/** `gw price`: units, tiers and steps of a model, and tables that come from files. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell
beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

interface UnitRow {
  readonly unit: string
  readonly usd: number
  readonly per: number
  readonly above: number
  readonly own: boolean
}

async function units(model: string): Promise<Readonly<Record<string, number>>> {
  const rows = Object(await shell.json(['price', 'units', model, '--limit', '200']))
  const told = rows.map(({ unit, above, usd }: UnitRow) => [
    above > 0 ? `${unit}>${above}` : unit,
    usd,
  ])
  return Object.fromEntries(told)
}

const table = async (key: string) => JSON.parse(await shell.text(['option', 'get', key]))

describe('units', () => {
  test('of a model are listed with what they cost, whoever set it', async () => {
    await shell.text(['price', 'set', 'house', '--prompt', '1'])
    const prices = await units('gpt-4o')
    expect(prices).toMatchObject({ prompt: 2.5, completion: 10, cache_read: 1.25, web_search: 10 })
    await shell.text(['price', 'set', 'gpt-4o', '--unit', 'web_search=25', '--unit', 'page=$4'])
    expect(await units('gpt-4o')).toMatchObject({ prompt: 2.5, web_search: 25, page: 4 })
    const own = ['price', 'units', 'gpt-4o', '--filter', 'own=true', '--quiet']
    expect((await shell.text(own)).split('\n')).toEqual(['web_search', 'page'])
    await shell.text(['price', 'set', 'gpt-4o', '--unit', 'page=-'])
    expect((await table('UnitPrices'))['gpt-4o']).toEqual({ web_search: 25 })
    await shell.text(['price', 'set', 'gpt-4o', '--unit', 'web_search=-'])
    expect((await table('UnitPrices'))['gpt-4o']).toBeUndefined()
  })

  test('that nobody counts are refused, and nothing is set', async () => {
    const args = ['price', 'set', 'gpt-4o', '--prompt', '7', '--unit', 'hologram=1']
    const { code, stderr } = await shell.gw(args)
    expect([code, stderr]).toEqual([2, expect.stringContaining('hologram')])
    expect(await units('gpt-4o')).toMatchObject({ prompt: 2.5 })
  })

  test.each([['page'], ['page='], ['=4'], ['page=-1'], ['page=cheap']])(
    '--unit %s is wrong usage',
    async (given) => {
      expect((await shell.gw(['price', 'set', 'm', '--unit', given])).code).toBe(2)
    },
  )
})

describe('steps and tiers', () => {
  test('a step holds above its bound, and goes when it is given alone', async () => {
    const set = ['price', 'set', 'gpt-4o', '--above', '200000']
    await shell.text([...set, '--prompt', '5', '--completion', '15'])
    expect(await units('gpt-4o')).toMatchObject({
      prompt: 2.5,
      'prompt>200000': 5,
      'completion>200000': 15,
    })
    await shell.text(set)
    expect(await table('PriceSteps')).toEqual({})
  })

  test('steps stand in order, in whatever order they were set', async () => {
    for (const above of ['300', '100', '200']) {
      await shell.text(['price', 'set', 'gpt-4o', '--above', above, '--prompt', '9'])
    }
    const steps: readonly { readonly above: number }[] = (await table('PriceSteps'))['gpt-4o']
    expect(steps.map(({ above }) => above)).toEqual([100, 200, 300])
  })

  test('tiers are kept by name', async () => {
    await shell.text(['price', 'set', 'gpt-4o', '--tier', 'batch=0.5', '--tier', 'priority=2'])
    await shell.text(['price', 'set', 'gpt-4o', '--tier', 'priority=-'])
    expect((await table('PriceTiers'))['gpt-4o']).toEqual({ batch: 0.5 })
  })

  test.each([
    [['--above', '5', '--call', '1']],
    [['--above', '0', '--prompt', '1']],
    [['--above', '5', '--completion', '1']],
  ])('%j is wrong usage', async (flags) => {
    expect((await shell.gw(['price', 'set', 'gpt-4o', ...flags])).code).toBe(2)
  })
})

describe('the history of a price', () => {
  test('tells who changed which field, newest first', async () => {
    await shell.text(['price', 'set', 'house', '--prompt', '1', '--completion', '2'])
    await shell.text(['price', 'set', 'house', '--tier', 'batch=0.5'])
    await shell.text(['option', 'set', 'ModelRatio', '{"house":3}'])
    const rows = Object(await shell.json(['price', 'history', 'house']))
    const told = rows.map(({ action, field, from, to }: Record<string, string>) =>
      [action, field, from, to].join(' '),
    )
    expect(told).toEqual([
      'option.set model_ratio 0.5 3',
      'price.set tiers  {"batch":0.5}',
      'price.set model_ratio  0.5',
      'price.set completion_ratio  2',
    ])
    expect(rows[0].actor).toMatch(/^cli:/)
  })

  test('is empty for a model that nobody touched', async () => {
    await shell.text(['price', 'set', 'house', '--prompt', '1'])
    expect(await shell.json(['price', 'history', 'gpt-4o'])).toEqual([])
  })
})

describe('a file of prices', () => {
  const write = async (prices: object): Promise<string> => {
    const path = join(shell.dataDir, 'prices.json')
    await Bun.write(path, JSON.stringify(prices))
    return path
  }

  test('is compared, tried, and taken over in one step', async () => {
    const ModelRatio = { house: 3, 'gpt-4o': 1.25 }
    const path = await write({ ModelRatio, PriceTiers: { house: { batch: 0.5 } } })
    const expected = [
      { model: 'house', field: 'model_ratio', from: '', to: '3' },
      { model: 'house', field: 'tiers', from: '', to: '{"batch":0.5}' },
    ]
    await shell.text(['db', 'migrate'])
    expect(await shell.json(['price', 'import', path, '--dry-run'])).toEqual(expected)
    expect(await shell.json(['price', 'diff'])).toEqual([])
    expect(await shell.json(['price', 'import', path])).toEqual(expected)
    expect(await shell.json(['price', 'diff'])).toEqual(expected)
    expect(await shell.json(['price', 'import', path])).toEqual([])
    const actions = ['audit', 'list', '--action', 'price', '--quiet']
    expect((await shell.text(actions)).trim().split('\n')).toHaveLength(1)
  })

  test('of another gateway is read, and what it does not name stays', async () => {
    const path = await write({ success: true, data: { model_ratio: { house: 2 } } })
    await shell.text(['price', 'set', 'mine', '--prompt', '1'])
    await shell.text(['price', 'import', path])
    expect(await units('house')).toMatchObject({ prompt: 4 })
    expect(await units('mine')).toMatchObject({ prompt: 1 })
  })

  test.each([
    ['nothing at all', {}],
    ['no prices', { text: 'hello' }],
    ['a negative price', { ModelRatio: { a: -1 } }],
  ])('with %s is refused', async (_, prices) => {
    expect((await shell.gw(['price', 'import', await write(prices)])).code).toBe(2)
  })

  test('with a unit that nobody counts is refused as a whole', async () => {
    await shell.text(['price', 'set', 'x', '--call', '1'])
    const before = await shell.json(['price', 'diff'])
    const path = await write({ ModelRatio: { house: 1 }, UnitPrices: { house: { hologram: 1 } } })
    expect((await shell.gw(['price', 'import', path])).code).toBe(2)
    expect(await shell.json(['price', 'diff'])).toEqual(before)
  })

  test('that is not there is told', async () => {
    const { code, stderr } = await shell.gw(['price', 'import', '/nowhere/prices.json'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('/nowhere/prices.json')])
  })
})

test('setting one model leaves the built-in tables to the program', async () => {
  await shell.text(['price', 'set', 'house', '--prompt', '1', '--completion', '2'])
  const rows = Object(await shell.json(['price', 'diff']))
  expect(rows.map(({ model }: { readonly model: string }) => model)).toEqual(['house', 'house'])
})
