/** Contact points, where operators get notices: tested, switched and removed here. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { column } from '../../../server/domain/resources/resource'
import type { CellText, Reader } from '../cells'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'

type ContactPointJson = DataOf<'contact_point.list'>[number]

const COLUMNS = {
  name: column('text'),
  service: column('text'),
  target: column('text'),
  wants: column('text'),
  last: column('text'),
} as const

function lastCell({ last_at, last_failure }: ContactPointJson, { text, format }: Reader): CellText {
  if (last_at === 0) return { text: text('contact_point.never'), tone: 'quiet' }
  const time = format.time(last_at)
  return last_failure === ''
    ? { text: `+ ${text('contact_point.arrived')}  ${time}`, tone: 'good' }
    : { text: `- ${text('contact_point.failed')}  ${time}  ${last_failure}`, tone: 'bad' }
}

function switchTo(enabled: boolean): RowAction<ContactPointJson>['run'] {
  return async ({ id }, { api, text }) => {
    await api.call('contact_point.update', { params: { id }, body: { enabled } })
    return text('ui.done')
  }
}

const ROW_ACTIONS: readonly RowAction<ContactPointJson>[] = [
  {
    key: 'i',
    title: 'contact_point.test',
    isHarmless: true,
    run: async ({ id }, { api, text }) => {
      const { answer } = (await api.call('contact_point.test', { params: { id } })).data
      return text('contact_point.tested', { answer })
    },
  },
  {
    key: 'd',
    title: 'ui.disable',
    isFor: ({ enabled }) => enabled,
    run: switchTo(false),
  },
  {
    key: 'd',
    title: 'ui.enable',
    isFor: ({ enabled }) => !enabled,
    isHarmless: true,
    run: switchTo(true),
  },
  {
    key: 'x',
    title: 'ui.remove',
    question: ({ name }, { text }) => ({ title: text('contact_point.remove_title', { name }) }),
    run: async ({ id }, { api, text }) => {
      await api.call('contact_point.remove', { params: { id } })
      return text('contact_point.removed')
    },
  },
]

export const contactPointScreen = resourceScreen<ContactPointJson>({
  id: 'contact-point',
  hotkey: '|',
  title: 'nav.contact_point',
  columns: COLUMNS,
  titleOf: (name) => `contact_point.${name as keyof typeof COLUMNS}`,
  nameOf: ({ name }) => name,
  list: async ({ api }) => {
    const { data } = await api.call('contact_point.list', {})
    return { rows: data, total: data.length }
  },
  cell: (name, row, reader) => {
    const { text } = reader
    const plain = (value: string): CellText => ({ text: value, tone: 'none' })
    if (name === 'service') return plain(text(`notices.way_${row.service}`))
    if (name === 'last') return lastCell(row, reader)
    if (name !== 'wants') return undefined
    return plain(row.severities.map((one) => text(`contact_point.severity_${one}`)).join(', '))
  },
  isResting: ({ enabled }) => !enabled,
  rowActions: ROW_ACTIONS,
})
