/** Anthropic's Messages, as clients speak it. */
import { clientMessage } from '../../../../domain/errors/message'
import { claudeStatus, renderClaude } from '../../../../domain/errors/render'
import { mayHoldForeign } from '../../chat/signatures'
import { claudeHistory } from '../../fit/native-forms'
import { holdsJoinedTool } from '../../schema/native'
import { COUNTING } from '../counting'
import type { ChatProtocol, ModelPlace, Protocol } from '../protocol'
import { lengthFrames } from './length'
import { models } from './models'
import { readNotes } from './notes'
import { readRequest } from './read-request'
import { ClaudeStreamWriter } from './stream-writer'
import { usageFrame, writeUsage } from './usage'
import { withUsageFields } from './usage-fields'
import { writeAnswer } from './write-answer'

const writeError: ChatProtocol['writeError'] = (error, requestId, language) => ({
  ...renderClaude(error, requestId, clientMessage(error, language, 'claude')),
})

const MODEL_PLACE: ModelPlace = { inAnswer: 'model', inFrames: ['message', 'model'] }

export const claudeProtocol: Protocol = {
  name: 'claude',
  readRequest,
  readNotes,
  writeAnswer,
  streamWriter: (context) => new ClaudeStreamWriter(context),
  writeUsage,
  usageField: 'usage',
  usageFrame,
  withUsageFields,
  writeError,
  errorFrame: (error, requestId, language) =>
    `event: error\ndata: ${JSON.stringify(writeError(error, requestId, language))}\n\n`,
  lengthFrames,
  signOfLife: () => 'event: ping\ndata: {"type": "ping"}\n\n',
  modelPlace: () => MODEL_PLACE,
  home: '/v1/messages',
  // Anthropic's SDK names its version on every call.
  marks: ['anthropic-version'],
  keyHeaders: ['x-api-key'],
  vendorHeaders: ['anthropic-version', 'anthropic-beta'],
  chatContent: { name: 'messages', isList: true, isOptional: false },
  limitFields: ['max_tokens'],
  mayHoldForeign,
  history: claudeHistory,
  callMarks: { calls: ['"tool_use"'], results: ['"tool_use_id"'], id: '"tool_use_id"' },
  mayHoldUnfit: ({ field, fields }) => fields.has('tools') && holdsJoinedTool(field('tools')),
  filesFamily: 'claude_files',
  streamReportsUsage: () => true,
  isReshaped: false,
  status: claudeStatus,
  limitHeaders: 'anthropic',
  models,
  counting: COUNTING,
  // Claude's own accounting leaves cached text out of the prompt count; clients expect that.
  logsFreshPrompt: true,
}
