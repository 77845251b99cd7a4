import type { Dialect } from '../dialect'
import { readAnswer } from './decode'
import { embeddings } from './embeddings'
import { encodeChat } from './encode'
import { readError } from './error'
import { meter } from './meter'
import { GeminiStreamReader } from './stream'
import { geminiTarget } from './target'

/** Google's `generateContent` family. No client protocol speaks it, so nothing passes through. */
export const geminiDialect: Dialect = {
  name: 'gemini',
  native: undefined,
  nativeOperations: new Set(),
  inlinesMedia: true,
  target: geminiTarget,
  prepareNative: (body) => body,
  needsPreparing: () => false,
  chat: { encode: encodeChat, readAnswer, streamReader: () => new GeminiStreamReader() },
  embeddings,
  meter,
  readError,
}
