/** What came into a balance and what left it, as its owner and admins read it. */
import { Type } from '@sinclair/typebox'
import { OptionalInteger } from './endpoint'

/** Epoch seconds, taken down to the hour; the last 31 days without them. */
export const StatementQuery = Type.Object({
  start_timestamp: OptionalInteger,
  end_timestamp: OptionalInteger,
})

export const SpenderJson = Type.Object({
  /** Of the membership or project; 0 for calls of neither, and for tags. */
  id: Type.Integer(),
  name: Type.String(),
  calls: Type.Integer(),
  tokens: Type.Integer(),
  /** Credits. */
  quota: Type.Integer(),
})

export const Statement = Type.Object({
  /** Epoch seconds. */
  from: Type.Integer(),
  to: Type.Integer(),
  /** Credits at both ends. */
  opening: Type.Integer(),
  closing: Type.Integer(),
  /** The newest first, 1,000 at most. */
  entries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** Epoch seconds. */
      at: Type.Integer(),
      /** `top_up`, `redeem`, `grant`, `adjust`, `plan` or `transfer`. */
      kind: Type.String(),
      /** Credits, signed. */
      amount: Type.Integer(),
      reference: Type.String(),
    }),
  ),
  /** By the hour, the newest first; an hour with entries in it is split between them. */
  calls: Type.Array(
    Type.Object({
      at: Type.Integer(),
      quota: Type.Integer(),
      count: Type.Integer(),
      /** Credits of it that plans paid. */
      covered: Type.Integer(),
    }),
  ),
  /** Credits that left the balance and stand in no line: held, or not counted. */
  unlisted: Type.Integer(),
  /** Of what calls took; a call counts for each of its tags. */
  projects: Type.Array(SpenderJson),
  tags: Type.Array(SpenderJson),
})

export const EXAMPLE_STATEMENT = {
  from: 1_712_793_600,
  to: 1_712_880_000,
  opening: 0,
  closing: 4_998_869,
  entries: [
    { id: 5, at: 1_712_800_000, kind: 'top_up', amount: 5_000_000, reference: 'USR7NOa1B2c3' },
  ],
  calls: [{ at: 1_712_800_800, quota: 1131, count: 1, covered: 0 }],
  unlisted: 0,
  projects: [],
  tags: [{ id: 0, name: 'nightly', calls: 1, tokens: 305, quota: 1131 }],
}
