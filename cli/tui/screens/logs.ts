/** The usage log; followed, it is the live tail. */

import type { InputOf } from '../../../server/domain/api-calls/contract'
import type { LogJson } from '../../../server/domain/endpoints/log'
import { logResource } from '../../../server/domain/resources/logs'
import { cellOf, statesOf } from '../cells'
import type { ListQuery, RowsPage } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { numberOrNothing, secondsOf } from './form-values'
import { cleanUpForm } from './log-clean-up'
import { logFacts } from './log-facts'
import { ownerAction } from './owner-action'

/** Where nobody says that a call has ended. */
const FOLLOW_MS = 4000

const TEXT_FILTERS = [
  ['token_name', 'log.by_token'],
  ['model_name', 'log.by_model'],
  ['group', 'log.by_group'],
  ['username', 'log.by_user'],
  ['channel', 'log.by_channel'],
  ['request_id', 'field.log.request_id'],
] as const

/** Who called what at which price comes first: a narrow terminal shows no more. */
// Client, session and tags are among the facts of the calls that have them.
const { client: _, session: __, tags: ___, ...listed } = logResource.columns
const { id, created_at, username, token_name, model_name, quota, type, ...others } = listed
const COLUMNS = { id, created_at, username, token_name, model_name, quota, type, ...others }

type Filter = NonNullable<InputOf<'log.stat'>['query']>

function filterOf({ filters }: ListQuery, { text }: Tools): Filter {
  const { type, channel, from, to, ...texts } = filters
  const moment = (typed: string | undefined): number | undefined => {
    const seconds = secondsOf(typed, text('token.time_invalid'))
    return seconds < 0 ? undefined : seconds
  }
  return {
    ...texts,
    type: numberOrNothing(type),
    channel: numberOrNothing(channel),
    start_timestamp: moment(from),
    end_timestamp: moment(to),
  }
}

async function list(tools: Tools, query: ListQuery): Promise<RowsPage<LogJson>> {
  const { api, text, format } = tools
  const { page, size, keyword } = query
  const filter = { ...filterOf(query, tools), ...(keyword !== '' && { q: keyword }) }
  const [found, figures] = await Promise.all([
    api.call('log.list', { query: { p: page, page_size: size, ...filter } }),
    api.call('log.stat', { query: filter }),
  ])
  const { quota, rpm, tpm } = figures.data
  const note = [
    `${text('log.consumed')} ${format.quota(quota)}`,
    `RPM ${format.count(rpm)}`,
    `TPM ${format.count(tpm)}`,
  ].join(' ')
  return { rows: found.data.items, total: found.data.total, note }
}

export const logScreen = resourceScreen<LogJson>({
  id: 'log',
  hotkey: 'l',
  title: 'nav.log',
  columns: COLUMNS,
  titleOf: (column) => `field.log.${column as keyof typeof logResource.columns}`,
  nameOf: ({ model_name, username }) => `${username} ${model_name}`,
  copyOf: ({ request_id }) => request_id,
  searchTitle: 'tui.search_log',
  filters: async ({ text }) => [
    {
      name: 'type',
      label: text('field.log.type'),
      kind: 'choice',
      choices: [{ value: '', title: text('tui.any') }, ...statesOf('log_type', text)],
    },
    ...TEXT_FILTERS.map(([name, title]) => ({ name, label: text(title), kind: 'text' as const })),
    { name: 'from', label: text('log.from'), kind: 'text', hint: '2026-12-31 08:00:00' },
    { name: 'to', label: text('log.to'), kind: 'text', hint: '2026-12-31 23:59:59' },
  ],
  list,
  cell: (column, { quota, duration_ms }, tools) => {
    // Calls cost too little for whole cents, and take less than whole seconds.
    if (column === 'quota') return { text: tools.format.cost(quota), tone: 'none' }
    const isMeasured = column === 'use_time' && duration_ms > 0
    return isMeasured ? cellOf('duration_ms', duration_ms, tools) : undefined
  },
  followMs: FOLLOW_MS,
  isPushed: true,
  facts: logFacts,
  rowActions: [
    {
      key: 'T',
      title: 'tui.its_token',
      isSingle: true,
      isFor: ({ token_name }) => token_name !== '',
      run: async ({ token_name, username }, { goTo }) => {
        goTo('token', { keyword: token_name, filters: { username } })
        return undefined
      },
    },
    ownerAction(({ username }) => username),
  ],
  listActions: [
    {
      key: '-',
      title: 'tui.clean_up',
      run: async (tools) => {
        tools.open({ kind: 'form', form: cleanUpForm(tools) })
        return undefined
      },
    },
  ],
})
