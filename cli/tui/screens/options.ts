/** Every setting, derived from the registry: grouped, searched, judged by the same rows. */
import { isTextKey } from '../../../server/domain/i18n/translate'
import { OPTION_KEYS, OPTIONS, type OptionKey, typedText } from '../../../server/domain/options'
import type { OptionRow } from '../../../server/domain/options/option'
import { column } from '../../../server/domain/resources/resource'
import type { FieldRow, FormDraft } from '../form-draft'
import type { ListQuery, RowAction, RowsPage } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text, Tools } from '../tools'

interface Setting {
  readonly id: number
  readonly key: OptionKey
  readonly section: string
  readonly title: string
  /** "" for secrets. */
  readonly value: string
  /** Of secrets: whether there is one. */
  readonly isSet: boolean
  readonly row: OptionRow<unknown>
}

/** Those that change something. */
const KEYS = OPTION_KEYS.filter((key) => OPTIONS[key].inert === undefined)
const SECTIONS = [...new Set(KEYS.map((key) => OPTIONS[key].section))]

function sectionTitle(section: string, text: Text): string {
  const key = `section.${section}`
  return isTextKey(key) ? text(key) : section
}

async function settings({ api, text }: Tools): Promise<readonly Setting[]> {
  const { data, secrets = {} } = await api.call('option.list')
  const values = new Map(data.map(({ key, value }) => [key, value]))
  return KEYS.map((key, at) => ({
    id: at + 1,
    key,
    section: sectionTitle(OPTIONS[key].section, text),
    title: text(`setting.${key}`),
    value: values.get(key) ?? '',
    isSet: secrets[key] === true,
    row: OPTIONS[key],
  }))
}

async function list(tools: Tools, query: ListQuery): Promise<RowsPage<Setting>> {
  const { page, size, keyword, filters } = query
  const wanted = keyword.toLowerCase()
  const found = (await settings(tools)).filter(
    ({ key, title, section, row }) =>
      (filters.section === undefined || row.section === filters.section) &&
      `${key} ${title} ${section}`.toLowerCase().includes(wanted),
  )
  return { rows: found.slice((page - 1) * size, page * size), total: found.length }
}

const ROW_ACTIONS: readonly RowAction<Setting>[] = [
  {
    key: 'd',
    title: 'tui.switch',
    isFor: ({ row }) => row.type === 'boolean',
    run: async ({ key, value }, { api, text }) => {
      await api.call('option.set', { body: { key, value: value !== 'true', expected: value } })
      return `${key}: ${text(value === 'true' ? 'ui.off' : 'ui.on')}`
    },
    undo:
      ({ key, value }, { api }) =>
      () => {
        const expected = String(value !== 'true')
        return api.call('option.set', { body: { key, value: value === 'true', expected } })
      },
  },
  {
    key: 'x',
    title: 'tui.reset_option',
    question: ({ key }, { text }) => ({ title: text('tui.reset_option_title', { key }) }),
    run: async ({ key }, { api, text }) => {
      await api.call('option.reset', { params: { key } })
      return text('ui.done')
    },
  },
]

function fieldOf({ key, row, isSet }: Setting, text: Text): FieldRow {
  const hints = [defaultHint(row, text), rangeHint(row), isSet ? text('tui.secret_set') : '']
  const field = { name: 'value', label: key, hint: hints.filter((hint) => hint !== '').join('  ') }
  if (row.type === 'boolean') return { ...field, kind: 'flag' }
  if (row.secret) return { ...field, kind: 'secret' }
  const choices = row.choices?.map((value) => ({ value, title: value }))
  return choices === undefined ? { ...field, kind: 'text' } : { ...field, kind: 'choice', choices }
}

/** Longer defaults are no hint. */
const MAX_HINT = 60

function defaultHint(row: OptionRow<unknown>, text: Text): string {
  const value = row.secret ? '' : (typedText(row.format(row.default)) ?? '')
  return value === '' || value.length > MAX_HINT ? '' : text('tui.option_default', { value })
}

function rangeHint({ type, min, max }: OptionRow<unknown>): string {
  if (type !== 'integer' && type !== 'number') return ''
  return max === undefined || max === Number.MAX_SAFE_INTEGER ? `≥ ${min}` : `${min}–${max}`
}

async function edit(setting: Setting, { api, text }: Tools): Promise<FormDraft> {
  const { key, title, section, value } = setting
  return {
    title: `${section}: ${title}`,
    fields: [fieldOf(setting, text)],
    initial: { value },
    save: async (values) => {
      const next = values.value ?? ''
      await api.call('option.set', { body: { key, value: next, expected: value } })
      const back = () => api.call('option.set', { body: { key, value, expected: next } })
      const undo = { title: key, run: back }
      return { message: text('ui.saved'), shown: [], undo: setting.row.secret ? undefined : undo }
    },
  }
}

export const optionScreen = resourceScreen<Setting>({
  id: 'option',
  hotkey: 'o',
  title: 'tui.options',
  columns: {
    title: column('text'),
    value: column('long_text'),
    section: column('text'),
    key: column('text'),
  },
  titleOf: (name) =>
    name === 'title' ? 'tui.option_title' : `field.option.${name as 'key' | 'value' | 'section'}`,
  nameOf: ({ key }) => key,
  searchTitle: 'tui.search_option',
  filters: async ({ text }) => [
    {
      name: 'section',
      label: text('field.option.section'),
      kind: 'choice',
      choices: [
        { value: '', title: text('tui.any') },
        ...SECTIONS.map((value) => ({ value, title: sectionTitle(value, text) })),
      ],
    },
  ],
  list,
  cell: (name, { row, value, isSet }, { text }) => {
    if (name !== 'value') return undefined
    if (row.secret) {
      return isSet ? { text: '********', tone: 'quiet' } : { text: '-', tone: 'quiet' }
    }
    if (row.type !== 'boolean') return undefined
    return value === 'true'
      ? { text: `+ ${text('ui.on')}`, tone: 'good' }
      : { text: `- ${text('ui.off')}`, tone: 'quiet' }
  },
  rowActions: ROW_ACTIONS,
  edit,
})
