/** The frames of Google's live sockets: JSON, often in bytes, and no error among them. */

import { readUsage } from '../formats/dialects/gemini/usage'
import { objectOf } from '../formats/dialects/json-fields'
import type { JsonObject } from '../wire/chat'
import { eventOf } from './events'
import type { SocketCodec, SocketEvent, SocketTest, Written } from './socket-codec'

/** Turns follow each other, so there is one answer at a time. */
const TURN = 'turn'
/** Sound is counted at 25 tokens a second, of 24,000 samples of two bytes in base64. */
const BASE64_PER_AUDIO_TOKEN = (24_000 * 2 * (1 / 25) * 4) / 3
const CHARACTERS_PER_TOKEN = 3
/** The names around a few characters of text. */
const OVERHEAD_CHARACTERS = 80

function readEvent(text: string): SocketEvent | undefined {
  if (text.includes('"usageMetadata"')) {
    const usage = usageIn(text)
    if (usage !== undefined) return { kind: 'done', answer: TURN, usage }
  }
  if (text.includes('"modelTurn"')) return { kind: 'wrote', answer: TURN, written: written(text) }
  return undefined
}

function written(text: string): Written {
  if (text.includes('"inlineData"')) {
    return { audio: text.length / BASE64_PER_AUDIO_TOKEN, text: 0 }
  }
  const characters = Math.max(1, text.length - OVERHEAD_CHARACTERS)
  return { audio: 0, text: characters / CHARACTERS_PER_TOKEN }
}

/** What is written of a turn has names of its own here. */
function usageIn(text: string) {
  const metadata = objectOf(eventOf(text)?.usageMetadata)
  if (metadata === undefined) return undefined
  const { responseTokenCount: count, responseTokensDetails: details, ...read } = metadata
  const answered: JsonObject = {
    ...(count !== undefined && { candidatesTokenCount: count }),
    ...(details !== undefined && { candidatesTokensDetails: details }),
  }
  return readUsage({ usageMetadata: { ...read, ...answered } })
}

const test: SocketTest = {
  opening: (model) => ({
    setup: { model: `models/${model}`, generationConfig: { responseModalities: ['AUDIO'] } },
  }),
  question({ setupComplete }) {
    if (setupComplete === undefined) return undefined
    const parts = [{ text: 'Say the word ok.' }]
    return { clientContent: { turns: [{ role: 'user', parts }], turnComplete: true } }
  },
  end({ serverContent }) {
    return objectOf(serverContent)?.turnComplete === true ? 'whole' : undefined
  },
}

export const geminiWords: SocketCodec = {
  speaksInBytes: true,
  readEvent,
  asks: (text) =>
    text.includes('"turnComplete"') &&
    objectOf(eventOf(text)?.clientContent)?.turnComplete === true,
  isSound: (text) => text.includes('"realtimeInput"') && text.includes('"data"'),
  transcriberIn: () => undefined,
  // The client has named it, and nothing repeats that.
  renamed: (text) => text,
  failureIn: () => undefined,
  writeError: () => undefined,
  test,
}
