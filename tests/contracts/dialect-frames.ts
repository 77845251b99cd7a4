/** The frames of a stream by the grammar of each client protocol, whatever the dialect. */
import { expect, test } from 'bun:test'
import { checkedBlocks } from '../relay/protocols/claude-grammar'
import { framesOf } from '../relay/protocols/wire'
import type { SpokenProtocol } from './conversation'

/** The bytes that a client gets of a recorded stream, as text. */
export type Streamed = (recording: string, extra?: object) => Promise<string>

/** `names` of the recordings that there are. */
export function testFrames(
  protocol: SpokenProtocol,
  names: readonly string[],
  streamed: Streamed,
): void {
  if (protocol === 'claude') testClaudeFrames(names, streamed)
  else if (protocol === 'gemini') testGeminiFrames(names, streamed)
  else if (protocol === 'cohere') testCohereFrames(names, streamed)
  else testOpenaiFrames(streamed)
}

function testCohereFrames(recordings: readonly string[], streamed: Streamed): void {
  for (const name of recordings) {
    test(`every piece of ${name} has its begin and its end, and the answer has both`, async () => {
      const all = framesOf(await streamed(name))
      expect(all.filter(({ name: event, json }) => json.type !== event)).toEqual([])
      expect(all[0]?.name).toBe('message-start')
      expect(all.at(-1)).toMatchObject({
        name: 'message-end',
        json: { delta: { finish_reason: expect.stringMatching(/^(COMPLETE|TOOL_CALL)$/) } },
      })
      const places = (event: string) =>
        all.filter((one) => one.name === event).map(({ json }) => json.index)
      for (const piece of ['content', 'tool-call', 'citation']) {
        const begun = places(`${piece}-start`)
        expect(begun).toEqual(begun.map((_, at) => at))
        expect(places(`${piece}-end`).toSorted()).toEqual(begun)
      }
      expect(all.filter((one) => one.name === 'message-end')).toHaveLength(1)
    })
  }
}

function testClaudeFrames(recordings: readonly string[], streamed: Streamed): void {
  for (const name of recordings) {
    test(`the events of ${name} follow Anthropic's grammar to message_stop`, async () => {
      const body = await streamed(name)
      expect(checkedBlocks(body).length).toBeGreaterThan(0)
      const names = framesOf(body).map((frame) => frame.name)
      expect(names.slice(-3)).toEqual(['content_block_stop', 'message_delta', 'message_stop'])
    })
  }
}

function testGeminiFrames(recordings: readonly string[], streamed: Streamed): void {
  for (const name of recordings) {
    test(`frames of ${name} are whole answers, the last with reason and usage`, async () => {
      const all = framesOf(await streamed(name))
      expect(all.every(({ name: event }) => event === '')).toBe(true)
      const told = all.map(({ json: answer }) => answer.candidates)
      expect(told.every(Array.isArray)).toBe(true)
      expect(all.at(-1)?.json).toMatchObject({
        candidates: [{ content: { role: 'model' }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 12, totalTokenCount: expect.any(Number) },
        modelVersion: expect.any(String),
        responseId: expect.any(String),
      })
      const ends = all.filter(({ json: answer }) => JSON.stringify(answer).includes('finishReason'))
      expect(ends).toHaveLength(1)
    })
  }
}

function testOpenaiFrames(streamed: Streamed): void {
  test('a client that did not ask for usage gets no usage chunk', async () => {
    const body = await streamed('text')
    expect(body).toEndWith('data: [DONE]\n\n')
    const chunks = framesOf(body)
    expect(chunks.every(({ json }) => Array.isArray(json.choices) && json.choices.length > 0)).toBe(
      true,
    )
    expect(chunks.some(({ json }) => json.usage != null)).toBe(false)
  })

  test('a client that asked for usage gets it once, before the end', async () => {
    const body = await streamed('text', { stream_options: { include_usage: true } })
    expect(body).toEndWith('data: [DONE]\n\n')
    const chunks = framesOf(body)
    expect(chunks.filter(({ json }) => json.usage != null)).toHaveLength(1)
    expect(chunks.at(-1)?.json).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 },
    })
  })
}
