/** Dify and FastGPT from outside: apps that somebody has built, asked as if they were models. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newestLog, readBooks } from '../contracts/books'
import { PIXEL } from '../contracts/conversation'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { refusalByDify, refused as refusedByDify } from '../support/stand-ins/dify'
import { fixture, json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'

const KEY = 'upstream-key-1'
const OPENAI_TEXT = json(fixture('openai/chat-text.json'))
const TEXT = 'Grüße, 世界! Two plus two is four.'

/** Name of the model that goes through each channel → the channel. */
const CHANNELS = {
  'an-app': { type: 37 },
  'an-agent': { type: 37, other: 'agent' },
  'a-workflow': { type: 37, other: 'workflow' },
  'a-completion': { type: 37, other: 'completion' },
  'a-library': { type: 22 },
} as const

type Model = keyof typeof CHANNELS

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(OPENAI_TEXT)
  gateway = await startGateway({
    users: [{ username: 'anna' }, { username: 'bert' }],
    tokens: [
      { name: 'a', username: 'anna', unlimited_quota: true },
      { name: 'b', username: 'bert', unlimited_quota: true },
    ],
    channels: Object.entries(CHANNELS).map(([models, channel]) => ({
      key: KEY,
      ...channel,
      models,
      upstream,
    })),
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function ask(model: Model, more: object = {}, key?: string): Promise<Response> {
  const messages = [{ role: 'user', content: 'Hi' }]
  const options = key === undefined ? {} : { key }
  return gateway.post('/v1/chat/completions', { model, messages, ...more }, options)
}

async function said(model: Model, more: object = {}) {
  const response = await ask(model, more)
  return { status: response.status, body: await response.text() }
}

/** What the upstream was asked, for an answer that is as it should be. */
async function askedOf(model: Model, more: object = {}) {
  const { status, body } = await said(model, more)
  expect({ status, body }).toMatchObject({ status: 200 })
  return Object(upstream.last().json)
}

function idOf(model: Model): number {
  return gateway.channelIds[Object.keys(CHANNELS).indexOf(model)] ?? 0
}

function modelsOf(model: Model): Promise<readonly string[]> {
  return gateway.services.channels.upstreamModels(idOf(model))
}

describe('Dify', () => {
  const answering = (reply: Reply) =>
    upstream.script((request) => refusalByDify(request, KEY) ?? reply)

  test('answers at once although it streams, and is billed what it tells', async () => {
    answering(sse([fixture('dify/chat-text.sse')]))
    const answer = await (await ask('an-app')).json()
    expect(answer).toMatchObject({
      id: 'chatcmpl-conv-1',
      choices: [{ message: { content: TEXT }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 12, completion_tokens: 9 },
    })
  })

  test('is told what was said before, unless it knows the conversation', async () => {
    answering(sse([fixture('dify/chat-text.sse')]))
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi there' },
      { role: 'user', content: 'Two plus two?' },
    ]
    expect((await askedOf('an-app', { messages })).query).toBe(
      'USER: \nHello\nASSISTANT: \nHi there\nUSER: \nTwo plus two?',
    )
    const known = { metadata: { conversation_id: 'conv-1' } }
    expect(await askedOf('an-app', { messages, ...known })).toMatchObject({
      query: 'Two plus two?',
      conversation_id: 'conv-1',
    })
    const earlier = { conversation_id: 'chatcmpl-conv-2' }
    expect(await askedOf('an-app', { messages, ...earlier })).toMatchObject({
      query: 'Two plus two?',
      conversation_id: 'conv-2',
    })
  })

  test('keeps conversations of two users apart', async () => {
    answering(sse([fixture('dify/chat-text.sse')]))
    const userOf = async (key: string | undefined, user?: string) => {
      await (await ask('an-app', { user }, key)).text()
      return Object(upstream.last().json).user
    }
    const [first, second] = gateway.keys
    const users = [
      await userOf(first),
      await userOf(second),
      await userOf(first, 'x'),
      await userOf(second, 'x'),
    ]
    expect(new Set(users).size).toBe(4)
    expect(await userOf(first)).toBe(users[0])
  })

  test('has fields of its own, and pictures that stand on the web', async () => {
    answering(sse([fixture('dify/chat-text.sse')]))
    const url = 'https://example.org/cat.png'
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ]
    const body = await askedOf('an-app', {
      messages: [{ role: 'user', content }],
      inputs: { tone: 'kind' },
      temperature: 0.5,
    })
    expect(body).toMatchObject({
      query: 'What is this?',
      inputs: { tone: 'kind' },
      files: [{ type: 'image', transfer_method: 'remote_url', url }],
    })
  })

  test('is handed in what comes as bytes, before it is asked about it', async () => {
    answering(sse([fixture('dify/chat-text.sse')]))
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
      {
        type: 'file',
        file: { filename: 'räport.pdf', file_data: 'data:application/pdf;base64,QQ==' },
      },
    ]
    const before = upstream.requests.length
    const body = await askedOf('an-app', { messages: [{ role: 'user', content }] })
    expect(body.files).toEqual([
      { type: 'image', transfer_method: 'local_file', upload_file_id: 'file-file.png' },
      { type: 'document', transfer_method: 'local_file', upload_file_id: 'file-r_port.pdf' },
    ])
    const uploads = upstream.requests.slice(before, -1)
    expect(uploads.map(({ path }) => path)).toEqual(['/v1/files/upload', '/v1/files/upload'])
    // Whose file it is must be who asks.
    for (const { bodyText } of uploads) expect(bodyText).toContain(`\r\n\r\n${body.user}\r\n`)
  })

  test('says what it does not take', async () => {
    answering(sse([fixture('dify/chat-text.sse')]))
    const image_url = { url: `data:image/tiff;base64,${PIXEL}` }
    const messages = [{ role: 'user', content: [{ type: 'image_url', image_url }] }]
    const { status, body } = await said('an-app', { messages })
    expect(status).toBe(415)
    expect(body).toContain('File type not allowed')
  })

  test('says in an agent what it thinks once, and repeats nothing', async () => {
    answering(sse([fixture('dify/agent.sse')]))
    const { choices } = await (await ask('an-agent')).json()
    expect(choices[0].message.content).toBe(TEXT)
  })

  test.each(['dify/workflow.sse', 'dify/workflow-whole.sse'])(
    'runs a workflow and bills all models of it (%s)',
    async (recording) => {
      answering(sse([fixture(recording)]))
      const answer = await (await ask('a-workflow', { inputs: { topic: 'sums' } })).json()
      expect(answer).toMatchObject({
        choices: [{ message: { content: TEXT } }],
        usage: { prompt_tokens: 12, completion_tokens: 9 },
      })
      expect(upstream.last().path).toBe('/v1/workflows/run')
      expect(upstream.last().json).toMatchObject({ inputs: { query: 'Hi', topic: 'sums' } })
    },
  )

  test('completes a text', async () => {
    answering(sse([fixture('dify/chat-text.sse')]))
    expect(await askedOf('a-completion')).toMatchObject({ inputs: { query: 'Hi' } })
    expect(upstream.last().path).toBe('/v1/completion-messages')
  })

  const event = (more: object) => sse([`data: ${JSON.stringify({ task_id: 't', ...more })}\n\n`])

  test.each([
    [event({ event: 'error', status: 400, code: 'invalid_param', message: 'no, thanks' }), 400],
    [event({ event: 'workflow_finished', data: { status: 'failed', error: 'no, thanks' } }), 500],
    [refusedByDify(400, 'provider_quota_exceeded', 'no, thanks'), 429],
    [refusedByDify(404, 'not_found', 'no, thanks'), 404],
  ])('fails as it says (%#)', async (reply, status) => {
    answering(reply)
    const { status: told, body } = await said('an-app')
    expect(told).toBe(status)
    if (status !== 429) expect(body).toContain('no, thanks')
  })

  test('cannot list models, and can be tested', async () => {
    answering(sse([fixture('dify/chat-text.sse')]))
    const listed = await modelsOf('an-app').catch((error) => error)
    expect(listed).toMatchObject({ id: 'channel.models_unreadable' })
    const { error } = await gateway.services.channels.test(TEST_ACTOR, { id: idOf('an-app') })
    expect(error).toBeUndefined()
  })

  test('has four kinds of apps', async () => {
    const made = gateway.services.channels.create(TEST_ACTOR, {
      type: 37,
      name: 'n',
      models: 'm',
      key: 'k',
      other: 'chatbot',
    })
    expect(await made.catch((error) => error)).toMatchObject({ id: 'channel.field_invalid' })
  })
})

test('a knowledge base takes its own fields, and is counted when it tells no usage', async () => {
  const { usage: _, ...answer } = JSON.parse(fixture('openai/chat-text.json'))
  upstream.script(json({ ...answer, usage: { prompt_tokens: 0, completion_tokens: 0 } }))
  const body = await askedOf('a-library', { chatId: 'chat-1', variables: { name: 'Anna' } })
  expect(body).toMatchObject({ chatId: 'chat-1', variables: { name: 'Anna' } })
  expect(upstream.last().path).toBe('/v1/chat/completions')
  const log = newestLog(await readBooks(gateway))
  expect(log.prompt_tokens).toBeGreaterThan(0)
  expect(log.completion_tokens).toBeGreaterThan(0)
})
