/** What a channel is to a call that has not been made yet: reachable, or skipped and why. */

export const ROUTE_VERDICTS = [
  /** May be drawn first. */
  'drawn',
  /** Would be, but others of its priority cost less. */
  'dearer',
  /** Tried when those of higher priority have failed. */
  'lower_priority',
  /** Left alone because it has failed; tried only when nothing else is left. */
  'cooling',
  /** Has used what it may; tried when nothing else is left. */
  'limit_spent',
  'disabled',
  'auto_disabled',
  'no_key',
  'other_group',
  /** Its address, key or account is not filled in, so that nothing can be sent. */
  'incomplete',
  /** Its type cannot serve this. */
  'cannot_serve',
] as const

export type RouteVerdict = (typeof ROUTE_VERDICTS)[number]

/** Whether a call may reach it at all. */
export function isReachable(verdict: RouteVerdict): boolean {
  return (
    verdict === 'drawn' ||
    verdict === 'dearer' ||
    verdict === 'lower_priority' ||
    verdict === 'cooling' ||
    verdict === 'limit_spent'
  )
}
