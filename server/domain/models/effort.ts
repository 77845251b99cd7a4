/** Words for how much a model shall think, from the least to the most. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

export function isEffort(word: string): word is Effort {
  return EFFORTS.some((effort) => effort === word)
}

/**
 * The known word that comes nearest, the higher one of two that are equally near. Only who asks
 * for no thinking gets none; where it cannot be switched off, the least comes nearest.
 */
export function nearestEffort(wanted: Effort, known: readonly Effort[]): Effort {
  if (known.includes(wanted)) return wanted
  const rank = (effort: Effort) => EFFORTS.indexOf(effort)
  const usable = known.filter((effort) => effort !== 'none')
  const distance = (effort: Effort) => Math.abs(rank(effort) - rank(wanted))
  const [nearest = wanted] = usable.toSorted(
    (a, b) => distance(a) - distance(b) || rank(b) - rank(a),
  )
  return nearest
}
