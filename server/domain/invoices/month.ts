/** A month of an account: what came in, what went out, and for which models. */
import { type Static, Type } from '@sinclair/typebox'

export const MonthStatement = Type.Object({
  /** `2026-11`, in the time zone of the seller. */
  month: Type.String(),
  time_zone: Type.String(),
  /** Epoch seconds; the end of a month that is not over is now. */
  from: Type.Integer(),
  to: Type.Integer(),
  /** Whose account it is. */
  name: Type.String(),
  /** Credits at both ends. The lines of both lists add up to the difference. */
  opening: Type.Integer(),
  closing: Type.Integer(),
  /** Credits that came in, or went out below zero, by kind of the ledger. */
  booked: Type.Array(
    Type.Object({ kind: Type.String(), count: Type.Integer(), credits: Type.Integer() }),
  ),
  /** Credits that calls took, below zero. */
  models: Type.Array(
    Type.Object({
      model: Type.String(),
      calls: Type.Integer(),
      tokens: Type.Integer(),
      credits: Type.Integer(),
    }),
  ),
  /** Credits that left the balance and stand in no line: held, or not counted. */
  unlisted: Type.Integer(),
})
export type MonthStatement = Static<typeof MonthStatement>
