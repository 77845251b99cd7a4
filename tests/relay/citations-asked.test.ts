/** Citations that are asked of a vendor who has none are named as a loss, before any answer. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { type Reply, startUpstream, type Upstream } from '../support/upstream'
import { requestIdOf } from './black-box'
import { CITED_REPLIES } from './cited-replies'
import { loggedOf } from './forms'

const QUESTION = 'How tall are penguins?'
const { openai, anthropic } = CITED_REPLIES
const [CHAT, CLAUDE] = [openai.whole, anthropic.whole]

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream([])
  gateway = await startGateway({
    channels: [
      { type: openai.type, models: 'chat', upstream },
      { type: anthropic.type, models: 'claude', upstream },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const DOCUMENT = {
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'Penguins are tall.' },
  citations: { enabled: true },
}
const MESSAGES = [{ role: 'user', content: QUESTION }]

const ASKED: readonly (readonly [path: string, body: object, loss: string, reply: Reply])[] = [
  [
    '/v1/chat/completions',
    { model: 'claude', messages: MESSAGES, web_search_options: {} },
    'web_search_options',
    CLAUDE,
  ],
  [
    '/v1/messages',
    {
      ...{ model: 'chat', max_tokens: 10 },
      messages: [{ role: 'user', content: [DOCUMENT, { type: 'text', text: QUESTION }] }],
    },
    'messages[0].content[0].citations',
    CHAT,
  ],
  [
    '/v1beta/models/chat:generateContent',
    { contents: [{ role: 'user', parts: [{ text: QUESTION }] }], tools: [{ googleSearch: {} }] },
    'tools[0].googleSearch',
    CHAT,
  ],
]

test.each(ASKED)('%s names what it loses', async (path, body, loss, reply) => {
  upstream.script(reply)
  const answer = await gateway.post(path, body)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-gw-untranslated')?.split(', ')).toContain(loss)
  const { other } = await loggedOf(gateway, requestIdOf(answer))
  expect(other.untranslated).toContain(loss)
})
