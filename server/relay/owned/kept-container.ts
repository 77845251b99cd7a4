/**
 * The container in which a vendor runs what a model has written. It outlives the answer with the
 * user's files in it, so whose it is is written down before the last byte of the answer is sent.
 */
import { findField } from '../../domain/json-scan'
import type { Call } from '../call/call'
import { objectOf, parseObject } from '../dialects/json-fields'
import type { OwnedRow, RelayChannel } from '../ports'
import { parseFrames } from '../stream/frames'
import type { Json, JsonObject } from '../wire/chat'
import type { KeptAnswerPorts, KeptThing } from './kept-answer'
import { expiryIn, idIn, ownedRow } from './rows'

const SIGN = Buffer.from('"container"')

export class KeptContainer implements KeptThing {
  readonly isJob = false
  readonly isUnfinished = false
  readonly #ports: KeptAnswerPorts
  readonly #call: Call
  readonly #channel: RelayChannel
  readonly #ids = new Set<string>()
  readonly #writing: Promise<void>[] = []

  constructor(ports: KeptAnswerPorts, call: Call, channel: RelayChannel) {
    this.#ports = ports
    this.#call = call
    this.#channel = channel
  }

  observe(frames: Buffer): void {
    if (!frames.includes(SIGN)) return
    for (const { data } of parseFrames(frames.toString())) {
      const event = data === '' ? undefined : parseObject(data)
      this.#note(objectOf(event?.message)?.container)
      this.#note(objectOf(event?.delta)?.container)
    }
  }

  read(answer: JsonObject): void {
    this.#note(answer.container)
  }

  readLong(answer: Uint8Array): void {
    const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
    // At the top only: what a model gave a tool can be called anything.
    const span = findField(bytes, 0, ['container'])
    if (span !== undefined) this.#note(parseObject(bytes.toString('utf8', span.start, span.end)))
  }

  async written(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async settled(): Promise<void> {}

  #note(container: Json | undefined): void {
    const told = objectOf(container)
    const id = told && idIn(told)
    if (told === undefined || id === undefined || this.#ids.has(id)) return
    this.#ids.add(id)
    this.#writing.push(this.#ports.owned.keep([this.#row(id, expiryIn(told))]))
  }

  #row(id: string, expiresAtMs: number | undefined): OwnedRow {
    const { user, token } = this.#call.facts
    const place = {
      userId: user.id,
      tokenId: token?.id,
      channel: this.#channel,
      nowMs: this.#ports.clock.nowMs(),
    }
    return ownedRow(place, { id, kind: 'container', ...(expiresAtMs && { expiresAtMs }) })
  }
}
