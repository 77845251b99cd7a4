import { useFormat } from '../../app/format'
import '../../components/list/chips.css'

export interface Chip<Name extends string> {
  /** "" for no filter. */
  readonly name: Name | ''
  readonly title: string
  readonly count?: number
}

interface ChipsProps<Name extends string> {
  readonly legend: string
  readonly chips: readonly Chip<Name>[]
  readonly chosen: string
  readonly onChoose: (name: Name | '') => void
}

/** Parts of a list that is loaded completely, and how many rows each has. */
export function Chips<Name extends string>({ legend, chips, chosen, onChoose }: ChipsProps<Name>) {
  const format = useFormat()
  return (
    <fieldset className="state-chips">
      <legend className="visually-hidden">{legend}</legend>
      {chips.map(({ name, title, count }) => (
        <button
          key={name}
          type="button"
          className="state-chip"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {title}
          {count !== undefined && <span className="number muted"> {format.count(count)}</span>}
        </button>
      ))}
    </fieldset>
  )
}
