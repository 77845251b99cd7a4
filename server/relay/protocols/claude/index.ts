/** Anthropic's Messages, as clients speak it. */
import { messageOf } from '../../../domain/errors/message'
import { renderClaude } from '../../../domain/errors/render'
import type { ChatProtocol } from '../protocol'
import { readRequest } from './read-request'
import { ClaudeStreamWriter } from './stream-writer'
import { usageFrame, writeUsage } from './usage'
import { writeAnswer } from './write-answer'

const writeError: ChatProtocol['writeError'] = (error, requestId, language) => ({
  ...renderClaude(error, requestId, messageOf(error, language)),
})

export const claudeProtocol: ChatProtocol = {
  name: 'claude',
  readRequest,
  writeAnswer,
  streamWriter: (context) => new ClaudeStreamWriter(context),
  writeUsage,
  usageFrame,
  writeError,
  errorFrame: (error, requestId, language) =>
    `event: error\ndata: ${JSON.stringify(writeError(error, requestId, language))}\n\n`,
}
