/** The writer's side of its workers: their orders, their transactions, and what all must know. */
import { rmSync } from 'node:fs'
import type { UnixSocketListener } from 'bun'
import { decodeChanges, encodeChanges } from '../../db/changes/collector'
import type { Db } from '../../db/db'
import { HeldConnections } from '../../db/remote/held-connections'
import { resolveCallsOf } from '../../db/tables/reservations'
import type { Clock } from '../clock'
import { ALL_CHANGES } from '../domain/changes'
import { GatewayError } from '../domain/errors/gateway-error'
import type { HotOrder, OrderOutcome } from '../domain/ledger/orders'
import type { LiveReport } from '../domain/live/report'
import { monotonicMs } from '../domain/time-source'
import type { Logger } from '../log'
import type { Admission, RequestLimits } from '../relay/ports/request-limits'
import { OpenCalls } from '../services/ledger/open-calls'
import type { EndOrder, EndOutcome } from '../services/live-port'
import type { ProcessReport } from '../services/metrics/process-report'
import { LINK_SOCKETS, Link, type LinkSocket } from './link'
import type { Hello, Notices, Questions, Welcome } from './messages'

export interface HubParts {
  readonly db: Db
  readonly log: Logger
  readonly clock: Clock
  readonly path: string
  readonly version: string
  readonly workers: number
  /** Workers that run already, under a writer that is gone. */
  readonly running: number
}

/** What all processes of a gateway count together. */
export interface RequestCounts {
  readonly limits: RequestLimits
  readonly wrongKeys: (ip: string) => number | Promise<number>
}

/** How long a worker that ran before is waited for, before what it holds is given back. */
const RETURN_MS = 5_000
const LOOK_MS = 200

interface Worker {
  readonly link: Link
  readonly held: HeldConnections
  readonly open: OpenCalls
  readonly admissions: Map<number, Admission>
  isListening: boolean
  isGone: boolean
}

export class WorkerHub {
  readonly #parts: HubParts
  readonly #workers = new Set<Worker>()
  readonly #server: UnixSocketListener<LinkSocket['data']>
  readonly #returned = Promise.withResolvers<void>()
  readonly #url = Promise.withResolvers<string>()
  readonly #timer: ReturnType<typeof setInterval>
  #isDraining: () => boolean = () => false
  #wasDraining = false
  #counts: RequestCounts | undefined
  #wake: () => void = () => {}
  #lastAdmission = 0
  #onIdle: (() => void)[] = []

  static listen(parts: HubParts): WorkerHub {
    // Of a writer that was killed.
    rmSync(parts.path, { force: true })
    return new WorkerHub(parts)
  }

