/** An answer of Responses on its way to the client, kept here because no vendor keeps it. */
import type { Call } from '../call/call'
import { objectOf, parseObject, textOf } from '../dialects/json-fields'
import type { StreamWriter } from '../protocols/protocol'
import type { Relay } from '../relay'
import { parseFrames } from '../stream/frames'
import type { JsonObject, Loss } from '../wire/chat'
import { bufferOf } from '../wire/shared-bytes'
import { writtenIn } from '../wire/written-fields'
import type { StoredResponse } from './port'
import { itemsIn } from './said-items'

const DAY_MS = 86_400_000
/** Of request and answer together; a longer turn is told and not kept. */
const MOST_CHARACTERS = 16 * 1024 * 1024
/** What a request loses where nobody keeps its answer. */
const UNKEPT: Loss = 'store:false'
/** Of the events that have the whole answer. */
const LAST_EVENTS: readonly string[] = ['response.completed', 'response.incomplete']

export type StoringPorts = Pick<Relay, 'stored' | 'directory' | 'clock'>

export class StoredAnswer {
  readonly #ports: StoringPorts
  readonly #call: Call

  constructor(ports: StoringPorts, call: Call) {
    this.#ports = ports
    this.#call = call
  }

  /** Without what is no loss because it is kept here. */
  losses(all: readonly Loss[]): readonly Loss[] {
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
    if (response === undefined || id === undefined) return
    // What is made in the background is written by its run.
    if (query.background !== undefined) return
    const input = query.continues?.input ?? itemsIn(writtenIn(query.bytes))
    const text = JSON.stringify({ ...response, store: true })
    if (input.length + text.length > MOST_CHARACTERS) return
    const nowMs = clock.nowMs()
    const answer: StoredResponse = {
      userId: user.id,
      id,
      tokenId: token?.id,
      previousId: query.continues?.previousId,
      input,
      response: text,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + directory.settings().responseDays * DAY_MS,
    }
    stored.keep(answer)
  }
}
