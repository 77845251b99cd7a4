/** What each vendor cites, as the official clients of each protocol are told it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type Anthropic from '@anthropic-ai/sdk'
import type { GroundingMetadata } from '@google/genai'
import { CohereClientV2 } from 'cohere-ai'
import type OpenAI from 'openai'
import { type Gateway, startGateway } from '../support/gateway'
import { anthropicClient, geminiClient, openaiClient } from '../support/sdk'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { CITED_REPLIES, CLAUDE_MESSAGE } from './cited-replies'
import { CITED, type CitedReply } from './cited-reply'

type Annotations = readonly OpenAI.ChatCompletionMessage.Annotation[]
/** A source, and the text that it is cited for where its client is told that. */
type Entry = readonly [name: string, text: string | undefined]
type Cited = readonly Entry[]

const QUESTION = 'How tall are penguins?'
const MESSAGES = [{ role: 'user' as const, content: QUESTION }]
const REPLIES = Object.values(CITED_REPLIES)
const modelOf = ({ type }: CitedReply) => `at-${type}`

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream([])
  const types = new Map(REPLIES.map(({ type, key }) => [type, key]))
  gateway = await startGateway({
    // Responses pass to whom speaks them: that vendor's chat is reached by another type.
    channels: [
      ...[...types].map(([type, own]) => ({
        ...{ type, models: `at-${type}`, upstream },
        ...(own !== undefined && { key: own }),
      })),
      { type: 43, models: 'chat-only', upstream },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const key = () => gateway.keys[0] ?? ''

interface Client {
  readonly ask: (model: string, stream: boolean) => Promise<Cited>
  /** What is left of an entry for it. */
  readonly told: (entry: Entry) => Cited
  /** The type of a channel whose answers pass as they come. */
  readonly own?: number
}

const isPage = ([name]: Entry) => name.startsWith('https:')

const chat: Client = {
  own: 27,
  told: (entry) => (isPage(entry) ? [entry] : []),
  async ask(model, stream) {
    const { chat } = openaiClient(gateway.url, key())
    if (!stream) {
      const { choices } = await chat.completions.create({ model, messages: MESSAGES })
      const { content, annotations } = choices[0]?.message ?? {}
      return chatCited(content ?? '', annotations ?? [])
    }
    let text = ''
    const annotations: OpenAI.ChatCompletionMessage.Annotation[] = []
    for await (const { choices } of await chat.completions.create({
      model,
      messages: MESSAGES,
      stream,
    })) {
      // Its types have the field on whole messages alone.
      const delta: { content?: string | null; annotations?: Annotations } = choices[0]?.delta ?? {}
      text += delta.content ?? ''
      annotations.push(...(delta.annotations ?? []))
    }
    return chatCited(text, annotations)
  },
}

function chatCited(text: string, annotations: Annotations): Cited {
  return annotations.map(({ url_citation: { url, start_index, end_index } }) => [
    url,
    charactersOf(text, start_index, end_index),
  ])
}

function charactersOf(text: string, start: number, end: number): string {
  return [...text].slice(start, end).join('')
}

const responses: Client = {
  // A file is cited at a place, and not for a piece.
  told: (entry) => [isPage(entry) ? entry : [entry[0], undefined]],
  async ask(model, stream) {
    const client = openaiClient(gateway.url, key())
    const body = { model: model === 'at-1' ? 'chat-only' : model, store: false, input: QUESTION }
    const response = stream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body)
    return response.output
      .flatMap((item) => (item.type === 'message' ? item.content : []))
      .flatMap((part) => (part.type === 'output_text' ? responseCited(part) : []))
  },
}

function responseCited({ text, annotations }: OpenAI.Responses.ResponseOutputText): Cited {
  return annotations.flatMap((each): Cited => {
    if (each.type === 'url_citation') {
      return [[each.url, charactersOf(text, each.start_index, each.end_index)]]
    }
    return each.type === 'file_citation' ? [[each.filename, undefined]] : []
  })
}

const claude: Client = {
  own: 14,
  // All of a block comes from what it cites.
  told: ([name]) => [[name, undefined]],
  async ask(model, stream) {
    const client = anthropicClient(gateway.url, key())
    const body = { model, max_tokens: 100, messages: MESSAGES }
    const message = stream
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body)
    return message.content
      .flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []))
      .map((citation) => [nameIn(citation), undefined])
  },
}

