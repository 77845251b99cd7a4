/** Links that visitors click on run nothing in the console. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  root = await apiClient(gateway).as('root')
})
afterAll(() => gateway[Symbol.asyncDispose]())

const KEYS = ['TopUpLink', 'ChatLink', 'ChatLink2', 'general_setting.docs_link', 'Logo'] as const
const SCRIPTS = [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
]

const save = async (key: string, value: string) =>
  (await root.put('/api/option/', { key, value })).body

test.each(KEYS)('%s takes no script', async (key) => {
  for (const value of SCRIPTS) {
    expect({ value, body: await save(key, value) }).toMatchObject({
      body: { success: false, code: 'option.invalid' },
    })
  }
  const fine = ['https://shop.example/x', '/about', '', 'cherrystudio://add?key={key}']
  for (const value of fine) expect((await save(key, value)).success).toBe(true)
})

test('nor does any of the chats', async () => {
  const chats = JSON.stringify([{ Good: 'https://a.example' }, { Bad: 'javascript:alert(1)' }])
  expect((await save('Chats', chats)).success).toBe(false)
})

test('a logo may be a picture as data', async () => {
  expect((await save('Logo', 'data:image/png;base64,AAAA')).success).toBe(true)
})
