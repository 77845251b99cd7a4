import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { fixture, frames, gate, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

let site: Console
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(sse([fixture('openai/chat-text.sse')]))
  site = await openConsole({
    channels: [
      { upstream, name: 'main', models: 'gpt-4o-mini,gpt-4o,claude-sonnet-4-5' },
      { upstream, name: 'vip', models: 'vip-model', group: 'vip' },
    ],
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

/** The recorded stream with other words in its place. */
function says(content: string): string {
  const frame = /^data: (.*)$/m.exec(fixture('openai/chat-text.sse'))?.[1] ?? '{}'
  const chunk = JSON.parse(frame)
  chunk.choices = [{ index: 0, delta: { content }, finish_reason: 'stop' }]
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`
}

async function openPlayground(options: Parameters<Console['open']>[1] = {}) {
  const visit = await site.open('user', options)
  await visit.goto('/playground')
  return visit
}

/** Types and sends; does not wait for the answer. */
async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: '消息' }).fill(words)
  await page.keyboard.press('Enter')
}

const spent = async (): Promise<number> =>
  (await site.people.user.get('/api/user/self')).body.data.used_quota

test('what is typed outlives a reload, and an idea is asked at a press', async () => {
  upstream.script(sse([fixture('openai/chat-text.sse')]))
  await using visit = await openPlayground({ language: 'en' })
  const { page } = visit
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('half a thought')
  await page.reload()
  await box.waitFor()
  expect(await box.inputValue()).toBe('half a thought')
  await page.getByRole('button', { name: 'Write a haiku about the sea' }).click()
  await page.locator('.message-assistant .answer').getByText(SAID).waitFor()
  const messages = [{ role: 'user', content: 'Write a haiku about the sea' }]
  expect(upstream.requests.at(-1)?.json).toMatchObject({ messages })
})

describe('an answer', () => {
  test('streams in, with its tokens and the cost that was charged', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    const before = await spent()
    await using visit = await openPlayground()
    const { page } = visit
    await page.getByLabel('系统提示词').fill('be brief')
    await say(page, 'hello')
    const cost = page.getByRole('link', { name: /费用 \$/ })
    await cost.waitFor()
    expect(await page.locator('.message-assistant .answer').innerText()).toBe(SAID)
    expect(upstream.last().json).toMatchObject({
      model: 'gpt-4o-mini',
      stream: true,
      temperature: 0.7,
      messages: [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'hello' },
      ],
    })
    const row = (await site.people.user.get('/api/log/self?p=1&page_size=1')).body.data.items[0]
    await page
      .getByText(`输入 ${row.prompt_tokens} · 输出 ${row.completion_tokens} Token`)
      .waitFor()
    const charged = (await spent()) - before
    expect(charged).toBeGreaterThan(0)
    expect(row.quota).toBe(charged)
    expect(await cost.innerText()).toBe(`费用 $${charged / 500_000}`)
    expect(visit.complaints).toEqual([])
  })

  test('stops when it is told to, keeps what has come and says what that cost', async () => {
    const held = gate()
    const [head = '', ...rest] = frames(fixture('openai/chat-text.sse'))
    upstream.script(sse([head, rest[0] ?? '', rest[1] ?? '', held, rest.slice(2).join('')]))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'hello')
    const message = page.locator('.message-assistant')
    await message.locator('.prose').waitFor()
    expect(await message.getAttribute('data-state')).toBe('incomplete')
    await page.getByRole('button', { name: '停止生成' }).click()
    await page.getByRole('button', { name: '发送' }).waitFor()
    expect(await message.getAttribute('data-state')).toBe('complete')
    expect(SAID).toStartWith(await message.locator('.answer').innerText())
    // Nobody told its usage, so it is counted here: a busy machine takes its time.
    await page.getByRole('link', { name: /费用 \$/ }).waitFor({ timeout: 60_000 })
    held.open()
  })

  test('tells how long the model reasoned, with the reasoning folded away', async () => {
    upstream.script(sse([fixture('openai/chat-thinking.sse')]))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'hello')
    const summary = page.getByText(/^思考了 [\d.]+ 秒$/)
    await summary.waitFor()
    const reasoning = page.locator('.message-reasoning p')
    expect(await reasoning.isVisible()).toBe(false)
    await summary.click()
    expect((await reasoning.innerText()).length).toBeGreaterThan(10)
  })

  test('has its code in colours and ready to copy', async () => {
    upstream.script(sse([says('1. run\n\n   ```python\n   print("a" < "b")\n   ```\n')]))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'hello')
    await page.locator('.answer-code .hljs-string').first().waitFor()
    await page.locator('.answer-code').getByRole('button', { name: '复制' }).click()
    await page.getByText('已复制').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('print("a" < "b")')
    await page.locator('.message-user').getByRole('button', { name: '复制' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('hello')
    expect(visit.complaints).toEqual([])
  })

  test('fetches no picture that a model names, and runs nothing that it writes', async () => {
    const evil = '<img src=x onerror="window.ran=1"> ![a](https://evil.example/b) [c](javascript:x)'
    upstream.script(sse([says(`${evil} ok`)]))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'hello')
    await page.locator('.message-assistant .answer').getByText('ok').waitFor()
    expect(await page.locator('.message-assistant img').count()).toBe(0)
    expect(await page.locator('.answer a[href^="javascript"]').count()).toBe(0)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(visit.complaints).toEqual([])
  })
})

describe('a failure', () => {
  test('is shown in place of the answer, with a way to ask again', async () => {
    upstream.script(json({ error: { message: 'quota is gone', type: 'x' } }, { status: 400 }))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'hello')
    await page.getByRole('alert').getByText('quota is gone').waitFor()
    expect(await page.locator('.message').count()).toBe(2)
    expect(await page.locator('.message-assistant').getAttribute('data-state')).toBe('error')
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByText(SAID).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.locator('.message').count()).toBe(2)
  })

  test('midway leaves the words that came, and the reason under them', async () => {
    upstream.script(sse([fixture('openai/chat-error-midway.sse')]))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'hello')
    await page.getByRole('alert').getByRole('button', { name: '重试' }).waitFor()
    expect((await page.locator('.answer').innerText()).length).toBeGreaterThan(0)
  })
})

describe('a message', () => {
  test('can be asked again, changed and deleted', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'first words')
    await page.getByRole('button', { name: '重新生成' }).click()
    await page.getByRole('button', { name: '重新生成' }).waitFor()
    await page.locator('.message-user').getByRole('button', { name: '编辑' }).click()
    await page.getByRole('textbox', { name: '编辑' }).fill('other words')
    await page.getByRole('button', { name: '保存并重新发送' }).click()
    await page.getByRole('link', { name: /费用 \$/ }).waitFor()
    expect(upstream.last().bodyText).toContain('other words')
    expect(upstream.last().bodyText).not.toContain('first words')
    await page.locator('.message-assistant').getByRole('button', { name: '删除' }).click()
    expect(await page.locator('.message').count()).toBe(1)
  })

  test('takes pictures that are picked, pasted or dropped, within limits', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    await using visit = await openPlayground()
    const { page } = visit
    const chosen = page.locator('.chosen-picture')
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('a') })
    await chosen.nth(0).waitFor()
    await bring(page, 'paste', { name: 'b.png', type: 'image/png', size: 5 })
    await chosen.nth(1).waitFor()
    await bring(page, 'drop', { name: 'c.png', type: 'image/png', size: 6 })
    await chosen.nth(2).waitFor()
    await bring(page, 'drop', { name: 'd.png', type: 'image/png', size: 8_000_001 })
    await page.getByText('图片不能超过 8 MB').waitFor()
    await bring(page, 'paste', { name: 'e.txt', type: 'text/plain', size: 6 })
    await page.getByText('只能添加图片').waitFor()
    await chosen.nth(2).getByRole('button', { name: '移除图片' }).click()
    await say(page, 'look')
    await page.getByRole('link', { name: /费用 \$/ }).waitFor()
    const parts = upstream.last().json as { messages: { content: { type: string }[] }[] }
    expect(parts.messages[0]?.content.map(({ type }) => type)).toEqual([
      'text',
      'image_url',
      'image_url',
    ])
    await page.reload()
    await page.getByText('2 张图片未保留').waitFor()
  })
})

describe('the settings', () => {
  test('find a model of the chosen group by part of its name, by keyboard', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await page.getByRole('button', { name: '模型: gpt-4o-mini' }).click()
    await page.getByRole('combobox', { name: '搜索模型' }).fill('SONNET')
    const options = page.getByRole('listbox', { name: '模型' }).getByRole('option')
    await options.getByText('claude-sonnet-4-5').waitFor()
    expect(await options.count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '模型: claude-sonnet-4-5' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: '模型: claude-sonnet-4-5' }).waitFor()
    await page.getByLabel('分组').selectOption('vip')
    await page.getByRole('button', { name: '模型: vip-model' }).click()
    expect(await options.count()).toBe(1)
    expect(visit.complaints).toEqual([])
  })

  test('are in a sheet on a phone', async () => {
    await using visit = await openPlayground({ width: 360, language: 'en' })
    const { page } = visit
    await page.getByRole('button', { name: 'Chat settings' }).click()
    const sheet = page.getByRole('dialog', { name: 'Chat settings' })
    await sheet.getByLabel('Max tokens').fill('50')
    await sheet.getByLabel('Temperature').fill('0.3')
    await sheet.getByRole('button', { name: 'Close' }).click()
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    await page.getByRole('textbox', { name: 'Message' }).fill('hello')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('link', { name: /cost \$/ }).waitFor()
    expect(upstream.last().json).toMatchObject({ max_tokens: 50, temperature: 0.3 })
  })

  test('become a request for a program', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await page.getByRole('button', { name: '用代码调用' }).click()
    const drawer = page.getByRole('dialog', { name: '用代码调用' })
    await drawer.getByText(`curl ${site.gateway.url}/v1/chat/completions`).waitFor()
    await drawer.getByText('Bearer sk-…').waitFor()
    await drawer.getByRole('button', { name: 'Python' }).click()
    await drawer.getByText('client = OpenAI(').waitFor()
    await drawer.getByRole('button', { name: 'JavaScript' }).click()
    await drawer.getByText("import OpenAI from 'openai'").waitFor()
  })
})

describe('chats', () => {
  test('are kept in this browser, renamed and deleted', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'about bees')
    await page.getByRole('link', { name: /费用 \$/ }).waitFor()
    await page.reload()
    await page.locator('.message-user').getByText('about bees').waitFor()
    await page.getByRole('button', { name: '新对话' }).click()
    expect(await page.locator('.message').count()).toBe(0)
    await page.getByRole('button', { name: '历史对话' }).click()
    const list = page.getByRole('dialog', { name: '历史对话' })
    await list.getByRole('button', { name: '更多操作: about bees' }).click()
    await page.getByRole('menuitem', { name: '重命名' }).press('Enter')
    await list.getByRole('textbox', { name: '重命名' }).fill('Bees')
    await list.getByRole('button', { name: '保存' }).click()
    await list.getByRole('button', { name: /^Bees/ }).click()
    await page.locator('.message-user').getByText('about bees').waitFor()
    await page.getByRole('button', { name: '历史对话' }).click()
    await list.getByRole('button', { name: '更多操作: Bees' }).click()
    await page.getByRole('menuitem', { name: '删除' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await list.getByText('还没有对话').waitFor()
    expect(await keptChats(page)).toBe(0)
  })

  test('that are oldest make room when the storage is full, which is told', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'the oldest '.repeat(500))
    await page.getByRole('link', { name: /费用 \$/ }).waitFor()
    await page.getByRole('button', { name: '新对话' }).click()
    await page.evaluate(FILL_STORAGE)
    await say(page, 'the newest')
    await page.getByText('已删除 1 个最早的对话').waitFor()
    expect(await keptChats(page)).toBe(1)
  })

  test('of another person are not shown', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    await using visit = await openPlayground()
    const { page } = visit
    await say(page, 'a secret')
    await page.getByRole('link', { name: /费用 \$/ }).waitFor()
    const { cookie } = site.people.admin
    const [name = '', value = ''] = cookie.split('=')
    await visit.context.addCookies([{ name, value, url: site.gateway.url }])
    const { data } = (await site.people.admin.get('/api/user/self')).body
    await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(data))
    await page.reload()
    await page.getByText('输入消息，或试试下面的问题。').waitFor()
    expect(await page.getByText('a secret').count()).toBe(0)
  })
})

/** Files come from outside the page; this is what the browser would hand over. */
async function bring(
  page: Page,
  how: 'paste' | 'drop',
  file: { readonly name: string; readonly type: string; readonly size: number },
): Promise<void> {
  await page.getByRole('textbox', { name: '消息' }).evaluate(
    (field, { how, name, type, size }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['x'.repeat(size)], name, { type }))
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true })
          : new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
      field.dispatchEvent(event)
    },
    { how, ...file },
  )
}

async function keptChats(page: Page): Promise<number> {
  return await page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('playground-chat:')).length,
  )
}

/** Leaves less room than one more chat needs, but as much as two of them need. */
const FILL_STORAGE = `
  let piece = 'x'.repeat(1 << 20)
  for (let key = 0; piece !== ''; ) {
    try { localStorage.setItem('filler' + key, piece); key += 1 }
    catch { piece = piece.slice(0, piece.length >> 1) }
  }
`
