/** What the mock upstream is told to answer, and the usual answers ready to use. */
import { gzipSync } from 'node:zlib'

/** A place in an answer where the upstream waits until the test opens it. */
export interface Gate {
  readonly opened: Promise<void>
  open(): void
}

export type Piece = string | Uint8Array | Gate

export interface Reply {
  /** Default 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent with a content-length. Anything that is neither text nor bytes travels as JSON. */
  readonly body?: unknown
  /** Sent with chunked encoding, one chunk each; a gate in between holds the rest back. */
  readonly chunks?: readonly Piece[]
  /** Splits the body in pieces at these offsets, or after every byte. */
  readonly tear?: 'every-byte' | readonly number[]
  /** Compresses the body and says so. Not together with gates. */
  readonly gzip?: boolean
  /** Waits before the status line. */
  readonly before?: Gate
  /** Destroys the connection after so many bytes of the body. */
  readonly cutAfterBytes?: number
  /**
   * How it ends. `cut` destroys the connection after the last byte, `hang` keeps it open and
   * silent, `reset` destroys it before the first byte, `never` does not answer at all.
   */
  readonly ending?: 'complete' | 'cut' | 'hang' | 'reset' | 'never'
  /** Bytes sent instead of an HTTP answer. */
  readonly raw?: string | Uint8Array
  /** Closes the connection after a complete answer. */
  readonly close?: boolean
}

export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

export function json(body: unknown, rest: Reply = {}): Reply {
  return { ...rest, headers: { 'content-type': 'application/json', ...rest.headers }, body }
}

/** An event stream of these texts as they are; a whole recorded file is one text. */
export function sse(frames: readonly Piece[], rest: Reply = {}): Reply {
  return {
    ...rest,
    headers: { 'content-type': 'text/event-stream', ...rest.headers },
    chunks: frames,
  }
}

/** The page that a proxy in front of an upstream shows. */
export function html(status: number, rest: Reply = {}): Reply {
  const body =
    '<!DOCTYPE html><html><head><title>Bad gateway</title></head><body>nginx</body></html>'
  return { ...rest, status, headers: { 'content-type': 'text/html', ...rest.headers }, body }
}

/** Splits an event stream behind each blank line, so that a gate fits between two events. */
export function frames(text: string): string[] {
  return text.match(/[\s\S]*?(?:\r?\n){2}|[\s\S]+$/g) ?? []
}

export function isGate(piece: Piece): piece is Gate {
  return typeof piece === 'object' && 'opened' in piece
}

/** The body as pieces in sending order, compressed and torn as asked. */
export function piecesOf(reply: Reply): readonly Piece[] {
  const whole = reply.chunks ?? [bytesOf(reply.body)]
  const packed = reply.gzip ? [gzipSync(Buffer.concat(whole.map(onlyBytes)))] : whole
  if (reply.tear === undefined) return packed
  return tearPieces(packed, reply.tear)
}

function tearPieces(pieces: readonly Piece[], tear: NonNullable<Reply['tear']>): Piece[] {
  const torn: Piece[] = []
  let offset = 0
  for (const piece of pieces) {
    if (isGate(piece)) {
      torn.push(piece)
      continue
    }
    const bytes = Buffer.from(piece)
    let from = 0
    for (let at = 1; at < bytes.length; at += 1) {
      if (tear !== 'every-byte' && !tear.includes(offset + at)) continue
      torn.push(bytes.subarray(from, at))
      from = at
    }
    torn.push(bytes.subarray(from))
    offset += bytes.length
  }
  return torn
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array()
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function onlyBytes(piece: Piece): Uint8Array {
  if (isGate(piece)) throw new Error('a compressed answer cannot have gates')
  return Buffer.from(piece)
}
