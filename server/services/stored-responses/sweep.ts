import { inCommits } from '../../../db/slices'
import {
  conversationsBeyond,
  deleteConversation,
  oldestConversations,
  sweepConversations,
} from '../../../db/tables/conversations'
import {
  deleteStoredResponse,
  oldestStored,
  type StoredBounds,
  storedBeyond,
  sweepStoredResponses,
} from '../../../db/tables/stored-responses'
import type { ServiceDeps } from '../service-deps'
import { failLostRuns } from './fail-lost'

/** What one user may have stored here of each kind; the oldest go when there is more. */
const BOUNDS: StoredBounds = { answers: 10_000, characters: 256 * 1024 * 1024 }
/** Forgotten in one transaction. */
const AT_ONCE = 100

type Deps = Pick<ServiceDeps, 'db' | 'clock' | 'sealer'>

/** Forgets what is past its end, and what is too much; returns how many. */
export async function sweepResponses(deps: Deps, bounds = BOUNDS): Promise<number> {
  const { db, clock } = deps
  await failLostRuns(deps, false)
  const nowMs = clock.nowMs()
  const past = await inCommits((limit) =>
    db.transaction((trx) => sweepStoredResponses(trx, nowMs, limit)),
  )
  const ended = await inCommits((limit) =>
    db.transaction((trx) => sweepConversations(trx, nowMs, limit)),
  )
  const beyond = await forgetBeyond(deps, bounds, RESPONSES)
  return past + ended + beyond + (await forgetBeyond(deps, bounds, CONVERSATIONS))
}

/** Things of which a user may have so many, and how the oldest of them go. */
interface Shelf {
  readonly beyond: typeof storedBeyond
  readonly oldest: typeof oldestStored
  readonly forget: typeof deleteStoredResponse
}

const RESPONSES: Shelf = {
  beyond: storedBeyond,
  oldest: oldestStored,
  forget: deleteStoredResponse,
}
const CONVERSATIONS: Shelf = {
  beyond: conversationsBeyond,
  oldest: oldestConversations,
  forget: (trx, userId, id) => deleteConversation(trx, { userId, id }),
}

async function forgetBeyond(
  { db }: Pick<Deps, 'db'>,
  bounds: StoredBounds,
  { beyond, oldest: oldestOf, forget }: Shelf,
): Promise<number> {
  let forgotten = 0
  for (const { user_id: userId, ...has } of await beyond(db.lists, bounds)) {
    let [answers, characters] = [Number(has.answers), Number(has.characters)]
    while (answers > bounds.answers || characters > bounds.characters) {
      const oldest = await oldestOf(db.lists, userId, AT_ONCE)
      const going: string[] = []
      for (const row of oldest) {
        if (answers <= bounds.answers && characters <= bounds.characters) break
        answers -= 1
        characters -= row.characters
        going.push(row.id)
      }
      if (going.length === 0) break
      await db.transaction(async (trx) => {
        for (const id of going) await forget(trx, userId, id)
      })
      forgotten += going.length
    }
  }
  return forgotten
}
