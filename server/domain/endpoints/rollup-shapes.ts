/** What counted calls look like on the wire. */
import { Type } from '@sinclair/typebox'

const COUNTS = {
  /** Failed ones are among them, refused ones are not. */
  calls: Type.Integer(),
  failed: Type.Integer(),
  /** Before an upstream was called. */
  refused: Type.Integer(),
  /** Credits charged, and used but paid by nobody. */
  quota: Type.Integer(),
  uncollected: Type.Integer(),
  tokens: Type.Integer(),
}

export const TotalsJson = Type.Object({
  ...COUNTS,
  /** Milliseconds until the first byte of an answer; 0 when nothing is known. */
  p50_ms: Type.Integer(),
  p95_ms: Type.Integer(),
})

export const BucketJson = Type.Composite([
  TotalsJson,
  /** Epoch seconds at which it begins. */
  Type.Object({ at: Type.Integer() }),
])

export const EXAMPLE_TOTALS = {
  calls: 1200,
  failed: 6,
  refused: 2,
  quota: 900_000,
  uncollected: 0,
  tokens: 3_400_000,
  p50_ms: 620,
  p95_ms: 2400,
}
