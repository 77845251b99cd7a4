/** What one candidate of an answer, or one slice of it in a stream, says. */
import type { JsonObject } from '../../../wire/chat'
import { reasonOf } from '../finish-words'
import { countOf, objectOf, objectsOf, stringOf } from '../json-fields'

interface OfPart {
  /** Number of the part that it is. */
  readonly part: number
  readonly signature: string | undefined
}

export type Piece = OfPart &
  (
    | { readonly kind: 'text' | 'thinking'; readonly text: string }
    | {
        readonly kind: 'call'
        /** "" when Gemini numbered nothing. */
        readonly id: string
        readonly name: string
        readonly argumentsJson: string
      }
  )

export interface CandidateSlice {
  readonly index: number
  readonly pieces: readonly Piece[]
  readonly finishReason: string | undefined
  /** As it came. */
  readonly candidate: JsonObject
}

export function readCandidates(answer: JsonObject): readonly CandidateSlice[] {
  return objectsOf(answer.candidates).map((candidate, position) => {
    const parts = objectsOf(objectOf(candidate.content)?.parts)
    return {
      index: countOf(candidate.index) ?? position,
      pieces: parts.map(readPart).filter((piece) => piece !== undefined),
      finishReason: stringOf(candidate.finishReason),
      candidate,
    }
  })
}

function readPart(value: JsonObject, part: number): Piece | undefined {
  const signature = stringOf(value.thoughtSignature)
  const call = objectOf(value.functionCall)
  if (call !== undefined) {
    return {
      kind: 'call',
      id: stringOf(call.id) ?? '',
      name: stringOf(call.name) ?? '',
      argumentsJson: JSON.stringify(objectOf(call.args) ?? {}),
      signature,
      part,
    }
  }
  const text = stringOf(value.text) ?? writtenOut(value)
  if (text === undefined) {
    return signature === undefined ? undefined : { kind: 'text', text: '', signature, part }
  }
  return { kind: value.thought === true ? 'thinking' : 'text', text, signature, part }
}

/** Parts that are no text, as Markdown that any client can show. */
function writtenOut(part: JsonObject): string | undefined {
  const code = objectOf(part.executableCode)
  if (code !== undefined) {
    const language = (stringOf(code.language) ?? '').toLowerCase()
    return fence(language === 'language_unspecified' ? '' : language, stringOf(code.code) ?? '')
  }
  const result = objectOf(part.codeExecutionResult)
  if (result !== undefined) {
    return fence('output', stringOf(result.output) ?? '')
  }
  const media = objectOf(part.inlineData)
  if (media !== undefined) {
    const type = stringOf(media.mimeType) ?? 'application/octet-stream'
    const link = `[${type.split('/')[0]}](data:${type};base64,${stringOf(media.data) ?? ''})`
    return type.startsWith('image/') ? `!${link}` : link
  }
  const file = stringOf(objectOf(part.fileData)?.fileUri)
  return file === undefined ? undefined : `[file](${file})`
}

function fence(language: string, body: string): string {
  return `\n\`\`\`${language}\n${body.replace(/\n$/, '')}\n\`\`\`\n`
}

/** Gemini says STOP also after function calls. */
export function callsInstead(word: string | undefined, hasCalls: boolean) {
  return hasCalls && reasonOf(word ?? '') === 'stop' ? 'tool_calls' : undefined
}

/** Whether Google refused the prompt itself; such an answer has no candidates. */
export function isPromptBlocked(answer: JsonObject): boolean {
  return stringOf(objectOf(answer.promptFeedback)?.blockReason) !== undefined
}
