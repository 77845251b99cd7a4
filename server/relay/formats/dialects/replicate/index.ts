/** Predictions of Replicate, each waited for: chats as one prompt, and pictures. */
import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { Dialect } from '../dialect'
import { readError } from '../openai/error'
import { translatedMeter } from '../translated-meter'
import { failureIn, readAnswer, readImages, readUsage } from './decode'
import { encode, encodeImages } from './encode'
import { replicateTarget } from './target'

/** Answers are requested unstreamed, so a stream is an invalid answer. */
function streamReader(): never {
  throw new GatewayError('upstream.invalid_answer', { reason: 'it is a stream' })
}

export const replicateDialect: Dialect = {
  name: 'replicate',
  native: undefined,
  nativeOperations: new Set(),
  target: replicateTarget,
  prepareNative: (body) => body,
  needsPreparing: () => false,
  chat: { encode, readAnswer, streamReader },
  images: { encode: encodeImages, readAnswer: readImages },
  meter: translatedMeter({ readAnswer, usageOf: readUsage }),
  readError,
  failureIn,
}
