/**
 * What a thread does with large bodies, answers and texts. Orders and results are plain: bytes
 * travel as shared or moved memory, everything else as copies of a few fields.
 */

import { answersCalls } from '../../../domain/calls/model-calls'
import { createWordFilter, type WordFilter } from '../../../domain/text/word-filter'
import type { Restoration } from '../../formats/chat/restoration'
import { DIALECT_CODECS } from '../../formats/dialects'
import { ParsedBody } from '../../formats/parsed-body'
import type { BodyShape } from '../../formats/protocols/body-shape'
import type { Loss } from '../../wire/chat'
import { bufferOf } from '../../wire/shared-bytes'
import { countBody, createTokenizer, type Tokenizer } from '../billing/count-tokens'
import { type BodyPlan, encodeBody } from '../encode/encode-body'
import { livingCall, type PlainCall } from '../query/plain-call'
import { type PlaygroundChat, readPlayground } from '../query/playground-body'
import { type QueryHead, readHead } from '../query/query'
import { containsWords } from '../query/sensitive-words'
import { type LargeAnswer, type LargeAnswerOrder, readLargeAnswer } from '../stream/answer'
import type { Media, WantedFile } from './inline-files'
import { type Look, type LookOrder, lookAt } from './look'

interface BodyOrder {
  readonly bytes: Uint8Array
  readonly shape: BodyShape
}

export interface ReadOrder extends BodyOrder {
  readonly pathModel: string
  /** Which list of blocked words is in force; 0 for none. */
  readonly wordsVersion: number
  /** The list itself, for a thread that said it does not have it. */
  readonly words: readonly string[] | undefined
}

export type ReadResult =
  | { readonly kind: 'read'; readonly head: QueryHead; readonly isBlocked: boolean }
  | { readonly kind: 'lacks words' }

export interface EncodeOrder extends BodyOrder {
  readonly head: QueryHead
  readonly plan: Omit<BodyPlan, 'upstreamCall'> & { readonly upstreamCall: PlainCall }
  readonly media: Media
}

export type EncodeResult =
  | {
      readonly kind: 'encoded'
      readonly body: Uint8Array | undefined
      readonly losses: readonly Loss[]
      readonly packsVectors: boolean
      readonly restoration: Restoration | undefined
    }
  | { readonly kind: 'lacks'; readonly files: readonly WantedFile[] }

/** Every kind of work, with what it takes and what it gives. */
export interface Jobs {
  readonly read: (order: ReadOrder) => ReadResult
  readonly encode: (order: EncodeOrder) => EncodeResult
  readonly countTokens: (order: BodyOrder & { readonly model: string }) => Promise<number>
  readonly countText: (order: { readonly text: string; readonly model: string }) => Promise<number>
  readonly answer: (order: LargeAnswerOrder) => Promise<LargeAnswer>
  readonly look: (order: LookOrder) => Look
  readonly playground: (order: { readonly bytes: Uint8Array }) => PlaygroundChat
}

export function createJobs(): Jobs {
  const tokenizer = createTokenizer()
  const readBody = createReader()
  const counted = async (model: string, count: (tokenizer: Tokenizer) => number) => {
    await tokenizer.ready(model)
    return count(tokenizer)
  }
  return {
    read: readBody,
    encode: ({ plan, head, media, ...order }) => {
      const upstreamCall = livingCall(plan.upstreamCall)
      const { type } = upstreamCall.channel
      if (!answersCalls(type)) throw new Error('a channel type without a dialect')
      const body = bodyOf(order)
      const dialect = DIALECT_CODECS[type.dialect]
      const made = encodeBody({ dialect, body, head, media, plan: { ...plan, upstreamCall } })
      if (made.kind === 'lacks') return made
      return { ...made, body: typeof made.body === 'string' ? Buffer.from(made.body) : made.body }
    },
    countTokens: ({ model, ...order }) =>
      counted(model, (loaded) => countBody(bodyOf(order), model, loaded)),
    countText: ({ text, model }) => counted(model, (loaded) => loaded.countText(text, model)),
    answer: (order) => {
      const count = (text: string) =>
        counted(order.context.model, (loaded) => loaded.countText(text, order.context.model))
      return readLargeAnswer(order, DIALECT_CODECS, count)
    },
    look: lookAt,
    playground: ({ bytes }) => readPlayground(bufferOf(bytes)),
  }
}

/** Keeps the automaton of the last list of words: making it costs more than one search. */
function createReader(): Jobs['read'] {
  let filter: { readonly version: number; readonly contains: WordFilter | undefined } | undefined
  return ({ pathModel, wordsVersion, words, ...order }) => {
    if (wordsVersion !== 0 && filter?.version !== wordsVersion) {
      if (words === undefined) return { kind: 'lacks words' }
      filter = { version: wordsVersion, contains: createWordFilter(words) }
    }
    const body = bodyOf(order)
    const head = readHead(body, pathModel)
    const contains = wordsVersion === 0 ? undefined : filter?.contains
    const isBlocked = contains !== undefined && containsWords(body.json(), contains)
    return { kind: 'read', head, isBlocked }
  }
}

function bodyOf({ bytes, shape }: BodyOrder): ParsedBody {
  return new ParsedBody(bufferOf(bytes), shape)
}
