/** Incidents and maintenance, as the status page shows them to customers. */
import type { IncidentJson } from '../../../server/domain/endpoints/incident'
import { column, hidden } from '../../../server/domain/resources/resource'
import { IMPACTS, isOver, STATES_OF_KIND } from '../../../server/domain/status-page/incident'
import type { FormDraft, FormValues } from '../form-draft'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'

/** Maintenance, whose times a form of a terminal would not help with, is for the command. */
function newIncident({ api, text }: Tools): FormDraft {
  return {
    title: text('incident.new'),
    fields: [
      { name: 'title', label: text('incident.title'), kind: 'text' },
      {
        name: 'impact',
        label: text('incident.impact'),
        kind: 'choice',
        choices: IMPACTS.map((value) => ({ value, title: text(`incident.impact.${value}`) })),
        hint: text('incident.impact_hint'),
      },
      {
        name: 'models',
        label: text('incident.models'),
        kind: 'text',
        hint: text('incident.models_hint'),
      },
      { name: 'body', label: text('incident.message'), kind: 'text' },
    ],
    initial: { title: '', impact: 'minor', models: '', body: '' },
    save: async ({ title = '', models = '', body = '', ...values }: FormValues) => {
      const impact = IMPACTS.find((one) => one === values.impact) ?? 'none'
      await api.call('incident.create', {
        body: { title, impact, models: models.split(','), body },
      })
      return text('ui.saved')
    },
  }
}

function newUpdate({ id, kind, title, state }: IncidentJson, { api, text }: Tools): FormDraft {
  const states = STATES_OF_KIND[kind]
  return {
    title: `${text('incident.post')}: ${title}`,
    fields: [
      {
        name: 'state',
        label: text('incident.state'),
        kind: 'choice',
        choices: states.map((value) => ({ value, title: text(`incident.state.${value}`) })),
      },
      { name: 'body', label: text('incident.message'), kind: 'text' },
    ],
    initial: { state, body: '' },
    save: async ({ body = '', ...values }: FormValues) => {
      const next = states.find((one) => one === values.state) ?? state
      await api.call('incident.update', { params: { id }, body: { state: next, body } })
      return text('incident.posted')
    },
  }
}

const ROW_ACTIONS: readonly RowAction<IncidentJson>[] = [
  {
    key: 'x',
    title: 'ui.remove',
    question: ({ title }, { text }) => ({ title: text('incident.remove_title', { title }) }),
    run: async ({ id }, { api, text }) => {
      await api.call('incident.remove', { params: { id } })
      return text('ui.done')
    },
  },
]

const TITLES = {
  id: 'incident.id',
  title: 'incident.title',
  state: 'incident.state',
  impact: 'incident.impact',
  starts_at: 'incident.start',
  ends_at: 'incident.end',
  models: 'incident.models',
} as const

export const incidentScreen = resourceScreen<IncidentJson>({
  id: 'incident',
  hotkey: '_',
  title: 'nav.incident',
  columns: {
    id: hidden('id'),
    title: column('text'),
    state: column('text'),
    impact: column('text'),
    starts_at: column('time_s'),
    ends_at: column('time_s'),
    models: column('list'),
  },
  titleOf: (name) => TITLES[name as keyof typeof TITLES],
  nameOf: ({ title }) => title,
  list: async ({ api }, { page, size }) => {
    const { data } = await api.call('incident.list', { query: { p: page, page_size: size } })
    return { rows: data.items, total: data.total }
  },
  cell: (name, row, { text }) => {
    if (name === 'state') {
      const tone = isOver(row) ? 'quiet' : 'warning'
      return { text: text(`incident.state.${row.state}`), tone }
    }
    if (name !== 'impact') return undefined
    const { kind, impact } = row
    const shown =
      kind === 'maintenance' ? 'incident.kind.maintenance' : (`incident.impact.${impact}` as const)
    return { text: text(shown), tone: 'none' }
  },
  isResting: isOver,
  rowActions: ROW_ACTIONS,
  facts: ({ updates }, { text, format }) =>
    updates.map(
      ({ state, body, created_at }) =>
        `${format.time(created_at)}  ${text(`incident.state.${state}`)}  ${body}`,
    ),
  create: async (tools) => newIncident(tools),
  edit: async (row, tools) => newUpdate(row, tools),
})
