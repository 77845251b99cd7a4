import type { Statement } from '../../services/usage/statement'

/** A statement in the wire's shape, which has seconds. */
export function statementJson({ entries, ...statement }: Statement) {
  return {
    ...statement,
    entries: entries.map(({ id, created_at, kind, user_delta: amount, reference }) => ({
      id,
      at: Math.floor(created_at / 1000),
      kind,
      amount,
      reference,
    })),
  }
}
