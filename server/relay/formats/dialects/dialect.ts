import type { DialectName, Operation, ProtocolName } from '../../../domain/calls/protocol'
import type { UpstreamError } from '../../../domain/errors/gateway-error'
import type { Usage } from '../../../domain/money/usage'
import type { UpstreamHeaders } from '../../net/upstream'
import type { RelayChannel } from '../../ports/ports'
import type { VendorSettings } from '../../ports/vendor-settings'
import type { ChatAnswer, ChatRequest, JsonObject, Loss, StreamReader } from '../../wire/chat'
import type { Restoration } from '../chat/restoration'
import type { CallFacts } from '../fit/call-facts'
import type { Framing } from '../framings/framing'
import type { FrameMemory } from '../framings/held-frame'
import type { AnswerShape } from './answer-shape'
import type { UpstreamErrorFacts } from './error-facts'

/** One attempt on one channel, as a dialect sees it. */
export interface UpstreamCall {
  readonly channel: RelayChannel
  readonly operation: Operation
  /** As the client's path calls it, in protocols that have it so. */
  readonly verb?: string | undefined
  readonly stream: boolean
  /** Model name the client used; vendor settings are keyed by it. */
  readonly requestedModel: string
  /** Name after model_mapping: what the upstream is requested. */
  readonly upstreamModel: string
  readonly settings: VendorSettings
  /** Lower-cased client headers a dialect may forward (anthropic-version, anthropic-beta). */
  readonly clientHeaders: Readonly<Record<string, string>>
  /** What this account, or this conversation, has been refused before; absent for nothing. */
  readonly concessions?: ReadonlySet<Concession> | undefined
  /** Who calls, in words that tell nobody who that is: vendors keep conversations apart by it. */
  readonly owner: string
  /** The same for every turn of a conversation, where the vendor's cache wants to know. */
  readonly conversation?: string | undefined
}

/**
 * What a request is written without after the upstream has refused it: summaries of reasoning,
 * which some accounts get none of, and earlier reasoning, which other accounts cannot read.
 */
export type Concession = 'summaries' | 'earlier_reasoning'

/** A chat as far as names and flags say, before it is encoded. */
export interface ChatOutline extends Pick<UpstreamCall, 'requestedModel' | 'upstreamModel'> {
  readonly channel: Pick<RelayChannel, 'type'>
  readonly offersTools: boolean
  /** The client speaks this format itself. */
  readonly isNative: boolean
}

export interface UpstreamTarget {
  readonly method: 'POST' | 'GET'
  readonly url: string
  /** Auth and vendor headers; content-type and accept are added by the sender. */
  readonly headers: Readonly<Record<string, string>>
}

export interface EncodedRequest {
  readonly body: JsonObject
  readonly losses: readonly Loss[]
  /** The client of embeddings wants its vectors as base64. */
  readonly packsVectors?: boolean
  /** What the answer must not show of how the request was changed. */
  readonly restoration?: Restoration | undefined
}

/**
 * One upstream wire format. A capability that is absent is one the upstream does not have:
 * `pick` skips the channel, so no member ever throws "unsupported".
 */
export interface Dialect {
  readonly name: DialectName
  /** The client protocol whose bytes this upstream speaks itself, if there is one. */
  readonly native: ProtocolName | undefined
  /** Operations that pass through natively for clients of the `native` protocol. */
  readonly nativeOperations: ReadonlySet<Operation>
  /** The address names the model, so that a native body need not. */
  readonly addressesModel?: true
  /** `undefined` when this channel's type has no address for the operation. */
  readonly target: (call: UpstreamCall) => UpstreamTarget | undefined
  /**
   * Changes a native body must have on this channel (renamed limits, thinking suffix).
   * Returns the same object when there are none, so the bytes can travel as they came; names
   * what the upstream would have refused and does not get.
   */
  readonly prepareNative: (body: JsonObject, call: UpstreamCall, losses: Set<string>) => JsonObject
  /** Cheap check, by names and flags only, whether `prepareNative` may change anything. */
  readonly needsPreparing: (call: UpstreamCall, bodyHead: NativeHead) => boolean
  /**
   * Top-level fields of a native body that keep its answer within so many tokens; absent where
   * nothing passes natively.
   */
  readonly limitNative?: (
    tokens: number,
    fields: ReadonlySet<string>,
    body: () => JsonObject,
  ) => JsonObject
  /**
   * A body with the fields of a channel's override, which speaks of chat completions; absent where
   * they are laid over it as they are. Names what there is no field for.
   */
  readonly override?: (body: JsonObject, fields: JsonObject, losses: Set<string>) => JsonObject
  /** How hard the model's name asks it to think, where names can. */
  readonly effortInName?: (call: UpstreamCall) => string | undefined
  /** Fields that make a stream report its usage, where the channel type allows asking. */
  readonly askStreamUsage?: JsonObject
  /** How streams come that are no server-sent events. */
  readonly stream?: {
    readonly contentType: string
    readonly framing: (memory?: FrameMemory) => Framing
  }
  /** Whether images and files must be in the request, because URLs are not fetched upstream. */
  readonly inlinesMedia?: boolean
  readonly chat?: ChatCodec
  /** Whether the vendor answers the chat by another API alone, where the channel has that. */
  readonly refusesChat?: (chat: ChatOutline) => boolean
  /** What a refused chat that was translated can be asked again without. */
  readonly concession?: (refusal: UpstreamError) => Concession | undefined
  readonly embeddings?: EmbeddingsCodec
  readonly images?: ImagesCodec
  readonly meter: NativeMeter
  /** What an answer looks like that passes as it comes; absent where none does. */
  readonly shape?: AnswerShape
  readonly readError: (
    status: number,
    body: string,
    headers?: UpstreamHeaders,
  ) => UpstreamErrorFacts
  /** What an answer with status 200 says when it is no answer but a failure. */
  readonly failureIn?: (answer: JsonObject) => UpstreamErrorFacts | undefined
  /** Answers 400 for reasons of the account, too, so that another channel may well succeed. */
  readonly blamesRequests?: true
}

