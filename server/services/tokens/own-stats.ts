import { type SubjectInput, type SubjectStats, subjectStats } from '../rollups/subject'
import type { Actor, ServiceDeps } from '../service-deps'
import { ownToken } from './guards'

/** Throws `token.not_found` for one of somebody else. */
export async function ownTokenStats(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...input }: Omit<SubjectInput, 'kind' | 'subject'> & { readonly id: number },
): Promise<SubjectStats> {
  await ownToken(deps.db.reader, actor, id)
  return await subjectStats(deps, { ...input, kind: 'token', subject: String(id) })
}
