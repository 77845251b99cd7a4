/** Pages that the operator may write: there once they have a text, and cleaned of scripts. */
import { describe, expect, test } from 'bun:test'
import { openConsole } from './console-fixture'

const SCRIPT = '<script>document.title = "taken"</script>'

describe('pages of questions and of contacts', () => {
  test('are in the menu once they are written, without scripts', async () => {
    const options = {
      FaqText: `## Who pays?\n\nYou do.${SCRIPT}`,
      ContactText: `Write to [us](mailto:help@shop.example).${SCRIPT}`,
    }
    await using site = await openConsole({ options })
    await using visit = await site.open('nobody', { language: 'en' })
    const { page } = visit
    const menu = page.getByRole('navigation', { name: 'Main navigation' })
    await visit.goto('/')
    await menu.getByRole('link', { name: 'FAQ' }).click()
    await page.getByRole('heading', { name: 'Who pays?' }).waitFor()
    expect(await page.locator('main script').count()).toBe(0)
    await menu.getByRole('link', { name: 'Contact' }).click()
    const link = page.getByRole('main').getByRole('link', { name: 'us' })
    expect(await link.getAttribute('href')).toBe('mailto:help@shop.example')
    expect(await page.locator('main script').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  }, 60_000)

  test('are in no menu and closed before', async () => {
    await using site = await openConsole()
    await using visit = await site.open('nobody', { language: 'en' })
    const { page } = visit
    await visit.goto('/faq')
    await page.getByRole('heading', { name: 'FAQ' }).waitFor()
    const menu = page.getByRole('navigation', { name: 'Main navigation' })
    await menu.getByRole('link', { name: 'About' }).waitFor()
    expect(await menu.getByRole('link', { name: 'FAQ' }).count()).toBe(0)
    expect(await menu.getByRole('link', { name: 'Contact' }).count()).toBe(0)
  }, 60_000)
})
