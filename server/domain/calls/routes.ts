/** The addresses that calls go to, made of the matrix. */
import { OPERATION_TRAITS, type SocketKind } from './operations'
import { OPERATIONS, type Operation, PROTOCOLS, type ProtocolName } from './protocol'

export interface CallRoute {
  readonly path: string
  /** Absent where it goes by requests. */
  readonly socket?: SocketKind | undefined
  /** What stands before the name of the model, where a verb stands behind it; else the path. */
  readonly folder: string
  /** "" where the path has none. */
  readonly verb: string
  readonly protocol: ProtocolName
  /** Whose words its refusals are in, where that is another one. */
  readonly failsAs?: ProtocolName | undefined
  readonly operation: Operation
}

/** Every billable route. */
export const CALL_ROUTES: readonly CallRoute[] = PROTOCOLS.flatMap((protocol) =>
  OPERATIONS.flatMap((operation) => {
    const { routes, sockets, failsAs } = OPERATION_TRAITS[operation]
    const cell = routes[protocol]
    if ('notOffered' in cell) return []
    return cell.map((path) => {
      const [folder = path, verb = ''] = path.split('/:model:')
      return { path, folder, verb, protocol, failsAs, operation, socket: sockets?.[protocol] }
    })
  }),
)

/** Addresses that are sockets as well, on which every message is a request of its own. */
export const TURN_ROUTES: readonly CallRoute[] = [
  {
    path: '/v1/responses',
    folder: '/v1/responses',
    verb: '',
    protocol: 'responses',
    operation: 'chat',
    socket: 'turns',
  },
]
