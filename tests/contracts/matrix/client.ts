/** A client of a protocol as the matrix needs one: it writes bodies by hand and reads strictly. */
import type { ToolSpec } from '../talk'

export interface Question {
  readonly model: string
  readonly stream: boolean
  readonly text: string
  readonly image?: string
  readonly system?: string
  readonly tools?: readonly ToolSpec[]
  /** Asks for thinking, and to be shown it. */
  readonly thinks?: boolean
  /** The answer is to be JSON of this shape. */
  readonly schema?: object
  /** What was said before: elements of the protocol's own list. */
  readonly before?: readonly unknown[]
  /** Fields of the protocol's own, merged into the body. */
  readonly more?: object
}

export interface Told {
  readonly text: string
  readonly thinking: string
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
  readonly stop: 'end' | 'tools' | 'length' | 'refused'
  readonly usage: ToldUsage
  /** The answer as it goes back in the next turn. */
  readonly turn: readonly unknown[]
}

/** Whole counts: what was cached is part of the prompt, what was thought of the completion. */
export interface ToldUsage {
  readonly prompt: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly completion: number
  readonly reasoning: number
}

export interface MatrixClient {
  readonly path: (question: Question) => string
  readonly body: (question: Question) => object
  /** The user's own turn, to be put before others. */
  readonly userTurn: (text: string) => unknown
  /** What the calls of an answer brought, in order. */
  readonly results: (turn: readonly unknown[], texts: readonly string[]) => readonly unknown[]
  /** Throws when the answer is not one of the protocol. */
  readonly readWhole: (body: Fields) => Told
  readonly readStream: (text: string) => Told
  /** The protocol shows what was written into a cache. */
  readonly showsCacheWrites: boolean
  /** `false` where it does not tell thoughts from the rest of the answer. */
  readonly showsReasoning?: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of any kind, looked into field by field
export type Fields = Readonly<Record<string, any>>

export const MAX_TOKENS = 3217
export const THINKING_TOKENS = 2048

/** Names of `from` as names of ours; throws for one that is not documented. */
export function stopOf(
  reasons: Readonly<Record<string, Told['stop']>>,
  reason: unknown,
): Told['stop'] {
  const stop = reasons[String(reason)]
  if (stop === undefined) throw new Error(`ended by ${reason}`)
  return stop
}

/** The last of a list that has the field. */
export function lastWith(list: readonly Fields[], name: string): Fields {
  return list.findLast((one) => one[name] != null)?.[name] ?? {}
}
