/** What a user's own tokens can reach. */
import { modelsOfGroups } from '../../../db/tables/abilities'
import { type Language, translate } from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
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

/** Usable groups that exist, by name. One's own is described in general when nobody did. */
export async function usableGroupViews(
  deps: ServiceDeps,
  { group, language }: ReachOf,
): Promise<Readonly<Record<string, GroupView>>> {
  const options = await optionValues(deps.db.reader)
  const views = existingGroups(options, group).map((name): [string, GroupView] => {
    const desc = options.UserUsableGroups[name] ?? translate(language, 'group.own')
    return [name, { ratio: options.GroupRatio[name] ?? 1, desc }]
  })
  return Object.fromEntries(views)
}

/** Models that the usable groups can call, by name. */
export async function reachableModels(deps: ServiceDeps, group: string): Promise<string[]> {
  const options = await optionValues(deps.db.reader)
  return await modelsOfGroups(deps.db.reader, existingGroups(options, group))
}

function existingGroups(options: OptionValues, group: string): readonly string[] {
  const usable = [...usableGroupsOf(options, group)]
  return usable.filter((name) => Object.hasOwn(options.GroupRatio, name))
}
