import type { OperationRow } from './operation'
import { requireList } from './require-field'

export const completions: OperationRow = {
  // The reference accepts completions without a prompt, but not with an empty one.
  content: () => ({ name: 'prompt', isList: false, isOptional: true }),
  writes: true,
  isFree: false,
  answers: 'json',
  streams: true,
  countsTokensOf: 'input',
  reportsUsage: true,
  defaultModels: [],
  probe: {
    question: (_, { upstreamModel }) => ({ model: upstreamModel, prompt: 'hi', max_tokens: 10 }),
    check: (_, answer) => requireList(answer, 'choices'),
  },
}
