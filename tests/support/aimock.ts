/**
 * All three provider formats on one port, from an npm package written by others: a second
 * opinion beside our own recordings.
 */
import { LLMock } from '@copilotkit/aimock'

export interface AimockUsage {
  readonly prompt: number
  readonly completion: number
}

export interface AimockToolCall {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface Aimock {
  /** Base URL for a channel of any of the three types, and for the clients of sdk.ts. */
  readonly url: string
  /** For matches and replies beyond the three below. */
  readonly mock: LLMock
  /** Answers messages that match with this text, in every format. */
  says(pattern: string | RegExp, text: string, usage?: AimockUsage): void
  /** Answers messages that match with these tool calls. */
  calls(pattern: string | RegExp, calls: readonly AimockToolCall[], usage?: AimockUsage): void
  /** Answers the turn that brings the result of tool call `id`. */
  saysAfterTool(id: string, text: string, usage?: AimockUsage): void
  embeds(pattern: string | RegExp, embedding: readonly number[]): void
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startAimock(): Promise<Aimock> {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  const url = await mock.start()
  const stop = (): Promise<void> => mock.stop()
  return {
    url,
    mock,
    says(pattern, text, usage) {
      mock.onMessage(pattern, { content: text, ...usageFields(usage) })
    },
    calls(pattern, calls, usage) {
      const toolCalls = calls.map(({ id, name, input }) => ({
        id,
        name,
        arguments: JSON.stringify(input),
      }))
      mock.onMessage(pattern, { toolCalls, ...usageFields(usage) })
    },
    saysAfterTool(id, text, usage) {
      // In front: the first match wins, and the question before the tool matches as well.
      const response = { content: text, ...usageFields(usage) }
      mock.prependFixture({ match: { toolCallId: id }, response })
    },
    embeds(pattern, embedding) {
      mock.onEmbedding(pattern, { embedding: [...embedding] })
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

function usageFields(usage: AimockUsage | undefined) {
  if (usage === undefined) return {}
  const { prompt, completion } = usage
  return {
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
    },
  }
}
