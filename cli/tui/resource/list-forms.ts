/** Forms and lines that a list opens: search, filters, a new row, a changed row. */
import type { FormDraft, FormValues } from '../form-draft'
import type { Identified, ResourceDefinition, RowTools } from './definition'
import type { ResourceList } from './use-resource-list'

export interface ListFormsOrder<Row extends Identified> {
  readonly definition: ResourceDefinition<Row>
  readonly list: ResourceList<Row>
  readonly tools: RowTools
}

/** Of what is loaded, until Enter queries the gateway; words of its own it alone understands. */
function keepsOf<Row extends Identified>(
  { nameOf }: ListFormsOrder<Row>['definition'],
  typed: string,
): ((row: Row) => boolean) | undefined {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '' || /[:<>=]/.test(wanted)) return undefined
  return (row) => `${nameOf(row)}\n${Object.values(row).join('\n')}`.toLowerCase().includes(wanted)
}

export function openSearch<Row extends Identified>({
  definition,
  list,
  tools,
}: ListFormsOrder<Row>): void {
  tools.open({
    kind: 'line',
    prompt: '/',
    initial: list.state.keyword,
    commands: [],
    onType: (typed) => list.dispatch({ type: 'narrow', keeps: keepsOf(definition, typed) }),
    onCancel: () => list.dispatch({ type: 'narrow', keeps: undefined }),
    onEnter: (keyword) => list.dispatch({ type: 'search', keyword }),
  })
}

export function openFilters<Row extends Identified>(order: ListFormsOrder<Row>): void {
  const { definition, list, tools } = order
  const { text } = tools
  void open(tools, async () => ({
    title: text('tui.filter'),
    fields: (await definition.filters?.(tools)) ?? [],
    initial: list.state.filters,
    save: async (values) => {
      list.dispatch({ type: 'filter', filters: withoutBlanks(values) })
      return text('ui.done')
    },
  }))
}

function withoutBlanks(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
}

export function openCreate<Row extends Identified>({
  definition,
  tools,
}: ListFormsOrder<Row>): void {
  const { create } = definition
  if (create !== undefined) void open(tools, async () => reloading(await create(tools), tools))
}

export function openEdit<Row extends Identified>(order: ListFormsOrder<Row>): void {
  const { definition, list, tools } = order
  const { edit, canEdit } = definition
  const row = list.state.rows[list.state.cursor]
  if (row === undefined || edit === undefined) return
  if (canEdit?.(row, tools) === false) {
    tools.say(tools.text('failure.denied'))
    return
  }
  void open(tools, async () => reloading(await edit(row, tools), tools))
}

async function open(tools: RowTools, make: () => Promise<FormDraft>): Promise<void> {
  try {
    tools.open({ kind: 'form', form: await make() })
  } catch (error) {
    tools.fail(error)
  }
}

function reloading(form: FormDraft, tools: RowTools): FormDraft {
  return {
    ...form,
    save: async (values) => {
      const saved = await form.save(values)
      tools.reload()
      return saved
    },
  }
}
