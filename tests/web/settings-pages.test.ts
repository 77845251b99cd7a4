/** What holds for the settings of the site as a whole. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { OPTION_KEYS, optionRow } from '../../server/domain/options'
import { SECTION_ROWS } from '../../web/pages/setting/options/option-tabs'
import { OPTION_TABS } from '../../web/pages/setting/options/tab-names'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'
import { option } from './settings-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

/** Pixels that the page is wider than the window. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

describe('the settings of the site', () => {
  test('have every option in exactly one place but those that nothing ever read', () => {
    const placed = SECTION_ROWS.flatMap(({ keys }) => keys)
    expect(placed.toSorted()).toEqual(
      OPTION_KEYS.filter((key) => optionRow(key).inert !== 'never_read').toSorted(),
    )
  })

  test('show the explanation that the dictionaries have', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/setting?tab=system')
    const map = option(page, 'oidc.organisation_map')
    await map.getByText('people join, and leave when').waitFor()
    await page.getByText('Signatures of id_tokens are checked').waitFor()
  })

  test('warn of a short interval, and say that the interval has no effect', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    const field = option(page, 'DataExportInterval')
    await field.getByText('Very short intervals put load on the database').waitFor()
    await field.getByText('statistics are written with each request').waitFor()
    expect(await field.getByRole('textbox').inputValue()).toBe('5')
  })

  test('are for root only', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/setting?tab=system')
    await page.getByRole('heading', { name: '设置', level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: '系统设置' }).count()).toBe(0)
    expect(await page.getByLabel('服务器地址').count()).toBe(0)
  })

  const LOOKS = [
    { language: 'zh', scheme: 'light', width: 1440, tabs: ['operation', 'models'] },
    { language: 'en', scheme: 'dark', width: 360, tabs: ['system', 'other'] },
  ] as const
  for (const { tabs, ...look } of LOOKS) {
    test(`have no barriers in ${look.language}, ${look.scheme}, ${look.width} wide`, async () => {
      await using visit = await site.open('root', look)
      const { page } = visit
      for (const tab of [...OPTION_TABS, 'operation&view=ratios', 'operation&view=prices']) {
        await visit.goto(`/setting?tab=${tab}`)
        await page.locator('.options').waitFor()
        expect(await page.evaluate(SIDEWAYS)).toBeLessThanOrEqual(0)
        // Looking for barriers takes seconds for each of these long pages.
        if (!tabs.some((name) => name === tab)) continue
        const barriers = await barriersOn(page, '.options')
        const serious = barriers
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${tab} ${id}: ${nodes[0]?.html}`)
        expect(serious).toEqual([])
      }
      expect(visit.complaints).toEqual([])
    })
  }
})
