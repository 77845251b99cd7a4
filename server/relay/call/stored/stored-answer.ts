/** An answer of Responses on its way to the client, stored here because no vendor stores it. */

import { writtenIn } from '../../formats/chat/written-fields'
import { objectOf, parseObject, textOf } from '../../formats/dialects/json-fields'
import { parseFrames } from '../../formats/framings/frames'
import type { StreamWriter } from '../../formats/protocols/protocol'
import type { Clock, Directory } from '../../ports/ports'
import type { StoredConversations, StoredResponse, StoredResponses } from '../../ports/stored'
import type { JsonObject, Loss } from '../../wire/chat'
import { bufferOf } from '../../wire/shared-bytes'
import type { Call, StoredReply } from '../call'
import { outputOf } from './continue'
import { itemsFor } from './conversation-items'
import { objectsIn } from './item-list'
import { itemsIn, itemsOf } from './said-items'

const DAY_MS = 86_400_000
/** Of request and answer together; a longer turn is sent and not stored. */
const MOST_CHARACTERS = 16 * 1024 * 1024
/** What a request loses where nobody keeps its answer. */
const UNKEPT: Loss = 'store:false'
/** Of the events that have the whole answer. */
const LAST_EVENTS: readonly string[] = ['response.completed', 'response.incomplete']

export interface StoringPorts {
  readonly stored: StoredResponses
  readonly conversations: StoredConversations
  readonly directory: Directory
  readonly clock: Clock
}

export class StoredAnswer implements StoredReply {
  readonly #ports: StoringPorts
  readonly #call: Call
  readonly #isStored: boolean
  #isTaken = false

  /** `isStored`: here, and not only said in a conversation that is. */
  constructor(ports: StoringPorts, call: Call, isStored: boolean) {
    this.#ports = ports
    this.#call = call
    this.#isStored = isStored
  }

  /** Without what is no loss because it is stored here. */
  losses(all: readonly Loss[]): readonly Loss[] {
    if (!this.#isStored) return all
    return all.filter((loss) => loss !== UNKEPT)
  }

  /** Whole frames on their way to the client. */
  observe(frames: Buffer): void {
    if (LAST_EVENTS.some((name) => frames.includes(name))) this.#keepLast(frames.toString())
  }

  /** The answer's object, or the frames that end with it. */
  take(sent: Uint8Array | string): void {
    const text = typeof sent === 'string' ? sent : bufferOf(sent).toString()
    if (text.trimStart().startsWith('{')) this.#keep(parseObject(text))
    else this.#keepLast(text)
  }

  /** The last frames that it writes have the whole answer. */
  writing(writer: StreamWriter): StreamWriter {
    return {
      write: (event) => writer.write(event),
      end: (...facts) => {
        const frames = writer.end(...facts)
        this.#keepLast(frames)
        return frames
      },
    }
  }

  #keepLast(frames: string): void {
    const events = parseFrames(frames).map(({ data }) => parseObject(data))
    const last = events.findLast((event) => LAST_EVENTS.includes(textOf(event?.type) ?? ''))
    this.#keep(objectOf(last?.response))
  }

  #keep(response: JsonObject | undefined): void {
    const { stored, directory, clock } = this.#ports
    const { user, token, query } = this.#call.facts
    const id = textOf(response?.id)
    if (response === undefined || id === undefined || this.#isTaken) return
    this.#isTaken = true
    const nowMs = clock.nowMs()
    const expiresAtMs = nowMs + directory.settings().responseDays * DAY_MS
    this.#appendTo(query.continues?.conversationId, { response, expiresAtMs })
    // What is made in the background is written by its run.
    if (!this.#isStored || query.background !== undefined) return
    const input = query.continues?.context ?? itemsIn(writtenIn(query.bytes))
    const text = JSON.stringify({ ...response, store: true })
    if (input.length + text.length > MOST_CHARACTERS) return
    const answer: StoredResponse = {
      userId: user.id,
      id,
      tokenId: token?.id,
      previousId: query.continues?.previousId,
      input,
      response: text,
      createdAtMs: nowMs,
      expiresAtMs,
    }
    stored.keep(answer)
  }

  /** What both sides said in this turn. */
  #appendTo(conversationId: string | undefined, { response, expiresAtMs }: Said): void {
    if (conversationId === undefined) return
    const { user, query, requestId } = this.#call.facts
    const sent = itemsFor(objectsIn(query.continues?.input ?? ''), requestId)
    const answered = itemsFor(objectsIn(itemsOf(outputOf(response))), `${requestId}_out`)
    const place = { userId: user.id, id: conversationId, expiresAtMs }
    this.#ports.conversations.append({ ...place, items: [...sent, ...answered] })
  }
}

interface Said {
  readonly response: JsonObject
  /** Of the conversation, from now on. */
  readonly expiresAtMs: number
}
