import type { OperationRow } from './operation'
import { requireList } from './require-field'

export const moderations: OperationRow = {
  content: () => ({ name: 'input', isList: false, isOptional: false }),
  writes: false,
  isFree: false,
  answers: 'json',
  countsTokensOf: 'input',
  reportsUsage: false,
  defaultModels: ['omni-moderation-latest', 'text-moderation-latest', 'text-moderation-stable'],
  probe: {
    question: (_, { upstreamModel }) => ({ model: upstreamModel, input: 'hello world' }),
    check: (_, answer) => requireList(answer, 'results'),
  },
}
