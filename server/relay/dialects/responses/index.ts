/**
 * OpenAI's Responses, of vendors that speak it themselves. Only its own clients are passed on to
 * it; everybody else reaches the same vendors by their chat API.
 */
import type { Operation } from '../../../domain/protocol'
import type { Dialect } from '../dialect'
import { readError } from '../openai/error'
import { splitEffort } from '../openai/models'
import { targetFor } from '../openai/target'
import { meter } from './meter'
import { limitBody, needsPreparing, prepareBody } from './native'

const NATIVE_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>(['chat', 'compact'])

export const responsesDialect: Dialect = {
  name: 'responses',
  native: 'responses',
  nativeOperations: NATIVE_OPERATIONS,
  target: targetFor,
  prepareNative: prepareBody,
  needsPreparing,
  limitNative: limitBody,
  effortInName: (call) => splitEffort(call).effort,
  meter,
  readError,
}
