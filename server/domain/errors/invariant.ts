/** States that cannot happen unless we are wrong. Never used for input. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

export function invariant(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new InvariantError(claim)
}
