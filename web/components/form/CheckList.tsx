/** Choosing some of a few. */
import { Checkbox } from '@primer/react'
import './pick-many.css'

interface CheckListProps<Value extends string> {
  readonly label: string
  readonly choices: readonly Value[]
  readonly titleOf: (value: Value) => string
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
  readonly problem?: string | undefined
  readonly caption?: string
}

export function CheckList<Value extends string>(props: CheckListProps<Value>) {
  const { label, choices, titleOf, chosen, onChange, problem, caption } = props
  const toggle = (value: Value): void => {
    onChange(choices.filter((one) => (one === value) !== chosen.includes(one)))
  }
  return (
    <fieldset className="pick">
      <legend>{label}</legend>
      <div className="pick-list">
        {choices.map((value) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in it.
          <label key={value} className="pick-choice">
            <Checkbox checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span>{titleOf(value)}</span>
          </label>
        ))}
      </div>
      <p className={problem === undefined ? 'pick-note' : 'pick-problem'}>{problem ?? caption}</p>
    </fieldset>
  )
}
