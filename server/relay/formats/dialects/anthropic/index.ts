/** Anthropic's Messages API. */
import type { Operation } from '../../../../domain/calls/protocol'
import type { Dialect } from '../dialect'
import { readAnswer } from './decode'
import { encode } from './encode'
import { readError } from './error'
import { meter } from './meter'
import { limitBody, needsPreparing, prepareBody } from './native'
import { shape } from './shape'
import { AnthropicStreamReader } from './stream'
import { targetFor } from './target'

const NATIVE_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>(['chat', 'count_tokens'])

export const anthropicDialect: Dialect = {
  name: 'anthropic',
  native: 'claude',
  nativeOperations: NATIVE_OPERATIONS,
  target: targetFor,
  prepareNative: prepareBody,
  needsPreparing,
  limitNative: limitBody,
  chat: { encode, readAnswer, streamReader: () => new AnthropicStreamReader() },
  meter,
  shape,
  readError,
  // An empty balance is a bad request at Anthropic.
  blamesRequests: true,
}
