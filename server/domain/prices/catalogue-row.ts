/** One model of the shipped price lists; ratios as in `price.ts`, absent = not priced. */
export interface CatalogueRow {
  /**
   * Dollars per million prompt tokens, halved. Absent where the family's own row stands, and for
   * what is priced otherwise.
   */
  readonly ratio?: number
  readonly completion?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly audio?: number
  readonly audioCompletion?: number
  /** Class of a unit → dollars for as many as its row says. */
  readonly units?: Readonly<Record<string, number>>
  /** Dollars per call, or per picture. */
  readonly call?: number
  /** Part of a tier → what a bill is multiplied by. */
  readonly tiers?: Readonly<Record<string, number>>
}
