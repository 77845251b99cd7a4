/** A request body in the forms that the work on it needs, each made on first use. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { FieldSpan } from '../../domain/json/scan'
import type { ChatRequest, JsonObject } from '../wire/chat'
import { shallow } from '../wire/nesting'
import { topLevelFields } from './chat/top-level'
import type { BodyShape } from './protocols/body-shape'
import { PROTOCOL_CODECS } from './protocols/index'

export class ParsedBody {
  readonly bytes: Buffer
  readonly shape: BodyShape
  #json: JsonObject | undefined
  #spans: ReadonlyMap<string, FieldSpan> | undefined
  #request: ChatRequest | undefined

  constructor(bytes: Buffer, shape: BodyShape) {
    this.bytes = bytes
    this.shape = shape
  }

  /** Throws `request.invalid_json` or `request.not_an_object`. */
  json(): JsonObject {
    this.#json ??= parseBody(this.bytes)
    return this.#json
  }

  /** Throws `request.invalid_json`, or `request.invalid` for a shape beyond all limits. */
  spans(): ReadonlyMap<string, FieldSpan> {
    this.#spans ??= topLevelFields(this.bytes)
    if (this.#spans === undefined) throw new GatewayError('request.invalid_json')
    return this.#spans
  }

  /** The canonical request. Throws `request.invalid` for what the protocol does not know. */
  chatRequest(): ChatRequest {
    this.#request ??= PROTOCOL_CODECS[this.shape.protocol].readRequest(
      shallow(this.json()),
      this.shape,
    )
    return this.#request
  }
}

/** Throws `request.invalid_json` or `request.not_an_object`. */
export function parseBody(bytes: Buffer): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new GatewayError('request.invalid_json', {}, { cause })
  }
  if (!isObject(value)) throw new GatewayError('request.not_an_object')
  return value
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
