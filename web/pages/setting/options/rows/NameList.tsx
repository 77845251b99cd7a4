/** A list of names in one cell: chips, and a field that adds one with Enter. */
import { ArrowLeftIcon, XIcon } from '@primer/octicons-react'
import { TextInput } from '@primer/react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useText } from '../../../../app/language'
import { linesIn } from './write-rows'

/** What the field around it knows is passed on to the input. */
interface NameListProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> {
  readonly label: string
  /** One to a line. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isOrdered?: boolean | undefined
}

export function NameList(props: NameListProps) {
  const { label, value, onChange, isOrdered = false, ...input } = props
  const { text } = useText()
  const { names, typed, put, type, add } = useNames(value, onChange)
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && typed === '') put(names.slice(0, -1))
  }
  const moveUp = (at: number): void => {
    const next = [...names]
    next.splice(at - 1, 0, ...next.splice(at, 1))
    put(next)
  }
  return (
    <div className="rows-names">
      {names.length > 0 && (
        <ul aria-label={label}>
          {names.map((name, at) => (
            <li key={name} className="rows-name">
              {isOrdered && at > 0 && (
                <button
                  type="button"
                  aria-label={text('rows.move_up', { name })}
                  onClick={() => moveUp(at)}
                >
                  <ArrowLeftIcon size={12} />
                </button>
              )}
              <span>{name}</span>
              <button
                type="button"
                aria-label={text('ui.take_out', { name })}
                onClick={() => put(names.filter((one) => one !== name))}
              >
                <XIcon size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        block
        {...input}
        autoComplete="off"
        placeholder={input.placeholder ?? text('rows.add_name')}
        aria-label={label}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKey}
        onBlur={add}
      />
    </div>
  )
}

function useNames(value: string, onChange: (value: string) => void) {
  const lines = value === '' ? [] : value.split('\n')
  const [draft, setDraft] = useState('')
  // The last line while it is typed, so that a save in between does not miss it.
  const isDrafting = draft !== '' && lines.at(-1) === draft
  const typed = isDrafting ? draft : ''
  const names = linesIn((isDrafting ? lines.slice(0, -1) : lines).join('\n'))
  const put = (next: readonly string[]): void => onChange(next.join('\n'))
  const type = (next: string): void => {
    setDraft(next)
    put(next === '' ? names : [...names, next])
  }
  const add = (): void => {
    if (!isDrafting) return
    const fresh = linesIn(typed).filter((name) => !names.includes(name))
    setDraft('')
    put([...names, ...fresh])
  }
  return { names, typed, put, type, add }
}
