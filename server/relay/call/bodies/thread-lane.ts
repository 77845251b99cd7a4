/**
 * A thread and the queue before it. Users take turns, so that one who sends much waits for
 * himself only; a thread that dies takes one job with it and is started again for the next.
 */
import type { ErrorId } from '../../../domain/errors/catalogue'
import { type ErrorParams, GatewayError } from '../../../domain/errors/gateway-error'
import { keepThread, takeThread } from '../../formats/chat/spare-threads'

export interface ThreadReply {
  readonly result?: unknown
  /** A failure that is the client's, to be thrown here. */
  readonly error?: { readonly id: ErrorId; readonly params: ErrorParams }
  /** A fault of ours, as text. */
  readonly crash?: string
}

export interface LaneJob {
  /** Whose turn it takes; a user's id. */
  readonly owner: number
  readonly kind: string
  readonly order: unknown
  /** Bytes that the order is about. */
  readonly size: number
  /** Whether the job may be refused because its owner has too many waiting. */
  readonly isRefusable: boolean
}

export interface LaneSettings {
  /** What `new Worker()` takes. */
  readonly entry: string
  /** A job that takes longer is given up, and its thread with it. */
  readonly jobLimitMs: number
  /** Most refusable jobs that one owner may have waiting. */
  readonly waitingLimit: number
  /** A thread without work ends after this, and its memory is free again; else it stays. */
  readonly idleLimitMs?: number
  /** Whether a thread at rest serves the next lane when this one is stopped. */
  readonly isShared?: boolean
}

interface Waiting extends LaneJob {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** The server keeps the process alive, not the thread. */
const UNHELD: Bun.WorkerOptions = { ref: false }

/** Seconds after which somebody who was refused may try again. */
const RETRY_SECONDS = 1

export class ThreadLane {
  readonly #settings: LaneSettings
  /** In the order of turns: who was served goes to the end. */
  readonly #queues = new Map<number, Waiting[]>()
  #running: Waiting | undefined
  #thread: Worker | undefined
  /** Aborted when this lane listens to its thread no more. */
  #listening = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  constructor(settings: LaneSettings) {
    this.#settings = settings
  }

  /**
   * Rejects with what the job threw, with `limit.bodies` when the owner has too many jobs
   * waiting, and with `overloaded` when the thread died.
   */
  run(job: LaneJob): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (this.#isStopped) {
      reject(new GatewayError('shutting_down'))
      return promise
    }
    const queue = this.#queues.get(job.owner) ?? []
    if (job.isRefusable && queue.length >= this.#settings.waitingLimit) {
      reject(new GatewayError('limit.bodies', { seconds: RETRY_SECONDS }))
      return promise
    }
    queue.push({ ...job, resolve, reject })
    this.#queues.set(job.owner, queue)
    this.#next()
    return promise
  }

  stop(): void {
    this.#isStopped = true
    const remaining = [...this.#queues.values()].flat()
    this.#queues.clear()
    this.#release()
    this.#drop(new GatewayError('shutting_down'))
    for (const job of remaining) job.reject(new GatewayError('shutting_down'))
  }

  #next(): void {
    if (this.#running !== undefined) return
    const turn = this.#queues.entries().next()
    if (turn.done) return
    const [owner, queue] = turn.value
    const job = queue.shift()
    this.#queues.delete(owner)
    if (queue.length > 0) this.#queues.set(owner, queue)
    if (job === undefined) return
    this.#running = job
    this.#arm(this.#settings.jobLimitMs, () => this.#died('took too long'))
    const { kind, order, size } = job
    this.#thread ??= this.#start()
    this.#thread.postMessage({ kind, order, size })
  }

  #start(): Worker {
    const { entry, isShared = false } = this.#settings
    const thread = (isShared ? takeThread(entry) : undefined) ?? new Worker(entry, UNHELD)
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const onMessage = ({ data }: MessageEvent<ThreadReply>) => {
      if (this.#thread === thread) this.#finish(data)
    }
    const onError = (event: ErrorEvent) => {
      event.preventDefault()
      if (this.#thread === thread) this.#died(`broke: ${event.message}`)
    }
    const onClose = () => {
      if (this.#thread === thread) this.#died('ended')
    }
    thread.addEventListener('message', onMessage, { signal })
    thread.addEventListener('error', onError, { signal })
    thread.addEventListener('close', onClose, { signal })
    return thread
  }

  /** Leaves a thread that is at rest to the next lane. */
  #release(): void {
    const { entry, isShared = false } = this.#settings
    const thread = this.#thread
    if (!isShared || thread === undefined || this.#running !== undefined) return
    this.#thread = undefined
    this.#listening.abort()
    keepThread(entry, thread)
  }

  #finish({ result, error, crash }: ThreadReply): void {
    const job = this.#running
    this.#running = undefined
    this.#arm(this.#settings.idleLimitMs, () => this.#drop(undefined))
    if (error !== undefined) job?.reject(new GatewayError(error.id, error.params))
    else if (crash !== undefined) {
      job?.reject(new GatewayError('internal', {}, { cause: new Error(crash) }))
    } else job?.resolve(result)
    this.#next()
  }

  #died(reason: string): void {
    const cause = new Error(`a thread that works on bodies ${reason}`)
    this.#drop(new GatewayError('overloaded', { seconds: RETRY_SECONDS }, { cause }))
    this.#next()
  }

  #drop(error: GatewayError | undefined): void {
    clearTimeout(this.#timer)
    const thread = this.#thread
    const job = this.#running
    this.#thread = undefined
    this.#running = undefined
    thread?.terminate()
    if (error !== undefined) job?.reject(error)
  }

  #arm(afterMs: number | undefined, act: () => void): void {
    clearTimeout(this.#timer)
    if (afterMs === undefined) return
    this.#timer = setTimeout(act, afterMs)
    this.#timer.unref()
  }
}
