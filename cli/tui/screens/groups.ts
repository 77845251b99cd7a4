/** Groups as the two settings keep them: what each pays, and which of them anybody may choose. */
import { OPTIONS } from '../../../server/domain/options'
import { amountOf } from '../../../server/domain/prices/price-sheet'
import { column } from '../../../server/domain/resources/resource'
import type { FormDraft, FormValues } from '../form-draft'
import type { ListQuery, RowAction, RowsPage } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { refuse } from './form-values'
import { readOptions, saveOptions } from './option-texts'
import { rowNumbers } from './row-numbers'

interface Group {
  readonly id: number
  readonly name: string
  readonly ratio: number
  /** "" for groups that nobody may choose. */
  readonly description: string
}

interface GroupTables {
  readonly ratios: Readonly<Record<string, number>>
  readonly descriptions: Readonly<Record<string, string>>
}

async function readTables(tools: Tools): Promise<GroupTables> {
  const textOf = await readOptions(tools)
  return {
    ratios: OPTIONS.GroupRatio.parse(textOf('GroupRatio')),
    descriptions: OPTIONS.UserUsableGroups.parse(textOf('UserUsableGroups')),
  }
}

async function saveTables(tools: Tools, from: GroupTables, to: GroupTables): Promise<void> {
  const changes = [
    ['GroupRatio', OPTIONS.GroupRatio.format(from.ratios), OPTIONS.GroupRatio.format(to.ratios)],
    [
      'UserUsableGroups',
      OPTIONS.UserUsableGroups.format(from.descriptions),
      OPTIONS.UserUsableGroups.format(to.descriptions),
    ],
  ] as const
  await saveOptions(
    tools,
    changes.filter(([, before, after]) => before !== after).map(([key, , after]) => [key, after]),
  )
}

const numberOf = rowNumbers()

async function list(tools: Tools, query: ListQuery): Promise<RowsPage<Group>> {
  const { page, size, keyword } = query
  const { ratios, descriptions } = await readTables(tools)
  const names = Object.keys({ ...ratios, ...descriptions })
  const wanted = keyword.toLowerCase()
  const found = names
    .map((name) => ({
      id: numberOf(name),
      name,
      ratio: ratios[name] ?? 1,
      description: descriptions[name] ?? '',
    }))
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
  return { rows: found.slice((page - 1) * size, page * size), total: found.length }
}

function groupForm(group: Group | undefined, tools: Tools): FormDraft {
  const { text } = tools
  const fields = [
    { name: 'ratio', label: text('tui.group_ratio'), kind: 'text' as const },
    {
      name: 'description',
      label: text('tui.group_description'),
      kind: 'text' as const,
      hint: text('tui.group_description_hint'),
    },
  ]
  const name = { name: 'name', label: text('tui.group_name'), kind: 'text' as const }
  return {
    title: group === undefined ? text('tui.group_add') : text('tui.group_edit', { ...group }),
    fields: group === undefined ? [name, ...fields] : fields,
    initial: {
      name: '',
      ratio: String(group?.ratio ?? 1),
      description: group?.description ?? '',
    },
    save: (values) => save(group, values, tools),
  }
}

async function save(group: Group | undefined, values: FormValues, tools: Tools): Promise<string> {
  const { text } = tools
  const name = group?.name ?? values.name?.trim() ?? ''
  if (name === '') refuse(text('tui.group_name_required'))
  const ratio = amountOf(values.ratio ?? '')
  if (ratio === undefined || Number.isNaN(ratio)) refuse(text('prices.not_a_number'))
  // Read anew, so that what somebody else has changed meanwhile stays.
  const from = await readTables(tools)
  if (group === undefined && Object.hasOwn(from.ratios, name)) refuse(text('tui.group_name_taken'))
  const { [name]: _, ...others } = from.descriptions
  const description = values.description?.trim() ?? ''
  await saveTables(tools, from, {
    ratios: { ...from.ratios, [name]: ratio },
    descriptions: description === '' ? others : { ...from.descriptions, [name]: description },
  })
  return text('ui.saved')
}

const ROW_ACTIONS: readonly RowAction<Group>[] = [
  {
    key: 'x',
    title: 'ui.remove',
    question: ({ name }, { text }) => ({
      title: text('tui.group_remove', { name }),
      message: text('tui.group_remove_text'),
    }),
    run: async ({ name }, tools) => {
      const from = await readTables(tools)
      const { [name]: _ratio, ...ratios } = from.ratios
      const { [name]: _description, ...descriptions } = from.descriptions
      await saveTables(tools, from, { ratios, descriptions })
      return tools.text('ui.done')
    },
  },
]

const TITLES = {
  name: 'tui.group_name',
  ratio: 'tui.group_ratio',
  description: 'tui.group_description',
} as const

export const groupScreen = resourceScreen<Group>({
  id: 'group',
  hotkey: 'b',
  title: 'tui.groups',
  columns: { name: column('text'), ratio: column('number'), description: column('text') },
  titleOf: (name) => TITLES[name as keyof typeof TITLES],
  nameOf: ({ name }) => name,
  searchTitle: 'tui.group_search',
  list,
  // Ratios are shown as they are written, to the last digit.
  cell: (name, { ratio }) => (name === 'ratio' ? { text: String(ratio), tone: 'none' } : undefined),
  rowActions: ROW_ACTIONS,
  create: async (tools) => groupForm(undefined, tools),
  edit: async (group, tools) => groupForm(group, tools),
})
