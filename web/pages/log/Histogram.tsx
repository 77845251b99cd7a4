import { type PointerEvent, useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSize } from '../../components/chart/use-size'
import { type Bar, barsOf, OUTCOMES, pathsOf, piecesAt } from './histogram-bars'
import './histogram.css'

interface HistogramProps {
  readonly histogram: DataOf<'log.histogram'> | undefined
  readonly onTimes: (from: number, to: number) => void
  /** Narrows the log to calls that ended so. */
  readonly onOutcome: (outcome: (typeof OUTCOMES)[number]) => void
}

const HEIGHT = 56

/** How many calls were answered, failed and refused; dragging over it chooses a time. */
export function Histogram({ histogram, onTimes, onOutcome }: HistogramProps) {
  const { text } = useText()
  const { number } = useFormat()
  const [frame, { width }] = useSize<HTMLDivElement>()
  const bars = histogram === undefined ? [] : barsOf(histogram)
  const brush = useBrush(bars, width, onTimes)
  const shown = bars[brush.under]
  const totals = OUTCOMES.map((outcome) => ({
    outcome,
    count: bars.reduce((sum, bar) => sum + bar[outcome], 0),
  }))
  return (
    <section className="histogram" aria-label={text('log.histogram')}>
      <div
        ref={frame}
        className="histogram-frame"
        style={{ height: HEIGHT }}
        {...brush.handlers}
        aria-hidden="true"
      >
        <svg width={width} height={HEIGHT}>
          <title>{text('log.histogram')}</title>
          {brush.marked && (
            <rect className="histogram-marked" y={0} height={HEIGHT} {...brush.marked} />
          )}
          {pathsOf(bars, width, HEIGHT).map(({ outcome, d }) => (
            <path key={outcome} d={d} data-outcome={outcome} />
          ))}
        </svg>
        {shown && <Tip bar={shown} at={brush.under} of={bars.length} />}
      </div>
      <ul className="histogram-legend">
        {totals.map(({ outcome, count }) => (
          <li key={outcome}>
            <button type="button" onClick={() => onOutcome(outcome)}>
              <span data-outcome={outcome} />
              {text(`log_type.${outcome}`)} <strong className="number">{number(count)}</strong>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Pieces of time that the pointer is over, and has been drawn across. */
function useBrush(
  bars: readonly Bar[],
  width: number,
  onTimes: (from: number, to: number) => void,
) {
  const [began, begin] = useState(-1)
  const [under, setUnder] = useState(-1)
  const at = (event: PointerEvent): number =>
    piecesAt(event.nativeEvent.offsetX, width, bars.length)
  const [first, last] = [Math.min(began, under), Math.max(began, under)]
  const piece = width / Math.max(1, bars.length)
  const finish = (): void => {
    begin(-1)
    const [from, to] = [bars[first], bars[last]]
    if (began >= 0 && from !== undefined && to !== undefined) onTimes(from.from, to.to)
  }
  return {
    under,
    marked:
      began >= 0 && under >= 0
        ? { x: first * piece, width: (last - first + 1) * piece }
        : undefined,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        begin(at(event))
      },
      onPointerMove: (event: PointerEvent) => setUnder(at(event)),
      onPointerUp: finish,
      onPointerCancel: () => begin(-1),
      onPointerLeave: () => {
        if (began < 0) setUnder(-1)
      },
    },
  }
}

interface TipProps {
  readonly bar: Bar
  readonly at: number
  readonly of: number
}

function Tip({ bar, at, of }: TipProps) {
  const { text } = useText()
  const format = useFormat()
  const share = (100 * (at + 0.5)) / of
  return (
    <div
      className="chart-tip histogram-tip"
      style={at < of / 2 ? { left: `${share}%` } : { right: `${100 - share}%` }}
    >
      <strong>{format.moment(bar.from)}</strong>
      {OUTCOMES.map((outcome) => (
        <span key={outcome} data-empty={bar[outcome] === 0}>
          {text(`log_type.${outcome}`)}{' '}
          <span className="number">{format.number(bar[outcome])}</span>
        </span>
      ))}
    </div>
  )
}
