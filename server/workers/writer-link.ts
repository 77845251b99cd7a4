/** The writer, as a worker reaches it. A writer that is gone is looked for until it is back. */
import { decodeChanges, encodeChanges } from '../../db/changes/collector'
import type { BalanceListener, LimitListener } from '../../db/ledger-orders'
import type { HeldConnection, Writer } from '../../db/remote/writer'
import { ALL_CHANGES, type Changes } from '../domain/changes'
import { GatewayError } from '../domain/errors/gateway-error'
import type { HotOrder, OrderOutcome } from '../domain/ledger/orders'
import type { Logger } from '../log'
import type { Admission, RequestLimit, RequestLimits } from '../relay/ports/request-limits'
import type { LiveProcess } from '../services/live-port'
import type { ProcessReport } from '../services/metrics/process-report'
import { LINK_SOCKETS, Link, type LinkSocket } from './link'
import type { Questions } from './messages'

const RETRY_MS = 100

export interface WriterLinkParts {
  readonly path: string
  readonly index: number
  readonly version: string
  readonly log: Logger
  /** The writer is of another version, so this process must not go on. */
  readonly outdated: () => void
}

export class WriterLink implements Writer {
  readonly #parts: WriterLinkParts
  #link: Link | undefined
  #isClosed = false
  #isDraining = false
  #url: string | undefined
  #live: LiveProcess | undefined
  #metrics: (() => ProcessReport) | undefined
  #openCalls: () => readonly string[] = () => []
  #first: PromiseWithResolvers<void> | undefined = Promise.withResolvers<void>()
  readonly #changes: ((changes: Changes) => void)[] = []
  readonly #balances: BalanceListener[] = []
  readonly #limits: LimitListener[] = []

  /** Resolves once the writer has let it in. */
  static async open(parts: WriterLinkParts): Promise<WriterLink> {
    const opened = new WriterLink(parts)
    void opened.#connect()
    await opened.#first?.promise
    return opened
  }

  private constructor(parts: WriterLinkParts) {
    this.#parts = parts
  }

  /** Where a writer that comes back learns which calls go on. */
  watch(openCalls: () => readonly string[]): void {
    this.#openCalls = openCalls
  }

  /** Who answers what the writer wants to know of its relay. */
  relays(live: LiveProcess): void {
    this.#live = live
  }

  /** Where the writer gets what was measured here. */
  measures(report: () => ProcessReport): void {
    this.#metrics = report
  }

  #relaying(): LiveProcess {
    if (this.#live === undefined) throw new GatewayError('live.not_serving')
    return this.#live
  }

  listens(url: string): void {
    this.#url = url
    this.#link?.tell('listening', url)
  }

  isUp(): boolean {
    return this.#link !== undefined
  }

  isDraining(): boolean {
    return this.#isDraining
  }

  order(order: HotOrder): Promise<OrderOutcome> {
    return this.#ask('order', order)
  }

  async hold(): Promise<HeldConnection> {
    // A writer that comes back gives the same numbers to others.
    const link = this.#linkNow()
    const hold = await link.ask('hold', null)
    return {
      query: (sql, parameters) => link.ask('query', { hold, sql, parameters }),
      release: async () => void (await link.ask('release', hold)),
    }
  }

  changed(changes: Changes): void {
    this.#link?.tell('changes', encodeChanges(changes, { from: String(this.#parts.index) }))
  }

  onChanges(listener: (changes: Changes) => void): void {
    this.#changes.push(listener)
  }

  onBalance(listener: BalanceListener): void {
    this.#balances.push(listener)
  }

  onLimits(listener: LimitListener): void {
    this.#limits.push(listener)
  }

  wake(): void {
    this.#link?.tell('job', null)
  }

  wrongKey(ip: string): Promise<number> {
    return this.#ask('wrong_key', ip)
  }

  readonly requestLimits: RequestLimits = {
    admit: async (userId: number, limit: RequestLimit): Promise<Admission> => {
      const link = this.#linkNow()
      const id = await link.ask('admit', { userId, limit })
      return {
        succeeded: () => link.tell('admitted', { id, isSuccess: true }),
        failed: () => link.tell('admitted', { id, isSuccess: false }),
      }
    },
  }

  close(): void {
    this.#isClosed = true
    this.#link?.close()
  }

  #ask<Name extends keyof Questions>(
    name: Name,
    input: Questions[Name]['input'],
  ): Promise<Questions[Name]['answer']> {
    return this.#link?.ask(name, input) ?? Promise.reject(new GatewayError('db.unavailable'))
  }

  #linkNow(): Link {
    if (this.#link === undefined) throw new GatewayError('db.unavailable')
    return this.#link
  }

  async #connect(): Promise<void> {
    while (!this.#isClosed) {
      const socket = await connected(this.#parts.path)
      if (socket !== undefined && (await this.#greet(socket))) return
      await Bun.sleep(RETRY_MS)
    }
  }

  /** Whether the writer has let this worker in. */
  async #greet(socket: LinkSocket): Promise<boolean> {
    const { index, version, log, outdated } = this.#parts
    const link = new Link(socket, {
      answers: {
        metrics: () => this.#metrics?.() ?? { counts: [], readings: [] },
        live: () => this.#relaying().report(),
        end_call: (order) => this.#relaying().end(order),
      },
      notices: {
        changes: (text) => this.#hear(decodeChanges(text)?.changes ?? ALL_CHANGES),
        balances: ({ users, tokens }) => {
          for (const listener of this.#balances) listener(users, tokens)
        },
        limits: (limits) => {
          for (const listener of this.#limits) listener(limits)
        },
        draining: (isDraining) => {
          this.#isDraining = isDraining
        },
      },
      closed: () => {
        if (this.#link !== link) return
        this.#link = undefined
        if (this.#isClosed) return
        log.error('the writer is gone; calls are refused until it is back')
        void this.#connect()
      },
    })
    try {
      const hello = { index, open: this.#openCalls(), url: this.#url }
      const welcome = await link.ask('hello', hello)
      this.#isDraining = welcome.isDraining
      if (welcome.version !== version) outdated()
    } catch {
      link.close()
      return false
    }
    this.#link = link
    if (this.#first === undefined) {
      log.info('the writer is back')
      // Nobody has reported what happened meanwhile.
      this.#hear(ALL_CHANGES)
    } else this.#first.resolve()
    this.#first = undefined
    return true
  }

  #hear(changes: Changes): void {
    for (const listener of this.#changes) listener(changes)
  }
}

/** `undefined` where nobody listens. */
async function connected(path: string): Promise<LinkSocket | undefined> {
  const data = { link: undefined }
  return await Bun.connect<LinkSocket['data']>({ unix: path, data, socket: LINK_SOCKETS }).catch(
    () => undefined,
  )
}
