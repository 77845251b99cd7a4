/** Limits of tokens, users, groups and channels, with what is used of them. */
import type { LimitJson } from '../../../server/domain/endpoints/limit'
import {
  DEFAULT_LIMIT_KIND,
  isMoney,
  isOfRunning,
  LIMIT_KINDS,
  type LimitKind,
} from '../../../server/domain/limits/kinds'
import {
  isLimitWindow,
  LIMIT_SUBJECTS,
  LIMIT_WINDOWS,
  usualWindow,
} from '../../../server/domain/limits/limit'
import { CREDITS_PER_USD } from '../../../server/domain/money/quota'
import { column } from '../../../server/domain/resources/resource'
import type { FieldRow, FormDraft, FormValues } from '../form-draft'
import type { ListQuery, RowAction, RowsPage } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { refuse, whole } from './form-values'

async function list({ api, text }: Tools, query: ListQuery): Promise<RowsPage<LimitJson>> {
  const { page, size, keyword, filters } = query
  const subjects = LIMIT_SUBJECTS.filter((each) => !filters.subject || filters.subject === each)
  const found: LimitJson[] = []
  for (const subject of subjects) {
    found.push(...(await api.call('limit.list', { query: { subject } })).data)
  }
  const wanted = keyword.toLowerCase()
  const rows = found.filter((row) => nameOf(row, text).toLowerCase().includes(wanted))
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length }
}

function nameOf({ subject, name, kind, window }: LimitJson, text: Tools['text']): string {
  const whose = text(`limit.subject_${subject}`, { name })
  return `${whose} ${text(`limit.name_${kind}`)} ${text(`limit.window_${window}`)}`
}

function choicesOf<Name extends string>(
  names: readonly Name[],
  title: (name: Name) => string,
): FieldRow['choices'] {
  return names.map((value) => ({ value, title: title(value) }))
}

const kindOf = ({ kind }: FormValues): LimitKind =>
  LIMIT_KINDS.find((each) => each === kind) ?? DEFAULT_LIMIT_KIND

const hasZone = ({ window }: FormValues) =>
  window === 'day' || window === 'week' || window === 'month'

function limitForm(row: LimitJson | undefined, tools: Tools): FormDraft {
  const { text } = tools
  const amount = {
    name: 'amount',
    label: text('limit.amount'),
    kind: 'text',
    hint: (values: FormValues) => {
      const typed = kindOf(values)
      return isMoney(typed) ? text(`limit.name_${typed}`) : ''
    },
  } as const
  const zone = { name: 'zone', label: text('limit.zone'), kind: 'text', isFor: hasZone } as const
  const start = {
    name: 'start_hour',
    label: text('limit.start_hour'),
    kind: 'text',
    isFor: hasZone,
  } as const
  const kind = row?.kind ?? DEFAULT_LIMIT_KIND
  const shown = row && (isMoney(kind) ? row.amount / CREDITS_PER_USD : row.amount)
  return {
    title: row === undefined ? text('limit.add') : nameOf(row, text),
    fields:
      row === undefined ? [...namingFields(text), amount, zone, start] : [amount, zone, start],
    initial: {
      subject: row?.subject ?? 'token',
      key: row?.key ?? '',
      kind,
      window: row?.window ?? usualWindow(kind),
      amount: shown === undefined ? '' : String(shown),
      zone: row?.zone ?? 'UTC',
      start_hour: String(row?.start_hour ?? 0),
    },
    save: (values) => save(values, tools),
  }
}

