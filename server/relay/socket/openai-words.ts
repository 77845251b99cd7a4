/** The events of realtime, as OpenAI has them; the older ones are read as well. */

import { clientMessage } from '../../domain/errors/message'
import { renderOpenai } from '../../domain/errors/render'
import { objectOf, textOf } from '../dialects/json-fields'
import type { JsonObject } from '../wire/chat'
import {
  eventOf,
  responseId,
  transcriber,
  usageOfResponse,
  usageOfTranscription,
  watched,
  written,
} from './events'
import type { Heard, SocketTest, SocketWords } from './socket-words'

function hear(text: string): Heard | undefined {
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

export const openaiWords: SocketWords = {
  speaksInBytes: false,
  hear,
  asks: (text) => text.includes('"response.create"') && eventOf(text)?.type === 'response.create',
  isSound: (text) => text.includes('"input_audio_buffer.append"'),
  transcriberIn(text) {
    if (!text.includes('transcription') || !text.includes('session.update')) return undefined
    const event: JsonObject = eventOf(text) ?? {}
    return transcriber(event)
  },
  writeError(error, { requestId, language }) {
    const body = renderOpenai(error, requestId, clientMessage(error, language, 'openai'))
    return JSON.stringify({ type: 'error', event_id: `event_${requestId}`, ...body })
  },
  test,
}
