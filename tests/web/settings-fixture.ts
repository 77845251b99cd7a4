/** What tests of the site's settings do and look at. */
import type { Page } from 'playwright-core'
import type { OptionKey } from '../../server/domain/options'
import type { Console } from './console-fixture'

/** As the server keeps it. */
export async function storedIn(site: Console, key: OptionKey): Promise<string> {
  const { data } = (await site.people.root.get('/api/option/')).body
  return data.find((row: { key: string }) => row.key === key)?.value
}

/** One setting with everything that belongs to it. */
export const option = (page: Page, key: OptionKey) => page.locator(`[data-option="${key}"]`)

/** What is changed on all tabs, saved or discarded at once. */
export const unsaved = (page: Page) =>
  page.getByRole('region', { name: /^(未保存的修改|Unsaved changes)$/ })

export const save = (page: Page) =>
  unsaved(page)
    .getByRole('button', { name: /^(保存|Save)$/ })
    .click()

/** As a person does it: the editor has no value that could be set from outside. */
export async function typeJson(page: Page, label: string, source: string): Promise<void> {
  const box = page.getByRole('group', { name: label, exact: true })
  await box.getByRole('button', { name: 'JSON' }).click()
  await box.getByRole('textbox', { name: label, exact: true }).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(source)
}