  private constructor(parts: HubParts) {
    this.#parts = parts
    const { db } = parts
    this.#server = Bun.listen<LinkSocket['data']>({
      unix: parts.path,
      socket: {
        ...LINK_SOCKETS,
        open: (socket) => {
          socket.data = { link: undefined }
          this.#meet(socket)
        },
      },
    })
    db.ledger.onBalance((users, tokens) => this.#tell('balances', { users, tokens }))
    db.ledger.onLimits((limits) => this.#tell('limits', limits))
    let version = db.dataVersion()
    if (db.kind === 'sqlite') {
      db.bus.subscribe((changes) => this.#tell('changes', encodeChanges(changes, { from: '' })))
    }
    this.#timer = setInterval(() => {
      this.#lookAtDraining()
      const current = db.dataVersion()
      if (current === version || db.kind !== 'sqlite') return
      version = current
      this.#tell('changes', encodeChanges(ALL_CHANGES, { from: '' }))
    }, LOOK_MS)
    this.#timer.unref()
  }

  /** Resolves when every worker that ran before has said which calls it goes on with. */
  async returned(): Promise<void> {
    if (this.#workers.size >= this.#parts.running) return
    await Promise.race([this.#returned.promise, Bun.sleep(RETURN_MS)])
  }

  /** Where workers listen, once all of them do. */
  url(): Promise<string> {
    return this.#url.promise
  }

  isOpen(callId: string): boolean {
    for (const { open } of this.#workers) if (open.has(callId)) return true
    return false
  }

  onJob(wake: () => void): void {
    this.#wake = wake
  }

  share(counts: RequestCounts): void {
    this.#counts = counts
  }

  #shared(): RequestCounts {
    if (this.#counts === undefined) throw new GatewayError('db.unavailable')
    return this.#counts
  }

  /** Of the workers that answer. */
  async liveReports(): Promise<readonly LiveReport[]> {
    return await this.#askAll('live', null)
  }

  /** Of the workers that answer: what each has measured since its last report. */
  async metricReports(): Promise<readonly ProcessReport[]> {
    return await this.#askAll('metrics', null)
  }

  async endCall(order: EndOrder): Promise<EndOutcome> {
    const outcomes = await this.#askAll('end_call', order)
    return outcomes.find(({ kind }) => kind !== 'unknown') ?? { kind: 'unknown' }
  }

  watchDraining(isDraining: () => boolean): void {
    this.#isDraining = isDraining
  }

  /** Resolves when no worker is left, or after the limit. */
  async idle(limitMs: number): Promise<void> {
    if (this.#workers.size === 0) return
    const idle = new Promise<void>((resolve) => this.#onIdle.push(resolve))
    await Promise.race([idle, Bun.sleep(limitMs)])
  }

  close(): void {
    clearInterval(this.#timer)
    for (const { link } of this.#workers) link.close()
    this.#server.stop()
  }

  #meet(socket: LinkSocket): void {
    const held = new HeldConnections(this.#parts.db)
    const link: Link = new Link(socket, {
      answers: {
        hello: (hello) => this.#welcome(worker, hello),
        order: (order) => this.#order(worker, order),
        hold: () => held.hold(),
        query: (query) => held.query(query),
        release: (id) => held.release(id),
        admit: async ({ userId, limit }) => {
          const { limits } = this.#shared()
          const admission = await limits.admit(userId, limit, monotonicMs(this.#parts.clock))
          this.#lastAdmission += 1
          worker.admissions.set(this.#lastAdmission, admission)
          return this.#lastAdmission
        },
        wrong_key: (ip) => this.#shared().wrongKeys(ip),
      },
      notices: {
        changes: (text) => this.#parts.db.bus.publish(decodeChanges(text)?.changes ?? ALL_CHANGES),
        listening: (url) => this.#listens(worker, url),
        job: () => this.#wake(),
        admitted: ({ id, isSuccess }) => {
          const admission = worker.admissions.get(id)
          worker.admissions.delete(id)
          if (isSuccess) admission?.succeeded(monotonicMs(this.#parts.clock))
          else admission?.failed()
        },
      },
      closed: () => void this.#leave(worker),
    })
    const worker: Worker = {
      link,
      held,
      open: new OpenCalls(),
      admissions: new Map(),
      isListening: false,
      isGone: false,
    }
  }

  #welcome(worker: Worker, { open, url }: Hello): Welcome {
    for (const callId of open) worker.open.add(callId)
    this.#workers.add(worker)
    if (url !== undefined) this.#listens(worker, url)
    if (this.#workers.size >= this.#parts.running) this.#returned.resolve()
    return { version: this.#parts.version, isDraining: this.#isDraining() }
  }

  #listens(worker: Worker, url: string): void {
    worker.isListening = true
    const listening = [...this.#workers].filter(({ isListening }) => isListening).length
    if (listening >= this.#parts.workers) this.#url.resolve(url)
  }

  async #order(worker: Worker, order: HotOrder): Promise<OrderOutcome> {
    const outcome = await this.#parts.db.ledger.order(order)
    if (order.kind === 'reserve' && outcome.kind === 'reserved') {
      const { callId, terms } = order.order
      if (terms.kind === 'job') return outcome
      // Nobody is there any more who would settle it.
      if (worker.isGone) await this.#release([callId])
      else worker.open.add(callId)
    }
    if (order.kind === 'settle') worker.open.delete(order.order.reservation.callId)
    return outcome
  }

  /** Its own calls are over, and nobody else's. */
  async #leave(worker: Worker): Promise<void> {
    worker.isGone = true
    worker.held.releaseAll()
    for (const admission of worker.admissions.values()) admission.failed()
    const open = worker.open.list()
    if (open.length > 0) await this.#release(open)
    if (!this.#workers.delete(worker)) return
    if (this.#workers.size === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  async #release(callIds: readonly string[]): Promise<void> {
    const { db, clock, log } = this.#parts
    try {
      const released = await resolveCallsOf(db, { nowMs: clock.nowMs(), callIds })
      if (released > 0) log.warn('a worker is gone; what its calls held is free', { released })
    } catch (error) {
      log.error('what the calls of a lost worker hold could not be freed', { error })
    }
  }

  #lookAtDraining(): void {
    const isDraining = this.#isDraining()
    if (isDraining === this.#wasDraining) return
    this.#wasDraining = isDraining
    this.#tell('draining', isDraining)
  }

  async #askAll<Name extends keyof Questions>(
    name: Name,
    input: Questions[Name]['input'],
  ): Promise<readonly Questions[Name]['answer'][]> {
    const answers = await Promise.allSettled(
      [...this.#workers].map(({ link }) => link.ask(name, input)),
    )
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }

  #tell<Name extends keyof Notices>(name: Name, said: Notices[Name]): void {
    for (const { link } of this.#workers) link.tell(name, said)
  }
}
