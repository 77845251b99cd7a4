/** Baidu's API of before Qianfan v2: an address per model, and turns that take turns. */
import type { Dialect } from '../dialect'
import { translatedMeter } from '../translated-meter'
import { readAnswer } from './decode'
import { embeddings } from './embeddings'
import { encode } from './encode'
import { failureIn, readError } from './error'
import { ErnieStreamReader } from './stream'
import { ernieTarget } from './target'
import { readUsage } from './usage'

export const ernieDialect: Dialect = {
  name: 'ernie',
  native: undefined,
  nativeOperations: new Set(),
  target: ernieTarget,
  prepareNative: (body) => body,
  needsPreparing: () => false,
  chat: { encode, readAnswer, streamReader: () => new ErnieStreamReader() },
  embeddings,
  meter: translatedMeter({ readAnswer, usageOf: ({ usage }) => readUsage(usage) }),
  readError,
  failureIn,
}
