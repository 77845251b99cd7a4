/** What a client says on a socket of Responses: each message is a request of its own. */

import { GatewayError } from '../../domain/errors/gateway-error'
import { type WrittenFields, writtenIn } from '../formats/chat/written-fields'
import { invalid } from '../wire/body-fields'

export interface Turn {
  /** Turns of one lane are answered one after the other; `undefined` is a lane as well. */
  readonly lane: string | undefined
  readonly model: string
  /** The answer that it goes on with. */
  readonly previous: string | undefined
  /** False where it only prepares what a later turn goes on with. */
  readonly generates: boolean
  /** Nobody but this connection may remember the answer. */
  readonly isForgotten: boolean
  /** What the request says besides what belongs to the socket. */
  readonly fields: WrittenFields
}

export type SocketMessageKind = 'response.create' | 'response.steer'

const KINDS: readonly string[] = ['response.create', 'response.steer'] satisfies SocketMessageKind[]
const OF_THE_SOCKET: ReadonlySet<string> = new Set(['type', 'stream_id', 'generate', 'stream'])
const MOST_LANE_CHARACTERS = 200

/** Throws `request.invalid_json`, or `request.invalid` for what is no message. */
export function readMessage(text: string): WrittenFields {
  return writtenIn(Buffer.from(text))
}

/** Throws `request.invalid` for an event that clients do not send. */
export function kindOf(fields: WrittenFields): SocketMessageKind {
  const type = fieldOf(fields, 'type')
  if (type === 'response.create' || type === 'response.steer') return type
  throw invalid('type', 'reason.not_a_choice', { choices: KINDS.join(', ') })
}

/** Throws `request.invalid` for what a socket does not do. */
export function readTurn(fields: WrittenFields): Turn {
  if (fieldOf(fields, 'background') === true) throw invalid('background', 'reason.not_on_sockets')
  return {
    lane: laneOf(fields),
    model: textOf(fields, 'model') ?? '',
    previous: textOf(fields, 'previous_response_id'),
    generates: fieldOf(fields, 'generate') !== false,
    isForgotten: fieldOf(fields, 'store') === false,
    fields: new Map([...fields].filter(([name]) => !OF_THE_SOCKET.has(name))),
  }
}

/** Throws `request.invalid` for a name that no program would choose. */
export function laneOf(fields: WrittenFields): string | undefined {
  const lane = textOf(fields, 'stream_id')
  if (lane !== undefined && lane.length > MOST_LANE_CHARACTERS) {
    throw invalid('stream_id', 'reason.too_long', { max: MOST_LANE_CHARACTERS })
  }
  return lane
}

/** Throws `request.invalid` for a value that is no text. */
export function textOf(fields: WrittenFields, name: string): string | undefined {
  const value = fieldOf(fields, name) ?? undefined
  if (value === undefined || typeof value === 'string') return value
  throw invalid(name, 'reason.not_a_string')
}

/** Throws `request.invalid_json` for a value that is none. */
export function fieldOf(fields: WrittenFields, name: string): unknown {
  const text = fields.get(name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new GatewayError('request.invalid_json', {}, { cause })
  }
}
