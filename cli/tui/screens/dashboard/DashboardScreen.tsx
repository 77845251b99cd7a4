import { Box, Text } from 'ink'
import { cut, fit, plain, widthOf } from '../../../text-width'
import { timeText } from '../../cells'
import type { Screen, ScreenProps } from '../../screen'
import { ACCENT, TONE_COLORS } from '../../theme'
import { useTools } from '../../tools'
import { sparkline } from '../../widgets/sparkline/sparkline'
import { ChannelLines, channelLineCount } from './ChannelLines'
import { CURVES, type Curve, type Dashboard, type Range } from './read-dashboard'
import { TopTables } from './TopTables'
import { useDashboard } from './use-dashboard'

export const dashboardScreen: Screen = {
  id: 'dashboard',
  hotkey: 'D',
  title: 'tui.dashboard',
  hint: 'tui.keys_dashboard',
  Body: DashboardBody,
}

const CURVE_TITLES = {
  quota: 'detail.metric_quota',
  count: 'detail.metric_count',
  failures: 'tui.failures',
} as const

const RANGE_TITLES = {
  hour: 'tui.range_hour',
  day: 'detail.range_day',
  week: 'detail.range_week',
} as const satisfies Record<Range, string>

/** Lines above the tables, and the blank one below them. */
const HEAD_LINES = 9

export function DashboardBody({ isActive }: ScreenProps) {
  const { text, size } = useTools()
  const { dashboard, problem, waitSeconds, range, top, cursor } = useDashboard(isActive)
  const failure =
    waitSeconds === 0 ? problem : text('failure.too_many_wait', { seconds: waitSeconds })
  return (
    <Box flexDirection="column">
      {problem !== '' && (
        <Text bold color={TONE_COLORS.bad} wrap="truncate">
          ! {plain(failure)}
        </Text>
      )}
      {dashboard === undefined ? (
        problem === '' && <Text dimColor>{`  ${text('ui.loading')}`}</Text>
      ) : (
        <>
          <TodayLine dashboard={dashboard} />
          <Text> </Text>
          <Curves dashboard={dashboard} />
          <Text> </Text>
          <RangeLine dashboard={dashboard} range={range} />
          <TopTables
            tops={dashboard.tops}
            active={top}
            cursor={cursor}
            rows={size.rows - HEAD_LINES - channelLineCount(dashboard)}
          />
          <Text> </Text>
          <ChannelLines dashboard={dashboard} />
        </>
      )}
    </Box>
  )
}

interface DashboardProps {
  readonly dashboard: Dashboard
}

function TodayLine({ dashboard }: DashboardProps) {
  const { text, format, size } = useTools()
  const { today, rpm, tpm } = dashboard
  const calls = today.count + today.failures
  const share = calls === 0 ? '' : ` (${((today.failures / calls) * 100).toFixed(1)}%)`
  const parts = [
    `${text('detail.range_today')}:`,
    `${text('detail.metric_quota')} ${format.quota(today.quota)}`,
    `${text('detail.metric_count')} ${format.count(today.count)}`,
    `${text('tui.failures')} ${format.count(today.failures)}${share}`,
    `RPM ${format.count(rpm)}`,
    `TPM ${format.count(tpm)}`,
  ]
  return <Text bold>{cut(parts.join('  '), size.columns)}</Text>
}

function Curves({ dashboard }: DashboardProps) {
  const { text, format, size } = useTools()
  const { curves, curvesFrom, isCounted } = dashboard
  const titleWidth = Math.max(...CURVES.map((curve) => widthOf(text(CURVE_TITLES[curve])))) + 2
  const sums = CURVES.map((curve) => {
    const sum = curves[curve].reduce((total, value) => total + value, 0)
    return curve === 'quota' ? format.quota(sum) : format.count(sum)
  })
  const sumWidth = Math.max(...sums.map(widthOf))
  const room = size.columns - titleWidth - sumWidth - 3
  const hours = curves.quota.length
  const lines = CURVES.map((curve) => sparkline(curves[curve], room))
  const axis = axisOf(timeText(curvesFrom, text), timeText(curvesFrom + (hours - 1) * 3600, text))
  return (
    <Box flexDirection="column">
      {CURVES.map((curve, at) => (
        <Text key={curve} wrap="truncate">
          {fit(text(CURVE_TITLES[curve]), titleWidth)}
          {fit(sums[at] ?? '', sumWidth, 'right')}
          {'  '}
          <Text {...curveColor(curve)}>{lines[at]}</Text>
        </Text>
      ))}
      <Text dimColor wrap="truncate">
        {isCounted
          ? `${fit('', titleWidth + sumWidth)}  ${axis(widthOf(lines[0] ?? ''))}`
          : text('detail.is_off')}
      </Text>
    </Box>
  )
}

/** First and last hour below the ends of the curves, without seconds. */
function axisOf(first: string, last: string): (width: number) => string {
  const short = (time: string): string => time.slice('2026-'.length, '2026-11-22 09:05'.length)
  return (width) => {
    const between = Math.max(1, width - short(first).length - short(last).length)
    return `${short(first)}${' '.repeat(between)}${short(last)}`
  }
}

function curveColor(curve: Curve): { color?: string } {
  const color = curve === 'failures' ? TONE_COLORS.bad : ACCENT
  return color === undefined ? {} : { color }
}

function RangeLine({ dashboard, range }: DashboardProps & { readonly range: Range }) {
  const { text, size } = useTools()
  const { areTopsCut, topsFrom } = dashboard
  const note = areTopsCut ? text('tui.tops_cut', { time: timeText(topsFrom, text) }) : ''
  const title = text('tui.tops', { range: text(RANGE_TITLES[range]) })
  return <Text dimColor>{cut(`${title}  ${note}`, size.columns)}</Text>
}
