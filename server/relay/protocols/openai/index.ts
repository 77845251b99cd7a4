/** OpenAI chat completions, as clients speak it. */
import { messageOf } from '../../../domain/errors/message'
import { renderOpenai } from '../../../domain/errors/render'
import type { ChatProtocol } from '../protocol'
import { readRequest } from './read-request'
import { OpenaiStreamWriter } from './stream-writer'
import { usageFrame, writeEmbeddingsUsage, writeUsage } from './usage'
import { writeAnswer } from './write-answer'

const writeError: ChatProtocol['writeError'] = (error, requestId, language) => ({
  ...renderOpenai(error, requestId, messageOf(error, language)),
})

export const openaiProtocol: ChatProtocol = {
  name: 'openai',
  readRequest,
  writeAnswer,
  streamWriter: (context) => new OpenaiStreamWriter(context),
  writeUsage: (usage, operation) =>
    operation === 'embeddings' ? writeEmbeddingsUsage(usage) : writeUsage(usage),
  usageFrame,
  writeError,
  errorFrame: (error, requestId, language) =>
    `data: ${JSON.stringify(writeError(error, requestId, language))}\n\n`,
}
