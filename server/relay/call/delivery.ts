/** What a successful attempt has for the client. */
import type { Usage } from '../../domain/money/usage'
import type { ChatAnswer, JsonObject } from '../wire/chat'
import type { Encoding } from './encode/encode'
import type { ClientAnswer, LargeAnswer } from './stream/answer'
import type { AnswerMemory } from './stream/answer-memory'
import type { StreamDelivery } from './stream/stream-delivery'

export type Delivery =
  | { readonly kind: 'stream'; readonly stream: StreamDelivery }
  | {
      readonly kind: 'answer'
      /** The upstream's bytes, as they came. */
      readonly text: Buffer
      readonly json: JsonObject
      readonly answer: ClientAnswer
      readonly encoding: Encoding
    }
  /** Put together out of a stream that the client did not ask for. */
  | {
      readonly kind: 'assembled'
      readonly chat: ChatAnswer
      readonly encoding: Encoding
      /** What it takes; `undefined` for a small one. */
      readonly memory: AnswerMemory | undefined
    }
  | {
      readonly kind: 'large'
      readonly answer: Extract<LargeAnswer, { kind: 'answer' }>
      /** With what was billed in it, for an answer that reported no usage. */
      readonly readAgain: (billed: Usage) => Promise<LargeAnswer>
      readonly memory: AnswerMemory | undefined
    }
