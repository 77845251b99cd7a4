import { GatewayError, UpstreamError } from '../../../../domain/errors/gateway-error'
import type { ChatAnswer, JsonObject, Part } from '../../../wire/chat'
import { finishReasonOf } from '../finish-words'
import { isList, isObject, objectsOf, textOf } from '../json-fields'
import { CitedBlocks } from './citations'
import { errorFacts } from './error'
import { readUsage } from './usage'

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
