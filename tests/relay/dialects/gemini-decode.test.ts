import { describe, expect, test } from 'bun:test'
import { usage } from '../../../server/domain/money/usage'
import { geminiDialect } from '../../../server/relay/formats/dialects/gemini'
import { readAnswer } from '../../../server/relay/formats/dialects/gemini/decode'
import type { JsonObject } from '../../../server/relay/wire/chat'
import { recordedJson } from './gemini-calls'

const SIGNATURE = 'CiQBjz1rX0Gk1v+2p8Q='

function answerWith(part: JsonObject): JsonObject {
  return { responseId: 'r', candidates: [{ content: { parts: [{ text: 'x' }] } }], ...part }
}

function partsOf(...parts: JsonObject[]) {
  return readAnswer({ responseId: 'r', candidates: [{ content: { parts } }] }).choices[0]?.parts
}

describe('recorded answers', () => {
  test('text', async () => {
    expect(readAnswer(await recordedJson('chat-text.json'))).toEqual({
      id: 'rec-text',
      model: 'gemini-2.5-flash',
      choices: [
        {
          parts: [{ type: 'text', text: 'Grüße, 世界! Two plus two is four.' }],
          finishReason: 'stop',
        },
      ],
      usage: usage({ promptTokens: 12, completionTokens: 9 }),
    })
  })

  test('thinking keeps its signature and its tokens are paid for', async () => {
    const answer = readAnswer(await recordedJson('chat-thinking.json'))
    expect(answer.choices[0]?.parts).toEqual([
      {
        type: 'thinking',
        text: 'Adding two and two gives four.',
        signature: `gw-gemini:${SIGNATURE}`,
      },
      { type: 'text', text: 'It is 4.' },
    ])
    expect(answer.usage).toEqual(
      usage({ promptTokens: 12, completionTokens: 25, reasoningTokens: 21 }),
    )
  })

  test('several calls without ids end as tool calls', async () => {
    const answer = readAnswer(await recordedJson('chat-tools.json'))
    expect(answer.choices).toEqual([
      {
        parts: [
          { type: 'text', text: 'Let me look.' },
          {
            type: 'tool_call',
            id: '',
            name: 'get_weather',
            argumentsJson: '{"city":"Paris"}',
            signature: SIGNATURE,
          },
          {
            type: 'tool_call',
            id: '',
            name: 'get_time',
            argumentsJson: '{"zone":"Europe/Paris","format":"24h"}',
          },
        ],
        finishReason: 'tool_calls',
      },
    ])
  })

  test('a blocked prompt is an empty answer that was filtered', async () => {
    const answer = readAnswer(await recordedJson('chat-blocked.json'))
    expect(answer.choices).toEqual([{ parts: [], finishReason: 'content_filter' }])
    expect(answer.usage).toEqual(usage({ promptTokens: 12 }))
  })
})

describe('finish reasons', () => {
  test.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['BLOCKLIST', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['SPII', 'content_filter'],
    ['IMAGE_SAFETY', 'content_filter'],
    ['OTHER', 'stop'],
    ['MALFORMED_FUNCTION_CALL', 'stop'],
  ] as const)('%s means %s', (finishReason, expected) => {
    const candidates = [{ content: { parts: [{ text: 'x' }] }, finishReason }]
    expect(readAnswer(answerWith({ candidates })).choices[0]?.finishReason).toBe(expected)
  })

  test('an unknown one means that the answer was broken off', () => {
    const candidates = [{ content: { parts: [{ text: 'x' }] }, finishReason: 'SOMETHING_NEW' }]
    expect(() => readAnswer(answerWith({ candidates }))).toThrow('SOMETHING_NEW')
  })

  test('a call cut by the token limit ends by length, not as a tool call', () => {
    const candidates = [
      { content: { parts: [{ functionCall: { name: 'f' } }] }, finishReason: 'MAX_TOKENS' },
    ]
    expect(readAnswer(answerWith({ candidates })).choices[0]?.finishReason).toBe('length')
  })
})

