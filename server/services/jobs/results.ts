/** What jobs in a list have made, as links that work for a while. */
import { jobResults } from '../../../db/tables/job-results'
import { fileLink, type LinkTerms } from '../../domain/jobs/links'
import { isRecord, recordOf } from '../../domain/json/records'
import type { OptionValues } from '../../domain/options'
import type { ServiceDeps } from '../service-deps'

export type ResultKind = 'image' | 'audio' | 'video'

export interface JobResult {
  readonly kind: ResultKind
  readonly url: string
}

export function linkTerms(
  { sealer, clock }: Pick<ServiceDeps, 'sealer' | 'clock'>,
  { ServerAddress, JobLinkMinutes }: OptionValues,
): LinkTerms {
  const site = ServerAddress.replace(/\/+$/, '')
  return { sign: sealer.keyedHashes, nowMs: clock.nowMs(), linkMinutes: JobLinkMinutes, site }
}

/** By the id that clients know; nothing for jobs whose results are forgotten. */
export async function resultsOf(
  { db }: Pick<ServiceDeps, 'db'>,
  ids: readonly string[],
  terms: LinkTerms,
): Promise<ReadonlyMap<string, readonly JobResult[]>> {
  const rows = await jobResults(db.lists, ids)
  return new Map(
    rows.map(({ id, seen }) => {
      const { results } = recordOf(seen)
      const kinds = Array.isArray(results) ? results.filter(isRecord).map(kindOf) : []
      return [id, kinds.map((kind, index) => ({ kind, url: fileLink(terms, id, index) }))]
    }),
  )
}

function kindOf({ kind }: Readonly<Record<string, unknown>>): ResultKind {
  return kind === 'audio' || kind === 'video' ? kind : 'image'
}
