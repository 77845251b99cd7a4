/** SDKs whose paths are fixed: everything below /v1 answers below /openai/v1, too. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import OpenAI, { toFile } from 'openai'
import { CALL_ROUTES } from '../../server/domain/calls/routes'
import { OWNED_ROUTES } from '../../server/domain/objects/routes'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { frames, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { recorded } from './black-box'

const HOME = '/openai'

let upstream: Upstream
let gateway: Gateway
let client: OpenAI

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [{ upstream, models: 'gpt-4o' }],
    options: { SelfUseModeEnabled: true },
  })
  client = clientOf(gateway.keys[0] ?? '')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function clientOf(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${gateway.url}${HOME}/v1`, maxRetries: 0 })
}

const ASKED: OpenAI.ChatCompletionCreateParamsNonStreaming = {
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'hi' }],
}

describe('the SDK', () => {
  test('has its chat answered', async () => {
    upstream.script(json(recorded('openai').json))
    const { choices } = await client.chat.completions.create(ASKED)
    expect(choices[0]?.message.content).toBeString()
  })

  test('reads a stream', async () => {
    upstream.script(sse(frames(recorded('openai').sse)))
    let text = ''
    for await (const { choices } of await client.chat.completions.create({
      ...ASKED,
      stream: true,
    })) {
      text += choices[0]?.delta.content ?? ''
    }
    expect(text).not.toBe('')
  })

  test('lists models, and finds one', async () => {
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['gpt-4o'])
    expect((await client.models.retrieve('gpt-4o')).id).toBe('gpt-4o')
  })

  test('sends recordings', async () => {
    upstream.script(json({ text: 'hello' }))
    const file = await toFile(new Uint8Array(64), 'x.wav')
    const { text } = await client.audio.transcriptions.create({ file, model: 'gpt-4o' })
    expect(text).toBe('hello')
  })

  test('keeps files, and names them below either address', async () => {
    const file = { id: 'file-1', object: 'file', bytes: 1, filename: 'a', purpose: 'batch' }
    upstream.script(json(file))
    const made = await client.files.create({
      file: await toFile(Buffer.from('x')),
      purpose: 'batch',
    })
    upstream.script(json(file))
    const usual = gateway.openai().files.retrieve(made.id)
    expect((await client.files.retrieve(made.id)).id).toBe((await usual).id)
    expect(upstream.requests.at(-1)?.path).toBe('/v1/files/file-1')
  })

  test('is refused in its own words', async () => {
    const error = await failureOf(clientOf('sk-nobody').models.list())
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })
})

const ASKED_BY_PATH = CALL_ROUTES.filter(({ verb, socket }) => verb === '' && !socket)
const ADDRESSES = [
  ...ASKED_BY_PATH.map(({ path }) => ({ method: 'POST', path })),
  ...OWNED_ROUTES,
].filter(({ path }) => path.startsWith('/v1/'))

test.each(ADDRESSES)('$method $path is known there', async ({ method, path }) => {
  const address = path.replace(/\/:(\w+)/g, '/x')
  const { status } = await fetch(`${gateway.url}${HOME}${address}`, { method })
  expect(status).toBe(401)
})

test('what is unknown is refused as JSON, not with a page', async () => {
  const answer = await fetch(`${gateway.url}${HOME}/v1/nothing`)
  expect(answer.status).toBe(404)
  expect((await answer.json()).error.message).toContain('/openai/v1/nothing')
})

test('programs in a browser may ask', async () => {
  const answer = await fetch(`${gateway.url}${HOME}/v1/models`, { method: 'OPTIONS' })
  expect(answer.status).toBe(204)
})