describe('parts', () => {
  test('neighbouring texts are one text, without separators', () => {
    expect(partsOf({ text: 'a' }, { text: '\n' }, { text: 'b' })).toEqual([
      { type: 'text', text: 'a\nb' },
    ])
  })

  test('code and its output are fenced', () => {
    const parts = partsOf(
      { executableCode: { language: 'PYTHON', code: 'print(4)\n' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '4\n' } },
    )
    expect(parts).toEqual([
      { type: 'text', text: '\n```python\nprint(4)\n```\n\n```output\n4\n```\n' },
    ])
  })

  test('a picture is Markdown', () => {
    expect(partsOf({ inlineData: { mimeType: 'image/png', data: 'AAAA' } })).toEqual([
      { type: 'text', text: '![image](data:image/png;base64,AAAA)' },
    ])
  })

  test('a signed text without thinking is preceded by its signature', () => {
    expect(partsOf({ text: 'a', thoughtSignature: 's' })).toEqual([
      { type: 'thinking', text: '', signature: 'gw-gemini:s' },
      { type: 'text', text: 'a' },
    ])
  })

  test("Gemini's own call id is kept", () => {
    expect(partsOf({ functionCall: { id: 'fc_1', name: 'f', args: {} } })).toMatchObject([
      { id: 'fc_1', argumentsJson: '{}' },
    ])
  })

  test('a part of a kind yet unknown is passed over', () => {
    expect(partsOf({ hologram: {} }, { text: 'a' })).toEqual([{ type: 'text', text: 'a' }])
  })
})

describe('several candidates', () => {
  test('come in the order of their index', () => {
    const calling = (id: string) => ({
      content: { parts: [{ functionCall: { id, name: 'f', args: {} } }] },
    })
    const candidates = [
      { ...calling('second'), index: 1 },
      { ...calling('first'), index: 0 },
    ]
    const parts = readAnswer(answerWith({ candidates })).choices.map((choice) => choice.parts)
    expect(parts).toMatchObject([[{ id: 'first' }], [{ id: 'second' }]])
  })
})

describe('answers that are none', () => {
  test.each([
    ['an empty object', {}],
    ['no candidates and no reason', { candidates: [] }],
    ['another format', { choices: [{ message: { content: 'x' } }] }],
    ['candidates of the wrong type', { candidates: 'x' }],
  ])('%s', (_name, answer) => {
    expect(() => readAnswer(answer)).toThrow('upstream.invalid_answer')
  })
})

describe('usage', () => {
  const usageOf = (usageMetadata: JsonObject) => readAnswer(answerWith({ usageMetadata })).usage

  test('cached text is taken out of the prompt, tool results are added', () => {
    const counts = {
      promptTokenCount: 100,
      cachedContentTokenCount: 60,
      toolUsePromptTokenCount: 5,
      candidatesTokenCount: 7,
      totalTokenCount: 112,
    }
    expect(usageOf(counts)).toEqual(
      usage({ promptTokens: 45, cacheReadTokens: 60, completionTokens: 7 }),
    )
  })

  test('sound is told apart on both sides', () => {
    const counts = {
      promptTokenCount: 100,
      cachedContentTokenCount: 30,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 40 },
        { modality: 'AUDIO', tokenCount: 60 },
      ],
      cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 20 }],
      candidatesTokenCount: 50,
      candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 45 }],
      thoughtsTokenCount: 10,
    }
    expect(usageOf(counts)).toEqual(
      usage({
        promptTokens: 30,
        cacheReadTokens: 10,
        audioCacheReadTokens: 20,
        audioPromptTokens: 40,
        completionTokens: 15,
        reasoningTokens: 10,
        audioCompletionTokens: 45,
      }),
    )
  })

  test('a missing answer count is what the total leaves', () => {
    const counts = { promptTokenCount: 10, thoughtsTokenCount: 3, totalTokenCount: 20 }
    expect(usageOf(counts)).toEqual(
      usage({ promptTokens: 10, completionTokens: 10, reasoningTokens: 3 }),
    )
  })

  test('counts that contradict each other never turn negative', () => {
    const counts = { promptTokenCount: 10, cachedContentTokenCount: 99, totalTokenCount: 4 }
    expect(usageOf(counts)).toEqual(usage({ cacheReadTokens: 10 }))
  })

  test.each([
    ['absent', undefined],
    ['empty', {}],
    ['no numbers', { promptTokenCount: 'many' }],
  ])('%s counts are no usage', (_name, usageMetadata) => {
    expect(readAnswer(answerWith({ usageMetadata })).usage).toBeUndefined()
  })
})

describe('the meter', () => {
  test('takes the last whole frame of the stream', async () => {
    const stream = await Bun.file(
      new URL('../../fixtures/gemini/chat-thinking.sse', import.meta.url),
    ).text()
    const expected = usage({ promptTokens: 12, completionTokens: 25, reasoningTokens: 21 })
    expect(geminiDialect.meter.fromStreamEnds(() => '', stream.slice(-900))).toEqual(expected)
    expect(geminiDialect.meter.fromStreamEnds(() => '', 'data: {"usageMet')).toBeUndefined()
    expect(geminiDialect.meter.generatedText(stream)).toBe('Adding two and two gives four.It is 4.')
  })
})
