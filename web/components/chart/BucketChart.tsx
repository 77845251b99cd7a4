/** Numbers per bucket of time, as stacked bars or as a line. Nothing in it moves by itself. */
import { useText } from '../../app/language'
import type { ChartBuckets, ChartSeries } from './chart'
import { barPath, type Frame, frameOf, linePath } from './drawing'
import { roundTicks } from './scale'
import { type BrushEnds, useBrush } from './use-brush'
import { useSize } from './use-size'
import './chart.css'

export interface BucketChartProps extends BrushEnds {
  /** Says what is drawn to those who cannot see it. */
  readonly label: string
  readonly shape: 'bars' | 'line'
  readonly buckets: ChartBuckets
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  /** Shorter, for the labels of the axis. */
  readonly formatTick: (value: number) => string
}

const ROWS = 4

export function BucketChart(props: BucketChartProps) {
  const [frame, { width, height }] = useSize<HTMLDivElement>()
  return (
    <div ref={frame} className="chart">
      {width > 0 && height > 0 && <Drawing {...props} width={width} height={height} />}
    </div>
  )
}

interface DrawingProps extends BucketChartProps {
  readonly width: number
  readonly height: number
}

function Drawing(props: DrawingProps) {
  const { label, shape, buckets, series, formatTick, width, height, onPick, onZoom } = props
  const count = buckets.ticks.length
  // Lines lie over each other, bars stand on each other.
  const isStacked = shape === 'bars' || count < 2
  const heights = buckets.ticks.map((_, index) => {
    const values = series.map(({ values }) => values[index] || 0)
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  })
  // Without values, an amount on the axis would mean nothing.
  const isEmpty = heights.every((value) => value === 0)
  const ticks = roundTicks(Math.max(0, ...heights), ROWS)
  const frame = frameOf({ width, height, count, top: ticks.at(-1) ?? 1 })
  const { at, chosen, handlers } = useBrush(
    (clientX, within) => frame.indexAt(clientX - within.getBoundingClientRect().left),
    { onPick, onZoom },
  )
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        className={onPick === undefined ? undefined : 'chart-open'}
        {...(count > 0 && handlers)}
      >
        <Axes
          frame={frame}
          ticks={isEmpty ? [0] : ticks}
          names={buckets.ticks}
          formatTick={formatTick}
        />
        {at !== undefined && <Band frame={frame} first={at} last={at} className="chart-at" />}
        {chosen && (
          <Band frame={frame} first={chosen[0]} last={chosen[1]} className="chart-chosen" />
        )}
        {isStacked ? <Bars {...props} frame={frame} /> : <Lines {...props} frame={frame} />}
        <Marks marks={buckets.marks} frame={frame} />
      </svg>
      {at !== undefined && (
        <div
          className="chart-tip"
          style={
            frame.middleOf(at) > width / 2
              ? { right: width - frame.middleOf(at) + 12 }
              : { left: frame.middleOf(at) + 12 }
          }
        >
          <Tip {...props} index={at} />
        </div>
      )}
    </>
  )
}

interface AxesProps {
  readonly frame: Frame
  readonly ticks: readonly number[]
  readonly names: readonly string[]
  readonly formatTick: (value: number) => string
}

/** Pixels that a label below the axis needs. */
const TICK_WIDTH = 84

function Axes({ frame, ticks, names, formatTick }: AxesProps) {
  const { left, right, bottom } = frame
  const each = Math.max(1, Math.ceil(TICK_WIDTH / Math.max(1, frame.band)))
  return (
    <g className="chart-axes">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={frame.yOf(tick)} y2={frame.yOf(tick)} />
          <text x={left - 8} y={frame.yOf(tick)} dy="0.32em" textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {names.map((name, index) =>
        index % each === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: buckets are named by their place.
          <text key={index} x={frame.middleOf(index)} y={bottom + 18} textAnchor="middle">
            {name}
          </text>
        ) : null,
      )}
    </g>
  )
}

interface BandProps {
  readonly frame: Frame
  readonly first: number
  readonly last: number
  readonly className: string
}

function Band({ frame, first, last, className }: BandProps) {
  const { top, bottom, band } = frame
  return (
    <rect
      className={className}
      x={frame.xOf(first)}
      width={(last - first + 1) * band}
      y={top}
      height={bottom - top}
    />
  )
}

interface MarksProps {
  readonly marks: ChartBuckets['marks']
  readonly frame: Frame
}

/** A flag on a line through the bucket in which something was changed. */
function Marks({ marks = [], frame }: MarksProps) {
  const { top, bottom } = frame
  return marks.map((texts, index) => {
    if (texts.length === 0) return null
    const x = frame.middleOf(index)
    // biome-ignore lint/suspicious/noArrayIndexKey: buckets are named by their place.
    return <path key={index} className="chart-mark" d={`M${x} ${bottom}V${top}l7 4l-7 4`} />
  })
}

interface ShapesProps extends DrawingProps {
  readonly frame: Frame
}

/** Two shapes a series, however many buckets there are: what is over, and what still runs. */
function Bars({ series, buckets, frame }: ShapesProps) {
  const { running } = buckets
  const below = buckets.ticks.map(() => 0)
  return series.map(({ key, color, values }) => {
    const base = [...below]
    for (const [index, value] of values.entries()) below[index] = (below[index] ?? 0) + value
    const over = barPath(frame, { base, values }, (index) => index !== running)
    const still = barPath(frame, { base, values }, (index) => index === running)
    return (
      <g key={key} style={{ fill: color }} data-series={key}>
        {over !== '' && <path className="chart-bar" d={over} />}
        {still !== '' && <path className="chart-bar chart-running" d={still} />}
      </g>
    )
  })
}

function Lines({ series, buckets, frame }: ShapesProps) {
  const { running } = buckets
  const end = running ?? buckets.ticks.length
  return series.map(({ key, color, values }) => (
    <g key={key} data-series={key}>
      {series.length === 1 && (
        <path d={linePath(frame, values, { isArea: true })} fill={color} fillOpacity={0.1} />
      )}
      <path
        className="chart-line"
        d={linePath(frame, values.slice(0, end))}
        style={{ stroke: color }}
      />
      {running !== undefined && running > 0 && (
        <path
          className="chart-line chart-running"
          d={linePath(frame, values, { from: running - 1 })}
          style={{ stroke: color }}
        />
      )}
    </g>
  ))
}

interface TipProps extends BucketChartProps {
  readonly index: number
}

/** The numbers of one bucket, the largest first. */
function Tip({ index, buckets, series, format }: TipProps) {
  const { text } = useText()
  const lines = series
    .map(({ key, title, color, values }) => ({ key, title, color, value: values[index] || 0 }))
    .filter(({ value }) => value !== 0 || series.length === 1)
    .sort((a, b) => b.value - a.value)
  return (
    <>
      <strong>{buckets.titles[index]}</strong>
      {buckets.running === index && <span className="muted"> · {text('chart.running')}</span>}
      {lines.length === 0 && <span>–</span>}
      {buckets.marks?.[index]?.map((mark) => (
        <div key={mark} className="chart-mark-text">
          {mark}
        </div>
      ))}
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
