/** Mistral's models that think write it into the content, from where clients bring it back. */

import { isList, isObject } from '../../../wire/body-fields'
import type { Json, ThinkingPart } from '../../../wire/chat'

export function isThought(part: Json): boolean {
  return isObject(part) && part.type === 'thinking'
}

export function withoutThoughts(content: Json | undefined): Json | undefined {
  return isList(content) ? content.filter((part) => !isThought(part)) : content
}

export function readThoughts(content: Json | undefined): readonly ThinkingPart[] {
  if (!isList(content)) return []
  return content.filter(isThought).flatMap((part): readonly ThinkingPart[] => {
    const pieces = isObject(part) && isList(part.thinking) ? part.thinking : []
    const texts = pieces.map((piece) => (isObject(piece) ? piece.text : ''))
    const text = texts.filter((piece) => typeof piece === 'string').join('')
    return text === '' ? [] : [{ type: 'thinking', text }]
  })
}
