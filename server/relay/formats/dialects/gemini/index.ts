import type { Operation } from '../../../../domain/calls/protocol'
import type { Dialect } from '../dialect'
import { readAnswer } from './decode'
import { embeddings } from './embeddings'
import { encodeChat } from './encode'
import { readError } from './error'
import { images } from './images'
import { meter } from './meter'
import { limitBody, needsPreparing, prepareBody } from './native'
import { shape } from './shape'
import { GeminiStreamReader } from './stream'
import { geminiTarget } from './target'

const NATIVE_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>([
  'chat',
  'embeddings',
  'count_tokens',
  'realtime',
  'interactions',
])

/** Google's `generateContent` family. */
export const geminiDialect: Dialect = {
  name: 'gemini',
  native: 'gemini',
  nativeOperations: NATIVE_OPERATIONS,
  addressesModel: true,
  inlinesMedia: true,
  target: geminiTarget,
  prepareNative: prepareBody,
  needsPreparing,
  limitNative: limitBody,
  chat: { encode: encodeChat, readAnswer, streamReader: () => new GeminiStreamReader() },
  embeddings,
  images,
  meter,
  shape,
  readError,
}
