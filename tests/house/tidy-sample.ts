import type { Facts } from '../tidy/tree'

export type Files = Readonly<Record<string, string>>

export interface Sample {
  /** Each entry by itself must be caught. */
  readonly bad: readonly Files[]
  readonly badFacts?: readonly { readonly files: Files; readonly facts: Partial<Facts> }[]
  readonly good: Files
  readonly goodFacts?: Partial<Facts>
}
