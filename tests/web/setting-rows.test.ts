/** JSON settings as rows: what the table reads and writes, and how it is to edit one. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { OPTION_KEYS, type OptionKey, optionRow } from '../../server/domain/options'
import { OPTION_CHECKS } from '../../web/pages/setting/options/option-checks'
import { readRows } from '../../web/pages/setting/options/rows/read-rows'
import { rowProblems } from '../../web/pages/setting/options/rows/row-problems'
import { newRow, type Row, type RowTable } from '../../web/pages/setting/options/rows/row-table'
import { ROW_TABLES } from '../../web/pages/setting/options/rows/row-tables'
import { writeRows } from '../../web/pages/setting/options/rows/write-rows'
import { type Console, openConsole } from './console-fixture'
import { sharedWindows } from './shared-windows'

/** A value of every JSON setting that uses all its columns. */
const SAMPLES: Partial<Record<OptionKey, unknown>> = {
  Chats: [{ A: 'https://a.example' }, { A: 'https://again.example' }],
  GroupRouteOrder: { vip: 'cost' },
  ModelFallbacks: { 'gpt-4o': ['b', 'a'] },
  CreateCacheRatio: { m: 1.25 },
  AudioRatio: { m: 2 },
  AudioCompletionRatio: { m: 2 },
  ImageRatio: { m: 0 },
  UnitPrices: { m: { web_search: 10, image: 0.5 }, n: { image: 1 } },
  PriceSteps: {
    m: [
      { above: 1000, model_ratio: 3, unit_prices: { image: 1 } },
      { above: 2000, cache_ratio: 1 },
    ],
  },
  PriceTiers: { m: { batch: 0.5, flex: 0.5 } },
  'claude.headers_settings': { 'anthropic-beta': ['a', 'b'], 'x-empty': [] },
  'global.max_output_tokens': { default: 4096 },
  'oidc.group_map': { staff: 'vip', all: 'default' },
  'oidc.organisation_map': { staff: 'acme:member' },
  'oidc.role_map': { ops: 'admin' },
}

const JSON_KEYS = OPTION_KEYS.filter((key) => optionRow(key).type === 'json')

function tableOf(key: OptionKey): RowTable {
  const table = ROW_TABLES[key]
  if (table === undefined) throw new Error(`${key} has no table`)
  return table
}

const problemsIn = (key: OptionKey, table: RowTable, rows: readonly Row[]) =>
  rowProblems({ key, table, checks: OPTION_CHECKS }, rows)

describe('the rows of a JSON setting', () => {
  test.each(JSON_KEYS)('%s says the same, and nothing is wrong with it', (key) => {
    const row = optionRow(key)
    const table = tableOf(key)
    for (const value of [row.default, SAMPLES[key] ?? row.default]) {
      const source = row.format(row.parse(JSON.stringify(value)))
      const rows = readRows(table, source) ?? []
      expect(writeRows(table, rows)).toBe(source)
      expect([...problemsIn(key, table, rows)]).toEqual([])
    }
  })

  test('refuse a number that the server would refuse, in words for the cell', () => {
    for (const key of JSON_KEYS) {
      const table = tableOf(key)
      const number = table.columns.find(
        ({ kind, min }) => /number|integer/.test(kind) && min !== undefined,
      )
      if (number === undefined) continue
      const names = table.columns.map(
        ({ id, choices }) => [id, choices?.[0]?.value ?? '7'] as const,
      )
      for (const [typed, reason] of [
        ['much', 'reason.not_a_number'],
        [String((number.min ?? 0) - 1), 'reason.below'],
      ] as const) {
        const row = newRow({ ...Object.fromEntries(names), unit_prices: '', [number.id]: typed })
        const [problem] = problemsIn(key, table, [row]).values()
        expect(problem).toMatchObject({ column: number.id, reason })
        expect(() => optionRow(key).parse(writeRows(table, [row]))).toThrow()
      }
    }
  })

  test('hold a name that is there twice for the server to see, and mark the second', () => {
    const table = tableOf('GroupRatio')
    const rows = [newRow({ group: 'a', ratio: '1' }), newRow({ group: 'a ', ratio: '2' })]
    expect([...problemsIn('GroupRatio', table, rows).keys()]).toEqual([rows[1]?.id ?? 0])
    expect(() => optionRow('GroupRatio').parse(writeRows(table, rows))).toThrow()
  })

  test('tell the server’s own refusals where they belong', () => {
    const steps = tableOf('PriceSteps')
    const rows = [
      newRow({ model: 'm', above: '2000', model_ratio: '1' }),
      newRow({ model: 'm', above: '1000', model_ratio: '1' }),
    ]
    const [[id, problem] = []] = problemsIn('PriceSteps', steps, rows)
    expect(id).toBe(rows[1]?.id ?? 0)
    expect(problem?.reason).toBe('reason.steps_in_order')
    const headers = [newRow({ header: 'bad name', values: 'a' })]
    const [refused] = problemsIn(
      'claude.headers_settings',
      tableOf('claude.headers_settings'),
      headers,
    ).values()
    expect(refused?.reason).toBe('reason.header_invalid')
  })

  test.each([
    ['GroupRatio', '{"a": 1, "a": 2}'],
    ['GroupRatio', '{"a": "1"}'],
    ['GroupRatio', '{"a": 1'],
    ['Chats', '[{"a": "1", "b": "2"}]'],
    ['claude.model_headers_settings', '{"m": {}}'],
    ['PriceSteps', '{"m": []}'],
  ] as const)('%s are not shown for %s, of which something would be lost', (key, source) => {
    expect(readRows(tableOf(key), source)).toBeUndefined()
  })

  test('keep the fields of a step that no column shows', () => {
    const source = '{"m": [{"above": 5, "other": true}]}'
    const rows = readRows(tableOf('PriceSteps'), source) ?? []
    expect(JSON.parse(writeRows(tableOf('PriceSteps'), rows))).toEqual(JSON.parse(source))
  })
})

