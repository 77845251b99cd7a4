import type { Operation, ProtocolName } from '../../../domain/calls/protocol'
import type { GatewayError } from '../../../domain/errors/gateway-error'
import type { Language } from '../../../domain/i18n/translate'
import type { LimitHeaderStyle } from '../../../domain/limits/limit-headers'
import type { ModelLengths } from '../../../domain/models/model-lengths'
import type { Usage } from '../../../domain/money/usage'
import type { OwnedFamily } from '../../../domain/objects/objects'
import type { ChatAnswer, ChatEvent, ChatRequest, JsonObject, Loss } from '../../wire/chat'
import type { JudgedField } from '../../wire/judged-fields'
import type { CallMarks } from '../fit/call-facts'
import type { NativeForm } from '../fit/native-forms'
import type { BodyShape } from './body-shape'
import type { OwnedNeed, OwnedRef } from './refs'

export interface ContentField {
  readonly name: JudgedField
  readonly isList: boolean
  /** May be left out or `null`, though not be empty. */
  readonly isOptional: boolean
}

/** What an encoder may need to know about the call it answers. */
export interface AnswerContext {
  readonly requestId: string
  /** Model name as the client wrote it; answers carry it back. */
  readonly model: string
  readonly nowSeconds: number
  readonly includeUsage: boolean
  /** Counted before the call; Claude's first event needs a number before usage is known. */
  readonly promptTokensEstimate: number
  /** Fields of the request that the answer repeats, where the protocol has it so. */
  readonly echo?: JsonObject | undefined
  /** As the client's path calls it, in protocols that have it so. */
  readonly verb?: string | undefined
}

/** Frames of a stream that the client has got: the first and the last of them. */
export interface SentFrames {
  readonly head: string
  readonly tail: string
}

/** What the last frames tell of a stream that ends before its time. */
export interface LengthFacts {
  readonly billed: Usage | undefined
  readonly includeUsage: boolean
  readonly choices: number
}

/** What one stream has sent, for a protocol whose last frame repeats all of it. */
export interface LengthRecord {
  /** Whole frames on their way to the client; nothing of `frames` is referred to afterwards. */
  readonly observe: (frames: Buffer) => void
  /** The frames that end the stream here; `undefined` where what was sent does not allow it. */
  readonly end: (facts: LengthFacts) => string | undefined
}

/** A top-level field of a request's body. */
export type ReadField = (name: JudgedField) => unknown

/** What a protocol reads of a request's head in its own way; the rest is read for all alike. */
export interface HeadNotes {
  readonly echo?: JsonObject
  /** What the body says and a header would say as well, by the header's name. */
  readonly vendorHeaders?: Readonly<Record<string, string>>
  /** The client lets its vendor keep the answer. */
  readonly keepsState?: boolean
  /** What of the caller's own the request goes on with. */
  readonly refs?: readonly OwnedRef[]
  /** What only a vendor that keeps answers can do. */
  readonly needs?: readonly OwnedNeed[]
  /** The vendor may run code for it, in a container that outlives the answer. */
  readonly usesContainer?: boolean
  readonly isBackground?: boolean
  readonly stream?: boolean
  readonly maxTokens?: number | undefined
  readonly choices?: number
  readonly reasoningEffort?: string | undefined
  readonly asksThinking?: boolean
  readonly asList?: boolean
}

export interface HeadFacts extends BodyShape {
  /** The body is parsed whole, so that looking at long fields costs nothing. */
  readonly isSmall: boolean
  readonly pathModel: string
}

/** A client wire format for chat: how its request is read and its answer written. */
export interface ChatProtocol {
  readonly name: ProtocolName
  /** Throws `GatewayError` (`request.*`) when the body is not a request of this protocol. */
  readonly readRequest: (body: JsonObject, shape?: BodyShape) => ChatRequest
  readonly writeAnswer: (answer: ChatAnswer, context: AnswerContext) => JsonObject
  readonly streamWriter: (context: AnswerContext) => StreamWriter
  readonly writeUsage: (usage: Usage, operation: Operation) => JsonObject
  /** The field of a whole answer that has it. */
  readonly usageField: string
  /**
   * For a stream that passed as it came and reported no usage: the frame that reports it, to stand
   * before the terminator. `tail` are its last frames.
   */
  readonly usageFrame?: (usage: Usage, tail: string) => string
  /**
   * For whole frames of a stream that passes as it came: the same with the usage that clients
   * rely on. Called with every piece, so it reads no further than it must; returns the very
   * same object when nothing is missing.
   */
  readonly withUsageFields?: (frames: Buffer) => Buffer
  /** Instead, where the last frame itself reports usage: the frames that end a stream, with it. */
  readonly withUsage?: (frames: string, usage: Usage) => string
  /** Where one frame can be a whole answer: that frame, so that nothing is lost of what came. */
  readonly frameOfAnswer?: (answer: JsonObject) => string
  /** The JSON error body; `requestId` is appended to the message. */
  readonly writeError: (error: GatewayError, requestId: string, language: Language) => JsonObject
  /**
   * A complete SSE frame announcing that the stream broke. No terminator follows it. `sent` is
   * what the client has got so far.
   */
  readonly errorFrame: (
    error: GatewayError,
    requestId: string,
    language: Language,
    sent?: SentFrames,
  ) => string
  /**
   * For a stream that passed as it came and has to end: the frames that end it as if it had
   * reached its greatest length. Absent, and `undefined`, where what was sent does not allow it.
   */
  readonly lengthFrames?: (sent: SentFrames, facts: LengthFacts) => string | undefined
  /** Instead, where that takes more than the ends of the stream. */
  readonly lengthRecord?: () => LengthRecord
  /**
   * What a client reads over between two frames of a stream; keeps it, and the proxies before it,
   * from giving up while there is nothing to say.
   */
  readonly signOfLife: (operation: Operation) => string
  /** Where its answers name the model. */
  readonly modelPlace: (operation: Operation) => ModelPlace
}

