/** Which work that takes a while some channel of the site can do now. */

import type { Db } from '../../../db/db'
import { enabledChannelModels } from '../../../db/tables/channels'
import { servedBy } from '../../domain/calls/model-calls'
import { channelTypeById } from '../../domain/channel-types'
import type { JobFamily } from '../../domain/jobs/families'
import type { ServiceDeps } from '../service-deps'

interface Known {
  families: ReadonlySet<JobFamily> | undefined
  /** Epoch ms. */
  atMs: number
}

/** What other processes change is seen after so long; what this one does, at once. */
const KNOWN_FOR_MS = 5_000

/** Every page asks, and the channels seldom change. */
const known = new WeakMap<Db, Known>()

export async function servedFamilies({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<ReadonlySet<JobFamily>> {
  const entry = known.get(db) ?? remember(db)
  const nowMs = clock.nowMs()
  if (entry.families !== undefined && Math.abs(nowMs - entry.atMs) < KNOWN_FOR_MS) {
    return entry.families
  }
  const families = new Set<JobFamily>()
  for (const { type: id, models } of await enabledChannelModels(db.reader)) {
    const type = channelTypeById(id)
    if (type === undefined || type.jobs.length === 0) continue
    for (const model of models.split(',')) {
      for (const family of servedBy(type, model)) families.add(family)
    }
  }
  entry.families = families
  entry.atMs = nowMs
  return families
}

function remember(db: Db): Known {
  const entry: Known = { families: undefined, atMs: 0 }
  known.set(db, entry)
  db.bus.subscribe((changes) => {
    if (changes.has('channels')) entry.families = undefined
  })
  return entry
}
