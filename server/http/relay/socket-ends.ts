/** What the server calls as things happen on a socket, for each kind that there is. */
import { openLive } from '../../relay/realtime/live-opening'
import type { SocketInput } from '../../relay/realtime/open-session'
import { openTurns, type TurnsInput } from '../../relay/realtime/response-turns'
import type { SocketSession } from '../../relay/realtime/session'
import type { ServerSocket, SocketEnds } from '../connection'
import type { RelayEdge } from './edge'

/** A conversation that an upstream's socket answers. */
export function sessionEnds(session: SocketSession): SocketEnds {
  return {
    open: (socket) => session.serves(clientOf(socket)),
    message: (_, message) =>
      session.fromClient(typeof message === 'string' ? message : bytesOf(message)),
    close: () => void session.clientLeft(),
  }
}

/** A conversation whose model its first frame names. Throws what refuses the caller. */
export async function liveEnds(edge: RelayEdge, input: SocketInput): Promise<SocketEnds> {
  const live = await openLive(edge.relay, input)
  const leave = () => live.leave()
  return {
    open: (socket) => {
      edge.resting.add(leave)
      live.serves(clientOf(socket))
    },
    message: (_, message) =>
      live.fromClient(typeof message === 'string' ? message : bytesOf(message)),
    close: () => {
      edge.resting.delete(leave)
      void live.clientLeft()
    },
  }
}

/** A socket on which each message is a call. Throws what refuses the caller. */
export async function turnEnds(edge: RelayEdge, input: TurnsInput): Promise<SocketEnds> {
  const turns = await openTurns(edge.relay, input)
  const leave = () => turns.leave()
  let waiting: (() => void)[] = []
  const drained = () => {
    const resolvers = waiting
    waiting = []
    for (const resolve of resolvers) resolve()
  }
  return {
    open: (socket) => {
      edge.resting.add(leave)
      const client = clientOf(socket)
      turns.serves({
        ...client,
        drained: () => new Promise<void>((resolve) => waiting.push(resolve)),
      })
    },
    message: (_, message) => turns.fromClient(message.toString()),
    drain: drained,
    close: () => {
      edge.resting.delete(leave)
      turns.clientLeft()
      drained()
    },
  }
}

function clientOf(socket: ServerSocket) {
  return {
    send: (message: string | ArrayBuffer) => void socket.send(message),
    close: (code: number, reason: string) => socket.close(code, reason),
    waiting: () => socket.getBufferedAmount(),
  }
}

/** A buffer of the server's is its own again after the call. */
function bytesOf(message: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(message.byteLength)
  new Uint8Array(copy).set(message)
  return copy
}
