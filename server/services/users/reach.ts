/** What a user's own tokens can reach. */
import { groupText } from '../../domain/accounts/group-text'
import type { Operation } from '../../domain/calls/protocol'
import { type Language, translate } from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
import { callableRoutes, namesOf } from '../callable-models'
import { optionValues, usableGroupsOf } from '../options/current'
import type { ServiceDeps } from '../service-deps'

export interface GroupView {
  readonly ratio: number
  readonly desc: string
}

export interface ReachOf {
  /** Group of the user; "" for visitors. */
  readonly group: string
  readonly language: Language
}

/** Usable groups that exist, by name. The user's own gets a general text if it has none. */
export async function usableGroupViews(
  deps: ServiceDeps,
  { group, language }: ReachOf,
): Promise<Readonly<Record<string, GroupView>>> {
  const options = await optionValues(deps.db.reader)
  const views = existingGroups(options, group).map((name): [string, GroupView] => {
    const desc = groupText(name, options.UserUsableGroups[name], (key) => translate(language, key))
    return [name, { ratio: options.GroupRatio[name] ?? 1, desc }]
  })
  return Object.fromEntries(views)
}

export interface ModelsFor {
  /** Group of the user. */
  readonly group: string
  /** One of the usable groups, for no more than its models; "" for those of all. */
  readonly within: string
  /** Only models that can serve this. */
  readonly operation?: Operation | undefined
}

/** Models that the usable groups can call, by name. */
export async function reachableModels(
  deps: ServiceDeps,
  { group, within, operation }: ModelsFor,
): Promise<string[]> {
  const options = await optionValues(deps.db.reader)
  const groups = existingGroups(options, group)
  const chosen = within === '' ? groups : groups.filter((name) => name === within)
  return namesOf(await callableRoutes(deps.db.lists, chosen, operation))
}

function existingGroups(options: OptionValues, group: string): readonly string[] {
  const usable = [...usableGroupsOf(options, group)]
  return usable.filter((name) => Object.hasOwn(options.GroupRatio, name))
}
