/** One reading thread as the loop sees it: a query at a time. */
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { ReaderAnswer, ReaderRequest, ReadQuery } from './thread'

interface Reading {
  readonly rows: object[]
  readonly resolve: (rows: object[]) => void
  readonly reject: (error: unknown) => void
  readonly timer: ReturnType<typeof setTimeout>
}

/** `late`: at work on a query that nobody waits for any more. */
export type ReaderState = 'free' | 'busy' | 'late' | 'gone'

/** The process ends, or goes on without this thread: nobody waits longer for it. */
const CLOSE_LIMIT_MS = 2000

export class ReaderThread {
  readonly #worker: Bun.Worker
  readonly #onChange: () => void
  /** Resolves when the thread has let go of the database, however that came. */
  readonly #done = Promise.withResolvers<void>()
  #state: ReaderState = 'free'
  #reading: Reading | undefined

  constructor(worker: Bun.Worker, { onChange }: { readonly onChange: () => void }) {
    this.#worker = worker
    this.#onChange = onChange
    worker.addEventListener('close', () => this.#end())
    // The end of the thread follows, and rejects whoever waits.
    worker.addEventListener('error', (event) => event.preventDefault())
    worker.addEventListener('message', (event) => {
      this.#hear((event as MessageEvent<ReaderAnswer>).data)
    })
    // A program that has nothing else to do may end.
    worker.unref()
  }

  get state(): ReaderState {
    return this.#state
  }

  read(query: ReadQuery, limitMs: number): Promise<object[]> {
    this.#state = 'busy'
    this.#worker.ref()
    this.#post({ kind: 'read', ...query })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(limitMs), limitMs)
      this.#reading = { rows: [], resolve, reject, timer }
    })
  }

  /** Whatever it is at work on comes first. */
  forget(file: string): void {
    if (this.#state !== 'gone') this.#post({ kind: 'forget', file })
  }

  /** Resolves when the database is let go of, or when that takes too long. */
  async close(): Promise<void> {
    if (this.#state === 'free') this.#post({ kind: 'close' })
    else this.#worker.terminate()
    this.#fail(new GatewayError('db.unavailable'))
    this.#state = 'late'
    const limit = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())
    await Promise.race([this.#done.promise, limit])
  }

  #post(request: ReaderRequest): void {
    this.#worker.postMessage(request)
  }

  #hear(answer: ReaderAnswer): void {
    switch (answer.kind) {
      case 'rows':
        this.#reading?.rows.push(...answer.rows)
        if (answer.isLast) this.#finish((reading) => reading.resolve(reading.rows))
        return
      case 'failed':
        this.#finish((reading) => reading.reject(errorOf(answer)))
        return
      case 'closed':
        this.#done.resolve()
        this.#worker.terminate()
    }
  }

  #finish(tell: (reading: Reading) => void): void {
    const reading = this.#take()
    if (reading !== undefined) tell(reading)
    this.#state = 'free'
    this.#worker.unref()
    this.#onChange()
  }

  #giveUp(limitMs: number): void {
    this.#fail(new GatewayError('db.query_too_long', { seconds: Math.ceil(limitMs / 1000) }))
    this.#state = 'late'
    this.#worker.unref()
    this.#onChange()
  }

  #end(): void {
    this.#state = 'gone'
    this.#done.resolve()
    this.#fail(new GatewayError('db.unavailable'))
    this.#onChange()
  }

  #fail(error: GatewayError): void {
    this.#take()?.reject(error)
  }

  #take(): Reading | undefined {
    const reading = this.#reading
    this.#reading = undefined
    clearTimeout(reading?.timer)
    return reading
  }
}

/** States of the file or the machine that pass; the rest are mistakes of ours. */
const PASSING = /^SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN|NOMEM|PROTOCOL)/

function errorOf({ message, code }: Extract<ReaderAnswer, { kind: 'failed' }>): Error {
  const cause = Object.assign(new Error(message), { code })
  return PASSING.test(code) ? new GatewayError('db.unavailable', {}, { cause }) : cause
}
