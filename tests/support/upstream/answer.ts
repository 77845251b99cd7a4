/** Puts one reply on a socket, exactly as scripted. */
import type { Socket } from 'node:net'
import { isGate, type Piece, piecesOf, type Reply } from './reply'

export interface RecordedRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly bodyText: string
  /** The parsed body, or `undefined` when it is not JSON. */
  readonly json: unknown
  /** When the client left before the answer was whole; milliseconds of `performance.now`. */
  abortedAt: number | undefined
  /** Whether the answer was sent to its end. */
  answered: boolean
}

export interface Connection {
  readonly socket: Socket
  closed: boolean
  /** The request that is being answered. */
  active: RecordedRequest | undefined
}

/** Sends one reply; resolves when it is out, broken off, or the client has left. */
export async function answer(connection: Connection, reply: Reply): Promise<void> {
  await reply.before?.opened
  if (connection.closed) return
  if (reply.ending === 'reset') return reset(connection)
  if (reply.ending === 'never') return closing(connection)
  if (reply.raw !== undefined) {
    await write(connection, reply.raw)
    return destroy(connection)
  }
  const pieces = piecesOf(reply)
  await write(connection, headOf(reply, pieces))
  const room = { bytes: reply.cutAfterBytes ?? Number.POSITIVE_INFINITY }
  for (const piece of pieces) {
    if (connection.closed) return
    await sendPiece(connection, piece, room, reply.chunks !== undefined)
    if (room.bytes <= 0) return destroy(connection)
  }
  if (reply.ending === 'cut') return destroy(connection)
  if (reply.ending === 'hang') return closing(connection)
  if (reply.chunks !== undefined) await write(connection, '0\r\n\r\n')
  if (reply.close) connection.socket.end()
}

function headOf(reply: Reply, pieces: readonly Piece[]): string {
  const headers: Record<string, string> = { ...reply.headers }
  if (reply.gzip) headers['content-encoding'] = 'gzip'
  if (reply.chunks !== undefined) headers['transfer-encoding'] = 'chunked'
  else headers['content-length'] = String(sizeOf(pieces))
  if (reply.close) headers.connection = 'close'
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${reply.status ?? 200} Scripted\r\n${lines.join('')}\r\n`
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + (isGate(piece) ? 0 : Buffer.from(piece).length), 0)
}

async function sendPiece(
  connection: Connection,
  piece: Piece,
  room: { bytes: number },
  chunked: boolean,
): Promise<void> {
  if (isGate(piece)) {
    await piece.opened
    return
  }
  const bytes = Buffer.from(piece).subarray(0, room.bytes)
  room.bytes -= bytes.length
  if (bytes.length === 0) return
  if (!chunked) return write(connection, bytes)
  const size = `${bytes.length.toString(16)}\r\n`
  await write(connection, Buffer.concat([Buffer.from(size), bytes, Buffer.from('\r\n')]))
}

/** Resolves when the bytes have left, so that the receiver may see each piece by itself. */
function write(connection: Connection, bytes: string | Uint8Array): Promise<void> {
  if (connection.closed) return Promise.resolve()
  return new Promise((resolve) => {
    const sent = (): void => {
      setImmediate(resolve)
    }
    connection.socket.once('close', sent)
    connection.socket.write(bytes, () => {
      connection.socket.off('close', sent)
      sent()
    })
  })
}

function destroy(connection: Connection): void {
  leave(connection)
  connection.socket.destroy()
}

/** Lets the client see a connection reset instead of an early end. */
function reset(connection: Connection): void {
  leave(connection)
  connection.socket.resetAndDestroy()
}

function leave(connection: Connection): void {
  // This end gave up, not the client: nothing was aborted.
  connection.active = undefined
  connection.closed = true
}

/** Resolves when the client has left. */
function closing(connection: Connection): Promise<void> {
  if (connection.closed) return Promise.resolve()
  return new Promise((resolve) => {
    connection.socket.once('end', () => resolve())
    connection.socket.once('close', () => resolve())
  })
}
