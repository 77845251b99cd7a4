import { invalid } from '../../wire/body-fields'
import type { ReadField } from '../protocols/protocol'
import { toOpenai } from './embed-shapes'
import type { OperationRow } from './operation'
import { requireAny } from './require-field'

/** What can be embedded, of which a request has one. */
const CONTENT = ['texts', 'inputs', 'images'] as const

/** Vectors as Cohere's clients ask for them. */
export const embedV2: OperationRow = {
  content: () => ({ name: 'texts', isList: true, isOptional: true }),
  check: requireContent,
  writes: false,
  isFree: false,
  answers: 'json',
  twin: toOpenai,
  countsTokensOf: 'input',
  reportsUsage: false,
  defaultModels: [],
  probe: {
    question: (_, { upstreamModel }) => ({
      model: upstreamModel,
      texts: ['hello world'],
      input_type: 'search_document',
      embedding_types: ['float'],
    }),
    check: (_, answer) => requireAny(answer, ['embeddings']),
  },
}

function requireContent(field: ReadField): void {
  // Each may be long, so that none is read behind the one that is there.
  const isGiven = CONTENT.some((name) => (field(name) ?? null) !== null)
  if (!isGiven) throw invalid('texts', 'reason.required')
}