function nameIn(citation: Anthropic.TextCitation): string {
  if (citation.type === 'web_search_result_location') {
    expect(citation.encrypted_index).not.toBe('')
    return citation.url
  }
  if (citation.type !== 'search_result_location') return citation.document_title ?? ''
  expect(citation.end_block_index).toBeGreaterThan(citation.start_block_index)
  return citation.source
}

const google: Client = {
  own: 24,
  told: (entry) => [entry],
  async ask(model, stream) {
    const { models } = geminiClient(gateway.url, key())
    const asked = { model, contents: QUESTION }
    const answers = []
    if (!stream) answers.push(await models.generateContent(asked))
    else for await (const each of await models.generateContentStream(asked)) answers.push(each)
    const text = answers.map((answer) => answer.text ?? '').join('')
    return grounded(text, answers.at(-1)?.candidates?.[0]?.groundingMetadata ?? {})
  },
}

function grounded(text: string, { groundingChunks, groundingSupports }: GroundingMetadata): Cited {
  const bytes = Buffer.from(text)
  return (groundingSupports ?? []).flatMap(({ segment = {}, groundingChunkIndices }) => {
    const { startIndex, endIndex, partIndex } = segment
    expect(partIndex ?? 0).toBe(0)
    const piece = bytes.subarray(startIndex, endIndex).toString()
    expect(piece).toBe(segment.text ?? '')
    return (groundingChunkIndices ?? []).map((index) => {
      const { web, retrievedContext } = groundingChunks?.[index] ?? {}
      return [web?.uri ?? retrievedContext?.title ?? '', piece] as const
    })
  })
}

const CLIENTS = { chat, responses, claude, google } satisfies Readonly<Record<string, Client>>

describe.each(Object.entries<CitedReply>(CITED_REPLIES))('what %s cites', (_vendor, reply) => {
  const clients = Object.entries<Client>(CLIENTS).filter(([, { own }]) => own !== reply.type)
  test.each(clients)('is told to a client of %s', async (_name, client) => {
    const expected = reply.cited.flatMap(client.told)
    for (const stream of [false, true]) {
      upstream.script(stream ? reply.streamed : reply.whole)
      expect(await client.ask(modelOf(reply), stream)).toEqual(expected)
    }
  })
})

test('a text behind shown thoughts is counted from its own part', async () => {
  const thought = { type: 'thinking', thinking: 'Hmm 🐧.', signature: 'c2ln' }
  upstream.script(json({ ...CLAUDE_MESSAGE, content: [thought, ...CLAUDE_MESSAGE.content] }))
  const { models } = geminiClient(gateway.url, key())
  const config = { thinkingConfig: { includeThoughts: true } }
  const answer = await models.generateContent({ model: 'at-14', contents: QUESTION, config })
  const [candidate] = answer.candidates ?? []
  expect(candidate?.content?.parts?.map(({ thought }) => thought ?? false)).toEqual([true, false])
  expect(candidate?.groundingMetadata?.groundingSupports?.[0]?.segment).toEqual({
    partIndex: 1,
    startIndex: 14,
    endIndex: 31,
    text: CITED,
  })
})

test("Cohere's own client takes the made answers for answers that cite", async () => {
  const { whole, streamed } = CITED_REPLIES.cohere
  const client = new CohereClientV2({ token: 'k', environment: upstream.url })
  const asked = { model: 'command-a', messages: MESSAGES }
  upstream.script(whole)
  const { citations } = (await client.chat(asked)).message
  upstream.script(streamed)
  const events = await Array.fromAsync(await client.chatStream(asked))
  const told = events.flatMap((event) =>
    event.type === 'citation-start' ? (event.delta?.message?.citations ?? []) : [],
  )
  for (const [citation] of [citations ?? [], told]) {
    expect(citation).toMatchObject({ start: 9, end: 26, text: CITED, contentIndex: 0 })
    expect(citation?.sources?.map(({ type }) => type)).toEqual(['document', 'document'])
  }
})