/** Facts about a native body that were read without parsing all of it. */
export interface NativeHead {
  readonly model: string
  readonly stream: boolean
  readonly maxTokens: number | undefined
  /** How hard the client asked the model to think, in its own word. */
  readonly reasoningEffort?: string | undefined
  /** Its history may hold thinking that is unsigned, or signed by another vendor. */
  readonly mayHoldForeign: boolean
  /** Of the calls in its history; absent where there are none. */
  readonly calls?: CallFacts | undefined
  /** What may be names of tools, as they are written; absent where none are offered. */
  readonly names?: readonly string[] | undefined
  /** Schemas in it may be of a kind that its vendor refuses. */
  readonly mayHoldUnfit?: boolean
  /** Top-level field names present in the body. */
  readonly fields: ReadonlySet<string>
  /** The client lets its vendor keep the answer, in protocols that have it so. */
  readonly keepsState?: boolean
}

/** Canonical chat to this dialect and back. */
export interface ChatCodec {
  readonly encode: (request: ChatRequest, call: UpstreamCall) => EncodedRequest
  /** Throws `GatewayError('upstream.invalid_answer')` when the JSON is not an answer. */
  readonly readAnswer: (answer: JsonObject) => ChatAnswer
  readonly streamReader: () => StreamReader
  /** Clients go on with a conversation by the id of its last answer. */
  readonly idIsConversation?: true
}

export interface EmbeddingsCodec {
  /** `body` is an OpenAI embeddings request. */
  readonly encode: (body: JsonObject, call: UpstreamCall) => EncodedRequest
  /** Returns an OpenAI embeddings answer and its usage when the upstream gave one. */
  readonly readAnswer: (
    answer: JsonObject,
    call: UpstreamCall & Pick<EncodedRequest, 'packsVectors'>,
  ) => { readonly body: JsonObject; readonly usage: Usage | undefined }
}

export interface ImagesCodec {
  /** `body` is OpenAI's request for new pictures. */
  readonly encode: (body: JsonObject, call: UpstreamCall) => EncodedRequest
  /** Returns OpenAI's answer, without its time, and how many pictures are in it. */
  readonly readAnswer: (answer: JsonObject) => {
    readonly body: JsonObject
    readonly usage: Usage | undefined
  }
}

/** How a stream ends that has no last word. */
export interface UnmarkedEnd {
  /** Bytes one of which is in a frame that can be the last: it waits for what comes behind it. */
  readonly signs: readonly Uint8Array[]
  /** Whether the model has said in these last frames that it is done. */
  readonly isDone: (tail: string) => boolean
}

/** Reads consumption from bytes that pass through, without decoding every frame. */
export interface NativeMeter {
  readonly fromJson: (answer: JsonObject, operation: Operation) => Usage | undefined
  /** From the last and, where it needs them, the first kilobytes of an SSE answer. */
  readonly fromStreamEnds: (head: () => string, tail: string) => Usage | undefined
  /** Bytes whose presence at the end of a chunk means that the answer is whole. */
  readonly terminator: Uint8Array
  /** Instead, where the last event repeats the answer: the names that it can have. */
  readonly lastEvents?: readonly string[]
  /** Instead, where only the end of the body says that all has come. */
  readonly unmarked?: UnmarkedEnd
  /** Everything the model generated in these frames, for counting when usage never came. */
  readonly generatedText: (frames: string) => string
  /** Same for a JSON answer. */
  readonly generatedTextOfJson: (answer: JsonObject) => string
}
