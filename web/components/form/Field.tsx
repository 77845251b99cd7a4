/**
 * A labelled input with its explanation and its problem. Primer's FormControl does the same, but
 * brings every input that Primer has, which would double the scripts of the login page.
 */
import { AlertFillIcon } from '@primer/octicons-react'
import {
  cloneElement,
  createContext,
  isValidElement,
  type ReactNode,
  useContext,
  useId,
} from 'react'
import './field.css'

interface FieldProps {
  readonly label: string
  readonly caption?: ReactNode
  /** What is wrong, once it is known. */
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  /** One input: of Primer, or one of ours that takes its props from `useFieldInput`. */
  readonly children: ReactNode
}

/** What connects an input with the words around it. */
interface InputProps {
  readonly id?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly validationStatus?: 'error' | undefined
  readonly 'aria-describedby'?: string | undefined
}

const Context = createContext<InputProps>({})

export function useFieldInput(): InputProps {
  return useContext(Context)
}

export function Field(props: FieldProps) {
  const { label, caption, problem, isRequired = false, isDisabled = false, children } = props
  const id = useId()
  const notes = [problem && `${id}-problem`, caption !== undefined && `${id}-caption`]
  const input: InputProps = {
    id,
    required: isRequired,
    disabled: isDisabled,
    validationStatus: problem === undefined ? undefined : 'error',
    'aria-describedby': notes.filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id} className="field-label" data-disabled={isDisabled}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <Context value={input}>
        {isValidElement<InputProps>(children)
          ? cloneElement(children, { ...input, ...children.props })
          : children}
      </Context>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-problem">
          <AlertFillIcon size={12} />
          {problem}
        </p>
      )}
      {caption !== undefined && (
        <div id={`${id}-caption`} className="field-caption">
          {caption}
        </div>
      )}
    </div>
  )
}
