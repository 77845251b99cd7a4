import type { OperationRow } from './operation'
import { requireList } from './require-field'

/** A conversation made shorter by the model, in a form that only its vendor can read. */
export const compact: OperationRow = {
  // An earlier response will do.
  content: () => ({ name: 'input', isList: false, isOptional: true }),
  writes: true,
  isFree: false,
  answers: 'json',
  countsTokensOf: 'conversation',
  reportsUsage: true,
  defaultModels: [],
  probe: {
    question: (_, { upstreamModel }) => ({ model: upstreamModel, input: 'hello world' }),
    check: (_, answer) => requireList(answer, 'output'),
  },
}
