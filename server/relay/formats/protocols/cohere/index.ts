/** Cohere's `POST /v2/chat`, as clients speak it. */
import { clientMessage } from '../../../../domain/errors/message'
import { cohereStatus, renderCohere } from '../../../../domain/errors/render'
import { chatHistory } from '../../fit/native-forms'
import { COUNTING } from '../counting'
import { COMMENT } from '../keep-alive'
import type { ChatProtocol, ModelPlace, Protocol } from '../protocol'
import { END, frame } from './frame'
import { lengthFrames } from './length'
import { models } from './models'
import { readRequest } from './read-request'
import { CohereStreamWriter } from './stream-writer'
import { mayHoldForeign } from './thoughts'
import { withUsage, writeUsage } from './usage'
import { writeAnswer } from './write-answer'

const writeError: ChatProtocol['writeError'] = (error, requestId, language) => ({
  ...renderCohere(requestId, clientMessage(error, language, 'cohere')),
})

/** Nowhere, in truth: its answers do not name the model. */
const MODEL_PLACE: ModelPlace = { inAnswer: 'model', inFrames: ['model'] }

export const cohereProtocol: Protocol = {
  name: 'cohere',
  readRequest,
  writeAnswer,
  streamWriter: (context) => new CohereStreamWriter(context),
  writeUsage,
  usageField: 'usage',
  withUsage,
  writeError,
  errorFrame: (error, requestId, language) => {
    const { message } = renderCohere(requestId, clientMessage(error, language, 'cohere'))
    return frame({ type: END, delta: { error: message, finish_reason: 'ERROR' } })
  },
  lengthFrames,
  signOfLife: () => COMMENT,
  modelPlace: () => MODEL_PLACE,
  home: '/v2/chat',
  otherHomes: ['/v2/embed', '/v2/rerank'],
  marks: [],
  isOwn: (headers) => headers.get('x-fern-sdk-name')?.startsWith('cohere') === true,
  keyHeaders: [],
  vendorHeaders: [],
  chatContent: { name: 'messages', isList: true, isOptional: false },
  limitFields: ['max_tokens'],
  mayHoldForeign,
  // Messages with calls of tools, and their results, are written as OpenAI's are.
  history: chatHistory,
  callMarks: { calls: ['"arguments"'], results: ['"tool_call_id"'], id: '"tool_call_id"' },
  streamReportsUsage: () => true,
  isReshaped: false,
  status: cohereStatus,
  limitHeaders: 'openai',
  models,
  counting: COUNTING,
  logsFreshPrompt: false,
}
