import { Checkbox } from '@primer/react'
import { useId } from 'react'
import '../../components/form/field.css'

interface CheckLineProps {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: () => void
}

/** A checkbox with its label next to it. */
export function CheckLine({ label, isChecked, onChange }: CheckLineProps) {
  const id = useId()
  return (
    <span className="check-line">
      <Checkbox id={id} checked={isChecked} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
