/** One model of the generated price catalogue; ratios as in `price.ts`, absent = not priced. */
export interface CatalogueRow {
  /** Dollars per million prompt tokens, halved. Absent where the family's own row stands. */
  readonly ratio?: number
  readonly completion: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly audio?: number
  readonly audioCompletion?: number
}
