/** What the pipeline must know of an operation: one row each, so no code branches on a name. */

import type { Price } from '../../../domain/money/price'
import type { Usage } from '../../../domain/money/usage'
import type { OwnedFamily } from '../../../domain/objects/objects'
import type { Duration } from '../../multipart/recording'
import type { JsonObject } from '../../wire/chat'
import type { JudgedField } from '../../wire/judged-fields'
import type { Dialect, EncodedRequest, UpstreamCall } from '../dialects/dialect'
import type { AnswerContext, ContentField, Protocol, ReadField } from '../protocols/protocol'

export interface OperationRow {
  /** The field that carries the question; without it the request makes no sense. */
  readonly content: (protocol: Protocol) => ContentField
  /** Throws `request.invalid` for fields that ask for what cannot be had. */
  readonly check?: (field: ReadField) => void
  /** The answer is written token by token, so that its length decides what is held for it. */
  readonly writes: boolean
  /** Counting is free: nothing is reserved, billed or logged, and the tokenizer can answer it. */
  readonly isFree: boolean
  /** The member of a dialect that translates it; absent where bytes only pass. */
  readonly codec?: 'chat' | 'embeddings' | 'images'
  /** How its body may come as a multipart form; absent where it is always JSON. */
  readonly form?: FormReading
  /** Fields of a body on which the price depends. */
  readonly notes?: readonly JudgedField[]
  /**
   * JSON, or frames of it where a stream is requested; bytes that pass as they come, or events
   * where the row has `lastEvents`; or any of these, as the request says.
   */
  readonly answers: 'json' | 'bytes' | 'any'
  /** Its answer comes as events where a stream is requested, as a rule. */
  readonly streams?: true
  /** For an operation with a second wire shape: translates into that shape and back. */
  readonly twin?: TwinCodec
  /**
   * Fields that clients of another shape look for in an answer that has not got them. `fields` are
   * the names of the request's fields.
   */
  readonly supplied?: (answer: JsonObject, fields: ReadonlySet<string>) => JsonObject | undefined
  /** The events that end its streams, where those are no chunks of a chat. */
  readonly lastEvents?: readonly string[]
  /** What a prompt is counted by: a conversation, the texts of the input, or what is spoken. */
  readonly countsTokensOf: 'conversation' | 'input' | 'spoken' | 'ranked'
  /** Tokens to hold for a body of so many bytes, where that is not the usual estimate. */
  readonly tokensOfBytes?: (bytes: number) => number
  /** Where an upstream keeps its answers, for their user to come back to. */
  readonly storedAs?: OwnedFamily
  /** Its answers have a field for usage. */
  readonly reportsUsage: boolean
  /** What was requested, in units: billed where the upstream reports nothing. */
  readonly measure?: (facts: PricingFacts) => Partial<Usage>
  /** What is held for it, where that is more. */
  readonly holds?: (facts: PricingFacts) => Partial<Usage>
  /**
   * Tokens that the answer to so long a prompt has: held, and billed where the upstream tells
   * nothing. 0 where none are sold.
   */
  readonly expects?: (promptTokens: number, facts: PricingFacts) => number
  /** Throws `request.invalid` for a client who asked for events, where the answer has none. */
  readonly checkBytes?: (facts: PricingFacts) => void
  /** What is billed of that which the upstream reported. */
  readonly charged?: (reported: Usage, facts: PricingFacts) => Usage
  /** The price as it is for this operation. */
  readonly priced?: (price: Price, model: string) => Price
  /** What a body without a model means, newest first; empty where a model must be named. */
  readonly defaultModels: readonly string[]
  readonly probe: OperationProbe
}

/** What of a request its price depends on. */
export interface PricingFacts {
  readonly price: Price
  /** Answers wanted at once. */
  readonly choices: number
  /** Of the operation's `notes`, as the client wrote it; `undefined` where it did not. */
  readonly note: (name: string) => string | undefined
  readonly recording: Duration | undefined
}

/** One operation in two shapes. */
export interface TwinCodec {
  /** For an upstream that calls the model so. */
  readonly encode: (body: JsonObject, upstreamModel: string) => EncodedRequest
  /** Throws `upstream.invalid_answer`. */
  readonly readAnswer: (answer: JsonObject, context: AnswerContext) => JsonObject
}

export interface FormReading {
  /** Nothing but a form will do; else JSON is read as well. */
  readonly isOnly: boolean
  /** The part without which nothing is asked; "" where any file will do. */
  readonly file: string
  /** Its length is what the call is measured by. */
  readonly isRecording: boolean
}

/** How a channel is tested for it. */
export interface OperationProbe {
  /** Throws `channel.test_unsupported` where there is nothing to ask. */
  readonly question: (dialect: Dialect, call: UpstreamCall) => JsonObject
  /** The file that goes with the question, which then travels as a form. */
  readonly file?: () => ProbeFile
  /** Throws `upstream.invalid_answer` when that is no answer. */
  readonly check: (dialect: Dialect, answer: JsonObject) => void
}

export interface ProbeFile {
  readonly field: string
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}
