/** Refusals as clients of drawings and songs read them, with OpenAI's error object as well. */

import { type GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import type { Language } from '../../domain/i18n/translate'
import { SUBMISSION } from '../../domain/jobs/drawing-actions'
import { PROTOCOL_CODECS } from '../../relay/formats/protocols'

export interface JobFailure {
  readonly status: number
  readonly body: object
}

export type FailureWriter = (
  error: GatewayError,
  requestId: string,
  language: Language,
) => JobFailure

interface OpenaiError {
  readonly error?: { readonly message?: string; readonly code?: unknown }
}

function openaiError(error: GatewayError, requestId: string, language: Language) {
  const body: OpenaiError = PROTOCOL_CODECS.openai.writeError(error, requestId, language)
  return { message: body.error?.message ?? error.id, code: body.error?.code, error: body.error }
}

/** What programs that draw call a request that is wrong, and an account without credits. */
const WRONG_REQUEST = 4
const NO_CREDITS = 30

/** How the program itself refused a submission: its clients know its numbers. */
const OWN_REFUSALS: ReadonlySet<number> = new Set([
  SUBMISSION.full,
  SUBMISSION.banned,
  SUBMISSION.noAccount,
])

export const drawingFailure: FailureWriter = (failure, requestId, language) => {
  const { message, error } = openaiError(failure, requestId, language)
  const isRefusal = failure.id === 'upstream.refused' && failure instanceof UpstreamError
  const own = isRefusal ? Number(failure.upstreamCode) : Number.NaN
  if (isRefusal && Number.isInteger(own)) {
    const description = failure.upstreamMessage
    const status = OWN_REFUSALS.has(own) ? 200 : 400
    return { status, body: { code: own, description, properties: {}, result: '', error } }
  }
  const code = failure.id.startsWith('quota.') ? NO_CREDITS : WRONG_REQUEST
  const body = {
    code,
    description: message,
    type: 'upstream_error',
    properties: {},
    result: '',
    error,
  }
  return { status: PROTOCOL_CODECS.openai.status(failure), body }
}

/** The family's own words for what clients look for; else OpenAI's. */
const SONG_CODES: Readonly<Record<string, string>> = {
  'request.invalid': 'invalid_request',
  'job.not_found': 'task_not_exist',
  'job.channel_gone': 'task_channel_disable',
  'quota.user_short': 'quota_not_enough',
  'quota.token_short': 'quota_not_enough',
}

export const songFailure: FailureWriter = (failure, requestId, language) => {
  const { message, code: openaiCode, error } = openaiError(failure, requestId, language)
  const code = SONG_CODES[failure.id] ?? openaiCode ?? failure.id
  return {
    status: PROTOCOL_CODECS.openai.status(failure),
    body: { code, message, data: null, error },
  }
}

export const videoFailure: FailureWriter = (failure, requestId, language) => ({
  status: PROTOCOL_CODECS.openai.status(failure),
  body: PROTOCOL_CODECS.openai.writeError(failure, requestId, language),
})
