import { GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
import type { ChatAnswer, FinishReason, JsonObject, Part } from '../../wire/chat'
import { isList, isObject, objectsOf, textOf } from '../json-fields'
import { CitedBlocks } from './citations'
import { errorFacts } from './error'
import { readUsage } from './usage'

const STOP_REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  stop_sequence: 'stop_sequence',
  tool_use: 'tool_calls',
  refusal: 'refusal',
  pause_turn: 'pause',
}

export function finishReasonOf(stopReason: string | undefined): FinishReason {
  return STOP_REASONS[stopReason ?? 'end_turn'] ?? 'stop'
}

/** Throws `upstream.invalid_answer`, or the upstream's own error when the answer is one. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const failure = errorFacts(answer)
  if (failure !== undefined) throw new UpstreamError({ status: 500, ...failure })
  if (!isList(answer.content)) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no content' })
  }
  const cited = new CitedBlocks()
  cited.keep()
  return {
    id: textOf(answer.id) ?? '',
    model: textOf(answer.model) ?? '',
    choices: [
      {
        parts: objectsOf(answer.content).flatMap((block) => readBlock(block, cited)),
        finishReason: finishReasonOf(textOf(answer.stop_reason)),
        stopSequence: textOf(answer.stop_sequence),
      },
    ],
    usage: readUsage(answer.usage),
  }
}

/** Blocks of tools that ran at Anthropic itself are no part of the conversation. */
function readBlock(block: JsonObject, cited: CitedBlocks): readonly Part[] {
  switch (block.type) {
    case 'text': {
      const text = textOf(block.text)
      if (text === undefined) return []
      cited.begin(block)
      cited.add(text)
      const citations = cited.end()
      return [{ type: 'text', text, ...(citations.length > 0 && { citations }) }]
    }
    case 'thinking': {
      const text = textOf(block.thinking) ?? ''
      return [{ type: 'thinking', text, signature: textOf(block.signature) }]
    }
    case 'redacted_thinking':
      return [{ type: 'redacted_thinking', blob: textOf(block.data) ?? '' }]
    case 'tool_use': {
      const id = textOf(block.id) ?? ''
      const name = textOf(block.name) ?? ''
      return [{ type: 'tool_call', id, name, argumentsJson: inputJson(block) }]
    }
    default:
      return []
  }
}

export function inputJson(block: JsonObject): string {
  return isObject(block.input) ? JSON.stringify(block.input) : '{}'
}
