import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fixture, gate, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

let site: Console
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(sse([fixture('openai/chat-text.sse')]))
  site = await openConsole({
    channels: [{ upstream, name: 'main', models: 'gpt-4o-mini,gpt-4o' }],
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

/** Everything that the recorded stream says. */
const SAID = [...fixture('openai/chat-text.sse').matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)]
  .map(([, piece]) => JSON.parse(`"${piece}"`))
  .join('')

describe('the playground', () => {
  test('streams an answer, with its tokens and the cost that was charged', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/playground')
    await page.getByLabel('系统提示').fill('be brief')
    await page.getByRole('textbox', { name: '消息' }).fill('hello')
    await page.keyboard.press('Enter')
    await page.getByText(/花费 \$/).waitFor()
    const log = page.getByRole('log')
    expect(await log.locator('.message-assistant .prose').innerText()).toBe(SAID)
    const { json: sent } = upstream.last()
    expect(sent).toMatchObject({
      model: 'gpt-4o-mini',
      stream: true,
      temperature: 0.7,
      messages: [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'hello' },
      ],
    })
    const { body } = await site.people.user.get('/api/log/self?p=1&page_size=1')
    const tokens = await log.getByText(/提示 \d+ · 补全 \d+ Token/).innerText()
    expect(tokens).toContain(`提示 ${body.data.items[0].prompt_tokens}`)
    expect(visit.complaints).toEqual([])
  })

  test('stops when it is told to, and keeps what has come', async () => {
    const held = gate()
    const [head = '', ...rest] = fixture('openai/chat-text.sse').split(/(?<=\n\n)/)
    upstream.script(sse([head, rest[0] ?? '', rest[1] ?? '', held, rest.slice(2).join('')]))
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/playground')
    await page.getByRole('textbox', { name: '消息' }).fill('hello')
    await page.getByRole('button', { name: '发送' }).click()
    await page.locator('.message-assistant .prose').waitFor()
    await page.getByRole('button', { name: '停止生成' }).click()
    await page.getByRole('button', { name: '发送' }).waitFor()
    expect((await page.locator('.message-assistant').innerText()).length).toBeGreaterThan(0)
    held.open()
  })

  test('shows what went wrong in place of the answer', async () => {
    upstream.script(json({ error: { message: 'quota is gone', type: 'x' } }, { status: 400 }))
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/playground')
    await page.getByRole('textbox', { name: '消息' }).fill('hello')
    await page.keyboard.press('Enter')
    await page.locator('.message-error').getByText('quota is gone').waitFor()
    expect(await page.locator('.message').count()).toBe(2)
  })

  test('asks again, also with other words, and keeps chats in this browser', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/playground')
    await page.getByRole('textbox', { name: '消息' }).fill('first words')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '重新生成' }).click()
    await page.getByRole('button', { name: '重新生成' }).waitFor()
    await page.locator('.message-user').getByRole('button', { name: '编辑' }).click()
    await page.getByRole('textbox', { name: '编辑' }).fill('other words')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText(/花费 \$/).waitFor()
    expect(upstream.last().bodyText).toContain('other words')
    expect(upstream.last().bodyText).not.toContain('first words')
    await page.reload()
    await page.locator('.message-user').getByText('other words').waitFor()
    await page.getByRole('button', { name: '新对话' }).click()
    expect(await page.locator('.message').count()).toBe(0)
    await page.getByRole('button', { name: '历史对话' }).click()
    await page.getByRole('menuitemradio', { name: 'other words' }).click()
    await page.locator('.message-user').getByText('other words').waitFor()
  })

  test('does not fetch pictures that a model names, nor run what it writes', async () => {
    const frame =
      fixture('openai/chat-text.sse')
        .split('\n\n')[0]
        ?.replace(/^data: /, '') ?? '{}'
    const chunk = JSON.parse(frame)
    chunk.choices = [
      {
        index: 0,
        delta: { content: '<img src=x onerror="window.ran=1"> ![a](https://evil.example/b) ok' },
        finish_reason: 'stop',
      },
    ]
    upstream.script(sse([`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`]))
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/playground')
    await page.getByRole('textbox', { name: '消息' }).fill('hello')
    await page.keyboard.press('Enter')
    await page.locator('.message-assistant .prose').getByText('ok').waitFor()
    expect(await page.locator('.message-assistant img').count()).toBe(0)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(visit.complaints).toEqual([])
  })

  test('shows the request for a program', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/playground')
    await page.getByRole('button', { name: '以代码调用' }).click()
    const drawer = page.getByRole('dialog', { name: '以代码调用' })
    await drawer.getByText(`curl ${site.gateway.url}/v1/chat/completions`).waitFor()
    await drawer.getByRole('button', { name: 'Python' }).click()
    await drawer.getByText('client = OpenAI(').waitFor()
  })
})
