/**
 * The container in which a vendor runs what a model has written. It outlives the answer with the
 * user's files in it, so whose it is is written down before the last byte of the answer is sent.
 */

import { findField } from '../../../domain/json/scan'
import { objectOf, parseObject } from '../../formats/dialects/json-fields'
import { parseFrames } from '../../formats/framings/frames'
import type { RelayChannel } from '../../ports/ports'
import type { Json, JsonObject } from '../../wire/chat'
import type { Call } from '../call'
import { containerThing, ownedRow } from './rows'
import type { VendorObject } from './vendor-object'
import type { VendorObjectPorts } from './vendor-response'

const SIGN = Buffer.from('"container"')

export class VendorContainer implements VendorObject {
  readonly isJob = false
  readonly isUnfinished = false
  readonly #ports: VendorObjectPorts
  readonly #call: Call
  readonly #channel: RelayChannel
  readonly #ids = new Set<string>()
  readonly #writing: Promise<void>[] = []

  constructor(ports: VendorObjectPorts, call: Call, channel: RelayChannel) {
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
    const made = containerThing(container)
    if (made === undefined || this.#ids.has(made.id)) return
    this.#ids.add(made.id)
    const { user, token } = this.#call.facts
    const place = {
      userId: user.id,
      tokenId: token?.id,
      channel: this.#channel,
      nowMs: this.#ports.clock.nowMs(),
    }
    this.#writing.push(this.#ports.owned.keep([ownedRow(place, made)]))
  }
}
