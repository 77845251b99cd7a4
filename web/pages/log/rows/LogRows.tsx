import { Button, SkeletonBox } from '@primer/react'
import { useEffect, useRef } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { LogJson } from '../../../../server/domain/endpoints/log'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import type { LogSort } from '../../../../server/domain/logs/log-sorts'
import { useText } from '../../../app/language'
import { useSize } from '../../../components/chart/use-size'
import { LoadFailure } from '../../../components/page/LoadFailure'
import { StaleNote } from '../../../components/page/StaleNote'
import { isNumeric } from '../../../components/table/Cell'
import { SortButton, sortOf, type TableSort } from '../../../components/table/SortButton'
import { useShownColumns } from '../../../components/table/use-shown-columns'
import { NARROW, useMedia } from '../call/use-media'
import { LogCard } from './LogCard'
import { LogCell, toneOf } from './LogCell'
import { fittingColumns, type LogColumnName, logTableResource, templateOf } from './log-columns'
import { NoRows } from './NoRows'
import type { LogRowsState } from './use-log-rows'
import { useRowsInSight } from './use-rows-in-sight'
import './log-rows.css'

interface LogRowsProps {
  readonly state: LogRowsState
  readonly isFiltered: boolean
  readonly opened: number | undefined
  readonly onOpen: (id: number) => void
  readonly onUser: ((id: number) => void) | undefined
  readonly isNew: (log: LogJson) => boolean
  readonly sort: TableSort
}

const ROW = 36
const CARD = 62
/** Older rows are requested when so many of the loaded ones are below. */
const AHEAD = 12
const SKELETONS = 12
/** Pixels that a hand moves in a press. */
const STEADY = 4

/** Of columns that say more here than their field does elsewhere. */
const TITLES: Readonly<Partial<Record<LogColumnName, TextKey>>> = { use_time: 'log.times' }

/** Whole seconds stand for milliseconds in older rows. */
const SORTED: Readonly<Partial<Record<LogColumnName, LogSort>>> = { use_time: 'duration_ms' }

export function LogRows(props: LogRowsProps) {
  const { state, isFiltered } = props
  const { first, rows } = state
  const { text } = useText()
  if (first.error !== undefined && rows === undefined) {
    return <LoadFailure message={failureText(first.error, text)} onRetry={first.reload} />
  }
  return (
    <>
      {first.error !== undefined && <StaleNote error={first.error} onRetry={first.reload} />}
      {rows?.length === 0 ? <NoRows isFiltered={isFiltered} /> : <RowsTable {...props} />}
    </>
  )
}

/** Only what is in sight is drawn, however many rows have been read. */
function RowsTable(props: LogRowsProps) {
  const { state, opened, sort } = props
  const { rows = [], total, hasMore, isBusy, more } = state
  const { text } = useText()
  const isNarrow = useMedia(NARROW)
  const [frame, { width }] = useSize<HTMLDivElement>()
  const chosen = useShownColumns(logTableResource)
  const columns = fittingColumns(chosen, width)
  const body = useRef<HTMLTableSectionElement>(null)
  const height = isNarrow ? CARD : ROW
  const { first, end, reveal } = useRowsInSight({ body, count: rows.length, height })
  useEffect(() => {
    if (hasMore && !isBusy && end > rows.length - AHEAD) more()
  }, [hasMore, isBusy, end, rows.length, more])
  const openedAt = rows.findIndex(({ id }) => id === opened)
  useEffect(() => {
    if (openedAt >= 0) reveal(openedAt)
  }, [openedAt, reveal])
  const template = { gridTemplateColumns: templateOf(columns) }
  return (
    <div ref={frame} className="log-rows" data-narrow={isNarrow}>
      <table aria-rowcount={total + 1} aria-busy={state.rows === undefined}>
        <thead>
          <tr style={template} aria-rowindex={1}>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                data-numeric={isNumber(name)}
                aria-sort={sortOf(SORTED[name] ?? name, sort)}
              >
                <SortButton
                  name={SORTED[name] ?? name}
                  title={text(TITLES[name] ?? (logTableResource.titleOf(name) as TextKey))}
                  sort={sort}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} style={state.rows && { height: rows.length * height }}>
          {state.rows === undefined && <Skeletons />}
          {rows.slice(first, end).map((log, at) => (
            <Row
              key={log.id}
              {...props}
              log={log}
              index={first + at}
              columns={isNarrow ? undefined : columns}
              style={{
                ...(!isNarrow && template),
                translate: `0 ${(first + at) * height}px`,
              }}
            />
          ))}
        </tbody>
      </table>
      {hasMore && (
        <Button block variant="invisible" loading={isBusy} onClick={more}>
          {text('log.more')}
        </Button>
      )}
    </div>
  )
}

/** A channel is shown with its name next to its number. */
function isNumber(name: LogColumnName): boolean {
  return name !== 'channel' && isNumeric(logTableResource.columns[name].kind)
}

interface RowProps extends LogRowsProps {
  readonly log: LogJson
  readonly index: number
  /** `undefined` where a row is a card. */
  readonly columns: readonly LogColumnName[] | undefined
  readonly style: object
}

function Row({ log, index, columns, style, opened, onOpen, onUser, isNew }: RowProps) {
  const pressedAt = useRef(0)
  return (
    <tr
      style={style}
      aria-rowindex={index + 2}
      data-row={log.id}
      data-tone={toneOf(log)}
      data-new={isNew(log)}
      data-opened={log.id === opened}
      onMouseDown={({ clientX }) => {
        pressedAt.current = clientX
      }}
      onClick={({ target, clientX }) => {
        const isPart = target instanceof Element && target.closest('a, button') !== null
        // Whoever draws over a text marks it, to copy it.
        const isDrawn = Math.abs(clientX - pressedAt.current) > STEADY
        if (!isPart && !isDrawn) onOpen(log.id)
      }}
    >
      {columns === undefined ? (
        <LogCard log={log} onOpen={onOpen} />
      ) : (
        columns.map((name) => (
          <td key={name} data-numeric={isNumber(name)}>
            <LogCell name={name} log={log} onOpen={onOpen} onUser={onUser} />
          </td>
        ))
      )}
    </tr>
  )
}

function Skeletons() {
  return Array.from({ length: SKELETONS }, (_, index) => index).map((index) => (
    <tr key={index} className="log-skeleton">
      <td>
        <SkeletonBox height="14px" width="100%" />
      </td>
    </tr>
  ))
}
