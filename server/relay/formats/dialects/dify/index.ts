/** Apps that were built with Dify: chats, agents, workflows and completions. */
import type { Dialect } from '../dialect'
import { translatedMeter } from '../translated-meter'
import { readAnswer } from './decode'
import { encode } from './encode'
import { readError } from './error'
import { DifyStreamReader } from './stream'
import { difyTarget } from './target'
import { usageIn } from './usage'

export const difyDialect: Dialect = {
  name: 'dify',
  native: undefined,
  nativeOperations: new Set(),
  target: difyTarget,
  prepareNative: (body) => body,
  needsPreparing: () => false,
  chat: { encode, readAnswer, streamReader: () => new DifyStreamReader(), idIsConversation: true },
  meter: translatedMeter({ readAnswer, usageOf: usageIn }),
  readError,
}
