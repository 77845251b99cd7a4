/** OpenAI chat completions, as clients speak it. */
import { clientMessage } from '../../../../domain/errors/message'
import { openaiStatus, renderOpenai } from '../../../../domain/errors/render'
import { bytesOf } from '../../../wire/known-bytes'
import { chatHistory } from '../../fit/native-forms'
import { COUNTING } from '../counting'
import { COMMENT } from '../keep-alive'
import type { ChatProtocol, ModelPlace, Protocol } from '../protocol'
import { lengthFrames } from './length'
import { models } from './models'
import { readRequest } from './read-request'
import { OpenaiStreamWriter } from './stream-writer'
import { usageFrame, writeEmbeddingsUsage, writeUsage } from './usage'
import { writeAnswer } from './write-answer'

const writeError: ChatProtocol['writeError'] = (error, requestId, language) => ({
  ...renderOpenai(error, requestId, clientMessage(error, language, 'openai')),
})

const MODEL_PLACE: ModelPlace = { inAnswer: 'model', inFrames: ['model'] }

/** Thoughts that stand in the content of a message, as Mistral alone writes them. */
const FOREIGN = ['"type":"thinking"', '"type": "thinking"']

export const openaiProtocol: Protocol = {
  name: 'openai',
  readRequest,
  writeAnswer,
  streamWriter: (context) => new OpenaiStreamWriter(context),
  writeUsage: (usage, operation) =>
    operation === 'embeddings' ? writeEmbeddingsUsage(usage) : writeUsage(usage),
  usageField: 'usage',
  usageFrame,
  writeError,
  errorFrame: (error, requestId, language) =>
    `data: ${JSON.stringify(writeError(error, requestId, language))}\n\n`,
  lengthFrames,
  signOfLife: () => COMMENT,
  modelPlace: () => MODEL_PLACE,
  home: '',
  marks: [],
  keyHeaders: [],
  vendorHeaders: [],
  chatContent: { name: 'messages', isList: true, isOptional: false },
  limitFields: ['max_tokens', 'max_completion_tokens'],
  // Its clients carry signatures in fields that most vendors ignore.
  mayHoldForeign: (bytes) => FOREIGN.some((trace) => bytes.includes(bytesOf(trace))),
  history: chatHistory,
  callMarks: { calls: ['"arguments"'], results: ['"tool_call_id"'], id: '"tool_call_id"' },
  filesFamily: 'files',
  streamReportsUsage: (isRequested) => isRequested,
  isReshaped: true,
  status: openaiStatus,
  limitHeaders: 'openai',
  models,
  counting: COUNTING,
  logsFreshPrompt: false,
}
