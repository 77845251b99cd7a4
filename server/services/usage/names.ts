/** How what usage is grouped by is called. */
import { channelsByIds } from '../../../db/tables/channels'
import { tokensByIds } from '../../../db/tables/tokens'
import type { UsageSum } from '../../../db/tables/usage-facts'
import { userNames } from '../../../db/tables/users'
import { clientLabel } from '../../domain/calls/clients'
import type { UsageGroup } from '../../domain/usage/explore'
import type { ServiceDeps } from '../service-deps'

export interface NamedKey {
  /** As a filter takes it. */
  readonly key: string
  /** "" where it has none: calls without a token, channel, group or known client. */
  readonly name: string
}

type Names = ReadonlyMap<string, string>

/** Of the parts of each sum's key. */
export async function namesOf(
  deps: ServiceDeps,
  by: readonly UsageGroup[],
  sums: readonly UsageSum[],
): Promise<(key: readonly string[]) => readonly NamedKey[]> {
  const tables = await Promise.all(
    by.map((group, at) => namesIn(deps, group, [...new Set(sums.map(({ key }) => key[at] ?? ''))])),
  )
  return (key) => key.map((part, at) => ({ key: part, name: tables[at]?.get(part) ?? '' }))
}

async function namesIn(
  { db }: ServiceDeps,
  group: UsageGroup,
  keys: readonly string[],
): Promise<Names> {
  const ids = keys.map(Number).filter((id) => id > 0)
  switch (group) {
    case 'user':
      return withGone(keys, await userNames(db.lists, ids))
    case 'token':
      return withGone(keys, named(ids.length === 0 ? [] : await tokensByIds(db.lists, ids)))
    case 'channel':
      return withGone(keys, named(ids.length === 0 ? [] : await channelsByIds(db.lists, ids)))
    case 'client':
      return new Map(keys.map((key) => [key, clientLabel(key) ?? '']))
    case 'group':
    case 'model':
    case 'tag':
      return new Map(keys.map((key) => [key, key]))
  }
}

function named(rows: readonly { readonly id: number; readonly name: string }[]) {
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Of what is deleted the number remains. */
function withGone(keys: readonly string[], names: ReadonlyMap<number, string>): Names {
  return new Map(keys.map((key) => [key, key === '0' ? '' : (names.get(Number(key)) ?? `#${key}`)]))
}
