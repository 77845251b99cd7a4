/** What agents read of a gateway: llms.txt, pages of the manual as Markdown, the skill. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { skillText } from '../../cli/skill'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ tokens: [] })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const get = (path: string) => fetch(gateway.url + path)

test('llms.txt leads to every page of the manual, as Markdown', async () => {
  const contents = await get('/llms.txt')
  expect(contents.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await contents.text()
  expect(text).toMatch(/^# gw\n\n> .+\n/)
  const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => link.startsWith('/docs/')).length).toBeGreaterThan(20)
  for (const link of links) {
    const response = await get(link)
    const type = response.headers.get('content-type') ?? ''
    expect([link, response.status]).toEqual([link, 200])
    expect([link, type]).toEqual([
      link,
      expect.stringMatching(link.endsWith('.md') ? /^text\/markdown/ : /^application\/json/),
    ])
    if (link.startsWith('/docs/')) expect(await response.text()).toStartWith('# ')
  }
})

test('pages in Markdown lead to each other, and those for people stay', async () => {
  const page = await (await get('/docs/README.md')).text()
  const [, first = ''] = /\]\(([\w-]+\.md)\)/.exec(page) ?? []
  expect((await get(`/docs/${first}`)).status).toBe(200)
  expect((await get('/docs/nowhere.md')).status).toBe(404)
  const forPeople = await get(`/docs/${first.replace('.md', '')}`)
  expect(forPeople.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('the skill is served', async () => {
  expect(await (await get('/skills/gw/SKILL.md')).text()).toBe(skillText())
})
