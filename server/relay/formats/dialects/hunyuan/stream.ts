import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, StreamReader } from '../../../wire/chat'
import { parseObject } from '../json-fields'
import { OpenaiStreamReader } from '../openai/stream'
import { withoutCapitals } from './capitals'
import { failureIn } from './error'

/** Chunks in capitals; the last one has the reason to end, and nothing comes after it. */
export class HunyuanStreamReader implements StreamReader {
  readonly #reader = new OpenaiStreamReader()

  /** Throws `upstream.invalid_answer` for a frame that is not JSON. */
  read(name: string, data: string): readonly ChatEvent[] {
    if (data === '' || data === '[DONE]') return this.#reader.read(name, data)
    const frame = parseObject(data)
    if (frame === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'a frame is not JSON' })
    }
    const failure = failureIn(frame)
    if (failure !== undefined) {
      return [{ type: 'error', message: failure.message, vendorCode: failure.code }]
    }
    return this.#reader.read(name, JSON.stringify(withoutCapitals(frame)))
  }

  finished(): boolean {
    return this.#reader.finished()
  }
}
