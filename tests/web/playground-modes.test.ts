/** What can be tried beside chats: each kind where a model of it can be called, and no other. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fixture, json, type Script, sse, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SAID = 'Two plus two is four.'

const provider: Script = ({ path }) => {
  if (path === '/v1/responses') return sse([fixture('responses/chat-text.sse')])
  if (path === '/v1/images/generations') {
    const usage = { input_tokens: 5, output_tokens: 7, total_tokens: 12 }
    return json({ data: [{ b64_json: PIXEL }, { b64_json: PIXEL }], usage })
  }
  if (path === '/v1/audio/speech') {
    return { headers: { 'content-type': 'audio/mpeg' }, body: Uint8Array.of(255, 243, 0) }
  }
  if (path === '/v1/audio/transcriptions') return json({ text: 'Hello there.' })
  if (path === '/v1/rerank') {
    const results = [1, 0].map((index) => ({ index, relevance_score: 0.5 + index / 4 }))
    return json({ results })
  }
  return sse([fixture('openai/chat-text.sse')])
}

let site: Console
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(provider)
  site = await openConsole({
    channels: [
      { upstream, models: 'gpt-4o-mini,gpt-image-1.5,tts-1,whisper-1,rerank-v3.5' },
      { upstream, models: 'gpt-4o', group: 'vip' },
    ],
    options: { SelfUseModeEnabled: true },
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

async function open(mode: string, width = 1280) {
  const visit = await site.open('user', { language: 'en', width })
  await visit.goto(mode === 'chat' ? '/playground' : `/playground/${mode}`)
  return visit
}

describe('the playground', () => {
  test('has a tab for each kind that some model can be asked for', async () => {
    await using visit = await open('chat')
    const tabs = visit.page.getByRole('navigation', { name: 'What is tried' })
    await tabs.getByText('Rerank').waitFor()
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
      'Chat',
      'Responses',
      'Image',
      'Speech',
      'Transcription',
      'Rerank',
    ])
    expect(visit.complaints).toEqual([])
  })

  test('draws pictures, which cost what the log says, and shows the call in code', async () => {
    await using visit = await open('image')
    const { page } = visit
    await page.getByLabel('Prompt').fill('two cats')
    await page.getByRole('spinbutton', { name: 'Count' }).fill('2')
    await page.getByLabel('Request body (JSON)').fill('{"background": "opaque"}')
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('link', { name: /cost \$/ }).waitFor()
    expect(await page.locator('.trial-pictures img').count()).toBe(2)
    expect(upstream.last().json).toEqual({
      model: 'gpt-image-1.5',
      prompt: 'two cats',
      n: 2,
      background: 'opaque',
    })
    await page.getByRole('button', { name: 'Call it from code' }).click()
    const drawer = page.getByRole('dialog', { name: 'Call it from code' })
    await drawer.getByText(`curl ${site.gateway.url}/v1/images/generations`).waitFor()
    await drawer.getByRole('button', { name: 'Python' }).click()
    await drawer.getByText('client.images.generate(**request)').waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('speaks, writes down and ranks, on a phone as well', async () => {
    await using speech = await open('speech', 360)
    await speech.page.getByLabel('Text to speak').fill('hello')
    await speech.page.getByRole('button', { name: 'Speak' }).click()
    await speech.page.getByLabel('Spoken text').waitFor()
    expect(upstream.last().json).toEqual({ model: 'tts-1', input: 'hello', voice: 'alloy' })
    await using text = await open('transcription')
    const buffer = Buffer.from('RIFF....WAVE')
    const file = { name: 'talk.wav', mimeType: 'audio/wav', buffer }
    await text.page.getByLabel('Recording').setInputFiles(file)
    await text.page.getByRole('button', { name: 'Transcribe' }).click()
    await text.page.getByText('Hello there.').waitFor()
    expect(upstream.last().bodyText).toContain('talk.wav')
    await using ranks = await open('rerank')
    await ranks.page.getByLabel('Query').fill('ships')
    await ranks.page.getByLabel('Documents, one per line').fill('a cat\na lighthouse')
    await ranks.page.getByRole('button', { name: 'Rank', exact: true }).click()
    await ranks.page.getByRole('link', { name: /cost \$/ }).waitFor()
    const rows = await ranks.page.locator('.trial-ranking li').allInnerTexts()
    expect(rows.map((row) => row.split('\n').at(-1))).toEqual(['a lighthouse', 'a cat'])
    expect(ranks.complaints).toEqual([])
  })

  test('tells why there is no answer', async () => {
    upstream.script(json({ error: { message: 'no such voice' } }, { status: 400 }))
    await using visit = await open('speech')
    const { page } = visit
    await page.getByLabel('Text to speak').fill('hello')
    await page.getByRole('button', { name: 'Speak' }).click()
    await page.getByRole('alert').getByText('no such voice').waitFor()
    upstream.script(provider)
  })

  test('talks in Responses, with every parameter that the protocol has', async () => {
    await using visit = await open('responses')
    const { page } = visit
    await page.getByText('More parameters').click()
    await page.getByLabel('Top P').fill('0.5')
    await page.getByLabel('Reasoning effort').selectOption('low')
    expect(await page.getByLabel('Seed').count()).toBe(0)
    await page.getByLabel('Request body (JSON)').fill('{"temperature": null, "verbosity": "low"}')
    await page.getByRole('textbox', { name: 'Message' }).fill('hello')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('link', { name: /cost \$/ }).waitFor()
    expect(await page.locator('.message-assistant .answer').innerText()).toContain(SAID)
    expect(upstream.last().json).toEqual({
      model: 'gpt-4o-mini',
      input: [{ role: 'user', content: 'hello' }],
      top_p: 0.5,
      reasoning: { effort: 'low' },
      stream: true,
      store: false,
      verbosity: 'low',
    })
  })

  test('takes chats into a file, and those of a file into another browser', async () => {
    await using visit = await open('chat')
    const { page } = visit
    await page.getByRole('textbox', { name: 'Message' }).fill('about bees')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('link', { name: /cost \$/ }).waitFor()
    await page.getByRole('button', { name: 'Earlier chats' }).click()
    const loading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const path = await (await loading).path()
    await using other = await open('chat')
    await other.page.getByRole('button', { name: 'Earlier chats' }).click()
    const input = other.page.locator('.chat-files input')
    const wrong = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') }
    await input.setInputFiles(wrong)
    await other.page.getByText('no exported chats').waitFor()
    await input.setInputFiles(path)
    await other.page.getByText('1 chat imported').waitFor()
    await other.page.getByRole('button', { name: /^about bees/ }).click()
    await other.page.locator('.message-user').getByText('about bees').waitFor()
    await other.page.reload()
    await other.page.locator('.message-user').getByText('about bees').waitFor()
    expect(other.complaints).toEqual([])
  })
})
