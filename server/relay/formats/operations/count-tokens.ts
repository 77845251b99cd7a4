import { chatQuestion } from './chat-question'
import type { OperationRow } from './operation'

export const countTokens: OperationRow = {
  content: ({ chatContent }) => chatContent,
  writes: false,
  isFree: true,
  answers: 'json',
  countsTokensOf: 'conversation',
  reportsUsage: false,
  defaultModels: [],
  probe: { question: chatQuestion, check: () => {} },
}
