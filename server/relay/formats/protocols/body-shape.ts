import type { Operation, ProtocolName } from '../../../domain/calls/protocol'

/** By whose rules a body is read. */
export interface BodyShape {
  readonly protocol: ProtocolName
  readonly operation: Operation
  /** As the path calls it behind the model's name, in protocols that have it so. */
  readonly verb?: string | undefined
}