export interface ModelPlace {
  /** A top-level field of a whole answer. */
  readonly inAnswer: string
  /** Names from a frame's data to the field. */
  readonly inFrames: readonly string[]
}

/** All of a client's API: what it sends besides bodies, and what it reads besides answers. */
export interface Protocol extends ChatProtocol {
  /** Where its routes live: what is unknown below is refused in its own words. "" is below all. */
  readonly home: string
  /** Other versions of it. */
  readonly otherHomes?: readonly string[]
  /** Lower-cased headers by which its clients are recognised: no other client sends them. */
  readonly marks: readonly string[]
  /** Instead, where others send the same headers with other values. */
  readonly isOwn?: (headers: Headers) => boolean
  /** The parameter of the address that may carry the token. */
  readonly queryKey?: string
  /** Lower-cased headers that may carry the token, besides those that every client may use. */
  readonly keyHeaders: readonly string[]
  /** Lower-cased request headers that a vendor may see who speaks the protocol itself. */
  readonly vendorHeaders: readonly string[]
  /** The field of a chat's body that carries the conversation. */
  readonly chatContent: ContentField
  /** Where an operation's body differs by the verb of its path. */
  readonly contentOf?: (shape: BodyShape) => ContentField
  /** The path alone says which model is called. */
  readonly pathNamesModel?: (shape: BodyShape) => boolean
  /** Fields that limit the answer; of several the largest counts. */
  readonly limitFields: readonly JudgedField[]
  /** Cheap check, on bytes, whether the history may hold what no vendor knows as its own. */
  readonly mayHoldForeign: (bytes: Buffer) => boolean
  /** How calls of tools and their results are found in the bytes of a history. */
  readonly callMarks: CallMarks
  /** Cheap check whether it may hold schemas that its vendor refuses; absent where none may. */
  readonly mayHoldUnfit?: (body: {
    readonly field: ReadField
    readonly fields: ReadonlySet<string>
    readonly bytes: Buffer
  }) => boolean
  /** How its history is written. */
  readonly history: NativeForm
  /** Where its vendor keeps the files that its requests name; absent where they name none. */
  readonly filesFamily?: OwnedFamily
  /** Throws `request.invalid` for what is refused whichever channel would serve it. */
  readonly readNotes?: (field: ReadField, facts: HeadFacts) => HeadNotes | undefined
  /** Whether a stream is to report its usage; `isRequested` as OpenAI's clients do by a field. */
  readonly streamReportsUsage: (isRequested: boolean) => boolean
  /** The channel settings `force_format` and `thinking_to_content` are about its streams. */
  readonly isReshaped: boolean
  readonly status: (error: GatewayError) => number
  /** In whose headers its clients look for the rest of their limits. */
  readonly limitHeaders: LimitHeaderStyle
  readonly models: ModelShapes
  readonly counting: Counting
  /** Absent where embeddings are requested in OpenAI's words, or not at all. */
  readonly embeddings?: EmbeddingsCodec
  /** The frames of a stream as one JSON list, for clients that want it so. */
  readonly listOf?: (frames: string, place: ListPlace) => string
  /** The log counts the prompt without what was cached, as clients of the family read it. */
  readonly logsFreshPrompt: boolean
}

/** Answers to the question how many tokens a prompt has. */
export interface Counting {
  readonly write: (tokens: number) => JsonObject
  /** `undefined` for what is no such answer. */
  readonly read: (answer: JsonObject) => number | undefined
}

/** A client's own words for embeddings, and OpenAI's, in which they are translated. */
export interface EmbeddingsCodec {
  readonly readRequest: (
    body: JsonObject,
    shape: BodyShape,
  ) => { readonly common: JsonObject; readonly losses: readonly Loss[] }
  /** `billed` is what the call is billed for. */
  readonly writeAnswer: (
    common: JsonObject,
    context: AnswerContext,
    billed: Usage | undefined,
  ) => JsonObject
}

/** Where frames stand in a list that is written piece by piece. */
export interface ListPlace {
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** What `GET /v1/models` and `GET /v1/models/{model}` answer. */
export interface ModelShapes {
  readonly one: (model: string, facts: ModelFacts) => object
  readonly list: (models: readonly string[], facts: ListFacts) => object
}

export interface ModelFacts {
  readonly ownerOf: (model: string) => string
  readonly lengthsOf: (model: string) => ModelLengths
  /** Epoch seconds; `undefined` where no channel has it. */
  readonly offeredSince: (model: string) => number | undefined
}

export interface ListFacts extends ModelFacts {
  /** What the address asks for. */
  readonly query: URLSearchParams
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
