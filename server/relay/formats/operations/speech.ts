import { invalid } from '../../wire/body-fields'
import type { Asked, OperationRow } from './operation'

/** Voices that have no events, as their vendor documents it. */
const SOUND_ALONE = /^tts-1/

/** Tokens of sound that a token of text takes; languages differ between 4 and 8. */
const SOUND_PER_TEXT = 8

export const speech: OperationRow = {
  content: () => ({ name: 'input', isList: false, isOptional: false }),
  check(field) {
    const model = field('model')
    const isSilent = typeof model === 'string' && SOUND_ALONE.test(model)
    if (field('stream_format') === 'sse' && isSilent) throw noEvents()
  },
  notes: ['stream_format'],
  writes: false,
  isFree: false,
  answers: 'bytes',
  lastEvents: ['speech.audio.done'],
  countsTokensOf: 'spoken',
  tokensOfBytes: (bytes) => bytes,
  reportsUsage: false,
  // Sound without events tells no usage, and is sold by its text alone.
  expects: (promptTokens, asked) => (wantsEvents(asked) ? promptTokens * SOUND_PER_TEXT : 0),
  checkBytes(asked) {
    if (wantsEvents(asked)) throw noEvents()
  },
  defaultModels: ['tts-1'],
  probe: {
    question: (_, { upstreamModel }) => ({ model: upstreamModel, input: 'hi', voice: 'alloy' }),
    check: () => {},
  },
}

function wantsEvents({ note }: Asked): boolean {
  return note('stream_format') === 'sse'
}

function noEvents() {
  return invalid('stream_format', 'reason.not_a_choice', { choices: 'audio' })
}
