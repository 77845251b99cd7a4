/** Amazon Bedrock's Converse, which every model behind it speaks. */
import { AwsEventStream } from '../../framings/aws-event-stream'
import type { Dialect } from '../dialect'
import { translatedMeter } from '../translated-meter'
import { readAnswer } from './decode'
import { encode } from './encode'
import { failureIn, readError } from './error'
import { embeddings, images } from './invoke'
import { ConverseStreamReader } from './stream'
import { converseTarget } from './target'
import { readUsage } from './usage'

export const converseDialect: Dialect = {
  name: 'converse',
  native: undefined,
  nativeOperations: new Set(),
  inlinesMedia: true,
  stream: {
    contentType: 'application/vnd.amazon.eventstream',
    framing: (memory) => new AwsEventStream(memory),
  },
  target: converseTarget,
  prepareNative: (body) => body,
  needsPreparing: () => false,
  chat: { encode, readAnswer, streamReader: () => new ConverseStreamReader() },
  embeddings,
  images,
  meter: translatedMeter({ readAnswer, usageOf: ({ usage }) => readUsage(usage) }),
  readError,
  failureIn,
}
