/** Gemini's `generateContent` family, as clients speak it. */

import type { Operation } from '../../../../domain/calls/protocol'
import { clientMessage } from '../../../../domain/errors/message'
import { geminiStatus } from '../../../../domain/errors/render'
import { renderGoogle } from '../../../../domain/errors/render-google'
import { CARRIED_BEGIN } from '../../chat/carried-thoughts'
import { geminiHistory } from '../../fit/native-forms'
import { mayHoldReferences } from '../../schema/native'
import type { BodyShape } from '../body-shape'
import { BLANK_LINES, COMMENT } from '../keep-alive'
import type { ChatProtocol, ContentField, ModelPlace, Protocol } from '../protocol'
import { embeddings, SINGLE } from './embeddings'
import { brokenFrame } from './interaction-end'
import { lengthFrames } from './length'
import { listOf } from './list'
import { models } from './models'
import { readNotes } from './notes'
import { readRequest } from './read-request'
import { GeminiStreamWriter } from './stream-writer'
import { frameOf, withUsage, writeEmbeddingsUsage, writeUsage } from './usage'
import { writeAnswer } from './write-answer'

const writeError: ChatProtocol['writeError'] = (error, requestId, language) => ({
  ...renderGoogle(error, requestId, clientMessage(error, language, 'gemini')),
})

const CONTENTS: ContentField = { name: 'contents', isList: true, isOptional: false }

/** Counting may take a whole request in a field of its own. */
const COUNTED: ContentField = { ...CONTENTS, isList: false, isOptional: true }

const INPUT: ContentField = { name: 'input', isList: false, isOptional: false }

function contentOf({ operation, verb }: BodyShape): ContentField {
  if (operation === 'interactions') return INPUT
  if (operation === 'count_tokens') return COUNTED
  if (operation !== 'embeddings') return CONTENTS
  const isSingle = verb === SINGLE
  return { name: isSingle ? 'content' : 'requests', isList: !isSingle, isOptional: false }
}

const GENERATED_MODEL: ModelPlace = { inAnswer: 'modelVersion', inFrames: ['modelVersion'] }

const INTERACTION_MODEL: ModelPlace = { inAnswer: 'model', inFrames: ['interaction', 'model'] }

export const geminiProtocol: Protocol = {
  name: 'gemini',
  readRequest,
  writeAnswer,
  streamWriter: (context) => new GeminiStreamWriter(context),
  writeUsage: (usage, operation: Operation) =>
    operation === 'embeddings' ? writeEmbeddingsUsage(usage) : writeUsage(usage),
  usageField: 'usageMetadata',
  withUsage,
  frameOfAnswer: frameOf,
  writeError,
  errorFrame: (error, requestId, language, sent) =>
    brokenFrame(renderGoogle(error, requestId, clientMessage(error, language, 'gemini')), sent),
  lengthFrames,
  signOfLife: (operation) => (operation === 'interactions' ? COMMENT : BLANK_LINES),
  modelPlace: (operation) => (operation === 'interactions' ? INTERACTION_MODEL : GENERATED_MODEL),
  home: '/v1beta/',
  otherHomes: ['/v1alpha/'],
  // Google's SDKs name themselves, whatever carries the key.
  marks: ['x-goog-api-key', 'x-goog-api-client'],
  queryKey: 'key',
  keyHeaders: ['x-goog-api-key'],
  vendorHeaders: [],
  chatContent: CONTENTS,
  contentOf,
  pathNamesModel: ({ operation }) => operation !== 'interactions',
  limitFields: [],
  mayHoldForeign: (bytes) => bytes.includes(CARRIED_BEGIN),
  history: geminiHistory,
  filesFamily: 'gemini_files',
  callMarks: {
    calls: ['"functionCall"', '"function_call"'],
    results: ['"functionResponse"', '"function_response"'],
    signatures: ['"thoughtSignature"', '"thought_signature"'],
  },
  mayHoldUnfit: ({ bytes, fields }) => mayHoldReferences(bytes, fields),
  readNotes,
  streamReportsUsage: () => true,
  isReshaped: false,
  status: geminiStatus,
  limitHeaders: 'openai',
  models,
  counting: {
    write: (totalTokens) => ({ totalTokens }),
    read: ({ totalTokens }) => (typeof totalTokens === 'number' ? totalTokens : undefined),
  },
  embeddings,
  listOf,
  logsFreshPrompt: false,
}
