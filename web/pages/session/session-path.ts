import type { SessionJson } from '../../../server/domain/endpoints/usage'

export function sessionPath({
  user_id,
  session,
}: Pick<SessionJson, 'user_id' | 'session'>): string {
  return `/sessions/${user_id}/${encodeURIComponent(session)}`
}
