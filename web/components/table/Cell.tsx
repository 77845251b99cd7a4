import { Label } from '@primer/react'
import type { ColumnKind } from '../../../server/domain/resources/resource'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { isStateKind, StateLabel } from '../text/StateLabel'

interface CellProps {
  readonly kind: ColumnKind
  readonly value: unknown
}

const NUMBERS: ReadonlySet<ColumnKind> = new Set([
  'id',
  'number',
  'quota',
  'money_usd',
  'duration_s',
  'duration_ms',
])

/** Numbers stand at the right, so that their digits line up. */
export function isNumeric(kind: ColumnKind): boolean {
  return NUMBERS.has(kind)
}

/** For what is not there; a narrow screen omits its line. */
export function Dash() {
  return <span className="muted cell-none">–</span>
}

/** A value of a list in the way of its kind; one that is not there is a dash. */
export function Cell({ kind, value }: CellProps) {
  if (value === '' || value === null || value === undefined) {
    return <Dash />
  }
  if (kind === 'list') return <ListCell items={String(value)} />
  if (isStateKind(kind)) return <StateLabel kind={kind} value={Number(value)} />
  return <PlainCell kind={kind} value={value} />
}

function PlainCell({ kind, value }: CellProps) {
  const { text } = useText()
  const format = useFormat()
  const number = Number(value)
  switch (kind) {
    case 'id':
      return number === 0 ? <Dash /> : <span className="mono muted">{number}</span>
    case 'number':
      return <span className="number">{format.count(number)}</span>
    case 'quota':
      return (
        <span className="number" title={format.number(number)}>
          {format.quota(number)}
        </span>
      )
    case 'money_usd':
      return <span className="number">{format.usd(number, 2)}</span>
    case 'flag':
      return text(value === true || number === 1 ? 'ui.yes' : 'ui.no')
    case 'time_s':
      return <TimeCell seconds={number} />
    case 'duration_s':
      return <span className="number">{text('ui.seconds', { count: number })}</span>
    case 'duration_ms':
      return <AnswerTime ms={number} />
    default:
      return <span className="cell-text">{String(value)}</span>
  }
}

function TimeCell({ seconds }: { readonly seconds: number }) {
  const { text } = useText()
  const format = useFormat()
  if (seconds === -1) return text('ui.never')
  if (seconds <= 0) return <Dash />
  return <time className="cell-time">{format.time(seconds)}</time>
}

/** Milliseconds up to which an answer has the colour. */
const ANSWER_TONES = [
  { upToMs: 1000, tone: 'success' },
  { upToMs: 3000, tone: 'lime' },
  { upToMs: 5000, tone: 'attention' },
  { upToMs: Number.POSITIVE_INFINITY, tone: 'danger' },
] as const

/** How long an upstream took, greener when it was quicker. */
function AnswerTime({ ms }: { readonly ms: number }) {
  const { text } = useText()
  if (ms <= 0) return <Dash />
  const tone = ANSWER_TONES.find(({ upToMs }) => ms <= upToMs)?.tone ?? 'danger'
  return (
    <Label
      variant={tone === 'lime' ? 'default' : tone}
      className={tone === 'lime' ? 'number cell-lime' : 'number'}
    >
      {text('ui.seconds', { count: (ms / 1000).toFixed(2) })}
    </Label>
  )
}

const SHOWN_ITEMS = 2

/** Comma separated items, the first few of them. */
function ListCell({ items }: { readonly items: string }) {
  const all = items.split(/[\n,]/).filter((item) => item.trim() !== '')
  const rest = all.length - SHOWN_ITEMS
  return (
    <span className="cell-list" title={all.join(', ')}>
      {all.slice(0, SHOWN_ITEMS).map((item) => (
        <Label key={item} variant="secondary">
          {item}
        </Label>
      ))}
      {rest > 0 && <span className="muted">+{rest}</span>}
    </span>
  )
}
