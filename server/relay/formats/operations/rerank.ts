import { invalid } from '../../wire/body-fields'
import type { ReadField } from '../protocols/protocol'
import type { OperationRow } from './operation'
import { requireAny } from './require-field'
import { namedAsResults, namedTwice, toCohere, toJina } from './rerank-shapes'

/** Documents to be ranked by how well each fits a question. */
export const rerank: OperationRow = {
  content: () => ({ name: 'query', isList: false, isOptional: false }),
  check: requireDocuments,
  writes: false,
  isFree: false,
  answers: 'json',
  twin: toCohere,
  supplied: namedTwice,
  countsTokensOf: 'ranked',
  reportsUsage: false,
  defaultModels: [],
  probe: {
    question: (_, { upstreamModel }) => ({
      model: upstreamModel,
      query: 'hello',
      documents: ['hello world'],
      top_n: 1,
    }),
    check: (_, answer) => requireAny(answer, ['results', 'data']),
  },
}

export const rerankV2: OperationRow = { ...rerank, twin: toJina, supplied: namedAsResults }

function requireDocuments(field: ReadField): void {
  const documents = field('documents')
  if (!Array.isArray(documents)) throw invalid('documents', 'reason.not_an_array')
  if (documents.length === 0) throw invalid('documents', 'reason.empty')
}
