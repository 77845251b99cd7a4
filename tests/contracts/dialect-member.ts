/** One upstream dialect, as the contract of all of them asks for it. */
import type { RecordedRequest, Reply } from '../support/upstream'
import type { Ratios } from './formula'

export interface DialectMember {
  /** Folder of its recordings. */
  readonly dialect: string
  readonly channelType: number
  /** A model that thinks, with its default price. */
  readonly model: string
  readonly ratios: Ratios
  /** Path and query of a chat. */
  readonly path: (stream: boolean) => string
  /** Header that carries the channel's key. */
  readonly credential: (key: string) => readonly [name: string, value: string]
  /** What the upstream was asked, in plain words. */
  readonly read: (request: RecordedRequest) => Asked
  /** How this upstream reports a refusal, and which status its message has. */
  readonly refusal: (status: number, message: string) => unknown
  /** Completion tokens of the recorded thinking answer; the others have 9. */
  readonly thinkingTokens: number
  /** Key of the channel, where it is no single secret. */
  readonly key?: string
  /** What else the channel says, such as the way it goes. */
  readonly other?: string
  /** How a recorded stream is sent, where not as server-sent events. */
  readonly streamed?: (frames: readonly string[], rest?: Reply) => Reply
  /** Ids of the recorded tool calls; where there are none, those that the gateway makes. */
  readonly callIds: readonly string[]
  /** What the vendor has no form for. */
  readonly lacks?: readonly Lack[]
  /** The reply, for requests that are as the vendor documents them, credentials and all. */
  readonly judge?: (request: RecordedRequest, reply: Reply) => Reply
  /** Prices of models that have none by default, and the like. */
  readonly options?: Readonly<Record<string, unknown>>
}

export type Lack = 'thinking' | 'tools' | 'images' | 'limits' | 'whole answers'

/** Whether the vendor has a form for it. */
export function has({ lacks = [] }: DialectMember, what: Lack): boolean {
  return !lacks.includes(what)
}

/** One turn as text: media, calls and results are written out in brackets. */
export interface Asked {
  readonly system: string
  readonly turns: readonly string[]
  readonly tools: readonly string[]
  readonly maxTokens: number | undefined
  readonly stream: boolean
}
