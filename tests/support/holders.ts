/** A member and a project that the first token of a gateway is of. */
import { Database } from 'bun:sqlite'
import type { Gateway } from './gateway'

export interface Holders {
  readonly member: number
  readonly project: number
}

/** Before its first call. Its account need not be an organisation's: calls look at the token. */
export function giveHolders({ dataDir, userIds, tokenIds }: Gateway): Holders {
  using database = new Database(`${dataDir}/gw.db`)
  const insert = (statement: string): number => {
    const row = database.query<{ id: number }, number[]>(`${statement} returning id`)
    return row.get(userIds[0] ?? 0)?.id ?? 0
  }
  const member = insert(`insert into members (organisation_id, user_id, role, state, created_at)
    values (?1, ?1, 'owner', 'active', 0)`)
  const project = insert(`insert into projects (organisation_id, name, created_at, closed_at)
    values (?1, 'Search', 0, 0)`)
  database
    .query('update tokens set member_id = ?, project_id = ? where id = ?')
    .run(member, project, tokenIds[0] ?? 0)
  return { member, project }
}