let site: Console
beforeAll(async () => {
  site = await openConsole({ channels: [{ name: 'main', models: 'gpt-4o,house-model' }] })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const openPage = sharedWindows(() => site)

async function stored(key: OptionKey): Promise<unknown> {
  const { data } = (await site.people.root.get('/api/option/')).body
  return JSON.parse(data.find((row: { key: string }) => row.key === key)?.value)
}

const option = (page: Page, key: OptionKey) => page.locator(`[data-option="${key}"]`)
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

async function save(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Save', exact: true }).click()
  await bar(page).waitFor({ state: 'detached' })
}

describe('a table of a setting', () => {
  test('adds, changes and removes rows, and tells mistakes where they are', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    const groups = option(page, 'GroupRatio')
    const rows = groups.locator('tbody tr')
    await groups.getByLabel('Ratio: vip', { exact: true }).fill('0.8')
    await groups.getByRole('button', { name: 'Remove svip' }).click()
    // New users are in it, so it stays.
    expect(await groups.getByRole('button', { name: 'Remove default' }).count()).toBe(0)
    await groups.getByRole('button', { name: 'Add row' }).click()
    await page.keyboard.type('vip')
    // A row that is begun is not complained about yet.
    expect(await groups.locator('.rows-problem').count()).toBe(0)
    await groups.getByLabel('Ratio: vip', { exact: true }).last().fill('cheap')
    await bar(page).getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Please check the input').waitFor()
    await rows.nth(2).getByText('must be a number').waitFor()
    await rows.nth(2).getByLabel('Ratio: vip', { exact: true }).fill('2')
    await rows.nth(2).getByText('vip appears twice').waitFor()
    await rows.nth(2).getByLabel('Group: 3').fill('team')
    await save(page)
    expect(await stored('GroupRatio')).toEqual({ default: 1, vip: 0.8, team: 2 })
    expect(visit.complaints).toEqual([])
  })

  test('keeps an order that counts', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    const chats = option(page, 'Chats')
    await chats.getByRole('button', { name: 'Move up: Lobe Chat' }).click()
    const fallbacks = option(page, 'ModelFallbacks')
    await fallbacks.getByRole('button', { name: 'Add row' }).click()
    await page.keyboard.type('gpt-4o')
    const list = fallbacks.getByRole('combobox', { name: 'Fallbacks, in order: gpt-4o' })
    await list.fill('second')
    await list.press('Enter')
    await list.fill('first')
    await list.press('Enter')
    await fallbacks.getByRole('button', { name: 'Move up: first' }).click()
    // What is being typed when the page is saved counts as well.
    await list.fill('third')
    await save(page)
    expect(Object.keys(((await stored('Chats')) as object[])[0] ?? {})).toEqual(['Lobe Chat'])
    expect(await stored('ModelFallbacks')).toEqual({ 'gpt-4o': ['first', 'second', 'third'] })
  })

  test('is found through, page by page, with what its numbers come to in dollars', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/setting?tab=operation&view=ratios')
    const ratios = option(page, 'ModelRatio')
    await ratios.getByText('1–10 of').waitFor()
    expect(await ratios.locator('tbody tr').count()).toBe(10)
    await ratios.getByLabel('Find: Model ratios').fill('gpt-4o-mini')
    const row = ratios.locator('tbody tr').filter({ has: page.locator('[value="gpt-4o-mini"]') })
    await row.getByText('$0.15 / 1M').waitFor()
    await row.getByLabel('Ratio: gpt-4o-mini').fill('-1')
    await ratios.getByLabel('Find: Model ratios').fill('')
    // A mistake out of sight is brought back with one press.
    await ratios.getByRole('button', { name: 'Show other rows with errors (1)' }).click()
    await row.getByText('must not be less than 0').waitFor()
    await row.getByLabel('Ratio: gpt-4o-mini').fill('0.1')
    await row.getByText('$0.20 / 1M').waitFor()
    await ratios.getByRole('button', { name: 'Show all' }).click()
    await save(page)
    expect(await stored('ModelRatio')).toHaveProperty('gpt-4o-mini', 0.1)
    expect(await stored('ModelRatio')).toHaveProperty('gpt-4o', 1.25)
  })

  test('offers the units there are, and prices them in dollars', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/setting?tab=operation&view=ratios')
    const units = option(page, 'UnitPrices')
    await units.getByRole('button', { name: 'Add row' }).click()
    await page.keyboard.type('house-model')
    await units.getByRole('combobox').last().selectOption({ label: 'Web searches' })
    await units
      .getByLabel(/^Price \(USD\): /)
      .last()
      .fill('10')
    await units.getByText('$10.00 / 1k').or(units.getByText('$10.00 / 1K')).waitFor()
    await save(page)
    expect(await stored('UnitPrices')).toHaveProperty('house-model', { web_search: 10 })
  })

  test('and its JSON are two views of one text; the editor is fetched on request', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await visit.goto('/setting?tab=models')
    const tokens = option(page, 'global.max_output_tokens')
    await tokens.getByText('Nothing yet').waitFor()
    expect(scripts.filter((url) => url.includes('JsonEditorView'))).toEqual([])
    await tokens.getByRole('button', { name: 'JSON' }).click()
    const editor = tokens.getByRole('textbox', { name: 'Longest answers' })
    await editor.focus()
    expect(scripts.filter((url) => url.includes('JsonEditorView'))).not.toEqual([])
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('{"gpt-4o": 100,}')
    await tokens
      .getByText('until the JSON is corrected')
      .or(tokens.getByText('not valid'))
      .waitFor()
    expect(await tokens.getByRole('button', { name: 'Table' }).isDisabled()).toBe(true)
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('{"gpt-4o": 100}')
    await tokens.getByRole('button', { name: 'Table' }).click()
    expect(await tokens.getByLabel('Tokens: gpt-4o').inputValue()).toBe('100')
    await tokens.getByLabel('Tokens: gpt-4o').fill('200')
    await save(page)
    expect(await stored('global.max_output_tokens')).toEqual({ 'gpt-4o': 200 })
  })
})

describe('limits of a group', () => {
  test('are saved with the rest, and asked about before another group is chosen', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/setting?tab=ratelimit')
    const limits = page.locator('#options-group_limits')
    await limits.getByRole('button', { name: 'Add a limit' }).click()
    await bar(page).getByText('Group limits: default').waitFor()
    await limits.getByLabel('Group').selectOption('vip')
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await bar(page).getByText('Group limits: default').waitFor()
    await limits.getByRole('textbox').first().fill('25')
    await save(page)
    const { data } = (await site.people.root.get('/api/limit/?subject=group&key=default')).body
    expect(data).toHaveLength(1)
  })
})
