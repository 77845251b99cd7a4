/** OpenAI's API, spoken by most upstreams; what they do differently is in `models.ts`. */
import type { Operation } from '../../../domain/protocol'
import type { Clock } from '../../ports'
import type { Dialect } from '../dialect'
import { readAnswer } from './decode'
import { encode } from './encode'
import { readError } from './error'
import { meter } from './meter'
import { limitBody, needsPreparing, prepareBody } from './native'
import { OpenaiStreamReader } from './stream'
import { targetFor } from './target'
import { createZhipuTokens } from './zhipu-token'

const NATIVE_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>([
  'chat',
  'completions',
  'embeddings',
  'moderations',
  'speech',
])

/** The clock dates the signed tokens of vendors that want them. */
export function createOpenaiDialect(clock: Clock): Dialect {
  const zhipuToken = createZhipuTokens(clock)
  return {
    name: 'openai',
    native: 'openai',
    nativeOperations: NATIVE_OPERATIONS,
    target: (call) => targetFor(call, zhipuToken),
    prepareNative: prepareBody,
    needsPreparing,
    limitNative: limitBody,
    askStreamUsage: { stream_options: { include_usage: true } },
    chat: { encode, readAnswer, streamReader: () => new OpenaiStreamReader() },
    meter,
    readError,
  }
}
