/** What an organisation has spent, by member and by project. */
import { memberNames } from '../../../db/tables/organisations'
import { projectNames } from '../../../db/tables/projects'
import { tokensByIds } from '../../../db/tables/tokens'
import { usageSums } from '../../../db/tables/usage-facts'
import { nowSeconds } from '../../clock'
import { USAGE_WINDOWS, type UsageWindow } from '../../domain/usage/explore'
import type { ServiceDeps } from '../service-deps'

export interface SpendInput {
  readonly organisationId: number
  readonly window: UsageWindow
}

export interface Spender {
  /** Of the membership or project; 0 for calls of neither. */
  readonly id: number
  readonly name: string
  readonly calls: number
  readonly tokens: number
  /** Credits. */
  readonly quota: number
}

export interface OrganisationSpend {
  /** Epoch seconds. */
  readonly from: number
  readonly to: number
  readonly calls: number
  readonly quota: number
  readonly members: readonly Spender[]
  readonly projects: readonly Spender[]
}

type Sums = Map<number, { calls: number; tokens: number; quota: number }>

/** The largest first; the parts come to the whole. */
export async function organisationSpend(
  deps: ServiceDeps,
  { organisationId, window }: SpendInput,
): Promise<OrganisationSpend> {
  const { lists } = deps.db
  const { step, bucket, count } = USAGE_WINDOWS[window]
  const now = nowSeconds(deps.clock)
  const to = now - (now % bucket) + bucket
  const from = to - count * bucket
  const only = { user_id: [organisationId] }
  const by = ['token_id'] as const
  const rows = await usageSums(lists, { step, from, to, only, by, waits: false })
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
    from,
    to,
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    quota: rows.reduce((sum, { quota }) => sum + quota, 0),
    members: listed(members, await memberNames(lists, [...members.keys()])),
    projects: listed(projects, await projectNames(lists, [...projects.keys()])),
  }
}

type Row = Awaited<ReturnType<typeof usageSums>>[number]

function add(sums: Sums, id: number, row: Row): void {
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
