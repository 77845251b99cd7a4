/** Who serves, as an administrator sees it, and taking one out of rotation. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
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

test('the processes of one gateway are told apart', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const db = await openDatabase(`${site.gateway.dataDir}/gw.db`)
  const row = { host: 'box:1', beat_at: Date.now(), started_at: Date.now() }
  await db.kysely
    .insertInto('nodes')
    .values([
      { id: 'worker-1', ...row },
      { id: 'box:gw-x:worker-2', ...row },
    ])
    .execute()
  await db.close()
  await visit.goto('/node')
  await visit.page.getByText('worker 1').waitFor()
  await visit.page.getByText('worker 2').waitFor()
})
