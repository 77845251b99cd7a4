/** What an upstream keeps, with the name of the model that its client requested. */

import { OPERATIONS, type Operation } from '../../domain/calls/protocol'
import { OWNED_FAMILY_ROWS, type OwnedFamily } from '../../domain/objects/objects'
import { editFrames } from '../call/stream/frame-edits'
import { answerWithModel, modelEdit } from '../call/stream/shown-model'
import { FrameAligner } from '../formats/framings/frames'
import { OPERATION_ROWS } from '../formats/operations'
import type { OwnedRow, RelayChannel } from '../ports/ports'
import { bufferOf } from '../wire/shared-bytes'

export interface RequestedName {
  readonly family: OwnedFamily
  readonly model: string
}

/** `undefined` where it keeps the name that the upstream gives. */
export function requestedName(
  family: OwnedFamily,
  { model }: Pick<OwnedRow, 'model'>,
  channel: Pick<RelayChannel, 'keepUpstreamModel'>,
): RequestedName | undefined {
  if (model === undefined || channel.keepUpstreamModel === true) return undefined
  return { family, model }
}

/** A whole object; all other bytes stay. */
export function objectNamed(object: Uint8Array, { family, model }: RequestedName): Uint8Array {
  const named = answerWithModel(object, placeOf(family), model)
  return typeof named === 'string' ? Buffer.from(named) : named
}

/** The events of an answer that is sent again. */
export function eventsNamed(
  events: ReadableStream<Uint8Array>,
  { family, model }: RequestedName,
): ReadableStream<Uint8Array> {
  const edits = [modelEdit(placeOf(family), model)]
  const aligner = new FrameAligner()
  const renaming = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, client) {
      const frames = aligner.push(bufferOf(chunk))
      if (frames !== undefined) client.enqueue(editFrames(frames, edits))
    },
    flush(client) {
      const rest = aligner.rest()
      if (rest.length > 0) client.enqueue(rest)
    },
  })
  return events.pipeThrough(renaming)
}

function placeOf(family: OwnedFamily) {
  return { protocol: OWNED_FAMILY_ROWS[family].protocol, operation: operationOf(family) }
}

/** Whose answers are stored there. */
function operationOf(family: OwnedFamily): Operation {
  return OPERATIONS.find((name) => OPERATION_ROWS[name].storedAs === family) ?? 'chat'
}
