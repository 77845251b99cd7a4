import { invalid } from '../protocols/body-fields'
import type { OperationRow } from './operation'

export const speech: OperationRow = {
  content: () => ({ name: 'input', isList: false, isOptional: false }),
  // Events would tell usage in units of sound, which no price here has.
  check(field) {
    if (field('stream_format') !== 'sse') return
    throw invalid('stream_format', 'reason.not_a_choice', { choices: 'audio' })
  },
  writes: false,
  isFree: false,
  answers: 'bytes',
  weighs: 'spoken',
  tokensOfBytes: (bytes) => bytes,
  tellsUsage: false,
  defaultModels: ['tts-1'],
  probe: {
    question: (_, { upstreamModel }) => ({ model: upstreamModel, input: 'hi', voice: 'alloy' }),
    check: () => {},
  },
}
