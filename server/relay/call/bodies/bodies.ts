/**
 * Work on bodies, answers and texts. Its time grows with their size, so only small ones are
 * worked on here; large ones, and all counting of text units, go to threads. The loop never
 * parses, scans or writes more than `PARSE_LIMIT_BYTES` for anybody.
 */

import { threadEntry } from '../../../domain/thread-entry'
import type { Dialect } from '../../formats/dialects/dialect'
import { ParsedBody } from '../../formats/parsed-body'
import type { BodyShape } from '../../formats/protocols/body-shape'
import type { SensitiveWords } from '../../ports/ports'
import { bufferOf, PARSE_LIMIT_BYTES, shared } from '../../wire/shared-bytes'
import type { CallFacts } from '../call-facts'
import { type BodyPlan, type Encoded, type EncodedBody, encodeBody } from '../encode/encode-body'
import { plainCall } from '../query/plain-call'
import { type PlaygroundChat, readPlayground } from '../query/playground-body'
import { type Query, readHead } from '../query/query'
import { containsWords } from '../query/sensitive-words'
import type { LargeAnswer, LargeAnswerOrder } from '../stream/answer'
import type { Jobs } from './body-jobs'
import type { CallFiles } from './call-files'
import type { Media } from './inline-files'
import { type Look, type LookOrder, lookAt } from './look'
import { ThreadLane } from './thread-lane'
import { Turns } from './turns'

export interface ReadRequest {
  readonly shape: BodyShape
  readonly pathModel: string
  readonly userId: number
  readonly words: SensitiveWords | undefined
}

export interface Reading {
  readonly query: Query
  /** A prompt in it has a word that is not allowed. */
  readonly isBlocked: boolean
}

/**
 * Everything but `request.*`, which is the client's: rejects with `limit.bodies` when the user
 * has too many large bodies waiting, and with `overloaded` when a thread died of the work.
 */
export interface Bodies {
  /** At once for small bodies, unless many come together. */
  readonly read: (bytes: Buffer, request: ReadRequest) => Reading | Promise<Reading>
  /** The same; and when media must be fetched, afterwards. */
  readonly encode: (
    facts: CallFacts,
    dialect: Dialect,
    plan: BodyPlan,
  ) => Encoded | Promise<Encoded>
  /** Exact prompt tokens, by the tokenizer. */
  readonly countTokens: (facts: CallFacts) => Promise<number>
  readonly countText: (text: string, facts: CallFacts) => Promise<number>
  readonly readAnswer: (order: LargeAnswerOrder, userId: number) => Promise<LargeAnswer>
  /** What a body asks of an account that is no call. Rejects with `request.*`, too. */
  readonly look: (bytes: Buffer, order: Omit<LookOrder, 'bytes'>, userId: number) => Promise<Look>
  readonly readPlayground: (bytes: Buffer, userId: number) => Promise<PlaygroundChat>
  /** Ends the threads; what still waits is rejected with `shutting_down`. */
  readonly stop: () => void
}

/** Work on more than this waits in a queue of its own, so that moderate bodies do not. */
const SLOW_BYTES = 2 * 1024 * 1024

const LANE = {
  entry: threadEntry('server/relay/call/bodies/body-thread.ts'),
  jobLimitMs: 60_000,
  waitingLimit: 32,
  isShared: true,
}

/** The thread of the largest bodies gives its memory back; the other keeps its tokenizer. */
const SLOW_IDLE_MS = 30_000

const NO_MEDIA: Media = new Map()

interface JobFacts {
  readonly owner: number
  /** Bytes that the order is about. */
  readonly size: number
  /** May be refused when too much waits: no upstream has been called, so nothing is lost. */
  readonly isRefusable?: boolean
}

export function createBodies(files: CallFiles): Bodies {
  const quick = new ThreadLane(LANE)
  const slow = new ThreadLane({ ...LANE, idleLimitMs: SLOW_IDLE_MS })
  const run: Run = async (kind, order, { owner, size, isRefusable = false }) => {
    const lane = size > SLOW_BYTES ? slow : quick
    return (await lane.run({ kind, order, owner, size, isRefusable })) as never
  }
  const readLarge = largeReader(run)
  const turns = new Turns(PARSE_LIMIT_BYTES)
  return {
    read(bytes, request) {
      if (bytes.length > PARSE_LIMIT_BYTES) return readLarge(bytes, request)
      const turn = turns.take(bytes.length)
      if (turn !== undefined) return turn.then(() => readSmall(bytes, request))
      return readSmall(bytes, request)
    },
    encode(facts, dialect, plan) {
      const work = { facts, dialect, plan, media: NO_MEDIA }
      const turn = turns.take(facts.query.parsed === undefined ? 0 : facts.query.bytes.length)
      const first =
        turn === undefined ? encodeWith(run, work) : turn.then(() => encodeWith(run, work))
      if (!(first instanceof Promise) && first.kind === 'encoded') return first
      return encodeRest(run, { ...work, first, files })
    },
    countTokens(facts) {
      const { bytes, model } = facts.query
      const order = { bytes, shape: shapeOf(facts), model }
      return run('countTokens', order, { owner: facts.user.id, size: bytes.length })
    },
    countText: (text, { query: { model }, user }) =>
      run('countText', { text, model }, { owner: user.id, size: text.length }),
    readAnswer(order, userId) {
      const size = order.pieces.reduce((sum, piece) => sum + piece.length, 0)
      return run('answer', order, { owner: userId, size })
    },
    async look(bytes, order, userId) {
      if (bytes.length <= PARSE_LIMIT_BYTES) return lookAt({ ...order, bytes })
      const job = { owner: userId, size: bytes.length, isRefusable: true }
      return await run('look', { ...order, bytes: shared(bytes) }, job)
    },
    async readPlayground(bytes, userId) {
      if (bytes.length <= PARSE_LIMIT_BYTES) return readPlayground(bytes)
      const job = { owner: userId, size: bytes.length, isRefusable: true }
      return await run('playground', { bytes: shared(bytes) }, job)
    },
    stop() {
      quick.stop()
      slow.stop()
    },
  }
}

