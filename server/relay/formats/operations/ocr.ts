import { DOT } from './dot'
import type { OperationRow } from './operation'
import { requireList } from './require-field'

/** A document whose pages nobody has counted is taken for one of these many. */
const USUAL_PAGES = 50

/** The text of a document, page by page. */
export const ocr: OperationRow = {
  content: () => ({ name: 'document', isList: false, isOptional: false }),
  writes: false,
  isFree: false,
  answers: 'json',
  countsTokensOf: 'input',
  tokensOfBytes: () => 0,
  reportsUsage: false,
  measure: () => ({ pages: 1 }),
  holds: () => ({ pages: USUAL_PAGES }),
  defaultModels: [],
  probe: {
    question: (_, { upstreamModel }) => ({
      model: upstreamModel,
      document: { type: 'image_url', image_url: DOT },
    }),
    check: (_, answer) => requireList(answer, 'pages'),
  },
}
