import type { OperationRow } from './operation'
import { requireText } from './require-field'
import { silence } from './silence'

export const transcription: OperationRow = {
  // The file is the question; a form names it by itself.
  content: () => ({ name: 'file', isList: false, isOptional: false }),
  form: { isOnly: true, file: 'file', isRecording: true },
  writes: false,
  isFree: false,
  answers: 'any',
  lastEvents: ['transcript.text.done'],
  countsTokensOf: 'input',
  reportsUsage: false,
  // Every begun second counts.
  measure: ({ recording }) => ({ seconds: Math.max(1, Math.ceil(recording?.seconds ?? 0)) }),
  defaultModels: ['whisper-1'],
  probe: {
    question: (_, { upstreamModel }) => ({ model: upstreamModel, response_format: 'json' }),
    file: () => ({ field: 'file', name: 'silence.wav', type: 'audio/wav', bytes: silence() }),
    check: (_, answer) => requireText(answer, 'text'),
  },
}

/** The same, into English. */
export const translation: OperationRow = transcription
