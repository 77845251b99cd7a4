import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatAnswer, JsonObject, Part } from '../../../wire/chat'
import { CitedBlocks } from '../anthropic/citations'
import { finishReasonOf } from '../finish-words'
import { isList, isObject, objectOf, objectsOf, textOf } from '../json-fields'
import { claudeCitations, textIn } from './citations'
import { readUsage } from './usage'

/** Throws `upstream.invalid_answer`. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const message = objectOf(objectOf(answer.output)?.message)
  if (message === undefined || !isList(message.content)) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no content' })
  }
  const cited = new CitedBlocks()
  cited.keep()
  const choice = {
    parts: objectsOf(message.content).flatMap((block) => readBlock(block, cited)),
    finishReason: finishReasonOf(textOf(answer.stopReason)),
    stopSequence: stopSequenceOf(answer),
  }
  return { id: '', model: '', choices: [choice], usage: readUsage(answer.usage) }
}

/** Reported by Claude alone, and only because it is requested. */
export function stopSequenceOf({ additionalModelResponseFields }: JsonObject): string | undefined {
  return textOf(objectOf(additionalModelResponseFields)?.stop_sequence)
}

function readBlock(block: JsonObject, cited: CitedBlocks): readonly Part[] {
  const text = textOf(block.text)
  if (text !== undefined) return [readText(text, [], cited)]
  const from = objectOf(block.citationsContent)
  if (from !== undefined) {
    return [readText(textIn(from.content), claudeCitations(from.citations), cited)]
  }
  const called = objectOf(block.toolUse)
  if (called !== undefined) {
    const argumentsJson = isObject(called.input) ? JSON.stringify(called.input) : '{}'
    const name = textOf(called.name) ?? ''
    return [{ type: 'tool_call', id: textOf(called.toolUseId) ?? '', name, argumentsJson }]
  }
  const reasoning = objectOf(block.reasoningContent)
  return reasoning === undefined ? [] : readReasoning(reasoning)
}

function readText(text: string, sources: readonly JsonObject[], cited: CitedBlocks): Part {
  cited.begin({ citations: sources })
  cited.add(text)
  const citations = cited.end()
  return { type: 'text', text, ...(citations.length > 0 && { citations }) }
}

function readReasoning(reasoning: JsonObject): readonly Part[] {
  const blob = textOf(reasoning.redactedContent)
  if (blob !== undefined) return [{ type: 'redacted_thinking', blob }]
  const thought = objectOf(reasoning.reasoningText)
  if (thought === undefined) return []
  const signature = textOf(thought.signature)
  return [{ type: 'thinking', text: textOf(thought.text) ?? '', signature }]
}
