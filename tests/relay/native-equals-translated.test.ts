/** The table of `tests/contracts/native-equals-translated.ts`, for every client and upstream. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CLIENTS, type ClientVoice } from '../contracts/client-voices'
import { SITUATIONS, type Situation, TEXT, WHOLE } from '../contracts/native-equals-translated'
import { ALL_VOICES, PAIRS } from '../contracts/pairs'
import { MODEL, type Voice } from '../contracts/upstream-voices'
import { type Gateway, startGateway } from '../support/gateway'
import {
  gate,
  json,
  type RecordedRequest,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'

const CACHE_SHARE = 0.1

interface Played {
  readonly status: number
  readonly text: string
  readonly id: string
}

describe.each(PAIRS)('%s clients of %s upstreams', (protocol, name) => {
  const voice: Voice = ALL_VOICES[name]
  const client = CLIENTS[protocol]
  const { family = '' } = voice
  /** A situation has a model that two channels serve, and one that only its own does. */
  const pairModel = (at: number) => `${family}pair-${at}`
  const loneModel = (at: number) => `${family}lone-${at}`
  let first: Upstream
  let second: Upstream
  let gateway: Gateway

  beforeAll(async () => {
    first = await startUpstream(json({}))
    second = await startUpstream(json({}))
    const models = SITUATIONS.map((_, at) => [pairModel(at), loneModel(at)])
    const mapped = models.flatMap((both, at) => (SITUATIONS[at]?.isMapped ? both : []))
    const model_mapping = JSON.stringify(Object.fromEntries(mapped.map((name) => [name, MODEL])))
    const channel = { type: voice.type, ...voice.channel, model_mapping }
    const ones = Object.fromEntries(models.flat().map((model) => [model, 1]))
    gateway = await startGateway({
      channels: [
        ...models.map((both) => ({
          upstream: first,
          ...channel,
          models: both.join(),
          priority: 9,
        })),
        { upstream: second, ...channel, models: models.map(([pair]) => pair).join() },
      ],
      options: {
        ModelRatio: ones,
        CompletionRatio: Object.fromEntries(models.flat().map((model) => [model, 2])),
        CacheRatio: Object.fromEntries(models.flat().map((model) => [model, CACHE_SHARE])),
      },
    })
  })

  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
    await first.stop()
    await second.stop()
  })

  /** One call; the rest of a stream is sent when the client has read what came before it. */
  async function play(situation: Situation, model: string): Promise<Played> {
    const rest = gate()
    first.script(answering(replyOf(situation, rest)))
    const isStream = situation.stream !== undefined
    second.script(answering(wholeReply(isStream)))
    const path = client.path(model, isStream)
    const response = await gateway.post(path, client.body(model, isStream))
    const id = response.headers.get('x-oneapi-request-id') ?? ''
    const text = await readAll(response, rest.open)
    if (voice.path !== undefined) expect(first.last().path).toBe(voice.path)
    if (situation.isMapped) expectAskedName(text, model, client)
    return { status: response.status, text, id }
  }

  const answering = (reply: Reply) => (request: RecordedRequest) => voice.aside?.(request) ?? reply
  const calls = () => first.requests.filter((request) => !voice.aside?.(request)).length
  const { streamed = sse } = voice

  function replyOf({ stream, body }: Situation, rest: ReturnType<typeof gate>): Reply {
    if (stream === undefined) return json(body?.(voice))
    const { frames, after, ending } = stream(voice)
    const pieces = after === undefined ? frames : [...frames, rest, ...after]
    return streamed(pieces, ending === undefined ? {} : { ending })
  }

  function wholeReply(isStream: boolean): Reply {
    const said = { text: TEXT, end: 'stop', usage: WHOLE } as const
    if (!isStream) return json(voice.body(said))
    return streamed([...voice.opening(), ...voice.text(TEXT), ...voice.ending(said)], {})
  }

  async function logOf({ id }: Played) {
    await gateway.idle()
    const { items } = await gateway.services.logs.list({ requestId: id })
    expect(items).toHaveLength(1)
    const [row] = items
    if (row === undefined) throw new Error(`no log row of ${id}`)
    return { row, other: JSON.parse(row.other) }
  }

  async function expectAnswer(played: Played, isStream: boolean): Promise<void> {
    expect({ ...played, text: played.status === 200 ? '' : played.text }).toMatchObject({
      status: 200,
      text: '',
    })
    if (isStream) expect(played.text).toMatch(client.terminator)
    expect(played.text).not.toMatch(client.failure)
  }

  async function expectNext(situation: Situation, at: number): Promise<void> {
    const asked = calls()
    const helped = await play(situation, pairModel(at))
    expect(calls() - asked).toBe(1)
    await expectAnswer(helped, situation.stream !== undefined)
    expect(helped.text).toContain(TEXT)
    expect((await logOf(helped)).row.quota).toBe(owed(WHOLE))
    const failed = await play(situation, loneModel(at))
    expect(failed.status).toBeGreaterThanOrEqual(500)
    const { row, other } = await logOf(failed)
    expect(row).toMatchObject({ type: 5, quota: 0 })
    const { error } = situation
    if (error !== undefined && !voice.endsUnmarked) expect(other.error).toBe(error)
  }

  async function expectBroken(situation: Situation, at: number): Promise<void> {
    const played = await play(situation, pairModel(at))
    expect(played.status).toBe(200)
    expect(played.text).toContain(TEXT)
    expect(played.text).toMatch(client.failure)
    expect(played.text).not.toMatch(client.terminator)
    const { row, other } = await logOf(played)
    expect(other.cut).toMatchObject({ by: 'upstream' })
    const { usage, early } = situation
    if (usage !== undefined && !voice.reportsLast) expect(row.quota).toBe(owed(usage))
    if (early === undefined) return
    expect(row.completion_tokens).toBeGreaterThan(0)
    const prompt = voice.reportsEarly ? owed({ ...early, output: 0 }) : row.prompt_tokens
    expect(row.quota).toBe(prompt + 2 * row.completion_tokens)
  }

  test.each(SITUATIONS.map((situation, at) => [situation.name, situation, at] as const))(
    '%s',
    async (_, situation, at) => {
      if (situation.outcome === 'next') await expectNext(situation, at)
      else if (situation.outcome === 'broken') await expectBroken(situation, at)
      else {
        const played = await play(situation, pairModel(at))
        await expectAnswer(played, situation.stream !== undefined)
        const { row } = await logOf(played)
        if (situation.usage !== undefined) expect(row.quota).toBe(owed(situation.usage))
      }
      expect(await gateway.services.ledger.verify()).toEqual([])
    },
  )
})

function expectAskedName(text: string, model: string, { namesNoModel }: ClientVoice): void {
  const names = [...text.matchAll(/"(?:model|modelVersion)": ?"([^"]*)"/g)].map(([, name]) => name)
  expect(new Set(names)).toEqual(new Set(namesNoModel ? [] : [model]))
  expect(text).not.toContain(MODEL)
}

function owed({ prompt, cached, output }: typeof WHOLE): number {
  return prompt + CACHE_SHARE * cached + 2 * output
}

async function readAll(response: Response, whenTextIsRead: () => void): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.includes(TEXT)) whenTextIsRead()
  }
  return text
}
