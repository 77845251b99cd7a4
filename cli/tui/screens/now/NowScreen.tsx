import { Box, Text } from 'ink'
import type { LiveJson } from '../../../../server/domain/endpoints/live'
import type { Rate } from '../../../../server/domain/live/report'
import { cut, fit, plain, widthOf } from '../../../text-width'
import type { Screen, ScreenProps } from '../../screen'
import { ACCENT, TONE_COLORS } from '../../theme'
import { type Tools, ToolsProvider, useTools } from '../../tools'
import { brailleChart } from '../../widgets/chart/braille'
import { Panel } from '../../widgets/panel/Panel'
import { sparkline } from '../../widgets/sparkline/sparkline'
import { DashboardBody } from '../dashboard/DashboardScreen'
import { COLUMN_GAP, layoutOf } from './layout'
import { panelRows, shareText } from './panels'
import { type Live, useLive } from './use-live'
import { type NowCursor, useNow } from './use-now'

export const nowScreen: Screen = {
  id: 'now',
  hotkey: '`',
  title: 'tui.now',
  hint: 'tui.keys_now',
  Body: NowBody,
}

function NowBody(props: ScreenProps) {
  const tools = useTools()
  const live = useLive()
  if (live.isResting) return <Resting {...props} tools={tools} problem={live.problem} />
  return <Relaying isActive={props.isActive} live={live} />
}

interface RestingProps extends ScreenProps {
  readonly tools: Tools
  readonly problem: string
}

/** Nothing is relayed: what was is on the dashboard, below a line that says so. */
function Resting({ tools, problem, ...props }: RestingProps) {
  const { columns, rows } = tools.size
  const below = { ...tools, size: { columns, rows: rows - 1 } }
  return (
    <Box flexDirection="column">
      <Text color={TONE_COLORS.warning ?? 'yellow'}>{cut(`! ${plain(problem)}`, columns)}</Text>
      <ToolsProvider value={below}>
        <DashboardBody {...props} />
      </ToolsProvider>
    </Box>
  )
}

interface RelayingProps {
  readonly isActive: boolean
  readonly live: Live
}

function Relaying({ isActive, live: { live, nowMs, problem } }: RelayingProps) {
  const { text, size } = useTools()
  const cursor = useNow(live, isActive)
  const failure = problem === '' ? undefined : `! ${plain(problem)}`
  if (live === undefined) {
    return <Text dimColor>{cut(failure ?? `  ${text('ui.loading')}`, size.columns)}</Text>
  }
  const layout = layoutOf(size)
  return (
    <Box flexDirection="column">
      {failure === undefined ? (
        <Figures live={live} />
      ) : (
        <Text bold color={TONE_COLORS.bad ?? 'red'}>
          {cut(failure, size.columns)}
        </Text>
      )}
      <Charts live={live} lines={layout.chartLines} />
      <Text> </Text>
      <Panels {...{ layout, live, nowMs, cursor }} />
    </Box>
  )
}

interface LiveProps {
  readonly live: LiveJson
}

function Figures({ live }: LiveProps) {
  const { text, format, size } = useTools()
  const { in_flight, processes, per_minute } = live
  const { calls, failed, refused } = per_minute
  const parts = [
    `${text('live.in_flight')} ${format.count(in_flight)}`,
    `${text('tui.failures')} ${format.count(failed)} (${shareText(failed, calls)})`,
    `${text('live.refused')} ${format.count(refused)}`,
    processes > 1 ? text('live.processes', { count: processes }) : '',
  ]
  return <Text bold>{cut(parts.filter((part) => part !== '').join('   '), size.columns)}</Text>
}

const CHARTS = ['calls', 'tokens', 'quota'] as const satisfies readonly Rate[]
/** Seconds of a bar, where each takes a line. */
const BAR_CELLS = 60

function Charts({ live, lines }: LiveProps & { readonly lines: number }) {
  const { text, format, size } = useTools()
  const titles = CHARTS.map((rate) => text(`live.rate.${rate}`))
  const figures = CHARTS.map((rate) => {
    const amount = live.per_minute[rate]
    return rate === 'quota' ? format.cost(amount) : format.count(amount)
  })
  if (lines > 0) {
    const width = Math.floor((size.columns - COLUMN_GAP * (CHARTS.length - 1)) / CHARTS.length)
    return (
      <Box columnGap={COLUMN_GAP}>
        {CHARTS.map((rate, at) => (
          <Box key={rate} flexDirection="column" width={width}>
            <Text bold>{fit(`${titles[at]} ${figures[at]}`, width)}</Text>
            <Text color={ACCENT}>
              {brailleChart(live.seconds[rate], { columns: width, lines }).join('\n')}
            </Text>
          </Box>
        ))}
      </Box>
    )
  }
  const titleWidth = Math.max(...titles.map(widthOf)) + 1
  const room = Math.min(BAR_CELLS, size.columns - titleWidth - FIGURE_CELLS - 2)
  return (
    <Box flexDirection="column">
      {CHARTS.map((rate, at) => (
        <Text key={rate} wrap="truncate">
          {fit(titles[at] ?? '', titleWidth)}
          {fit(figures[at] ?? '', FIGURE_CELLS, 'right')}
          {'  '}
          <Text color={ACCENT}>{sparkline(live.seconds[rate].slice(-BAR_CELLS), room)}</Text>
        </Text>
      ))}
    </Box>
  )
}

const FIGURE_CELLS = 9

interface PanelsProps {
  readonly layout: ReturnType<typeof layoutOf>
  readonly live: LiveJson
  readonly nowMs: number
  readonly cursor: NowCursor
}

function Panels({ layout, live, nowMs, cursor }: PanelsProps) {
  const { text, format } = useTools()
  return layout.bands.map((stacks) => (
    <Box key={stacks[0]?.panels[0]?.name} columnGap={COLUMN_GAP}>
      {stacks.map(({ width, panels }) => (
        <Box key={panels[0]?.name} flexDirection="column" width={width}>
          {panels.map(({ name, height }) => {
            const shown = panelRows(name, live, { text, format, nowMs })
            const at = cursor.panel === name ? cursor.at : undefined
            const otherwise = text(name === 'calls' ? 'live.no_calls' : 'live.nothing')
            return <Panel key={name} {...shown} {...{ width, height, otherwise }} cursor={at} />
          })}
        </Box>
      ))}
    </Box>
  ))
}
