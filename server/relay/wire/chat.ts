/**
 * The one chat model between client protocols and upstream dialects.
 *
 * A protocol decodes its request into `ChatRequest` and encodes `ChatAnswer` / `ChatEvent`;
 * a dialect does the reverse. Nothing here belongs to a single vendor. What a target cannot
 * express is reported as a `Loss`, so it can be named to the client and in the log.
 */
import type { Effort } from '../../domain/models/effort'
import type { Usage } from '../../domain/money/usage'

export { EFFORTS, type Effort } from '../../domain/models/effort'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

export interface ChatRequest {
  /** Model name as the client wrote it. */
  readonly model: string
  readonly stream: boolean
  /** Whether an OpenAI client requested the usage chunk; always true for Claude clients. */
  readonly includeUsage: boolean
  readonly system: readonly TextPart[]
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ToolDefinition[]
  readonly toolChoice?: ToolChoice
  readonly parallelToolCalls?: boolean
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly stop: readonly string[]
  readonly seed?: number
  readonly frequencyPenalty?: number
  readonly presencePenalty?: number
  /** Number of answers wanted; more than one only where the dialect has it. */
  readonly answers?: number
  readonly responseFormat?: ResponseFormat
  readonly thinking?: Thinking
  /** The client can take sources that have an address, and of no others. */
  readonly citesAddresses?: boolean
  /** Opaque end-user id for abuse tracking (OpenAI `user`, Claude `metadata.user_id`). */
  readonly user?: string
  /** By which the vendor finds what it has cached of the conversation (OpenAI's field). */
  readonly promptCacheKey?: string
  /** Fields the canonical model has no place for, by their path in the client's body. */
  readonly unmapped: JsonObject
}

export interface ChatMessage {
  /** Tool results travel as parts of a user message, as Claude and Gemini have it. */
  readonly role: 'user' | 'assistant'
  readonly parts: readonly Part[]
  /** OpenAI's optional participant name. */
  readonly name?: string
}

export type Part =
  | TextPart
  | ImagePart
  | FilePart
  | AudioPart
  | ThinkingPart
  | RedactedThinkingPart
  | ToolCallPart
  | ToolResultPart

export interface TextPart {
  readonly type: 'text'
  readonly text: string
  /** Claude's cache breakpoint, kept verbatim for dialects that have it. */
  readonly cacheControl?: JsonObject
  /** Of an answer: where pieces of its text come from. */
  readonly citations?: readonly Citation[]
}

/** A piece of an answer's text, and where it comes from. */
export interface Citation {
  readonly text: string
  readonly span: CitedSpan | undefined
  readonly sources: readonly CitedSource[]
}

/** Where the piece stands in all text of its choice; `undefined` where that is not known. */
export interface CitedSpan {
  /** In characters, as Unicode counts them. */
  readonly start: number
  readonly end: number
  /** In bytes of UTF-8. */
  readonly startByte: number
  readonly endByte: number
}

export interface CitedSource {
  /** The vendor's name of it. */
  readonly id: string
  readonly url: string | undefined
  readonly title: string | undefined
  /** The beginning of what it says. */
  readonly quote: string
}

export interface ImagePart {
  readonly type: 'image'
  readonly source: MediaSource
  readonly detail?: 'low' | 'high' | 'auto'
  readonly cacheControl?: JsonObject
}

export interface FilePart {
  readonly type: 'file'
  readonly source: MediaSource
  readonly name?: string
  readonly cacheControl?: JsonObject
}

export interface AudioPart {
  readonly type: 'audio'
  readonly mediaType: string
  readonly base64: string
}

export type MediaSource =
  | { readonly kind: 'base64'; readonly mediaType: string; readonly base64: string }
  | { readonly kind: 'url'; readonly url: string }

export interface ThinkingPart {
  readonly type: 'thinking'
  readonly text: string
  /** Vendor's proof over the text; must come back unchanged in the next turn. */
  readonly signature?: string
}

export interface RedactedThinkingPart {
  readonly type: 'redacted_thinking'
  readonly blob: string
}

export interface ToolCallPart {
  readonly type: 'tool_call'
  /** "" in what a dialect reads of an upstream that gave none. */
  readonly id: string
  readonly name: string
  /** JSON text, exactly as produced; may be empty for a call without arguments. */
  readonly argumentsJson: string
  /** Gemini's thought signature travels on the call. */
  readonly signature?: string
  readonly cacheControl?: JsonObject
}

export interface ToolResultPart {
  readonly type: 'tool_result'
  readonly toolCallId: string
  /** Function name when known (Gemini needs it); filled from the matching call. */
  readonly name?: string
  readonly parts: readonly (TextPart | ImagePart)[]
  readonly isError?: boolean
  readonly cacheControl?: JsonObject
}

export interface ToolDefinition {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject
  readonly strict?: boolean
  readonly cacheControl?: JsonObject
}

export type ToolChoice =
  | { readonly mode: 'auto' | 'none' | 'required' }
  | { readonly mode: 'tool'; readonly name: string }

export type ResponseFormat =
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema'
      readonly name?: string
      readonly schema: JsonObject
      readonly strict?: boolean
    }

export type Thinking =
  | { readonly mode: 'off' }
  | { readonly mode: 'adaptive' }
  | { readonly mode: 'budget'; readonly budgetTokens: number }
  | { readonly mode: 'effort'; readonly effort: Effort }

export type FinishReason =
  | 'stop'
  | 'stop_sequence'
  | 'length'
  | 'tool_calls'
  | 'content_filter'
  | 'refusal'
  | 'pause'

export interface ChatAnswer {
  readonly id: string
  /** Model name as the upstream reported it. */
  readonly model: string
  readonly createdSeconds?: number
  readonly choices: readonly ChatChoice[]
  readonly usage?: Usage
}

export interface ChatChoice {
  readonly parts: readonly Part[]
  readonly finishReason: FinishReason
  readonly stopSequence?: string
}

/**
 * One step of a streamed answer. `choice` is absent for the only choice (0). Tool calls are
 * numbered per choice in order of appearance; their arguments come in fragments.
 */
export type ChatEvent =
  | { readonly type: 'start'; readonly id: string; readonly model: string }
  | { readonly type: 'text'; readonly text: string; readonly choice?: number }
  | { readonly type: 'thinking'; readonly text: string; readonly choice?: number }
  | { readonly type: 'citation'; readonly citation: Citation; readonly choice?: number }
  | { readonly type: 'signature'; readonly signature: string; readonly choice?: number }
  | { readonly type: 'redacted_thinking'; readonly blob: string; readonly choice?: number }
  | {
      readonly type: 'tool_call'
      readonly index: number
      readonly id: string
      readonly name: string
      readonly signature?: string
      readonly choice?: number
    }
  | {
      readonly type: 'tool_arguments'
      readonly index: number
      readonly json: string
      readonly choice?: number
    }
  | {
      readonly type: 'finish'
      readonly reason: FinishReason
      readonly stopSequence?: string
      readonly choice?: number
    }
  /** Totals so far; a later event replaces the classes it names. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The upstream itself reported a failure inside a 200 stream. */
  | {
      readonly type: 'error'
      readonly message: string
      readonly vendorType?: string
      readonly vendorCode?: string
    }

/** Something the client sent that the chosen upstream cannot express, e.g. `logit_bias`. */
export type Loss = string

/** Reads one upstream stream. `name` is the SSE event name, "" when the frame has none. */
export interface StreamReader {
  readonly read: (name: string, data: string) => readonly ChatEvent[]
  /** Whether the terminal frame of the dialect has been seen: the answer is whole. */
  readonly finished: () => boolean
}
