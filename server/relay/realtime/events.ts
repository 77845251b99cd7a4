/** What the gateway reads of the events on a realtime socket; all others pass unread. */
import { findField } from '../../domain/json/scan'
import { type Usage, usage } from '../../domain/money/usage'
import { objectOf, textOf } from '../formats/dialects/json-fields'
import { readUsage } from '../formats/dialects/openai/usage'
import { isObject } from '../formats/parsed-body'
import type { JsonObject } from '../wire/chat'
import type { RenamedModel, Written } from './socket-codec'

/** Types that matter, and a part of each that no other event is likely to hold. */
const WATCHED = [
  '"response.created"',
  '"response.done"',
  'input_audio_transcription.completed"',
  '"session.created"',
  '"session.updated"',
] as const

/** Parsed when it may matter; `undefined` for the rest, and for what is no event. */
export function watched(text: string): JsonObject | undefined {
  return WATCHED.some((part) => text.includes(part)) ? eventOf(text) : undefined
}

export function eventOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function responseId(event: JsonObject): string {
  return textOf(objectOf(event.response)?.id) ?? ''
}

/** OpenAI writes the details of a socket's usage under names of their own. */
export function usageOfResponse(event: JsonObject): Usage | undefined {
  const reported = objectOf(objectOf(event.response)?.usage)
  if (reported === undefined) return undefined
  const { input_token_details: read, output_token_details: written, ...counts } = reported
  return readUsage({
    ...counts,
    ...(isObject(read) && { input_tokens_details: read }),
    ...(isObject(written) && { output_tokens_details: written }),
  })
}

/** By tokens, or by begun seconds. */
export function usageOfTranscription(event: JsonObject): Usage | undefined {
  const reported = objectOf(event.usage)
  if (reported === undefined) return undefined
  const { seconds } = reported
  if (typeof seconds === 'number') return usage({ seconds: Math.ceil(Math.max(0, seconds)) })
  return usageOfResponse({ response: { usage: reported } })
}

/** The model that writes down what is said; `undefined` when the event names none. */
export function transcriber(event: JsonObject): string | undefined {
  const session = objectOf(event.session)
  const now = objectOf(objectOf(objectOf(session?.audio)?.input)?.transcription)
  return textOf((now ?? objectOf(session?.input_audio_transcription))?.model)
}

/** A token of written sound stands for 50 ms of 24,000 samples of two bytes, in base64. */
const BASE64_PER_AUDIO_TOKEN = (24_000 * 2 * 0.05 * 4) / 3
const CHARACTERS_PER_TOKEN = 3

/** What an event adds to an answer, roughly and rather too much; estimated without parsing it. */
export function written(text: string): Written | undefined {
  if (!text.includes('.delta"')) return undefined
  if (text.includes('audio.delta"')) return { audio: text.length / BASE64_PER_AUDIO_TOKEN, text: 0 }
  return { audio: 0, text: text.length / CHARACTERS_PER_TOKEN / DELTA_OVERHEAD }
}

/** The names and ids around a few characters of text. */
const DELTA_OVERHEAD = 8

/** Events of a session, from either side, have its settings in one object. */
const OF_SESSION = '"session.'
const MODEL_PLACE = ['session', 'model'] as const

/** All other bytes stay. */
export function withSessionModel(text: string, { to, from }: RenamedModel): string {
  if (!text.includes(OF_SESSION)) return text
  const bytes = Buffer.from(text)
  const field = findField(bytes, 0, MODEL_PLACE)
  if (field === undefined) return text
  const name = bytes.toString('utf8', field.start, field.end)
  const isMeant = from === undefined ? name.startsWith('"') : name === JSON.stringify(from)
  if (!isMeant) return text
  const head = bytes.toString('utf8', 0, field.start)
  return head + JSON.stringify(to) + bytes.toString('utf8', field.end)
}
