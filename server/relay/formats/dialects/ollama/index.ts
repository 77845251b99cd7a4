/** Ollama's own API: a line of JSON per piece, and options that no other format has. */
import type { Paths } from '../../../../domain/channel-types/channel-type'
import { NdjsonFraming } from '../../framings/ndjson'
import type { Dialect } from '../dialect'
import { readError } from '../openai/error'
import { plainTarget } from '../plain-target'
import { translatedMeter } from '../translated-meter'
import { readAnswer } from './decode'
import { embeddings } from './embeddings'
import { encode } from './encode'
import { OllamaStreamReader } from './stream'
import { readUsage } from './usage'

const PATHS: Paths = { chat: '/api/chat', embeddings: '/api/embed' }

export const ollamaDialect: Dialect = {
  name: 'ollama',
  native: undefined,
  nativeOperations: new Set(),
  inlinesMedia: true,
  stream: { contentType: 'application/x-ndjson', framing: (memory) => new NdjsonFraming(memory) },
  target: (call) => plainTarget(call, PATHS),
  prepareNative: (body) => body,
  needsPreparing: () => false,
  chat: { encode, readAnswer, streamReader: () => new OllamaStreamReader() },
  embeddings,
  meter: translatedMeter({ readAnswer, usageOf: readUsage }),
  readError,
}
