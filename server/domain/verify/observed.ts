/** What an upstream was seen to do when it answered the questions that show a dishonest relay. */

/** A piece of a streamed answer's text. */
export interface Piece {
  /** Milliseconds since the question was sent. */
  readonly atMs: number
  readonly characters: number
}

export interface Counted {
  /** As the upstream reported them; `undefined` when it reported none. */
  readonly theirs: number | undefined
  readonly ours: number
}

export type ParameterName = 'system' | 'stop' | 'tools' | 'seed'

export interface ParameterResult {
  readonly name: ParameterName
  /** `undefined` when the answer does not show it, or the question was refused. */
  readonly isHonored: boolean | undefined
}

/** Parts are absent when their question was refused, or was not sent for want of money. */
export interface Observed {
  /** The model, as the upstream got it. */
  readonly model: string
  /** Whether that is a name of a maker, and not one that an operator made up. */
  readonly isMakersName: boolean
  /** Names that answers gave, each once. */
  readonly reported: readonly string[]
  /** What it says of who made it. */
  readonly maker?: string | undefined
  /** Of an answer of some hundred words. */
  readonly pieces?: readonly Piece[] | undefined
  /** Tokens of that answer, which is known word by word. */
  readonly written?: Counted | undefined
  /** Tokens of a short prompt and of a long one, which are known word by word, too. */
  readonly short?: Counted | undefined
  readonly long?: Counted | undefined
  readonly needle?: { readonly hidden: readonly string[]; readonly answer: string } | undefined
  readonly parameters: readonly ParameterResult[]
  /** Tokens read from a cache when the long prompt came again; `undefined` for none. */
  readonly cacheReads: readonly (number | undefined)[]
  /** The maker caches long prompts and sells what is read again at a lower price. */
  readonly isCached: boolean
}
