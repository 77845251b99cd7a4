/** OpenAI Responses over JSON and server-sent events, as clients speak it. */
import { clientMessage } from '../../../../domain/errors/message'
import { openaiStatus, renderOpenai } from '../../../../domain/errors/render'
import { mayHoldUnstored } from '../../chat/own-items'
import { mayHoldForeign } from '../../chat/signatures'
import { responsesHistory } from '../../fit/native-forms'
import { COUNTING } from '../counting'
import { COMMENT } from '../keep-alive'
import { models } from '../openai/models'
import type { ModelPlace, Protocol } from '../protocol'
import { brokenFrame } from './broken-stream'
import { readNotes } from './notes'
import { readRequest } from './read-request'
import { StreamRecord } from './stream-record'
import { withUsage, writeUsage } from './usage'
import { ResponsesStreamWriter, writeAnswer } from './write-answer'

const NOTHING_SENT = { head: '', tail: '' }

const MODEL_PLACE: ModelPlace = { inAnswer: 'model', inFrames: ['response', 'model'] }

export const responsesProtocol: Protocol = {
  name: 'responses',
  readRequest,
  writeAnswer,
  streamWriter: (context) => new ResponsesStreamWriter(context),
  writeUsage,
  usageField: 'usage',
  withUsage,
  writeError: (error, requestId, language) => ({
    ...renderOpenai(error, requestId, clientMessage(error, language, 'openai')),
  }),
  errorFrame: (error, requestId, language, sent = NOTHING_SENT) =>
    brokenFrame(error, { requestId, language }, sent),
  lengthRecord: () => new StreamRecord(),
  signOfLife: () => COMMENT,
  modelPlace: () => MODEL_PLACE,
  home: '/v1/responses',
  marks: [],
  keyHeaders: [],
  vendorHeaders: [],
  chatContent: { name: 'input', isList: false, isOptional: false },
  limitFields: ['max_output_tokens'],
  mayHoldForeign: (bytes) => mayHoldForeign(bytes) || mayHoldUnstored(bytes),
  history: responsesHistory,
  callMarks: { calls: [], results: ['_call_output"'], id: '"call_id"', idStandsInCalls: true },
  filesFamily: 'files',
  readNotes,
  streamReportsUsage: () => true,
  isReshaped: false,
  status: openaiStatus,
  limitHeaders: 'openai',
  models,
  counting: {
    ...COUNTING,
    write: (tokens) => ({ object: 'response.input_tokens', ...COUNTING.write(tokens) }),
  },
  logsFreshPrompt: false,
}
