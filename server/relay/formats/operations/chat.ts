import { chatQuestion } from './chat-question'
import type { OperationRow } from './operation'

export const chat: OperationRow = {
  content: ({ chatContent }) => chatContent,
  writes: true,
  isFree: false,
  codec: 'chat',
  answers: 'json',
  streams: true,
  countsTokensOf: 'conversation',
  storedAs: 'responses',
  reportsUsage: true,
  defaultModels: [],
  probe: {
    question: chatQuestion,
    check: (dialect, answer) => void dialect.chat?.readAnswer(answer),
  },
}
