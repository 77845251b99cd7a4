/**
 * What a client was sent by a stream that passes as it came, stored so that the stream can end
 * before its time: the last event of this protocol repeats all items, so their text has to be
 * there. Frames are copied as they are and read a good many at once.
 */

import { isObject } from '../../../wire/body-fields'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import { parsedObject } from '../last-object'
import type { LengthFacts, LengthRecord } from '../protocol'
import { frameOf } from './frame'
import { SentItem } from './sent-item'
import { writeUsage } from './usage'

/** Frames that wait to be read. */
const ROOM_BYTES = 64 * 1024
/** An answer that writes more than this cannot be repeated, and ends with an error. */
const MOST_BYTES = 64 * 1024 * 1024

const NOTHING = Buffer.alloc(0)

export class StreamRecord implements LengthRecord {
  #room = NOTHING
  #filled = 0
  #total = 0
  #response: JsonObject | undefined
  #sequence = 0
  readonly #items = new Map<number, SentItem>()

  observe(frames: Buffer): void {
    this.#total += frames.length
    if (this.#total > MOST_BYTES) {
      this.#forget()
      return
    }
    if (frames.length > ROOM_BYTES - this.#filled) this.#readRoom()
    if (frames.length > ROOM_BYTES) {
      this.#read(frames)
      return
    }
    if (this.#room.length === 0) this.#room = Buffer.allocUnsafeSlow(ROOM_BYTES)
    this.#room.set(frames, this.#filled)
    this.#filled += frames.length
  }

  end({ billed }: LengthFacts): string | undefined {
    this.#readRoom()
    if (this.#response === undefined) return undefined
    const items = [...this.#items].sort(([a], [b]) => a - b).map(([, item]) => item)
    const closing = items.flatMap((item) => item.closing())
    const response = {
      ...this.#response,
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: items.map((item) => item.written()),
      usage: billed === undefined ? null : writeUsage(billed),
    }
    return [...closing, { type: 'response.incomplete', response }]
      .map(({ type, ...event }, at) =>
        frameOf({ type, sequence_number: this.#sequence + at, ...event }),
      )
      .join('')
  }

  #readRoom(): void {
    if (this.#filled > 0) this.#read(this.#room.subarray(0, this.#filled))
    this.#filled = 0
  }

  #read(frames: Buffer): void {
    for (const { data } of parseFrames(frames.toString())) {
      const event = data === '' ? undefined : parsedObject(data)
      if (event !== undefined) this.#take(event)
    }
  }

  #take(event: JsonObject): void {
    const { sequence_number: sequence, output_index: index, type } = event
    if (typeof sequence === 'number') this.#sequence = sequence + 1
    if (isObject(event.response)) this.#response = event.response
    if (typeof index !== 'number') return
    if (type === 'response.output_item.added' && isObject(event.item)) {
      this.#items.set(index, new SentItem(index, event.item))
    } else this.#items.get(index)?.take(event)
  }

  #forget(): void {
    this.#room = NOTHING
    this.#filled = 0
    this.#response = undefined
    this.#items.clear()
  }
}
