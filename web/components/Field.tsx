import { FormControl } from '@primer/react'
import type { ReactNode } from 'react'
import './field.css'

interface FieldProps {
  readonly label: string
  readonly caption?: ReactNode
  /** What is wrong, once it is known. */
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  /** One Primer input. */
  readonly children: ReactNode
}

/** A labelled input with its explanation and its problem. */
export function Field(props: FieldProps) {
  const { label, caption, problem, isRequired = false, isDisabled = false, children } = props
  return (
    <FormControl required={isRequired} disabled={isDisabled} className="field">
      <FormControl.Label>{label}</FormControl.Label>
      {children}
      {caption !== undefined && <FormControl.Caption>{caption}</FormControl.Caption>}
      {problem !== undefined && (
        <FormControl.Validation variant="error">{problem}</FormControl.Validation>
      )}
    </FormControl>
  )
}
