import type { OperationRow } from './operation'

/** A conversation on a socket; each of its answers is billed by itself. */
export const realtime: OperationRow = {
  content: () => ({ name: 'model', isList: false, isOptional: true }),
  writes: true,
  isFree: false,
  answers: 'json',
  countsTokensOf: 'input',
  // What was said before is known from the usage of the last answer.
  tokensOfBytes: () => 0,
  reportsUsage: true,
  defaultModels: [],
  // What is requested on a socket stands with its words.
  probe: { question: () => ({}), check: () => {} },
}
