import { GatewayError, UpstreamError } from '../../../../domain/errors/gateway-error'
import { type Usage, usage } from '../../../../domain/money/usage'
import type { ChatAnswer, Json, JsonObject } from '../../../wire/chat'
import type { UpstreamErrorFacts } from '../error-facts'
import { isObject, parseObject, textOf, tokensOf } from '../json-fields'
import { readError as readPlainError } from '../openai/error'

/** HTTP statuses of its own codes, all of which come with a good one. */
const STATUSES: Readonly<Partial<Record<string, number>>> = {
  '4000': 400,
  '4013': 429,
  '4027': 402,
  '4028': 402,
  '4100': 401,
  '4101': 403,
  '4200': 404,
}
const UNKNOWN_STATUS = 502

/** Every answer streams: whole JSON is a failure. Throws it, or `upstream.invalid_answer`. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const facts = failureIn(answer)
  if (facts === undefined) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it is no stream' })
  }
  throw new UpstreamError({ ...facts, status: statusOf(facts.code), upstreamStatus: 200 })
}

/** `{code, msg}`, where 0 is no failure. */
export function failureIn(answer: JsonObject): UpstreamErrorFacts | undefined {
  const { code } = answer
  if (code === undefined || code === null || code === 0 || code === '0') return undefined
  const message = textOf(answer.msg) ?? textOf(answer.message) ?? `the bot failed with ${code}`
  return { message, code: String(code) }
}

export function statusOf(code: string | undefined): number {
  return STATUSES[code ?? ''] ?? UNKNOWN_STATUS
}

export function readError(status: number, body: string): UpstreamErrorFacts {
  const answer = parseObject(body)
  return (answer && failureIn(answer)) ?? readPlainError(status, body)
}

/** `undefined` when nothing was counted. */
export function readUsage(value: Json | undefined): Usage | undefined {
  if (!isObject(value)) return undefined
  const promptTokens = tokensOf(value.input_count) ?? 0
  const completionTokens = tokensOf(value.output_count) ?? 0
  return promptTokens + completionTokens === 0
    ? undefined
    : usage({ promptTokens, completionTokens })
}
