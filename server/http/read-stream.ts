/** Answers to several reads as server-sent events. */
import { constants, createGzip, type Gzip } from 'node:zlib'
import { codingFor } from './content-coding'

/** Reads within a request, by the same caller and with its rights at that moment. */
export interface InnerReads {
  readonly ask: (address: string) => Promise<Response>
  readonly isClosing: () => boolean
  /** Counts a stream that goes on; its end is returned. Throws `request.too_many`. */
  readonly beginFollowing: () => () => void
}

export interface StreamedReads {
  readonly reads: InnerReads
  readonly addresses: readonly string[]
  /** Whether an address reports the current state. */
  readonly isLive: (address: string) => boolean
  /** Goes on after the first answers. */
  readonly follow: boolean
  /** `accept-encoding` of the client. */
  readonly accepted: string
}

/** Between two readings of the same; what takes long is read less often. */
const EVERY_MS = 5000
/** A little less than a turn takes, so that each turn reads it. */
const LIVE_MS = 900
const PART_OF_TIME = 1 / 100
const MOST_MS = 20_000
const TICK_MS = 1000
/** Proxies, and this server, cut what is silent for half a minute. */
const BEAT_MS = 10_000
const BEAT = 'event: beat\ndata: {}\n\n'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const

/** Ends when all are answered; with `follow` when the client leaves or may read no more. */
export function readStream(stream: StreamedReads): Response {
  const end = stream.follow ? stream.reads.beginFollowing() : () => {}
  const isPacked = codingFor(stream.accepted, (coding) => coding === 'gzip') === 'gzip'
  const events = new Events(isPacked ? createGzip(PACKING) : undefined)
  const body = new ReadableStream<Uint8Array>({
    async start(to) {
      events.open(to)
      // Not awaited: a stream that has not started gives its reader nothing.
      void (stream.follow ? follow(stream, events) : answerAll(stream, events))
        .then(
          () => events.end(),
          (cause: unknown) => events.fail(cause),
        )
        .finally(end)
    },
    cancel: () => events.leave(),
  })
  return new Response(body, {
    headers: { ...HEADERS, ...(isPacked && { 'content-encoding': 'gzip' }) },
  })
}

/** Each event is sent at once, not when there is enough to pack. */
const PACKING = { level: 4, flush: constants.Z_SYNC_FLUSH }

class Events {
  readonly #gzip: Gzip | undefined
  #to: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(gzip: Gzip | undefined) {
    this.#gzip = gzip
  }

  open(to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#to = to
    this.#gzip?.on('data', (bytes: Uint8Array) => this.#to?.enqueue(bytes))
    this.#gzip?.on('end', () => this.#close())
  }

  get isLeft(): boolean {
    return this.#to === undefined
  }

  /** The client takes nothing: what is newer will come later. */
  get isFull(): boolean {
    return (this.#to?.desiredSize ?? 0) < -MOST_UNREAD
  }

  send(event: string): void {
    if (this.isLeft) return
    if (this.#gzip) this.#gzip.write(event)
    else this.#to?.enqueue(Buffer.from(event))
  }

  end(): void {
    if (this.isLeft) return
    if (this.#gzip) this.#gzip.end()
    else this.#close()
  }

  leave(): void {
    this.#to = undefined
    this.#gzip?.destroy()
  }

  /** The client sees a broken connection, and asks for what is missing again. */
  fail(cause: unknown): void {
    this.#to?.error(cause)
    this.leave()
  }

  #close(): void {
    this.#to?.close()
    this.#to = undefined
  }
}

/** Pieces that wait for the client. */
const MOST_UNREAD = 24

async function answerAll({ reads, addresses }: StreamedReads, events: Events): Promise<void> {
  await Promise.all(
    addresses.map(async (address, call) => {
      events.send(eventOf(call, await answerTo(reads, address)))
    }),
  )
}

async function follow({ reads, addresses, isLive }: StreamedReads, events: Events): Promise<void> {
  const followed = addresses.map(
    (address, call) => new Followed({ address, call, isLive: isLive(address) }),
  )
  const beats = new Beats(events)
  while (!events.isLeft && !reads.isClosing()) {
    for (const one of followed.filter((each) => each.isDue())) {
      const answer = events.isFull ? undefined : await one.readAgain(reads)
      if (events.isLeft || answer?.status === SIGNED_OUT) return
      if (answer !== undefined) beats.send(eventOf(one.call, answer))
    }
    beats.sendIfSilent()
    await Bun.sleep(TICK_MS)
  }
}

/** Says now and then that there is nothing to say. */
class Beats {
  readonly #events: Events
  #sentAt = 0

  constructor(events: Events) {
    this.#events = events
    this.send(BEAT)
  }

  send(event: string): void {
    this.#sentAt = performance.now()
    this.#events.send(event)
  }

  sendIfSilent(): void {
    if (performance.now() - this.#sentAt >= BEAT_MS && !this.#events.isFull) this.send(BEAT)
  }
}

interface Following {
  readonly address: string
  readonly call: number
  readonly isLive: boolean
}

class Followed {
  readonly call: number
  readonly #address: string
  #sent: number | bigint | undefined
  readonly #everyMs: number
  #dueAt: number

  /** What is live is read at once; of the rest the caller knows the first answer. */
  constructor({ address, call, isLive }: Following) {
    this.#address = address
    this.call = call
    this.#everyMs = isLive ? LIVE_MS : EVERY_MS
    this.#dueAt = performance.now() + (isLive ? 0 : EVERY_MS)
  }

  isDue(): boolean {
    return performance.now() >= this.#dueAt
  }

  /** `undefined` when the answer is as before. */
  async readAgain(reads: InnerReads): Promise<Answer | undefined> {
    const from = performance.now()
    const answer = await answerTo(reads, this.#address)
    const now = performance.now()
    const restMs = (now - from) / PART_OF_TIME
    this.#dueAt = now + Math.min(Math.max(this.#everyMs, restMs), MOST_MS)
    const hash = Bun.hash(answer.body)
    if (this.#sent === hash) return undefined
    this.#sent = hash
    return answer
  }
}

const SIGNED_OUT = 401

interface Answer {
  readonly status: number
  /** Seconds; "" for none. */
  readonly retryAfter: string
  /** JSON in one line. */
  readonly body: string
}

async function answerTo(reads: InnerReads, address: string): Promise<Answer> {
  const response = await reads.ask(address)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const retryAfter = response.headers.get('retry-after') ?? ''
  return { status: response.status, retryAfter, body: isJson ? text : '{}' }
}

function eventOf(call: number, { status, retryAfter, body }: Answer): string {
  const again = retryAfter === '' ? '' : `"retry_after":${JSON.stringify(retryAfter)},`
  return `data: {"call":${call},"status":${status},${again}"body":${body}}\n\n`
}
