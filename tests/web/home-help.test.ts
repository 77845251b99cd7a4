/** Questions and addresses that the operator has written down, where visitors and users look. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole({
    options: {
      FAQ: { 'Who pays?': 'You do, see [the prices](/pricing).<script>alert(1)</script>' },
      ApiInfo: [{ Europe: 'https://eu.gw.example' }, { Asia: 'https://asia.gw.example' }],
    },
  })
}, 60_000)
afterAll(() => site[Symbol.asyncDispose]())

describe.each([
  ['nobody', '/'],
  ['user', '/overview'],
] as const)('what %s sees at %s', (who, path) => {
  test('are the addresses, to be copied, and answers that open', async () => {
    await using visit = await site.open(who, { language: 'en' })
    const { page } = visit
    await visit.goto(path)
    const addresses = page.getByRole('region', { name: 'API addresses' })
    await addresses.getByRole('button', { name: 'Copy: Asia' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'https://asia.gw.example',
    )
    const faq = page.getByRole('region', { name: 'Questions and answers' })
    const link = faq.getByRole('link', { name: 'the prices' })
    expect(await link.isVisible()).toBe(false)
    await faq.getByText('Who pays?').click()
    await link.waitFor()
    expect(await faq.locator('script').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })
})

test('a link that runs a script is no address of the API', async () => {
  const value = JSON.stringify([{ Bad: 'javascript:alert(1)' }])
  const { body } = await site.people.root.put('/api/option/', { key: 'ApiInfo', value })
  expect(body.success).toBe(false)
})
