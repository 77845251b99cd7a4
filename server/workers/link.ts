/**
 * Two processes of a gateway on a local socket. What is said within a turn of the event loop goes
 * as one line of JSON, so that a busy gateway pays for few of them.
 */
import type { Socket, SocketHandler } from 'bun'
import type { ErrorId } from '../domain/errors/catalogue'
import { type ErrorParams, GatewayError } from '../domain/errors/gateway-error'
import type { Notices, Questions } from './messages'

type Answers = {
  readonly [Name in keyof Questions]?: (
    input: Questions[Name]['input'],
  ) => Promise<Questions[Name]['answer']> | Questions[Name]['answer']
}

type NoticeHandlers = { readonly [Name in keyof Notices]?: (said: Notices[Name]) => void }

export interface LinkEnds {
  readonly answers: Answers
  readonly notices: NoticeHandlers
  /** Nothing comes or goes any more; open questions are rejected with `db.unavailable`. */
  readonly closed: () => void
}

/** A question, a notice (id 0), or an answer (the question's id below zero). */
type Message =
  | readonly [id: number, name: string, said: unknown]
  | readonly [id: number, isAnswer: boolean, answer: unknown]

interface Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (error: unknown) => void
}

/** A socket whose data is the link on it. */
export type LinkSocket = Socket<{ link: Link | undefined }>

/** What sockets of links do, on both sides. */
export const LINK_SOCKETS = {
  data: ({ data: { link } }, bytes) => link?.read(bytes),
  drain: ({ data: { link } }) => link?.drain(),
  close: ({ data: { link } }) => link?.end(),
} as const satisfies SocketHandler<{ link: Link | undefined }>

const LINE_END = 0x0a
const NOTHING = Buffer.alloc(0)
/** Whoever does not read for so long is given up; its calls are over. */
const MOST_UNSENT_BYTES = 64 * 1024 * 1024

export class Link {
  readonly #socket: LinkSocket
  readonly #ends: LinkEnds
  readonly #waiting = new Map<number, Waiting>()
  #outgoing: Message[] = []
  #lastId = 0
  #isOpen = true
  /** Of a line that is not complete yet. */
  #unread: Buffer[] = []
  /** What the socket could not take yet. */
  #unsent = NOTHING

  constructor(socket: LinkSocket, ends: LinkEnds) {
    this.#socket = socket
    this.#ends = ends
    socket.data.link = this
  }

  ask<Name extends keyof Questions>(
    name: Name,
    input: Questions[Name]['input'],
  ): Promise<Questions[Name]['answer']> {
    if (!this.#isOpen) return Promise.reject(new GatewayError('db.unavailable'))
    const { promise, resolve, reject } = Promise.withResolvers<Questions[Name]['answer']>()
    this.#lastId += 1
    this.#waiting.set(this.#lastId, { resolve, reject })
    this.#send([this.#lastId, name, input])
    return promise
  }

  tell<Name extends keyof Notices>(name: Name, said: Notices[Name]): void {
    if (this.#isOpen) this.#send([0, name, said])
  }

  /** What was said before is on its way. */
  close(): void {
    this.#flush()
    this.#socket.end()
  }

  #send(message: Message): void {
    this.#outgoing.push(message)
    if (this.#outgoing.length === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    if (this.#outgoing.length === 0 || !this.#isOpen) return
    const line = Buffer.from(`${JSON.stringify(this.#outgoing)}\n`)
    this.#outgoing = []
    const isBlocked = this.#unsent.length > 0
    this.#unsent = isBlocked ? Buffer.concat([this.#unsent, line]) : line
    if (!isBlocked) this.drain()
    if (this.#unsent.length > MOST_UNSENT_BYTES) this.#socket.terminate()
  }

  /** The socket has room again. */
  drain(): void {
    if (this.#unsent.length === 0) return
    const sent = this.#socket.write(this.#unsent)
    this.#unsent = this.#unsent.subarray(Math.max(0, sent))
  }

  read(bytes: Buffer): void {
    let begin = 0
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, begin)) {
      const line = Buffer.concat([...this.#unread, bytes.subarray(begin, end)])
      this.#unread = []
      begin = end + 1
      for (const message of JSON.parse(line.toString()) as readonly Message[]) this.#take(message)
    }
    if (begin < bytes.length) this.#unread.push(Buffer.from(bytes.subarray(begin)))
  }

  #take([id, what, said]: Message): void {
    if (typeof what === 'boolean') {
      const waiting = this.#waiting.get(-id)
      this.#waiting.delete(-id)
      if (what) waiting?.resolve(said as never)
      else waiting?.reject(errorOf(said as SaidError))
    } else if (id === 0) {
      this.#ends.notices[what as keyof Notices]?.(said as never)
    } else void this.#answer(id, what as keyof Questions, said)
  }

  async #answer(id: number, name: keyof Questions, input: unknown): Promise<void> {
    try {
      const answer = this.#ends.answers[name]
      if (answer === undefined) throw new Error(`nobody answers ${name}`)
      const said = await answer(input as never)
      if (this.#isOpen) this.#send([-id, true, said])
    } catch (error) {
      if (this.#isOpen) this.#send([-id, false, saidOf(error)])
    }
  }

  /** The socket is closed. */
  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new GatewayError('db.unavailable'))
    this.#ends.closed()
  }
}

type SaidError =
  | { readonly id: ErrorId; readonly params: ErrorParams }
  | { readonly message: string }

function saidOf(error: unknown): SaidError {
  if (error instanceof GatewayError) return { id: error.id, params: error.params }
  return { message: error instanceof Error ? error.message : String(error) }
}

function errorOf(said: SaidError): Error {
  return 'id' in said ? new GatewayError(said.id, said.params) : new Error(said.message)
}
