import type { GatewayError } from '../../domain/errors/gateway-error'
import type { Language } from '../../domain/i18n/translate'
import type { Operation, ProtocolName } from '../../domain/protocol'
import type { Usage } from '../../domain/usage'
import type { ChatAnswer, ChatEvent, ChatRequest, JsonObject } from '../chat'

/** What an encoder may need to know about the call it answers. */
export interface AnswerContext {
  readonly requestId: string
  /** Model name as the client wrote it; answers carry it back. */
  readonly model: string
  readonly nowSeconds: number
  readonly includeUsage: boolean
  /** Counted before the call; Claude's first event needs a number before usage is known. */
  readonly promptTokensEstimate: number
}

/** A client wire format for chat: how its request is read and its answer written. */
export interface ChatProtocol {
  readonly name: ProtocolName
  /** Throws `GatewayError` (`request.*`) when the body is not a request of this protocol. */
  readonly readRequest: (body: JsonObject) => ChatRequest
  readonly writeAnswer: (answer: ChatAnswer, context: AnswerContext) => JsonObject
  readonly streamWriter: (context: AnswerContext) => StreamWriter
  readonly writeUsage: (usage: Usage, operation: Operation) => JsonObject
  /**
   * For a stream that passed as it came and told no usage: the frame that tells it, to stand
   * before the terminator. `tail` are its last frames.
   */
  readonly usageFrame: (usage: Usage, tail: string) => string
  /** The JSON error body; `requestId` is appended to the message. */
  readonly writeError: (error: GatewayError, requestId: string, language: Language) => JsonObject
  /** A complete SSE frame announcing that the stream broke. No terminator follows it. */
  readonly errorFrame: (error: GatewayError, requestId: string, language: Language) => string
}

/** Turns canonical events into SSE text of one protocol. Frames are complete. */
export interface StreamWriter {
  readonly write: (event: ChatEvent) => string
  /**
   * Closing frames: what was billed, if wanted, and the terminator. Called once, only for a
   * whole answer.
   */
  readonly end: (billed?: Usage) => string
}
