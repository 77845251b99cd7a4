import { chatQuestion } from './chat-question'
import type { OperationRow } from './operation'

export const countTokens: OperationRow = {
  content: ({ chatContent }) => chatContent,
  writes: false,
  isFree: true,
  answers: 'json',
  weighs: 'conversation',
  tellsUsage: false,
  defaultModels: [],
  probe: { question: chatQuestion, check: () => {} },
}
