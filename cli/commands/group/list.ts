import { OPTIONS } from '../../../server/domain/options'
import { defineCommand } from '../../command'
import type { View } from '../../output'

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

export const groupList = defineCommand({
  path: ['group', 'list'],
  summary: 'list groups with their price ratio; "option set GroupRatio" changes them',
  examples: ['gw group list --json'],
  json: GROUP_FIELDS,
  run: async (context) => {
    const { options } = await context.services()
    const ratios = OPTIONS.GroupRatio.parse((await options.get('GroupRatio')).value)
    const usable = OPTIONS.UserUsableGroups.parse((await options.get('UserUsableGroups')).value)
    const rows = Object.entries(ratios).map(([name, ratio]) => {
      return { name, ratio, description: usable[name] ?? '' }
    })
    context.output.list(rows, GROUP_VIEW)
  },
})
