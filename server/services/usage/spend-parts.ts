/** What an account has spent, by the tags of its calls and by members and projects that it has. */
import type { Lists } from '../../../db/lists'
import { memberNames } from '../../../db/tables/organisations'
import { projectNames } from '../../../db/tables/projects'
import { tokensByIds } from '../../../db/tables/tokens'
import type { UsageQuestion, UsageSum } from '../../../db/tables/usage-facts'
import { wholeSums } from './whole-days'

export interface Spender {
  /** Of the membership or project; 0 for calls of neither, and for tags. */
  readonly id: number
  readonly name: string
  readonly calls: number
  readonly tokens: number
  /** Credits. */
  readonly quota: number
}

export interface SpendParts {
  readonly calls: number
  readonly quota: number
  /** Members, and projects, come to the whole. */
  readonly members: readonly Spender[]
  readonly projects: readonly Spender[]
  /** A call counts for each of its tags, and calls without one for none. */
  readonly tags: readonly Spender[]
}

type Span = Pick<UsageQuestion, 'step' | 'from' | 'to'>

type Sums = Map<number, { calls: number; tokens: number; quota: number }>

/** The largest first. */
export async function spendParts(
  lists: Lists,
  { userId, ...span }: Span & { readonly userId: number },
): Promise<SpendParts> {
  const question = { ...span, only: { user_id: [userId] }, waits: false }
  const rows = await wholeSums(lists, { ...question, by: ['token_id'] })
  const tagged = await wholeSums(lists, { ...question, by: ['tag'] })
  const ids = rows.map(({ key }) => Number(key[0])).filter((id) => id > 0)
  const tokens = new Map((await tokensByIds(lists, ids)).map((token) => [token.id, token]))
  const members: Sums = new Map()
  const projects: Sums = new Map()
  for (const row of rows) {
    const token = tokens.get(Number(row.key[0]))
    add(members, token?.member_id ?? 0, row)
    add(projects, token?.project_id ?? 0, row)
  }
  return {
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    quota: rows.reduce((sum, { quota }) => sum + quota, 0),
    members: listed(members, await memberNames(lists, [...members.keys()])),
    projects: listed(projects, await projectNames(lists, [...projects.keys()])),
    tags: tagged.map(({ key: [name = ''], calls, quota, ...row }) => ({
      id: 0,
      name,
      calls,
      tokens: row.prompt_tokens + row.completion_tokens,
      quota,
    })),
  }
}

function add(sums: Sums, id: number, row: UsageSum): void {
  const sum = sums.get(id) ?? { calls: 0, tokens: 0, quota: 0 }
  sum.calls += row.calls
  sum.tokens += row.prompt_tokens + row.completion_tokens
  sum.quota += row.quota
  sums.set(id, sum)
}

function listed(sums: Sums, names: ReadonlyMap<number, string>): readonly Spender[] {
  return [...sums]
    .map(([id, sum]) => ({ id, name: names.get(id) ?? '', ...sum }))
    .sort((a, b) => b.quota - a.quota || b.calls - a.calls)
}
