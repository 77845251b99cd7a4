/** A vendor's own answer becomes a fixture: asked by a live channel, without what is secret. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { json, sse, startUpstream, type Upstream } from '../support/upstream'
import { openShell, type Shell } from './cli-fixture'

const STREAM = ['data: {"object":"chat.completion.chunk"}\n\n', 'data: [DONE]\n\n']
const KEY = 'upstream-key-of-the-operator'
const WHOLE = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'gpt-4o',
  organization: 'org-AbCdEf123456',
  choices: [{ index: 0, message: { role: 'assistant', content: `hi ann@acme.example ${KEY}` } }],
}

let shell: Shell
let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream(({ json: body }) =>
    Object(body).stream === true ? sse(STREAM) : json(WHOLE),
  )
  shell = openShell()
  const place = ['--base-url', upstream.url]
  const made = ['channel', 'add', 'main', '--type', '1', '--key', KEY, '--models', 'gpt-4o,tts-1']
  await shell.text([...made, ...place])
})
afterAll(async () => {
  shell.remove()
  await upstream.stop()
})

const record = (...flags: string[]) => shell.json(['channel', 'record', 'main', ...flags])

test('the answer is what came, but for keys, names and addresses', async () => {
  const recorded = Object(await record())
  expect(recorded).toMatchObject({
    model: 'gpt-4o',
    operation: 'chat',
    dialect: 'openai',
    status: 200,
    from: `${upstream.url}/v1/chat/completions`,
  })
  expect(JSON.parse(recorded.text)).toEqual({
    ...WHOLE,
    organization: 'org-scrubbed',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'hi scrubbed@example.com scrubbed' },
      },
    ],
  })
})

test('a stream goes into a file that was not there before', async () => {
  const path = join(shell.dataDir, 'chat-text.sse')
  expect(await record('--stream', '--out', path)).toMatchObject({ path, operation: 'chat' })
  expect(readFileSync(path, 'utf8')).toBe(STREAM.join(''))
  const again = ['channel', 'record', 'main', '--out', path, '--json']
  const { code, stderr } = await shell.gw(again)
  expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'file.exists'])
})

test('what is no text is refused', async () => {
  const args = ['channel', 'record', 'main', '--model', 'tts-1', '--json']
  const { code, stderr } = await shell.gw(args)
  expect([code, JSON.parse(stderr).error.code]).toEqual([2, 'channel.record_unsupported'])
})
