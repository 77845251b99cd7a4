/**
 * Tencent's own API of 2023: OpenAI's words, each with a capital, in an envelope. Everything else
 * is the work of OpenAI's dialect.
 */
import type { Dialect } from '../dialect'
import { encode as encodeOpenai } from '../openai/encode'
import { plainTarget } from '../plain-target'
import { translatedMeter } from '../translated-meter'
import { readAnswer, usageIn } from './decode'
import { encode } from './encode'
import { failureIn, readError } from './error'
import { HunyuanStreamReader } from './stream'

export const hunyuanDialect: Dialect = {
  name: 'hunyuan',
  native: undefined,
  nativeOperations: new Set(),
  target: (call) => plainTarget(call, { chat: '/' }),
  prepareNative: (body) => body,
  needsPreparing: () => false,
  chat: {
    encode: (request, call) => encode(encodeOpenai(request, call)),
    readAnswer,
    streamReader: () => new HunyuanStreamReader(),
  },
  meter: translatedMeter({ readAnswer, usageOf: usageIn }),
  readError,
  failureIn,
}
