/**
 * Every value of a rich request of Gemini's clients, and of rich answers to them, replaced by
 * values of every wrong type: what comes of it is an answer or a named failure in Google's words.
 */
import { describe, expect, test } from 'bun:test'
import { fixture, json, type Reply, sse } from '../support/upstream'
import { DIALECTS, type DialectName, recorded, type Told, TYPE_OF, told } from './black-box'
import {
  asking,
  EVENTS,
  errorIn,
  GENERATE,
  type Setting,
  STREAM,
  sharedGateways,
} from './gemini-wire'
import { each, expectSound, type Json, spoiled, spoiledStreams } from './spoiling'

const speaking = sharedGateways()
const SLOW_MS = 60_000

const SCHEMA = { type: 'OBJECT', properties: { city: { type: 'STRING', nullable: true } } }

const RICH: Json = {
  model: 'models/m',
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  generationConfig: {
    temperature: 0.5,
    maxOutputTokens: 50,
    candidateCount: 1,
    stopSequences: ['END'],
    responseMimeType: 'application/json',
    responseSchema: SCHEMA,
    thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 },
  },
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
  tools: [{ functionDeclarations: [{ name: 'weather', parameters: SCHEMA }] }],
  contents: [
    {
      role: 'user',
      parts: [
        { text: 'What is this?' },
        { inline_data: { mime_type: 'application/pdf', data: 'JVBERi0=' } },
        { fileData: { fileUri: 'gs://a/b', mimeType: 'image/png' } },
      ],
    },
    {
      role: 'model',
      parts: [
        { text: 'Hm.', thought: true },
        {
          functionCall: { id: 'c1', name: 'weather', args: { city: 'Ulm' } },
          thoughtSignature: 'Z3ctdGhvdWdodHM6W3t9XQ==',
        },
      ],
    },
    {
      role: 'user',
      parts: [{ functionResponse: { id: 'c1', name: 'weather', response: { output: 'Rain.' } } }],
    },
  ],
}

describe.each(DIALECTS)('a spoiled request for %s', (dialect) => {
  test(
    'is answered, or refused with 400',
    async () => {
      await inDialect(json(recorded(dialect).json), dialect, async ({ gateway }) => {
        await each([...spoiled(RICH)], async (body) => {
          const answer = await told(gateway.post(GENERATE, JSON.stringify(body)))
          if (answer.status === 200) return
          const { code } = errorIn(answer.text)
          expect({ body, code, status: answer.status }).toEqual({ body, code: 400, status: 400 })
        })
        await expectSound(gateway)
      })
    },
    SLOW_MS,
  )
})

describe.each(DIALECTS)('a spoiled answer of %s', (dialect) => {
  const answers = ['chat-tools', 'chat-thinking']

  test(
    'ends in an answer or a named failure',
    async () => {
      const bodies = answers.flatMap((name) => [
        ...spoiled(JSON.parse(fixture(`${dialect}/${name}.json`))),
      ])
      const replies = bodies.map((body) => json(JSON.stringify(body)))
      await run(dialect, replies, GENERATE)
    },
    SLOW_MS,
  )

  test(
    'ends in a stream of either form, or a named failure',
    async () => {
      const streams = answers.flatMap((name) => spoiledStreams(fixture(`${dialect}/${name}.sse`)))
      const replies = streams.map((text) => sse([text]))
      await run(dialect, replies, EVENTS)
      await run(dialect, replies, STREAM, ({ text }) => JSON.parse(text))
    },
    SLOW_MS,
  )
})

function inDialect(
  reply: Reply | readonly Reply[],
  dialect: DialectName,
  check: (setting: Setting) => Promise<void>,
) {
  return speaking(reply, { type: TYPE_OF[dialect] }, check)
}

async function run(
  dialect: DialectName,
  replies: readonly Reply[],
  path: string,
  check: (answer: Told) => void = () => {},
): Promise<void> {
  expect(replies.length).toBeGreaterThan(100)
  await inDialect(replies, dialect, async ({ gateway }) => {
    await each(replies, async () => {
      const answer = await told(gateway.post(path, asking()))
      if (answer.status === 200) check(answer)
      else errorIn(answer.text)
    })
    await expectSound(gateway)
  })
}
