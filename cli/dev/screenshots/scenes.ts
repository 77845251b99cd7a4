/** What is behind a button: drawers, dialogs and menus, each opened as a person would. */
import type { Page } from 'playwright-core'
import { type Language, type TextKey, translate } from '../../../server/domain/i18n/translate'

/** A page, and what it says in its language. */
export interface Stage {
  readonly page: Page
  readonly rested: () => Promise<void>
  readonly language: Language
}

interface Scene {
  readonly name: string
  readonly address: string
  readonly visitor: 'user' | 'root' | undefined
  readonly open: (stage: Stage) => Promise<void>
}

/** Presses the first button whose name holds the text. */
function press(key: TextKey, params: Readonly<Record<string, string>> = {}) {
  return async ({ page, language, rested }: Stage): Promise<void> => {
    const name = translate(language, key, params)
    await page.getByRole('button', { name }).first().click()
    await rested()
  }
}

async function choose({ page, language, rested }: Stage, key: TextKey): Promise<void> {
  const name = translate(language, key)
  await page.getByRole('menuitem', { name }).first().press('Enter')
  await rested()
}

const asItIs = async (): Promise<void> => {}

/** Tabs of the settings that only root sees. */
const SETTINGS = ['operation', 'ratelimit', 'models', 'system', 'other'] as const

export const SCENES: readonly Scene[] = [
  ...SETTINGS.map((tab) => ({
    name: `setting-${tab}`,
    address: `/setting?tab=${tab}`,
    visitor: 'root' as const,
    open: asItIs,
  })),
  {
    name: 'login-empty',
    address: '/login?expired=true',
    visitor: undefined,
    open: async ({ page }) => await page.locator('form button[type=submit]').click(),
  },
  {
    name: 'palette',
    address: '/token',
    visitor: 'root',
    async open(stage) {
      await press('palette.title')(stage)
      await stage.page.getByRole('dialog').getByRole('combobox').fill('o')
      await stage.page.getByRole('option', { name: 'gpt-4o-mini' }).waitFor()
    },
  },
  {
    name: 'notice',
    address: '/',
    visitor: undefined,
    async open(stage) {
      await press('home.notice')(stage)
      await stage.page.getByRole('dialog').locator('.prose').waitFor()
    },
  },
  { name: 'not-found', address: '/no/such/page', visitor: undefined, open: asItIs },
  { name: 'denied', address: '/channel', visitor: 'user', open: asItIs },
  { name: 'token-new', address: '/token', visitor: 'user', open: press('token.add') },
  { name: 'token-menu', address: '/token', visitor: 'user', open: press('ui.more') },
  {
    name: 'token-remove',
    address: '/token',
    visitor: 'user',
    async open(stage) {
      await press('ui.more')(stage)
      await choose(stage, 'ui.remove')
      await stage.page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'channel-new', address: '/channel/add', visitor: 'root', open: asItIs },
  { name: 'channel-edit', address: '/channel/edit/4', visitor: 'root', open: asItIs },
  { name: 'channel-tags', address: '/channel?tag_mode=true', visitor: 'root', open: asItIs },
  {
    name: 'channel-test',
    address: '/channel',
    visitor: 'root',
    open: press('channel.test', { name: 'DeepSeek' }),
  },
  { name: 'channel-many', address: '/channel', visitor: 'root', open: press('channel.many') },
  {
    name: 'log-live',
    address: '/log',
    visitor: 'root',
    open: press('log.live'),
  },
  {
    name: 'log-call',
    address: '/log?type=2',
    visitor: 'root',
    async open({ page }) {
      await page.locator('.log-open').first().click()
      await page.locator('.call-panel').waitFor()
    },
  },
  {
    name: 'log-query',
    address: '/log',
    visitor: 'root',
    open: async ({ page }) => await page.locator('.query-line input').fill('type:'),
  },
  { name: 'overview-admin', address: '/overview', visitor: 'root', open: asItIs },
  { name: 'channel-failing', address: '/channel/3', visitor: 'root', open: asItIs },
  { name: 'model-page', address: '/model/gpt-4o', visitor: 'root', open: asItIs },
  { name: 'user-page', address: '/user/2', visitor: 'root', open: asItIs },
  { name: 'route-model', address: '/route?model=gpt-4o', visitor: 'root', open: asItIs },
  {
    name: 'price-edit',
    address: '/price?model=gpt-4o',
    visitor: 'root',
    async open({ page }) {
      await page.getByRole('dialog').getByRole('textbox').first().fill('3')
    },
  },
  {
    name: 'price-many',
    address: '/price',
    visitor: 'root',
    async open(stage) {
      await stage.page.locator('tbody .table-check input').nth(1).check()
      await stage.page.locator('tbody .table-check input').nth(3).check()
      await press('price_row.scale_many')(stage)
      await stage.page.getByRole('dialog').getByRole('textbox').first().fill('0.9')
    },
  },
  {
    name: 'price-tiers',
    address: '/price?model=gpt-4o',
    visitor: 'root',
    open: async ({ page }) => {
      await page.getByRole('dialog').locator('section').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'price-history',
    address: '/price?keyword=gpt-4o',
    visitor: 'root',
    async open(stage) {
      await press('ui.more', {})(stage)
      await choose(stage, 'price_row.history')
      await stage.page.getByRole('dialog').locator('li').first().waitFor()
    },
  },
  {
    name: 'price-import',
    address: '/price',
    visitor: 'root',
    async open(stage) {
      await press('prices.import')(stage)
      const theirs = { ModelRatio: { 'gpt-4o': 1, 'gpt-4o-mini': 0.1, 'gpt-next': 2 } }
      await stage.page.getByRole('textbox').first().fill(JSON.stringify(theirs))
      await stage.page.locator('.price-changes').scrollIntoViewIfNeeded()
    },
  },
  { name: 'user-edit', address: '/user', visitor: 'root', open: press('ui.edit') },
  {
    name: 'redemption-new',
    address: '/redemption',
    visitor: 'root',
    open: press('redemption.add'),
  },
  {
    name: 'menu',
    address: '/token',
    visitor: 'user',
    async open(stage) {
      const name = translate(stage.language, 'nav.open_menu')
      const isNarrow = await stage.page.getByRole('button', { name }).isVisible()
      await press(isNarrow ? 'nav.open_menu' : 'nav.account')(stage)
    },
  },
]
