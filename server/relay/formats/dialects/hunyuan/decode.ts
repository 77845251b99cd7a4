import type { Usage } from '../../../../domain/money/usage'
import type { ChatAnswer, JsonObject } from '../../../wire/chat'
import { objectOf } from '../json-fields'
import { readAnswer as readOpenai } from '../openai/decode'
import { usageOf } from '../openai/usage'
import { withoutCapitals } from './capitals'

/** Throws `upstream.invalid_answer`. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  return readOpenai(plain(answer))
}

export function usageIn(answer: JsonObject): Usage | undefined {
  return usageOf(plain(answer))
}

function plain(answer: JsonObject): JsonObject {
  return withoutCapitals(objectOf(answer.Response) ?? answer)
}
