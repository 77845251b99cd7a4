/**
 * OpenAI's Responses, of vendors that speak it themselves. Only its own clients are passed on to
 * it; everybody else reaches the same vendors by their chat API.
 */
import type { Operation } from '../../../domain/protocol'
import type { Clock } from '../../ports'
import type { Dialect } from '../dialect'
import { readError } from '../openai/error'
import { targetFor } from '../openai/target'
import { createZhipuTokens } from '../openai/zhipu-token'
import { meter } from './meter'
import { limitBody, needsPreparing, prepareBody } from './native'

const NATIVE_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>(['chat'])

export function createResponsesDialect(clock: Clock): Dialect {
  const zhipuToken = createZhipuTokens(clock)
  return {
    name: 'responses',
    native: 'responses',
    nativeOperations: NATIVE_OPERATIONS,
    target: (call) => targetFor(call, zhipuToken),
    prepareNative: prepareBody,
    needsPreparing,
    limitNative: limitBody,
    meter,
    readError,
  }
}
