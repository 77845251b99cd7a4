/** OpenAI's API, spoken by most upstreams; what they do differently is in `models.ts`. */
import type { Operation } from '../../../../domain/calls/protocol'
import type { Dialect } from '../dialect'
import { refusesChat } from './api-choice'
import { readAnswer } from './decode'
import { encode } from './encode'
import { failureIn, readError } from './error'
import { meter } from './meter'
import { splitEffort } from './models'
import { limitBody, needsPreparing, prepareBody } from './native'
import { shape } from './shape'
import { OpenaiStreamReader } from './stream'
import { targetFor } from './target'

const NATIVE_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>([
  'chat',
  'completions',
  'embeddings',
  'embed_v2',
  'moderations',
  'speech',
  'realtime',
  'transcription',
  'translation',
  'images',
  'image_edits',
  'image_variations',
  'rerank',
  'rerank_v2',
  'ocr',
])

export const openaiDialect: Dialect = {
  name: 'openai',
  native: 'openai',
  nativeOperations: NATIVE_OPERATIONS,
  target: targetFor,
  prepareNative: prepareBody,
  needsPreparing,
  limitNative: limitBody,
  effortInName: (call) => splitEffort(call).effort,
  askStreamUsage: { stream_options: { include_usage: true } },
  chat: { encode, readAnswer, streamReader: () => new OpenaiStreamReader() },
  refusesChat,
  meter,
  shape,
  readError,
  failureIn,
}
