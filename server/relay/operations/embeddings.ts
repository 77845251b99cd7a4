import type { OperationRow } from './operation'
import { requireList } from './require-field'

export const embeddings: OperationRow = {
  content: () => ({ name: 'input', isList: false, isOptional: false }),
  writes: false,
  isFree: false,
  codec: 'embeddings',
  answers: 'json',
  weighs: 'input',
  tellsUsage: true,
  defaultModels: [],
  probe: {
    question(dialect, call) {
      const body = { model: call.upstreamModel, input: ['hello world'] }
      return dialect.embeddings?.encode(body, call).body ?? body
    },
    // A codec reads an answer of its own shape.
    check(dialect, answer) {
      if (dialect.embeddings === undefined) requireList(answer, 'data')
    },
  },
}
