/** The name under which a model answers: the requested one, although it was mapped. */

import type { ProtocolName } from '../../../domain/calls/protocol'
import { findField } from '../../../domain/json/scan'
import type { UpstreamCall } from '../../formats/dialects/dialect'
import { PROTOCOL_CODECS } from '../../formats/protocols'
import type { FrameEdit } from './frame-edits'

const QUOTE = 34

type Mapped = Pick<UpstreamCall, 'requestedModel' | 'upstreamModel'> & {
  readonly channel: Pick<UpstreamCall['channel'], 'keepUpstreamModel'>
}

/** `undefined` where answers keep the name that the upstream gives. */
export function shownModel(call: Mapped): string | undefined {
  const isMapped = call.requestedModel !== call.upstreamModel
  return isMapped && call.channel.keepUpstreamModel !== true ? call.requestedModel : undefined
}

type Answered = Pick<UpstreamCall, 'operation'> & { readonly protocol: ProtocolName }

/** For the frames of a stream that passes as it came. */
export function modelEdit({ protocol, operation }: Answered, model: string): FrameEdit {
  const path = PROTOCOL_CODECS[protocol].modelPlace(operation).inFrames
  const bytes = Buffer.from(JSON.stringify(model))
  return {
    sign: Buffer.from(`"${path.at(-1)}"`),
    path,
    splice: (frames, { start, end }) =>
      frames[start] === QUOTE ? { start, end, bytes } : undefined,
  }
}

/** A whole answer that passes as it came; all other bytes stay. */
export function answerWithModel(
  answer: Uint8Array | string,
  { protocol, operation }: Answered,
  model: string,
): Uint8Array | string {
  const bytes = typeof answer === 'string' ? Buffer.from(answer) : bufferOf(answer)
  const name = PROTOCOL_CODECS[protocol].modelPlace(operation).inAnswer
  const field = findField(bytes, 0, [name])
  if (field === undefined || bytes[field.start] !== QUOTE) return answer
  const shown = Buffer.from(JSON.stringify(model))
  return Buffer.concat([bytes.subarray(0, field.start), shown, bytes.subarray(field.end)])
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
