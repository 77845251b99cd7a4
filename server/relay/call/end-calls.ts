/**
 * Running calls end with whoever makes them: a token that is disabled, revoked or expired and a
 * user who is banned or deleted get no further byte.
 */

import type { CallerIds, Directory } from '../ports/ports'
import { endError } from './billing/growing-hold'
import type { Call } from './call'

interface Watching {
  readonly directory: Pick<Directory, 'endsOf' | 'onCallersChanged'>
  readonly running: () => readonly Call[]
}

/** Looks at the callers of all running calls whenever a caller may have changed. */
export function watchCallers(relay: Watching): void {
  let isLooking = false
  let isStale = false

  async function look(): Promise<void> {
    isStale = true
    if (isLooking) return
    isLooking = true
    try {
      while (isStale) {
        isStale = false
        await endCalls(relay)
      }
    } catch {
      // The database cannot be read now. The next change looks again, and no hold grows.
    } finally {
      isLooking = false
    }
  }

  relay.directory.onCallersChanged(() => void look())
}

async function endCalls({ directory, running }: Watching) {
  const calls = running()
  const callers = new Map<string, CallerIds>()
  const keyOf = ({ userId, tokenId }: CallerIds) => `${userId}:${tokenId ?? ''}`
  for (const { facts } of calls) {
    const caller = { userId: facts.user.id, tokenId: facts.token?.id }
    callers.set(keyOf(caller), caller)
  }
  if (callers.size === 0) return
  const ends = await directory.endsOf([...callers.values()])
  const why = new Map([...callers.keys()].map((key, index) => [key, ends[index]]))
  for (const call of calls) {
    const { user, token } = call.facts
    const end = why.get(keyOf({ userId: user.id, tokenId: token?.id }))
    if (end !== undefined) call.end(endError(end))
  }
}
