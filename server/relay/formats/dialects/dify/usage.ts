import { type Usage, usage } from '../../../../domain/money/usage'
import type { Json, JsonObject } from '../../../wire/chat'
import { isObject, objectOf, tokensOf } from '../json-fields'

/** `undefined` when nothing was counted. */
export function readUsage(value: Json | undefined): Usage | undefined {
  if (!isObject(value)) return undefined
  const completionTokens = tokensOf(value.completion_tokens) ?? 0
  const total = tokensOf(value.total_tokens) ?? 0
  // Where only a sum is reported, it was mostly read.
  const promptTokens = tokensOf(value.prompt_tokens) ?? Math.max(0, total - completionTokens)
  if (promptTokens + completionTokens === 0) return undefined
  return usage({ promptTokens, completionTokens })
}

/** Of a whole answer: a chat's stands next to it, a run of a workflow reports a sum. */
export function usageIn(answer: JsonObject): Usage | undefined {
  const chat = readUsage(objectOf(answer.metadata)?.usage)
  return chat ?? readUsage(objectOf(answer.data))
}

/** What the models of a workflow used, one after the other, kept below the sum of the whole. */
export class WorkflowUsage {
  #prompt = 0
  #completion = 0

  add(value: Json | undefined): void {
    const used = readUsage(value)
    this.#prompt += used?.promptTokens ?? 0
    this.#completion += used?.completionTokens ?? 0
  }

  whole(total: Json | undefined): Usage | undefined {
    const sum = tokensOf(total) ?? 0
    const completionTokens = this.#completion
    const promptTokens = Math.max(this.#prompt, sum - completionTokens)
    if (promptTokens + completionTokens === 0) return undefined
    return usage({ promptTokens, completionTokens })
  }
}
