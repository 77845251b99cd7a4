/**
 * What the gateway has to understand of the words on a socket, by the protocol that is spoken
 * there; all else passes unread.
 */
import type { GatewayError } from '../../domain/errors/gateway-error'
import type { Language } from '../../domain/i18n/translate'
import type { Usage } from '../../domain/money/usage'
import type { UpstreamErrorFacts } from '../formats/dialects/error-facts'
import type { JsonObject } from '../wire/chat'

/** Tokens of sound and of text that a frame adds to an answer, roughly and rather too much. */
export interface Written {
  readonly audio: number
  readonly text: number
}

export type SocketEvent =
  | { readonly kind: 'begun'; readonly answer: string }
  /** An answer that it names has begun with it at the latest. */
  | { readonly kind: 'wrote'; readonly written: Written; readonly answer?: string }
  | { readonly kind: 'done'; readonly answer: string; readonly usage: Usage | undefined }
  /** The session says which second model writes down what is spoken. */
  | { readonly kind: 'transcriber'; readonly model: string | undefined }
  | { readonly kind: 'transcribed'; readonly usage: Usage | undefined }

export interface ErrorFacts {
  readonly requestId: string
  readonly language: Language
}

export interface ReportedFailure {
  readonly facts: UpstreamErrorFacts
  /** The same event with this error in place of the upstream's. */
  readonly rewritten: (error: GatewayError, facts: ErrorFacts) => string
}

export interface RenamedModel {
  readonly to: string
  /** Other names stay as they are; `undefined` for whatever name there is. */
  readonly from?: string | undefined
}

export interface SocketCodec {
  /** Frames of bytes are words as well. */
  readonly speaksInBytes: boolean
  /** Of a frame of the upstream; `undefined` for what costs and says nothing. */
  readonly readEvent: (text: string) => SocketEvent | undefined
  /** A frame of the client asks for an answer at once. */
  readonly asks: (text: string) => boolean
  /** A frame of the client carries sound and nothing that could be read. */
  readonly isSound: (text: string) => boolean
  /** The second model that a frame of the client asks for. */
  readonly transcriberIn: (text: string) => string | undefined
  /** The frame with this name in place of the model's, where it names the session's. */
  readonly renamed: (text: string, model: RenamedModel) => string
  /** An event that reports a failure; `undefined` for any other. */
  readonly failureIn: (text: string) => ReportedFailure | undefined
  /** As an event; `undefined` where the protocol can only hang up. */
  readonly writeError: (error: GatewayError, facts: ErrorFacts) => string | undefined
  readonly test: SocketTest
}

/** How a model is tested on a socket: the shortest answer there is. */
export interface SocketTest {
  /** What is said first, where the client begins. */
  readonly opening: (model: string) => JsonObject | undefined
  /** What is sent, once the upstream has said that it is there. */
  readonly question: (greeting: JsonObject) => JsonObject | undefined
  /** Whether the answer is whole; the text of a failure where it failed. */
  readonly end: (event: JsonObject) => 'whole' | { readonly failure: string } | undefined
}
