import type { CountedNoun } from '../../server/domain/endpoints/stats'
import { useEndpoint } from '../api/use-endpoint'
import { useFormat } from '../format'
import { useText } from '../language'
import './chips.css'

interface StateChipsProps {
  readonly noun: CountedNoun
  /** A state in words. */
  readonly titleOf: (status: string) => string
  /** The state that the list is narrowed to, as the list has it; "" for none. */
  readonly chosen: string
  readonly onChoose: (status: string) => void
}

/** How many there are of each state; a press narrows the list to them. */
export function StateChips({ noun, titleOf, chosen, onChoose }: StateChipsProps) {
  const { text } = useText()
  const format = useFormat()
  const { data } = useEndpoint('stats.counts', { query: { noun } })
  const states = [...(data?.states ?? [])].sort((a, b) => Number(a.status) - Number(b.status))
  const total = states.reduce((sum, { count }) => sum + count, 0)
  const chips = [
    { status: '', title: text('ui.all'), count: total },
    ...states.map(({ status, count }) => ({
      status: String(status),
      title: titleOf(String(status)),
      count,
    })),
  ]
  return (
    <fieldset className="state-chips">
      <legend className="visually-hidden">{text('field.channel.status')}</legend>
      {chips.map(({ status, title, count }) => (
        <button
          key={status}
          type="button"
          className="state-chip"
          aria-pressed={chosen === status}
          onClick={() => onChoose(status)}
        >
          {title} <span className="number muted">{data ? format.count(count) : '–'}</span>
        </button>
      ))}
    </fieldset>
  )
}
