/**
 * Asks upstreams how work goes on that is not billed yet. Each piece is claimed by one process at
 * a time, by the row itself; one that a crash leaves behind comes due again.
 */

import { GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { BatchBill } from '../../domain/money/batch-bill'
import { Bill, noCharge } from '../../domain/money/bill'
import { type Usage, usage } from '../../domain/money/usage'
import type { OwnedJob } from '../../domain/objects/job'
import type { OwnedFamily } from '../../domain/objects/objects'
import type { Relay } from '../call/relay'
import { channelThatMade } from '../call/route/keys'
import { parseAnswer } from '../call/stream/answer'
import { madeBeside, type OwnedThing, ownedRow, tailTo } from '../call/vendor-objects/rows'
import type { OwnedRow, RelayChannel } from '../ports/ports'
import { atOnce, Turns } from '../ports/turns'
import type { JsonObject } from '../wire/chat'
import { collected, eachLine, forward, MAX_OBJECT_BYTES, type OwnedRequest } from './forward'
import { JOB_ENDS } from './job-ends'
import { settleJob } from './settle-job'

const AT_ONCE = 4
/** That are written at once of what results name. */
const MOST_ROWS = 500

export interface JobPollerParts {
  readonly relay: Relay
  /** What went wrong; the work comes due again. */
  readonly warn: (row: OwnedRow, error: unknown) => void
}

interface Open {
  readonly row: OwnedRow
  readonly job: OwnedJob
  readonly channel: RelayChannel
}

export class JobPoller {
  readonly #parts: JobPollerParts
  readonly #settling = new Map<string, Promise<void>>()
  readonly #turns: Turns

  constructor(parts: JobPollerParts) {
    this.#parts = parts
    const { clock, owned } = parts.relay
    this.#turns = new Turns({
      clock,
      work: () => this.#look(),
      nextDueMs: () => owned.nextDueMs(),
    })
  }

  /** Looks at what is due, and again whenever something is. */
  start(): void {
    this.#parts.relay.owned.onJob(() => this.#turns.soon())
    this.#turns.soon(0)
  }

  /** Another process looks: it learns of work that begins here. */
  leaveTo(wake: () => void): void {
    this.#turns.leaveTo(wake)
    this.#parts.relay.owned.onJob(wake)
  }

  /** There may be more to look at: another process has begun work. */
  wake(): void {
    this.#turns.soon()
  }

  async stop(): Promise<void> {
    await this.#turns.stop()
    await Promise.all(this.#settling.values())
  }

  /**
   * Whoever has just read the object of open work: settles it when that is its end. Two who see
   * the same end wait for the same settlement.
   */
  async settleIfOver(open: Open, object: JsonObject): Promise<void> {
    if (!JOB_ENDS[open.job.kind].isOver(object)) return
    const key = `${open.row.userId} ${open.row.id}`
    const running =
      this.#settling.get(key) ??
      this.#settle(open, object).finally(() => this.#settling.delete(key))
    this.#settling.set(key, running)
    await running
  }

  async #look(): Promise<void> {
    const { relay, warn } = this.#parts
    await atOnce(await relay.owned.claimDue(), AT_ONCE, (row) =>
      this.#ask(row).catch((error: unknown) => warn(row, error)),
    )
  }

  async #ask(row: OwnedRow): Promise<void> {
    const { relay } = this.#parts
    const { job } = row
    if (job === undefined) return
    const channel = channelThatMade(relay.directory, row)
    const isLate = relay.clock.nowMs() > job.deadlineMs
    if (channel === undefined) {
      if (isLate)
        await this.#giveUp(
          row,
          job,
          new GatewayError('channel.none', { model: job.model, group: job.group }),
        )
      return
    }
    const { family } = JOB_ENDS[job.kind]
    try {
      const object = await this.#object(channel, family, tailTo(family, row.id))
      await this.settleIfOver({ row, job, channel }, object)
      if (isLate && !JOB_ENDS[job.kind].isOver(object)) await this.#giveUp(row, job, tooLate(job))
    } catch (error) {
      const isGone = error instanceof UpstreamError && error.upstreamStatus === 404
      if (!isGone && !isLate) throw error
      await this.#giveUp(row, job, error instanceof GatewayError ? error : tooLate(job))
    }
  }

  async #object(channel: RelayChannel, family: OwnedFamily, tail: string): Promise<JsonObject> {
    const answer = await forward(this.#parts.relay, asking(channel, family, tail))
    return parseAnswer((await collected(answer, MAX_OBJECT_BYTES)).toString())
  }

  async #settle(open: Open, object: JsonObject): Promise<void> {
    const { relay } = this.#parts
    const { row, job, channel } = open
    const { userId, tokenId } = row
    const nowMs = relay.clock.nowMs()
    const { family } = JOB_ENDS[job.kind]
    const place = { userId, tokenId, channel, nowMs }
    await relay.owned.keep(madeBeside(place, family, object))
    const made = new Map<string, OwnedThing>()
    const bill = await this.#bill(open, object, made)
    const rows = [...made.values()].map((thing) => ownedRow(place, thing))
    for (let at = 0; at < rows.length; at += MOST_ROWS) {
      await relay.owned.keep(rows.slice(at, at + MOST_ROWS))
    }
    await settleJob(relay, { owner: row, job }, bill)
    await relay.owned.jobEnded(row)
  }

  /** Notes what the lines of results name, by its id. */
  async #bill(
    { row, job, channel }: Open,
    object: JsonObject,
    made: Map<string, OwnedThing>,
  ): Promise<Bill> {
    const { usageOf, answers, results } = JOB_ENDS[job.kind]
    const files = results?.(object, row.id) ?? []
    const bill = new BatchBill(job.price)
    for (const used of answers?.(object) ?? []) if (used !== undefined) bill.add(used)
    let isMissing = false
    for (const { family, tail, usageOf: usageOfLine, thingOf } of files) {
      isMissing ||= await this.#read(asking(channel, family, tail), (line) => {
        const used = usageOfLine(line, job)
        if (used !== undefined) bill.add(used)
        const thing = thingOf?.(line)
        if (thing !== undefined) made.set(thing.id, thing)
      })
    }
    if (bill.lines > 0) return bill.whole()
    // Who deletes the answers before the bill is written does not get them for nothing.
    const used = usageOf(object, job) ?? (isMissing ? promptOf(job) : undefined)
    if (used === undefined) return noCharge(job.price)
    if (results === undefined) return new Bill(used, job.price)
    bill.add(used)
    return bill.whole()
  }

  /** Whether the upstream has no such file any more. */
  async #read(request: OwnedRequest, take: (line: string) => void): Promise<boolean> {
    try {
      await eachLine(await forward(this.#parts.relay, request), take)
      return false
    } catch (error) {
      if (error instanceof UpstreamError && error.upstreamStatus === 404) return true
      throw error
    }
  }

  async #giveUp(row: OwnedRow, job: OwnedJob, error: GatewayError): Promise<void> {
    const { relay } = this.#parts
    await settleJob(relay, { owner: row, job, error }, noCharge(job.price))
    await relay.owned.jobEnded(row)
  }
}

function tooLate({ startedAtMs, deadlineMs }: OwnedJob): GatewayError {
  return new GatewayError('upstream.timeout', { seconds: (deadlineMs - startedAtMs) / 1000 })
}

function promptOf({ promptTokens }: OwnedJob): Usage {
  return usage({ promptTokens })
}

function asking(channel: RelayChannel, family: OwnedFamily, tail: string): OwnedRequest {
  const none = { body: null, bodyHeaders: {}, clientHeaders: {} }
  return { channel, family, method: 'GET', tail, ...none }
}
