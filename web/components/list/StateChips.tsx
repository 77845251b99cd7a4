import type { CountedNoun } from '../../../server/domain/endpoints/stats'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import './chips.css'

interface StateChipsProps {
  readonly noun: CountedNoun
  /** A state in words. */
  readonly titleOf: (status: string) => string
  /** The state that the list is narrowed to, as the list has it; "" for none. */
  readonly chosen: string
  readonly onChoose: (status: string) => void
  /** States from the first to the last, where they are words. */
  readonly inOrder?: readonly string[]
}

/** How many there are of each state; a press narrows the list to them. */
export function StateChips({ noun, ...choice }: StateChipsProps) {
  const { text } = useText()
  const { data } = useEndpoint('stats.counts', { query: { noun } })
  const states = data?.states.map(({ status, count }) => ({ status: String(status), count }))
  return <ListChips {...choice} chips={stateChips(states, { ...choice, all: text('ui.all') })} />
}

interface ChipWords {
  readonly titleOf: (status: string) => string
  readonly chosen: string
  /** What all of them together are called. */
  readonly all: string
  /** States from the first to the last; numbers come in their own order. */
  readonly inOrder?: readonly string[] | undefined
}

/** All of them, then each state that there is, or that the list is narrowed to. */
export function stateChips(
  states: readonly { readonly status: string; readonly count: number }[] | undefined,
  { titleOf, chosen, all, inOrder = [] }: ChipWords,
): readonly ListChip[] {
  const placeOf = (status: string): number => {
    const place = inOrder.indexOf(status)
    return place < 0 ? Number(status) : place
  }
  const isMissing = chosen !== '' && !states?.some(({ status }) => status === chosen)
  const known = [...(states ?? []), ...(isMissing ? [{ status: chosen, count: 0 }] : [])]
  return [
    { name: '', title: all, count: states?.reduce((sum, { count }) => sum + count, 0) },
    ...known
      .sort((a, b) => placeOf(a.status) - placeOf(b.status))
      .map(({ status, count }) => ({
        name: status,
        title: titleOf(status),
        count: states && count,
      })),
  ]
}

export interface ListChip {
  readonly name: string
  readonly title: string
  /** `undefined` until they are counted. */
  readonly count: number | undefined
}

interface ListChipsProps {
  readonly chips: readonly ListChip[]
  readonly chosen: string
  readonly onChoose: (name: string) => void
}

/** What a list can be narrowed to by a press, and how many rows that leaves. */
export function ListChips({ chips, chosen, onChoose }: ListChipsProps) {
  const { text } = useText()
  const format = useFormat()
  return (
    <fieldset className="state-chips">
      <legend className="visually-hidden">{text('field.channel.status')}</legend>
      {chips.map(({ name, title, count }) => (
        <button
          key={name}
          type="button"
          className="state-chip"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {title}{' '}
          <span className="number muted">{count === undefined ? '–' : format.count(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}
