/** The events of realtime, as OpenAI has them; the older ones are read as well. */

import type { GatewayError } from '../../domain/errors/gateway-error'
import { clientMessage } from '../../domain/errors/message'
import { renderOpenai } from '../../domain/errors/render'
import { objectOf, textOf } from '../formats/dialects/json-fields'
import { errorFacts } from '../formats/dialects/openai/error'
import type { JsonObject } from '../wire/chat'
import {
  eventOf,
  responseId,
  transcriber,
  usageOfResponse,
  usageOfTranscription,
  watched,
  withSessionModel,
  written,
} from './events'
import type {
  ErrorFacts,
  ReportedFailure,
  SocketCodec,
  SocketEvent,
  SocketTest,
} from './socket-codec'

function readEvent(text: string): SocketEvent | undefined {
  const progress = written(text)
  if (progress !== undefined) return { kind: 'wrote', written: progress }
  const event = watched(text)
  switch (event?.type) {
    case 'response.created':
      return { kind: 'begun', answer: responseId(event) }
    case 'response.done':
      return { kind: 'done', answer: responseId(event), usage: usageOfResponse(event) }
    case 'session.created':
    case 'session.updated':
      return { kind: 'transcriber', model: transcriber(event) }
    case 'conversation.item.input_audio_transcription.completed':
      return { kind: 'transcribed', usage: usageOfTranscription(event) }
  }
  return undefined
}

const QUESTION = 'Say the word ok.'

const test: SocketTest = {
  opening: () => undefined,
  question({ session }) {
    const isNewer = objectOf(session)?.output_modalities !== undefined
    const modalities = isNewer ? 'output_modalities' : 'modalities'
    return { type: 'response.create', response: { instructions: QUESTION, [modalities]: ['text'] } }
  },
  end(event) {
    if (event.type === 'error') return { failure: textOf(objectOf(event.error)?.message) ?? '' }
    if (event.type !== 'response.done') return undefined
    const response = objectOf(event.response)
    if (response?.status !== 'failed') return 'whole'
    return { failure: textOf(objectOf(objectOf(response.status_details)?.error)?.message) ?? '' }
  },
}

/** An event of its own, or the end of an answer that failed. */
function failureIn(text: string): ReportedFailure | undefined {
  if (!text.includes('"error"')) return undefined
  const event = eventOf(text)
  if (event?.type === 'error') {
    const facts = errorFacts(event)
    return facts && { facts, rewritten: writeError }
  }
  const response = event?.type === 'response.done' ? objectOf(event.response) : undefined
  const details = objectOf(response?.status_details)
  const facts = details && errorFacts(details)
  return (
    facts && {
      facts,
      rewritten(error, reported) {
        const body = bodyOf(error, reported)
        const failed = { ...response, status_details: { ...details, ...body } }
        return JSON.stringify({ ...event, response: failed })
      },
    }
  )
}

function writeError(error: GatewayError, facts: ErrorFacts): string {
  const event = { type: 'error', event_id: `event_${facts.requestId}` }
  return JSON.stringify({ ...event, ...bodyOf(error, facts) })
}

function bodyOf(error: GatewayError, { requestId, language }: ErrorFacts) {
  return renderOpenai(error, requestId, clientMessage(error, language, 'openai'))
}

export const openaiWords: SocketCodec = {
  speaksInBytes: false,
  readEvent,
  asks: (text) => text.includes('"response.create"') && eventOf(text)?.type === 'response.create',
  isSound: (text) => text.includes('"input_audio_buffer.append"'),
  transcriberIn(text) {
    if (!text.includes('transcription') || !text.includes('session.update')) return undefined
    const event: JsonObject = eventOf(text) ?? {}
    return transcriber(event)
  },
  renamed: withSessionModel,
  failureIn,
  writeError,
  test,
}