function namingFields(text: Tools['text']): readonly FieldRow[] {
  return [
    {
      name: 'subject',
      label: text('limit.subject'),
      kind: 'choice',
      choices: choicesOf(LIMIT_SUBJECTS, (each) => text(`limit.noun_${each}`)),
    },
    { name: 'key', label: text('limit.key'), kind: 'text' },
    {
      name: 'kind',
      label: text('limit.kind'),
      kind: 'choice',
      choices: choicesOf(LIMIT_KINDS, (each) => text(`limit.name_${each}`)),
    },
    {
      name: 'window',
      label: text('limit.window'),
      kind: 'choice',
      isFor: (values) => !isOfRunning(kindOf(values)),
      choices: choicesOf(
        LIMIT_WINDOWS.filter((window) => window !== 'now'),
        (each) => text(`limit.window_${each}`),
      ),
    },
  ]
}

async function save(values: FormValues, { api, text }: Tools): Promise<string> {
  const subject = LIMIT_SUBJECTS.find((each) => each === values.subject) ?? 'token'
  const kind = kindOf(values)
  const window =
    LIMIT_WINDOWS.find((each) => each === values.window && isLimitWindow(kind, each)) ?? 'now'
  const { key = '', zone } = values
  const wrong = text('limit.amount_invalid')
  const amount = isMoney(kind) ? credits(values.amount, wrong) : whole(values.amount, wrong)
  const start_hour = whole(values.start_hour, text('reason.hour'))
  const limit = { kind, window, amount, zone, start_hour }
  await api.call('limit.set', { body: { subject, key: key.trim(), limits: [limit] } })
  return text('ui.saved')
}

function credits(typed: string | undefined, otherwise: string): number {
  const text = (typed ?? '').trim().replace(/^\$/, '')
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) refuse(otherwise)
  return Math.round(Number(text) * CREDITS_PER_USD)
}

const ROW_ACTIONS: readonly RowAction<LimitJson>[] = [
  {
    key: 'x',
    title: 'ui.remove',
    question: (row, { text }) => ({ title: `${text('limit.remove')}: ${nameOf(row, text)}` }),
    run: async ({ id }, { api, text }) => {
      await api.call('limit.remove', { params: { id } })
      return text('ui.done')
    },
  },
]

const TITLES = {
  subject: 'limit.subject',
  kind: 'limit.kind',
  window: 'limit.window',
  amount: 'limit.amount',
  used: 'limit.used',
  left: 'limit.left',
  resets_at: 'limit.resets',
} as const

export const limitScreen = resourceScreen<LimitJson>({
  id: 'limit',
  hotkey: 'Q',
  title: 'limit.title',
  columns: {
    subject: column('text'),
    kind: column('text'),
    window: column('text'),
    amount: column('number'),
    used: column('number'),
    left: column('number'),
    resets_at: column('time_s'),
  },
  titleOf: (name) => TITLES[name as keyof typeof TITLES],
  nameOf: ({ subject, key, kind, window }) => `${subject} ${key} ${kind} ${window}`,
  searchTitle: 'limit.search',
  filters: async ({ text }) => [
    {
      name: 'subject',
      label: text('limit.subject'),
      kind: 'choice',
      choices: [
        { value: '', title: text('tui.any') },
        ...(choicesOf(LIMIT_SUBJECTS, (each) => text(`limit.noun_${each}`)) ?? []),
      ],
    },
  ],
  list,
  cell: (name, row, { text, format }) => {
    const plain = (shown: string) => ({ text: shown, tone: 'none' }) as const
    const count = (amount: number) =>
      plain(isMoney(row.kind) ? format.usd(amount / CREDITS_PER_USD) : format.number(amount))
    switch (name) {
      case 'subject':
        return plain(text(`limit.subject_${row.subject}`, { name: row.name }))
      case 'kind':
        return plain(text(`limit.name_${row.kind}`))
      case 'window':
        return plain(text(`limit.window_${row.window}`))
      case 'amount':
        return count(row.amount)
      case 'used':
        return count(row.used)
      case 'left':
        return count(row.left)
      default:
        return undefined
    }
  },
  isResting: ({ left }) => left === 0,
  rowActions: ROW_ACTIONS,
  create: async (tools) => limitForm(undefined, tools),
  edit: async (row, tools) => limitForm(row, tools),
})
