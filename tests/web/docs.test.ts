/** /docs: the manual in the console, for anybody. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VisitedPage } from '../../cli/dev/browser'
import { MANUAL_INDEX, manualTopics } from '../../server/domain/manual'
import { findSections } from '../../web/pages/docs/find-sections'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'

const WEB = join(import.meta.dir, '../../web')
const TOPICS = manualTopics(readFileSync(join(WEB, 'docs', MANUAL_INDEX), 'utf8'))
const PHONE = { width: 360, height: 740 }

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const heading = (visit: VisitedPage, name: string, level = 1) =>
  visit.page.locator('main').getByRole('heading', { name, level })

async function expectNoBarriers(visit: VisitedPage): Promise<void> {
  const barriers = await barriersOn(visit.page)
  const serious = barriers.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id }) => id)).toEqual([])
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await visit.page.evaluate(sideways)).toBeLessThanOrEqual(0)
  expect(visit.complaints).toEqual([])
}

describe('the manual', () => {
  test('is open to anybody, and lists what "gw help" lists', async () => {
    await using visit = await site.open('nobody', { language: 'en' })
    await visit.goto('/docs')
    await heading(visit, 'Manual').waitFor()
    const links = visit.page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
    expect(await links.allTextContents()).toEqual(['Overview', ...TOPICS.map(({ title }) => title)])
  })

  test('goes from page to page without loading a document', async () => {
    await using visit = await site.open('nobody', { language: 'en' })
    await visit.goto('/docs/limits')
    await visit.page.evaluate('window.stayed = true')
    await visit.page.locator('article').getByRole('link', { name: 'Holds' }).click()
    await heading(visit, 'Prices and money').waitFor()
    expect(await visit.page.title()).toStartWith('Prices and money · ')
    expect(new URL(visit.page.url()).pathname + new URL(visit.page.url()).hash).toBe(
      '/docs/prices#holds',
    )
    expect(await visit.page.evaluate('window.stayed')).toBe(true)
  })

  test('opens at the heading that the address names', async () => {
    await using visit = await site.open('nobody', { language: 'en', ...PHONE })
    await visit.goto('/docs/scale#several-gateways')
    const target = heading(visit, 'Several gateways', 2)
    await target.waitFor()
    const place = await target.boundingBox()
    expect(place?.y).toBeGreaterThan(0)
    expect(place?.y).toBeLessThan(PHONE.height)
  })

  test('is searched, and a result leads to its heading', async () => {
    await using visit = await site.open('nobody', { language: 'en' })
    await visit.goto('/docs')
    await visit.page.getByRole('searchbox', { name: 'Search the manual' }).fill('secret.key')
    await visit.page.getByRole('heading', { name: 'Results for “secret.key”' }).waitFor()
    await visit.page.getByRole('link', { name: 'Operate › Files' }).click()
    await heading(visit, 'Files', 2).waitFor()
    expect(new URL(visit.page.url()).hash).toBe('#files')
  })

  test('says when nothing was found', async () => {
    await using visit = await site.open('nobody', { language: 'en' })
    await visit.goto('/docs?q=xyzzy')
    await visit.page.getByRole('heading', { name: 'Nothing found for “xyzzy”' }).waitFor()
  })

  test('copies its code', async () => {
    await using visit = await site.open('nobody', { language: 'en' })
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit.goto('/docs/limits')
    await visit.page.getByRole('button', { name: /^Copy/ }).first().click()
    await visit.page.getByText('Copied').waitFor()
    const copied = await visit.page.evaluate('navigator.clipboard.readText()')
    expect(copied).toStartWith('gw limit set token app')
  })

  test('has its pages behind a button on a phone', async () => {
    await using visit = await site.open('nobody', { language: 'en', scheme: 'dark', ...PHONE })
    await visit.goto('/docs/channel-matrix')
    await heading(visit, 'Channel matrix').waitFor()
    await expectNoBarriers(visit)
    await visit.page.getByRole('button', { name: 'Contents' }).click()
    await visit.page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: 'Routing' })
      .click()
    await heading(visit, 'Routing').waitFor()
    expect(await visit.page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(false)
    await expectNoBarriers(visit)
  })

  test('says in Chinese that it is English', async () => {
    await using visit = await site.open('nobody', { language: 'zh', scheme: 'dark' })
    await visit.goto('/docs/security')
    await heading(visit, 'Security').waitFor()
    await visit.page.getByText('手册正文目前只有英文。').waitFor()
    await expectNoBarriers(visit)
  })

  test('has no page at other addresses below it', async () => {
    await using visit = await site.open('nobody', { language: 'en' })
    await visit.goto('/docs/nowhere')
    await heading(visit, 'Page not found').waitFor()
  })
})

test('pages of the console lead to pages of the manual that there are', async () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((path) => path.endsWith('.tsx'))
  const named = sources.flatMap((path) =>
    [...readFileSync(join(WEB, path), 'utf8').matchAll(/\bmanual="([\w-]+)"/g)].map(
      ([, topic = '']) => topic,
    ),
  )
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((topic) => !existsSync(join(WEB, 'docs', `${topic}.md`)))).toEqual([])
  await using visit = await site.open('root', { language: 'en' })
  await visit.goto('/channel')
  await visit.page.locator('main').getByRole('link', { name: 'Docs' }).click()
  await heading(visit, 'Channels').waitFor()
})

describe('what is found', () => {
  const section = (heading: string, text: string) => {
    return { topic: 'x', page: 'Page', anchor: 'a', heading, text }
  }

  test('has every word, and comes first where a heading has it', () => {
    const found = findSections(
      [
        section('One', 'a hold and a limit'),
        section('Hold', 'only a limit'),
        section('Two', 'hold'),
      ],
      'HOLD limit',
    )
    expect(found.map(({ section: { heading } }) => heading)).toEqual(['Hold', 'One'])
  })

  test('shows the text around the first word', () => {
    const text = `${'word '.repeat(50)}needle ${'word '.repeat(50)}`
    const [found] = findSections([section('One', text)], 'needle')
    expect(found?.excerpt).toMatch(/^… .*needle.* …$/)
  })

  test('of an empty search is nothing', () => {
    expect(findSections([section('One', 'text')], '  ')).toEqual([])
  })
})
