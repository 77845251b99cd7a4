/**
 * OpenAI's Responses. Its own clients pass; others are written for it where the model wants this
 * API of its vendor, and reach the same vendors by their chat API where it does not.
 */
import type { Operation } from '../../../../domain/calls/protocol'
import type { Dialect } from '../dialect'
import { readError } from '../openai/error'
import { splitEffort } from '../openai/models'
import { targetFor } from '../openai/target'
import { concession } from './concession'
import { readAnswer } from './decode'
import { encode } from './encode'
import { meter } from './meter'
import { limitBody, needsPreparing, prepareBody } from './native'
import { override } from './override'
import { shape } from './shape'
import { ResponsesStreamReader } from './stream'

const NATIVE_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>(['chat', 'compact'])

export const responsesDialect: Dialect = {
  name: 'responses',
  native: 'responses',
  nativeOperations: NATIVE_OPERATIONS,
  target: targetFor,
  prepareNative: prepareBody,
  needsPreparing,
  limitNative: limitBody,
  override,
  effortInName: (call) => splitEffort(call).effort,
  concession,
  chat: { encode, readAnswer, streamReader: () => new ResponsesStreamReader() },
  meter,
  shape,
  readError,
}
