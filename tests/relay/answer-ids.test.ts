/** Ids of translated answers: agents drop a tool call or a message whose id they have seen. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CLIENTS } from '../contracts/client-voices'
import { type Gateway, startGateway } from '../support/gateway'
import { ndjson } from '../support/stand-ins/ollama'
import { fixture, json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'
import { requestIdOf } from './black-box'

/** By its name: the models of each upstream, and how it streams. */
const UPSTREAMS = {
  openai: { type: 1, streamed: sse },
  anthropic: { type: 14, streamed: sse },
  gemini: { type: 24, streamed: sse },
  cohere: { type: 34, streamed: sse },
  ollama: { type: 4, other: 'native', streamed: ndjson },
} satisfies Record<string, { type: number; other?: string; streamed: (frames: string[]) => Reply }>

type UpstreamName = keyof typeof UPSTREAMS
type ClientName = keyof typeof CLIENTS

/** Pairs of which bytes pass as they came. */
const NATIVE: readonly string[] = [
  'openai openai',
  'claude anthropic',
  'gemini gemini',
  'responses openai',
  'cohere cohere',
]

const PAIRS = (Object.keys(CLIENTS) as ClientName[]).flatMap((client) =>
  (Object.keys(UPSTREAMS) as UpstreamName[])
    .filter((upstream) => !NATIVE.includes(`${client} ${upstream}`))
    .flatMap((upstream) => [false, true].map((isStream) => [client, upstream, isStream] as const)),
)

const OWN_ID = /,?"id":"(?:call_|toolu_)[^"]*"/g

/** The recorded answer with two calls, of which the upstream does not tell the ids. */
function answerOf(name: UpstreamName, isStream: boolean): Reply {
  const text = fixture(`${name}/chat-tools.${isStream ? 'sse' : 'json'}`)
  const bare = text.replace(OWN_ID, '').replaceAll('{,', '{')
  return isStream ? UPSTREAMS[name].streamed([bare]) : json(bare)
}

describe('a repeated answer', () => {
  let upstream: Upstream
  let gateway: Gateway

  beforeAll(async () => {
    upstream = await startUpstream(json({}))
    gateway = await startGateway({
      channels: Object.entries(UPSTREAMS).map(([models, { streamed: _, ...row }]) => ({
        ...row,
        models,
        upstream,
      })),
      options: { ModelRatio: Object.fromEntries(Object.keys(UPSTREAMS).map((name) => [name, 1])) },
    })
  })
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
    await upstream.stop()
  })

  async function answered(client: ClientName, name: UpstreamName, isStream: boolean) {
    upstream.script(answerOf(name, isStream))
    const { path, body } = CLIENTS[client]
    const response = await gateway.post(path(name, isStream), body(name, isStream))
    return { status: response.status, id: requestIdOf(response), text: await response.text() }
  }

  test.each(PAIRS)(
    'tells %s clients of %s upstreams new ids (streamed: %s)',
    async (client, name, isStream) => {
      for (const _ of [1, 2]) {
        const { status, id, text } = await answered(client, name, isStream)
        expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' })
        const ids = new Set(text.match(/\bcall_\d\w+/g))
        expect([...ids].sort()).toEqual([`call_${id}_0`, `call_${id}_1`])
        // OpenAI takes no longer ones.
        for (const made of ids) expect(made.length).toBeLessThanOrEqual(40)
        expect(text).not.toMatch(/"[^"]*\brec(?:-tools)?"/)
        expect(text).toContain(id)
      }
    },
  )
})
