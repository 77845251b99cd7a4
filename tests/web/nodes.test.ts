/** Who serves, as an administrator sees it, and taking one out of rotation. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

test('root drains a node after a question, and puts it back', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/node')
  await page.getByText('Serving').waitFor()
  await page.getByRole('button', { name: /^Drain: / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Drain' }).click()
  await page.getByText('Draining', { exact: true }).waitFor()
  expect((await fetch(`${site.gateway.url}/healthz`)).status).toBe(503)
  await page.getByRole('button', { name: /^Resume: / }).click()
  await page.getByText('Serving').waitFor()
  expect((await fetch(`${site.gateway.url}/healthz`)).status).toBe(200)
  expect(visit.complaints).toEqual([])
})

test('an administrator sees the nodes and changes none', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  await visit.goto('/node')
  await visit.page.getByText('Serving').waitFor()
  expect(await visit.page.getByRole('button', { name: /^Drain/ }).count()).toBe(0)
})
