/** A change that a source proposes, as it is stored and answered. */
import { type Static, Type } from '@sinclair/typebox'
import { PriceJson } from '../price-schema'

export const REVIEW_REASONS = [
  ...(['new_model', 'unit', 'zero', 'rise', 'fall', 'new_class', 'lost_class'] as const),
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

const OptionalUsd = Type.Optional(Type.Number())

export const CostedMoves = Type.Array(
  Type.Object({
    /** `call`, `unit` or `tier`. */
    kind: Type.Union([Type.Literal('call'), Type.Literal('unit'), Type.Literal('tier')]),
    /** Class of the unit, or what the tier is called. */
    name: Type.String(),
    /** Tokens read above which it holds; 0 for all calls. */
    above: Type.Number(),
    /** Dollars; absent for what there was not. */
    from: OptionalUsd,
    /** Absent for what will no longer be there. */
    to: OptionalUsd,
    /** What it costs at the source. */
    cost: OptionalUsd,
  }),
)
export type CostedMove = Static<typeof CostedMoves>[number]

export const ProposalFields = {
  model: Type.String(),
  /** Fields to set, null for those to take away. */
  price: PriceJson,
  /** What is in force by name, so that nothing newer is overwritten. */
  was: PriceJson,
  moves: CostedMoves,
  /** Why a person should look at it; none for what may be applied at once. */
  reasons: Type.Array(Type.Union(REVIEW_REASONS.map((reason) => Type.Literal(reason)))),
}
export const Proposal = Type.Object(ProposalFields)
export type Proposal = Static<typeof Proposal>
