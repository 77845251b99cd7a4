/** The shape of a row of `units/index.ts`. */

/** What the price of a prompt token can be multiplied by, as a model's price has it. */
export type RatioName =
  | 'completionRatio'
  | 'cacheRatio'
  | 'cacheWriteRatio'
  | 'audioRatio'
  | 'audioCompletionRatio'
  | 'imageRatio'

/** A price is shown to people for so many of a unit. */
export type Per = 1 | 1_000 | 1_000_000

/**
 * What one of a unit costs where a model has no price of its own for it. Every unit has a rule,
 * so that none is free of charge because nobody thought of it.
 */
export type PriceRule =
  /** The price of a prompt token, with the model's ratios and `times / over` multiplied in. */
  | {
      readonly by: 'ratio'
      readonly ratios: readonly RatioName[]
      readonly times?: number
      /** Whole; 1 when absent. */
      readonly over?: number
    }
  /** Dollars for as many as `per` says, whatever the model costs. */
  | { readonly by: 'dollars'; readonly usd: number }
  /** Counted in another unit as well, and charged there. */
  | { readonly by: 'other-unit' }
  /** Nothing, for a reason. */
  | { readonly by: 'nothing'; readonly why: string }

export interface Unit {
  /** Its name in bills, logs and price rows: `log.class_<class>` is its text. */
  readonly class: string
  /** Which total of the answer it is a part of. */
  readonly side: 'prompt' | 'completion' | 'neither'
  /** Text or media that a cache gave, or that went into one. */
  readonly cache?: 'read' | 'write'
  readonly per: Per
  /** Used by a model in addition to its own work; a price of it alone does not price the model. */
  readonly isTool?: true
  readonly price: PriceRule
  /**
   * Key of its count in the log row's details, for units that had one before all others came
   * to stand under `units`; `column` for what the columns of the row are the sums with.
   */
  readonly logged?: string
}
