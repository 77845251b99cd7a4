import { invalid } from '../../wire/body-fields'
import type { OperationRow, PricingFacts } from './operation'

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
  // Sound without events reports no usage, and is sold by its text alone.
  expects: (promptTokens, facts) => (wantsEvents(facts) ? promptTokens * SOUND_PER_TEXT : 0),
  checkBytes(facts) {
    if (wantsEvents(facts)) throw noEvents()
  },
  defaultModels: ['tts-1'],
  probe: {
    question: (_, { upstreamModel }) => ({ model: upstreamModel, input: 'hi', voice: 'alloy' }),
    check: () => {},
  },
}

function wantsEvents({ note }: PricingFacts): boolean {
  return note('stream_format') === 'sse'
}

function noEvents() {
  return invalid('stream_format', 'reason.not_a_choice', { choices: 'audio' })
}
