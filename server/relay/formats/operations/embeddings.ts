import type { OperationRow } from './operation'
import { requireAny, requireList } from './require-field'

/** Where vendors with words of their own have the vectors. */
const OWN_FIELDS = ['data', 'embedding', 'embeddings', 'predictions']

export const embeddings: OperationRow = {
  content: () => ({ name: 'input', isList: false, isOptional: false }),
  notes: ['encoding_format'],
  writes: false,
  isFree: false,
  codec: 'embeddings',
  answers: 'json',
  countsTokensOf: 'input',
  reportsUsage: true,
  defaultModels: [],
  probe: {
    question(dialect, call) {
      const body = { model: call.upstreamModel, input: ['hello world'] }
      return dialect.embeddings?.encode(body, call).body ?? body
    },
    check(dialect, answer) {
      if (dialect.embeddings === undefined) requireList(answer, 'data')
      else requireAny(answer, OWN_FIELDS)
    },
  },
}
