/** Numbers per bucket of time, as stacked bars or as a line. Nothing in it moves by itself. */
import {
  AreaSeries,
  Axis,
  BarSeries,
  BarStack,
  buildChartTheme,
  Grid,
  Tooltip,
  XYChart,
} from '@visx/xychart'
import type { ChartBuckets, ChartSeries } from './chart'
import { useSize } from './use-size'
import './chart.css'

export interface BucketChartProps {
  /** Says what is drawn to those who cannot see it. */
  readonly label: string
  readonly shape: 'bars' | 'line'
  readonly buckets: ChartBuckets
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  /** Shorter, beside the axis. */
  readonly formatTick: (value: number) => string
}

interface Point {
  readonly index: number
  readonly value: number
}

const MARGIN = { top: 12, right: 12, bottom: 30, left: 64 }
/** Pixels that a label below the axis needs. */
const TICK_WIDTH = 84
const ROWS = 5

const X_SCALE = { type: 'band', paddingInner: 0.25, paddingOuter: 0.1 } as const
const Y_SCALE = { type: 'linear', nice: true, zero: true } as const

/** Variables, so that the theme of the page changes the chart without a new drawing. */
const THEME = buildChartTheme({
  backgroundColor: 'var(--bgColor-default)',
  colors: [],
  tickLength: 6,
  gridColor: 'var(--borderColor-muted)',
  gridColorDark: 'var(--borderColor-default)',
  xAxisLineStyles: { strokeWidth: 1 },
  svgLabelSmall: { fill: 'var(--fgColor-muted)', fontWeight: 400, letterSpacing: 0 },
})

const positionOf = ({ index }: Point): number => index
const amountOf = ({ value }: Point): number => value

export default function BucketChart(props: BucketChartProps) {
  const { label, shape, buckets, series, formatTick } = props
  const [frame, { width, height }] = useSize<HTMLDivElement>()
  const { ticks } = buckets
  const most = Math.max(2, Math.floor((width - MARGIN.left - MARGIN.right) / TICK_WIDTH))
  const points = series.map(({ values }) => values.map((value, index) => ({ index, value })))
  // A line needs two points.
  const isBars = shape === 'bars' || ticks.length < 2
  return (
    <div ref={frame} className="chart">
      {width > 0 && height > 0 && (
        <XYChart
          accessibilityLabel={label}
          width={width}
          height={height}
          theme={THEME}
          margin={MARGIN}
          xScale={X_SCALE}
          yScale={Y_SCALE}
        >
          <Grid columns={false} numTicks={ROWS} />
          <Axis
            orientation="bottom"
            hideTicks
            numTicks={most}
            tickFormat={(index: number) => ticks[index] ?? ''}
          />
          <Axis orientation="left" hideTicks hideAxisLine numTicks={ROWS} tickFormat={formatTick} />
          {isBars ? (
            <BarStack>
              {series.map(({ key, color }, at) => (
                <BarSeries
                  key={key}
                  dataKey={key}
                  data={points[at] ?? []}
                  xAccessor={positionOf}
                  yAccessor={amountOf}
                  colorAccessor={() => color}
                />
              ))}
            </BarStack>
          ) : (
            series.map(({ key, color }, at) => (
              <AreaSeries
                key={key}
                dataKey={key}
                data={points[at] ?? []}
                xAccessor={positionOf}
                yAccessor={amountOf}
                fill={color}
                fillOpacity={0.12}
                lineProps={{ stroke: color, strokeWidth: 2 }}
              />
            ))
          )}
          <Tooltip<Point>
            unstyled
            applyPositionStyle
            className="chart-tip"
            renderTooltip={({ tooltipData }) => (
              <Tip {...props} index={tooltipData?.nearestDatum?.index} />
            )}
          />
        </XYChart>
      )}
    </div>
  )
}

interface TipProps extends BucketChartProps {
  readonly index: number | undefined
}

/** The numbers of one bucket, the largest first. */
function Tip({ index, buckets, series, format }: TipProps) {
  if (index === undefined) return null
  const lines = series
    .map(({ key, title, color, values }) => ({ key, title, color, value: values[index] ?? 0 }))
    .filter(({ value }) => value !== 0 || series.length === 1)
    .sort((a, b) => b.value - a.value)
  return (
    <>
      <strong>{buckets.titles[index]}</strong>
      {lines.length === 0 && <span>–</span>}
      <ul>
        {lines.map(({ key, title, color, value }) => (
          <li key={key}>
            <span className="chart-swatch" style={{ background: color }} />
            <span className="chart-name">{title}</span>
            <span className="number">{format(value)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
