import { type TextKey, translate } from '../../../server/domain/i18n/translate'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

interface ShownGroup {
  readonly name: string
  readonly ratio: number
  /** Who may choose it: "" when only its members. */
  readonly description: string
}

const GROUP_FIELDS = ['name', 'ratio', 'description'] as const

const GROUP_VIEW: View<ShownGroup> = {
  columns: [
    { title: 'NAME', value: 'name' },
    { title: 'RATIO', value: 'ratio', kind: 'number' },
    { title: 'OPEN TO ALL AS', value: 'description' },
  ],
  fields: GROUP_FIELDS,
  quiet: ({ name }) => name,
}

export const groupList = defineList({
  path: ['group', 'list'],
  summary: 'list groups with their price ratio; "option set GroupRatio" changes them',
  examples: ['gw group list --json'],
  view: GROUP_VIEW,
  rows: async (context) => {
    const { OPTIONS } = await import('../../../server/domain/options')
    const { groupText } = await import('../../../server/domain/accounts/group-text')
    const { options } = await context.services()
    const text = (key: TextKey) => translate(context.language, key)
    const ratios = OPTIONS.GroupRatio.parse((await options.get('GroupRatio')).value)
    const usable = OPTIONS.UserUsableGroups.parse((await options.get('UserUsableGroups')).value)
    return Object.entries(ratios).map(([name, ratio]) => {
      const description = name in usable ? groupText(name, usable[name], text) : ''
      return { name, ratio, description }
    })
  },
})
