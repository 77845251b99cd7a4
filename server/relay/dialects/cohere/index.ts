/** Cohere's second API: chats with tools and thinking, and embeddings. */
import type { Paths } from '../../../domain/channel-types/channel-type'
import type { Dialect } from '../dialect'
import { readError } from '../openai/error'
import { plainTarget } from '../plain-target'
import { translatedMeter } from '../translated-meter'
import { readAnswer } from './decode'
import { embeddings } from './embeddings'
import { encode } from './encode'
import { failureIn } from './error'
import { CohereStreamReader } from './stream'
import { readUsage } from './usage'

const PATHS: Paths = { chat: '/v2/chat', embeddings: '/v2/embed' }

export const cohereDialect: Dialect = {
  name: 'cohere',
  native: undefined,
  nativeOperations: new Set(),
  target: (call) => plainTarget(call, PATHS),
  prepareNative: (body) => body,
  needsPreparing: () => false,
  chat: { encode, readAnswer, streamReader: () => new CohereStreamReader() },
  embeddings,
  meter: translatedMeter({ readAnswer, usageOf: ({ usage }) => readUsage(usage) }),
  readError,
  failureIn,
}
