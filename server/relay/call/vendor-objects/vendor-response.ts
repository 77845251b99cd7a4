/**
 * An answer that its upstream keeps. Its id and those of its parts are written down for the
 * user: begun when the id is first seen, and over before the last byte of the answer is sent.
 */

import { LONGEST_JOB_MS, type OwnedJob } from '../../../domain/objects/job'
import {
  OWNED_FAMILY_ROWS,
  type OwnedFamily,
  type OwnedKind,
} from '../../../domain/objects/objects'
import { objectOf, objectsOf, parseObject } from '../../formats/dialects/json-fields'
import { parseFrames } from '../../formats/framings/frames'
import type { Clock, Owned, OwnedRow, RelayChannel } from '../../ports/ports'
import type { JsonObject } from '../../wire/chat'
import type { Call } from '../call'
import { idIn, type OwnedThing, ownedRow } from './rows'
import type { VendorObject } from './vendor-object'

const ITEM_ADDED = Buffer.from('response.output_item.added')
/** Ids of further items of an answer are not stored: clients refer to the first ones. */
const MOST_ITEMS = 64
/** How the id stands in an answer that is too long to be parsed here. */
const ID_BEGIN = Buffer.from('"resp_')
const ID_NAME = /"id"\s*:\s*$/
const ID_VALUE = /^"(resp_[\w-]{1,190})"/

/** The upstream goes on with it after it has answered. */
const UNFINISHED: ReadonlySet<unknown> = new Set(['queued', 'in_progress'])

export interface VendorObjectPorts {
  readonly owned: Pick<Owned, 'keep' | 'jobEnded'>
  readonly clock: Clock
}

interface VendorPlace {
  readonly channel: RelayChannel
  readonly family: OwnedFamily
}

export class VendorResponse implements VendorObject {
  readonly #ports: VendorObjectPorts
  readonly #call: Call
  readonly #channel: RelayChannel
  /** Of the answer; an event has it in a field of this name. */
  readonly #kind: OwnedKind
  readonly #items: string[] = []
  #id: string | undefined
  #writing: Promise<void> | undefined
  #isUnfinished = false

  constructor(ports: VendorObjectPorts, call: Call, { channel, family }: VendorPlace) {
    this.#ports = ports
    this.#call = call
    this.#channel = channel
    this.#kind = OWNED_FAMILY_ROWS[family].kind
  }

  get isJob(): boolean {
    return this.#id !== undefined && this.#call.facts.query.isBackground === true
  }

  get isUnfinished(): boolean {
    return this.isJob && this.#isUnfinished
  }

  observe(frames: Buffer): void {
    if (this.#id !== undefined && !frames.includes(ITEM_ADDED)) return
    for (const { data } of parseFrames(frames.toString())) {
      if (data === '') continue
      const event = parseObject(data)
      const answer = objectOf(event?.[this.#kind])
      if (answer !== undefined) this.#begin(answer)
      const item = objectOf(event?.item)
      if (item !== undefined) this.#addItem(item)
    }
  }

  read(answer: JsonObject): void {
    this.#isUnfinished = UNFINISHED.has(answer.status)
    this.#begin(answer)
    for (const item of objectsOf(answer.output)) this.#addItem(item)
  }

  readLong(answer: Uint8Array): void {
    const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
    for (let at = bytes.indexOf(ID_BEGIN); at >= 0; at = bytes.indexOf(ID_BEGIN, at + 1)) {
      const id = ID_VALUE.exec(bytes.toString('latin1', at, at + 200))?.[1]
      const isNamed = ID_NAME.test(bytes.toString('latin1', Math.max(0, at - 16), at))
      if (id === undefined || !isNamed) continue
      this.#begin({ id })
      return
    }
  }

  async written(): Promise<void> {
    const rows = this.#items.map((id) => this.#row({ id, kind: 'item' }))
    this.#items.length = 0
    await Promise.all([this.#writing, this.#ports.owned.keep(rows)])
  }

  async settled(): Promise<void> {
    if (!this.isJob || this.#id === undefined) return
    await this.#ports.owned.jobEnded({ userId: this.#call.facts.user.id, id: this.#id })
  }

  #begin(answer: JsonObject): void {
    const id = idIn(answer)
    if (id === undefined || this.#id !== undefined) return
    this.#id = id
    const { isBackground } = this.#call.facts.query
    const job = isBackground === true ? this.#job() : undefined
    const model = this.#call.isMapped ? this.#call.facts.query.model : undefined
    this.#writing = this.#ports.owned.keep([this.#row({ id, kind: this.#kind, model }, job)])
  }

  #addItem(item: JsonObject): void {
    const id = idIn(item)
    if (id !== undefined && this.#items.length < MOST_ITEMS) this.#items.push(id)
  }

  #row(made: OwnedThing, job?: OwnedJob): OwnedRow {
    const { user, token } = this.#call.facts
    const place = {
      userId: user.id,
      tokenId: token?.id,
      channel: this.#channel,
      nowMs: this.#ports.clock.nowMs(),
    }
    return ownedRow(place, made, job)
  }

  #job(): OwnedJob {
    const { facts, upstreamModel, promptTokens, losses, tried } = this.#call
    return {
      kind: 'response',
      callId: facts.requestId,
      protocol: facts.protocol,
      model: facts.query.model,
      upstreamModel,
      group: facts.group,
      username: facts.user.username,
      tokenName: facts.token?.name ?? `playground-${facts.group}`,
      ip: facts.ip,
      isStream: facts.query.stream,
      startedAtMs: facts.startedAtMs,
      deadlineMs: facts.startedAtMs + LONGEST_JOB_MS.response,
      price: facts.price,
      promptTokens,
      endpoint: '/v1/responses',
      untranslated: losses,
      tried: [...tried],
    }
  }
}
