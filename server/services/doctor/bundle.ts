/** What a diagnosis bundle reports of a database: settings without secrets, states, failures. */

import { listNodes } from '../../../db/tables/nodes'
import { allOptions } from '../../../db/tables/options'
import {
  callFacts,
  channelFacts,
  cooldownFacts,
  jobCounts,
  leaseFacts,
  migrationFacts,
} from '../../../db/tables/support'
import { recordOf } from '../../domain/json/records'
import { OPTION_KEYS, optionRow, parseOptions } from '../../domain/options'
import { LOG_TYPE } from '../../domain/status'
import type { ServiceDeps } from '../service-deps'

/** By file name, without its end. */
export type BundleDocuments = Readonly<Record<string, unknown>>

const MOST_FAILURES = 200

export async function storedFacts({ db, clock }: ServiceDeps): Promise<BundleDocuments> {
  const nodes = await listNodes(db, clock.nowMs())
  const channels = await channelFacts(db.lists)
  return {
    options: await optionFacts(db),
    migrations: await migrationFacts(db.lists),
    // Where they run is nobody's business.
    nodes: nodes.map(({ host: _, ...node }) => node),
    channels: channels.map(({ models, ...row }) => ({ ...row, models: models.split(',') })),
    cooldowns: await cooldownFacts(db.lists),
    failures: await failures(db),
    jobs: await jobCounts(db.lists),
    leases: await leaseFacts(db.lists),
  }
}

async function optionFacts(db: ServiceDeps['db']) {
  const rows = await allOptions(db.reader)
  const { values } = parseOptions(rows)
  const stored = new Set(rows.map(({ key }) => key))
  return OPTION_KEYS.map((key) => {
    const { secret } = optionRow(key)
    const isSet = stored.has(key)
    if (secret) return { key, is_set: isSet, value: isSet ? '***' : '' }
    return { key, is_set: isSet, value: shownValue(values[key]) }
  })
}

/** Texts may hold anything, also in JSON; only their length is reported. */
function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : `text of ${value.length} characters`
  if (Array.isArray(value)) return value.map(shownValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shownValue(part)]))
}

async function failures(db: ServiceDeps['db']) {
  const rows = await callFacts(db.lists, LOG_TYPE.error, MOST_FAILURES)
  return rows.map(({ other, ...row }) => {
    const { error, upstream_status: status } = recordOf(other)
    return { ...row, error, upstream_status: status }
  })
}