/** Hands work to a thread, which answers what the job of that kind gives. */
type Run = <Kind extends keyof Jobs>(
  kind: Kind,
  order: Parameters<Jobs[Kind]>[0],
  job: JobFacts,
) => Promise<Awaited<ReturnType<Jobs[Kind]>>>

function readSmall(bytes: Buffer, { shape, pathModel, words }: ReadRequest): Reading {
  const parsed = new ParsedBody(bytes, shape)
  const query = Object.assign(readHead(parsed, pathModel), { bytes, parsed })
  const isBlocked = words !== undefined && containsWords(parsed.json(), words.contains)
  return { query, isBlocked }
}

function largeReader(run: Run): (sent: Buffer, request: ReadRequest) => Promise<Reading> {
  return async (sent, { shape, pathModel, words, userId }) => {
    const bytes = shared(sent)
    const order = { bytes, shape, pathModel, wordsVersion: versionOf(words?.list) }
    const job = { owner: userId, size: bytes.length, isRefusable: true }
    let result = await run('read', { ...order, words: undefined }, job)
    if (result.kind === 'lacks words') {
      result = await run('read', { ...order, words: words?.list ?? [] }, job)
    }
    if (result.kind !== 'read') throw new Error('a thread forgot the words it was given')
    const { head, isBlocked } = result
    return { query: { ...head, bytes, parsed: undefined }, isBlocked }
  }
}

interface EncodeRest extends EncodeWork {
  readonly first: EncodedBody | Promise<EncodedBody>
  readonly files: CallFiles
}

async function encodeRest(run: Run, { first, files, ...work }: EncodeRest): Promise<Encoded> {
  const made = await first
  if (made.kind === 'encoded') return made
  const { hold, signal, user } = work.facts
  const media = await files.collect(made.files, { hold, signal, userId: user.id })
  const whole = await encodeWith(run, { ...work, media })
  if (whole.kind === 'lacks') throw new Error('media were fetched and are still missing')
  return whole
}

function encodeWith(run: Run, work: EncodeWork): EncodedBody | Promise<EncodedBody> {
  const { facts, dialect, plan, media } = work
  const { query } = facts
  const size = query.bytes.length + sizeOf(media)
  if (query.parsed !== undefined && size <= PARSE_LIMIT_BYTES) {
    return encodeBody({ dialect, body: query.parsed, head: query, plan, media })
  }
  return encodeLarge(run, work, size)
}

async function encodeLarge(run: Run, work: EncodeWork, size: number): Promise<EncodedBody> {
  const { facts, plan, media } = work
  const { parsed: _, bytes, ...head } = facts.query
  const order = {
    bytes,
    shape: shapeOf(facts),
    head,
    plan: { ...plan, upstreamCall: plainCall(plan.upstreamCall) },
    media,
  }
  const made = await run('encode', order, { owner: facts.user.id, size })
  if (made.kind === 'lacks') return made
  return { ...made, body: made.body && bufferOf(made.body) }
}

interface EncodeWork {
  readonly facts: CallFacts
  readonly dialect: Dialect
  readonly plan: BodyPlan
  readonly media: Media
}

function shapeOf({ protocol, operation, verb }: CallFacts): BodyShape {
  return { protocol, operation, verb }
}

function sizeOf(media: Media): number {
  let size = 0
  for (const { bytes } of media.values()) size += bytes.length
  return size
}

/** Threads keep what they made of the last list, also when another server comes to use them. */
const versions = new WeakMap<readonly string[], number>()
let lastVersion = 0

/** A number per list of words, 0 for none. */
function versionOf(list: readonly string[] | undefined): number {
  if (list === undefined) return 0
  const known = versions.get(list)
  if (known !== undefined) return known
  lastVersion += 1
  versions.set(list, lastVersion)
  return lastVersion
}
