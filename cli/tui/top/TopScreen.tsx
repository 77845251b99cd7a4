/** One gateway at a glance, read from its metrics alone. */
import { Box, Text, useApp, useInput, useWindowSize } from 'ink'
import { cut } from '../../text-width'
import type { Translate } from '../../words'
import { ACCENT, TONE_COLORS } from '../theme'
import { Panel } from '../widgets/panel/Panel'
import { sparkline } from '../widgets/sparkline/sparkline'
import type { TopFigures } from './figures'
import { ageText } from './format'
import { panelsOf, type TopPanel } from './panels'
import { figureLines } from './summary'
import { type Readings, useReadings } from './use-readings'

interface TopProps {
  readonly url: string
  readonly seconds: number
  readonly translate: Translate
  readonly read: () => Promise<TopFigures | undefined>
}

export function TopScreen({ url, seconds, translate, read }: TopProps) {
  const { exit } = useApp()
  const { columns, rows } = useWindowSize()
  const readings = useReadings(read, seconds)
  useInput((key) => {
    if (key === 'q') exit()
  })
  const { figures } = readings
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Head {...{ url, translate, readings, columns }} />
      {figures === undefined ? (
        <Text dimColor>{`  ${translate('reading …')}`}</Text>
      ) : (
        <Body {...{ figures, translate, columns }} callsPerS={readings.callsPerS} rows={rows - 1} />
      )}
    </Box>
  )
}

interface HeadProps {
  readonly url: string
  readonly translate: Translate
  readonly readings: Readings
  readonly columns: number
}

function Head({ url, translate, readings: { figures, problem }, columns }: HeadProps) {
  if (problem !== undefined) {
    return (
      <Text bold color={TONE_COLORS.bad ?? 'red'} wrap="truncate">
        {cut(`! ${translate(problem)}`, columns)}
      </Text>
    )
  }
  const about = figures === undefined ? '' : ` ${figures.version} · ${ageText(figures.upSeconds)}`
  return (
    <Text wrap="truncate">
      <Text bold color={ACCENT}>{`gw${about}`}</Text>
      <Text dimColor>{cut(` · ${url} · ${translate('q quits')}`, columns - about.length)}</Text>
    </Text>
  )
}

interface BodyProps {
  readonly figures: TopFigures
  readonly callsPerS: readonly number[]
  readonly translate: Translate
  readonly columns: number
  readonly rows: number
}

const SUMMARY_LINES = 4
const WIDE = 120

function Body({ figures, callsPerS, translate, columns, rows }: BodyProps) {
  const panels = panelsOf(figures, translate)
  const perLine = columns >= WIDE ? 2 : 1
  const lines = Math.ceil(panels.length / perLine)
  const height = Math.max(2, Math.floor((rows - SUMMARY_LINES) / lines))
  const width = Math.floor(columns / perLine)
  const groups = Array.from({ length: lines }, (_, at) =>
    panels.slice(at * perLine, (at + 1) * perLine),
  )
  return (
    <Box flexDirection="column">
      {figureLines(figures, translate).map(({ text, tone }) => (
        <Text key={text} wrap="truncate" color={TONE_COLORS[tone]}>
          {cut(text, columns)}
        </Text>
      ))}
      <Text color={ACCENT} wrap="truncate">
        {sparkline(callsPerS, columns) || ' '}
      </Text>
      {groups.map((group) => (
        <Box key={group.map(({ id }) => id).join()}>
          {group.map((panel) => (
            <TopPanelView key={panel.id} panel={panel} {...{ width, height }} />
          ))}
        </Box>
      ))}
    </Box>
  )
}

interface PanelViewProps {
  readonly panel: TopPanel
  readonly width: number
  readonly height: number
}

function TopPanelView({ panel: { columns, rows, otherwise }, width, height }: PanelViewProps) {
  return (
    <Panel
      {...{ columns, width, height, otherwise }}
      count={rows.length}
      cellsAt={(at) => rows[at] ?? []}
      cursor={undefined}
    />
  )
}
