/** Notices to users and to root, and whether they were delivered. */
import type { NoticeJson } from '../../../server/domain/endpoints/notice'
import { canDismissNotice, canRetryNotice } from '../../../server/domain/notice-retry'
import { isNoticeService } from '../../../server/domain/notices/service-ids'
import { noticeResource } from '../../../server/domain/resources/notices'
import { NOTICE_STATE, noticeState, statusName } from '../../../server/domain/status'
import type { Tone } from '../../tones'
import type { CellText } from '../cells'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text } from '../tools'
import { ownerAction } from './owner-action'

const STATES = Object.keys(NOTICE_STATE) as readonly (keyof typeof NOTICE_STATE)[]

const SIGNS = {
  sent: ['+', 'good'],
  waiting: ['~', 'quiet'],
  failed: ['~', 'warning'],
  given_up: ['-', 'bad'],
  dismissed: ['-', 'quiet'],
} as const satisfies Record<(typeof STATES)[number], readonly [string, Tone]>

function stateCell(state: string, text: Text): CellText {
  const name = statusName(noticeState, state)
  if (name === undefined) return { text: state, tone: 'none' }
  const [sign, tone] = SIGNS[name]
  return { text: `${sign} ${text(`notices.state_${name}`)}`, tone }
}

function wayText(way: string, text: Text): string {
  return isNoticeService(way) ? text(`notices.way_${way}`) : ''
}

const ROW_ACTIONS: readonly RowAction<NoticeJson>[] = [
  {
    key: 'Y',
    title: 'notices.retry',
    isFor: canRetryNotice,
    isHarmless: true,
    run: async ({ id }, { api, text }) => {
      await api.call('notice.retry', { params: { id } })
      return text('notices.retried')
    },
  },
  {
    key: 'x',
    title: 'notices.dismiss',
    isFor: canDismissNotice,
    isHarmless: true,
    run: async ({ id }, { api, text }) => {
      await api.call('notice.dismiss', { params: { id } })
      return text('notices.dismissed')
    },
  },
  ownerAction(({ user_id }) => String(user_id)),
]

export const noticeScreen = resourceScreen<NoticeJson>({
  id: 'notice',
  hotkey: 'N',
  title: 'nav.notice',
  columns: noticeResource.columns,
  titleOf: (column) => `field.notice.${column as keyof typeof noticeResource.columns}`,
  nameOf: ({ title }) => title,
  filters: async ({ text }) => [
    {
      name: 'state',
      label: text('field.notice.state'),
      kind: 'choice',
      choices: [
        { value: '', title: text('notices.all_states') },
        ...STATES.map((name) => ({
          value: NOTICE_STATE[name],
          title: text(`notices.state_${name}`),
        })),
      ],
    },
  ],
  list: async ({ api }, { page, size, filters }) => {
    const { data } = await api.call('notice.list', {
      query: { p: page, page_size: size, state: filters.state },
    })
    return { rows: data.items, total: data.total }
  },
  cell: (column, { state, way, contact_point }, { text }) => {
    if (column === 'state') return stateCell(state, text)
    if (column === 'username' && contact_point !== '') return { text: contact_point, tone: 'none' }
    return column === 'way' ? { text: wayText(way, text), tone: 'none' } : undefined
  },
  rowActions: ROW_ACTIONS,
  followMs: 5000,
})
