/** Bots that were built with Coze, by its third chat API. No client protocol speaks it. */
import { usage as usageOf } from '../../../../domain/money/usage'
import type { Dialect, NativeMeter } from '../dialect'
import { readAnswer, readError } from './decode'
import { encode } from './encode'
import { CozeStreamReader } from './stream'
import { cozeTarget } from './target'

/** Nothing passes as it is, so nothing is read from passing bytes. */
const meter: NativeMeter = {
  fromJson: () => usageOf({}),
  fromStreamEnds: () => undefined,
  terminator: new Uint8Array(),
  generatedText: () => '',
  generatedTextOfJson: () => '',
}

export const cozeDialect: Dialect = {
  name: 'coze',
  native: undefined,
  nativeOperations: new Set(),
  target: cozeTarget,
  prepareNative: (body) => body,
  needsPreparing: () => false,
  chat: { encode, readAnswer, streamReader: () => new CozeStreamReader() },
  meter,
  readError,
}
