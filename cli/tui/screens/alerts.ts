/** Alert rules with their state: switched, silenced, and removed or reset. */
import { nowSeconds } from '../../../server/clock'
import { SILENCES_S } from '../../../server/domain/alerts/rule'
import {
  type AlertReader,
  alertValueText,
  placeText,
  ruleTitle,
  spanText,
  watchText,
} from '../../../server/domain/alerts/texts'
import type { AlertJson } from '../../../server/domain/endpoints/alert'
import { column } from '../../../server/domain/resources/resource'
import type { CellText, Reader } from '../cells'
import type { ListQuery, RowAction, RowsPage } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text, Tools } from '../tools'

const FOLLOW_MS = 5000

const COLUMNS = {
  state: column('text'),
  name: column('text'),
  condition: column('text'),
  value: column('text'),
  severity: column('text'),
  since: column('time_s'),
} as const

const TITLES = {
  state: 'alert.state',
  name: 'alert.name',
  condition: 'alert.condition',
  value: 'alert.value',
  severity: 'alert.severity',
  since: 'alert.from',
} as const

const STATES = {
  ok: ['+', 'good'],
  pending: ['~', 'warning'],
  firing: ['!', 'bad'],
} as const

interface AlertRow extends AlertJson {
  readonly isSilenced: boolean
}

function readerOf({ text, format }: Pick<Reader, 'text' | 'format'>): AlertReader {
  return { text, quota: format.quota }
}

async function list({ api, text, clock }: Tools, query: ListQuery): Promise<RowsPage<AlertRow>> {
  const { page, size, keyword, filters } = query
  const { data } = await api.call('alert.list')
  const wanted = keyword.toLowerCase()
  const now = nowSeconds(clock)
  const rows = data
    .filter(({ state }) => !filters.state || filters.state === state)
    .map((rule) => ({ ...rule, isSilenced: rule.silenced_until > now }))
    .filter((rule) => ruleTitle(rule.name, text).toLowerCase().includes(wanted))
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length }
}

function stateCell({ state, enabled, isSilenced }: AlertRow, text: Text): CellText {
  if (!enabled) return { text: `- ${text('alert.off')}`, tone: 'quiet' }
  const [sign, tone] = STATES[state]
  const silence = isSilenced ? ` (${text('alert.silence')})` : ''
  return { text: `${sign} ${text(`alert.state_${state}`)}${silence}`, tone }
}

const ROW_ACTIONS: readonly RowAction<AlertRow>[] = [
  {
    key: 'd',
    title: 'ui.disable',
    isFor: ({ enabled }) => enabled,
    isHarmless: true,
    run: async ({ id }, { api, text }) => {
      await api.call('alert.update', { params: { id }, body: { enabled: false } })
      return text('ui.done')
    },
    undo:
      ({ id }, { api }) =>
      () =>
        api.call('alert.update', { params: { id }, body: { enabled: true } }),
  },
  {
    key: 'd',
    title: 'ui.enable',
    isFor: ({ enabled }) => !enabled,
    isHarmless: true,
    run: async ({ id }, { api, text }) => {
      await api.call('alert.update', { params: { id }, body: { enabled: true } })
      return text('ui.done')
    },
  },
  {
    key: ',',
    title: 'alert.silence',
    isSingle: true,
    run: async (rule, tools) => {
      const { open, text } = tools
      open({ kind: 'menu', title: ruleTitle(rule.name, text), items: silences(rule, tools) })
      return undefined
    },
  },
  {
    key: 'x',
    title: 'ui.remove',
    question: (rule, { text }) => {
      const name = ruleTitle(rule.name, text)
      return { title: text(rule.built_in ? 'alert.reset_title' : 'alert.remove_title', { name }) }
    },
    run: async ({ id, built_in }, { api, text }) => {
      await api.call('alert.remove', { params: { id } })
      return text(built_in ? 'alert.reset_done' : 'alert.removed')
    },
  },
]

function silences({ id }: AlertRow, tools: Parameters<RowAction<AlertRow>['run']>[1]) {
  const { api, text, clock, say, fail, reload } = tools
  const silence = (until: number, done: string) => () => {
    const sent = api.call('alert.silence', { params: { id }, body: { until } })
    void sent.then(() => say(done), fail).finally(reload)
  }
  const now = nowSeconds(clock)
  return [
    ...SILENCES_S.map((seconds, index) => {
      const title = text('alert.silence_for', { span: spanText(seconds, { text }) })
      return { key: String(index + 1), title, run: silence(now + seconds, title) }
    }),
    { key: '0', title: text('alert.silence_end'), run: silence(0, text('alert.silence_ended')) },
  ]
}

export const alertScreen = resourceScreen<AlertRow>({
  id: 'alert',
  hotkey: ')',
  title: 'nav.alert',
  columns: COLUMNS,
  titleOf: (name) => TITLES[name as keyof typeof TITLES],
  nameOf: ({ name }) => name,
  searchTitle: 'alert.search',
  filters: async ({ text }) => [
    {
      name: 'state',
      label: text('alert.state'),
      kind: 'choice',
      choices: [
        { value: '', title: text('tui.any') },
        ...(['firing', 'pending', 'ok'] as const).map((value) => ({
          value,
          title: text(`alert.state_${value}`),
        })),
      ],
    },
  ],
  list,
  cell: (name, rule, reader) => {
    const { text } = reader
    const plain = (shown: string) => ({ text: shown, tone: 'none' }) as const
    const { measure, value, severity, enabled } = rule
    switch (name) {
      case 'state':
        return stateCell(rule, text)
      case 'name':
        return plain(ruleTitle(rule.name, text))
      case 'condition':
        return plain(`${watchText(rule, readerOf(reader))} · ${placeText(rule, text)}`)
      case 'value':
        return plain(
          value === null || !enabled ? '' : alertValueText(measure, value, readerOf(reader)),
        )
      case 'severity':
        return plain(text(`alert.severity_${severity}`))
      default:
        return undefined
    }
  },
  isResting: ({ enabled }) => !enabled,
  rowActions: ROW_ACTIONS,
  facts: ({ subjects, measure }, tools) =>
    subjects.map(({ name, state, value }) => {
      const shown = alertValueText(measure, value, readerOf(tools))
      return `${name} ${tools.text(`alert.state_${state}`)} ${shown}`.trim()
    }),
  followMs: FOLLOW_MS,
})
