/** What the pipeline must know of an operation: one row each, and nobody asks for its name. */

import type { Dialect, UpstreamCall } from '../dialects/dialect'
import type { Protocol, ReadField } from '../protocols/protocol'
import type { JsonObject } from '../wire/chat'

export interface OperationRow {
  /** The field that carries what is asked; without it the request makes no sense. */
  readonly content: (protocol: Protocol) => ContentField
  /** Throws `request.invalid` for fields that ask for what cannot be had. */
  readonly check?: (field: ReadField) => void
  /** The answer is written token by token, so that its length decides what is held for it. */
  readonly writes: boolean
  /** Counting is free: nothing is reserved, billed or logged, and the tokenizer can answer it. */
  readonly isFree: boolean
  /** The member of a dialect that translates it; absent where bytes only pass. */
  readonly codec?: 'chat' | 'embeddings'
  /** JSON, or frames of it where a stream is asked for; or bytes that pass as they come. */
  readonly answers: 'json' | 'bytes'
  /** What a prompt is counted by: a conversation, the texts of the input, or what is spoken. */
  readonly weighs: 'conversation' | 'input' | 'spoken'
  /** Tokens to hold for a body of so many bytes, where that is not the usual estimate. */
  readonly tokensOfBytes?: (bytes: number) => number
  /** Its answers have a field for usage. */
  readonly tellsUsage: boolean
  /** What a body without a model means, newest first; empty where a model must be named. */
  readonly defaultModels: readonly string[]
  readonly probe: OperationProbe
}

export interface ContentField {
  readonly name: string
  readonly isList: boolean
  /** May be left out or `null`, though not be empty. */
  readonly isOptional: boolean
}

/** How a channel is tested for it. */
export interface OperationProbe {
  /** Throws `channel.test_unsupported` where there is nothing to ask. */
  readonly question: (dialect: Dialect, call: UpstreamCall) => JsonObject
  /** Throws `upstream.invalid_answer` when that is no answer. */
  readonly check: (dialect: Dialect, answer: JsonObject) => void
}
