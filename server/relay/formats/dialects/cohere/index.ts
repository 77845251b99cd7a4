/** Cohere's second API: chats with tools and thinking, and embeddings. */

import type { Operation } from '../../../../domain/calls/protocol'
import type { Paths } from '../../../../domain/channel-types/channel-type'
import type { Dialect } from '../dialect'
import { readError } from '../openai/error'
import { plainTarget } from '../plain-target'
import { readAnswer } from './decode'
import { embeddings } from './embeddings'
import { encode } from './encode'
import { failureIn } from './error'
import { meter } from './meter'
import { limitBody, needsPreparing, prepareBody } from './native'
import { shape } from './shape'
import { CohereStreamReader } from './stream'

const PATHS: Paths = { chat: '/v2/chat', embeddings: '/v2/embed' }

const NATIVE_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>(['chat'])

export const cohereDialect: Dialect = {
  name: 'cohere',
  native: 'cohere',
  nativeOperations: NATIVE_OPERATIONS,
  target: (call) => plainTarget(call, PATHS),
  prepareNative: prepareBody,
  needsPreparing,
  limitNative: limitBody,
  chat: { encode, readAnswer, streamReader: () => new CohereStreamReader() },
  embeddings,
  meter,
  shape,
  readError,
  failureIn,
}
