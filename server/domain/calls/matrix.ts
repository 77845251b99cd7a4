/**
 * The matrix client protocol × operation × upstream dialect, cell by cell: what the manual shows,
 * and what a test walks.
 */
import { DIALECT_TRAITS, type NotOffered, OPERATION_TRAITS } from './operations'
import type { DialectName, Operation, ProtocolName } from './protocol'

export type MatrixCell = 'passes' | 'translated' | NotOffered

export interface MatrixPlace {
  readonly protocol: ProtocolName
  readonly operation: Operation
  readonly dialect: DialectName
}

export function matrixCell({ protocol, operation, dialect }: MatrixPlace): MatrixCell {
  const { routes, upstreams } = OPERATION_TRAITS[operation]
  const route = routes[protocol]
  if ('notOffered' in route) return route
  const cell = upstreams[dialect]
  if (typeof cell === 'object' && 'notOffered' in cell) return cell
  const isNative = DIALECT_TRAITS[dialect].speaker === protocol
  if (typeof cell === 'object') return isNative ? 'passes' : { notOffered: cell.passesAlone }
  return isNative && cell === 'passes' ? 'passes' : 'translated'
}
