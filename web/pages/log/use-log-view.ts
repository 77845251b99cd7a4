/** What the log shows, stored in the address: query line, time, and the call that is open. */
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { LOG_SORTS, type LogSort } from '../../../server/domain/logs/log-sorts'
import type { LogFieldName } from '../../../server/domain/logs/query/fields'
import { quotedValue } from '../../../server/domain/logs/query/lex'
import { LOG_TYPE } from '../../../server/domain/status'
import { nowSeconds } from '../../app/now'
import type { ChosenTimes } from '../../components/list/TimesDialog'
import { type Sort, sortFrom } from '../../components/table/sort'
import { shownTimes, spanOf, type TimeSpan } from './log-window'

/** Filters of older addresses and of links, and the field of the line that each stands for. */
const FILTERS = {
  type: 'type',
  token_name: 'token',
  model_name: 'model',
  group: 'group',
  username: 'user',
  channel: 'channel',
  request_id: 'request',
} as const satisfies Readonly<Record<string, LogFieldName>>

export interface LogViewState {
  readonly line: string
  /** "" where times were chosen one by one. */
  readonly range: string
  readonly times: ChosenTimes
  /** Whether the address has a longer range than one view shows. */
  readonly isCut: boolean
  readonly span: TimeSpan
  /** Id of the call that is open; 0 for one that was closed, `undefined` for none. */
  readonly row: number | undefined
  /** `undefined` for the newest first. */
  readonly sort: Sort<LogSort> | undefined
  readonly ask: (line: string) => void
  readonly chooseRange: (range: string) => void
  readonly chooseTimes: (times: ChosenTimes) => void
  readonly open: (row: number) => void
  /** "" for the newest first. */
  readonly sortBy: (wanted: { readonly sort: string; readonly order: string }) => void
  /** Ranges up to now end now. */
  readonly renew: () => void
}

export function useLogView(): LogViewState {
  const [search, setSearch] = useSearchParams()
  const [now, setNow] = useState(nowSeconds)
  return useMemo(() => {
    const change = (changes: Readonly<Record<string, string>>): void => {
      setSearch((old) => changed(old, changes), { replace: true })
    }
    const given = { start: search.get('start') ?? '', end: search.get('end') ?? '' }
    const times = shownTimes(given, now)
    const chosen = search.get('range') ?? ''
    const isByHand = times.start !== '' || times.end !== ''
    const row = search.get('row')
    return {
      line: lineIn(search),
      range: isByHand ? '' : chosen || '3d',
      times,
      isCut: times !== given,
      span: spanOf(chosen, times, now),
      row: row === null ? undefined : Number(row),
      sort: sortFrom(
        { sort: search.get('sort') ?? '', order: search.get('order') ?? '' },
        LOG_SORTS,
        undefined,
      ),
      ask: (line) => change({ ...NO_FILTERS, q: line, row: '' }),
      chooseRange: (range) => {
        setNow(nowSeconds())
        change({ range, start: '', end: '', row: '' })
      },
      chooseTimes: ({ start, end }) => change({ start, end, range: '', row: '' }),
      open: (id) => change({ row: String(id) }),
      sortBy: (wanted) => change({ ...wanted, row: '' }),
      renew: () => setNow(nowSeconds()),
    }
  }, [search, setSearch, now])
}

const NO_FILTERS = Object.fromEntries(Object.keys(FILTERS).map((name) => [name, '']))

function changed(old: URLSearchParams, changes: Readonly<Record<string, string>>) {
  const next = new URLSearchParams(old)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The line of the address, and behind it the filters that a link has set. */
function lineIn(search: URLSearchParams): string {
  const line = search.get('q') ?? ''
  const given = Object.entries(FILTERS).flatMap(([name, field]) => {
    const value = search.get(name) ?? ''
    return value === '' ? [] : [`${field}:${quotedValue(name === 'type' ? typeOf(value) : value)}`]
  })
  return [line, ...given].filter((part) => part !== '').join(' ')
}

/** Links name types by their numbers. */
function typeOf(value: string): string {
  return Object.entries(LOG_TYPE).find(([, type]) => String(type) === value)?.[0] ?? value
}
