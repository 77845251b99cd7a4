/** Choosing some of many names: what is chosen as chips, the rest found by typing. */
import { PlusIcon, SearchIcon, XIcon } from '@primer/octicons-react'
import { Button, Checkbox, CounterLabel, TextInput } from '@primer/react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useText } from '../../app/language'
import './pick-many.css'

/** Choices that belong together, under a title of their own. */
export interface PickSection {
  readonly title: string
  readonly names: readonly string[]
}

interface PickManyProps {
  readonly label: string
  readonly chosen: readonly string[]
  readonly choices: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly problem?: string | undefined
  readonly caption?: string
  /** Whether names that are no choice can be added, several with commas between them. */
  readonly allowsOthers?: boolean
  /** The names that are found in sections; many of them are folded until something is typed. */
  readonly sectionsOf?: (names: readonly string[]) => readonly PickSection[]
  /** A note next to a choice. */
  readonly noteOf?: (name: string) => ReactNode
}

/** More are found by typing; a longer list helps nobody. */
const MOST_SHOWN = 60

export function PickMany(props: PickManyProps) {
  const { label, chosen, choices, onChange, problem, caption, allowsOthers = false } = props
  const { text } = useText()
  const id = useId()
  const [typed, type] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = choices.filter((name) => name.toLowerCase().includes(wanted))
  const named = allowsOthers ? namesIn(typed) : []
  const others = named.filter((name) => !chosen.includes(name))
  const note = others.length < named.length ? text('ui.some_chosen') : caption
  const toggle = (name: string): void => {
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  }
  const list = { names: found, chosen, onToggle: toggle, noteOf: props.noteOf }
  const addOthers = (): void => {
    if (others.length === 0) return
    onChange([...chosen, ...others])
    type('')
  }
  return (
    <fieldset className="pick" aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      {chosen.length > 0 && (
        <div className="chips pick-chosen">
          {chosen.map((name) => (
            <button
              key={name}
              type="button"
              className="chip pick-chip"
              aria-label={text('ui.take_out', { name })}
              onClick={() => toggle(name)}
            >
              {name}
              <XIcon size={12} />
            </button>
          ))}
        </div>
      )}
      <div className="form-inline pick-find">
        <TextInput
          className="pick-input"
          leadingVisual={SearchIcon}
          aria-label={`${text('ui.search')}: ${label}`}
          placeholder={text(allowsOthers ? 'ui.find_or_add' : 'ui.search')}
          value={typed}
          {...(problem !== undefined && { validationStatus: 'error' as const })}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter in a form sends it; here it adds.
            event.preventDefault()
            if (allowsOthers) addOthers()
            else if (found[0] !== undefined) toggle(found[0])
          }}
        />
        {allowsOthers && (
          <Button leadingVisual={PlusIcon} disabled={others.length === 0} onClick={addOthers}>
            {text('ui.add')}
          </Button>
        )}
      </div>
      <PickFound {...list} sectionsOf={props.sectionsOf} isTyped={wanted !== ''} />
      <p id={`${id}-note`} className={problem === undefined ? 'pick-note' : 'pick-problem'}>
        {problem ?? note}
      </p>
    </fieldset>
  )
}

interface PickFoundProps extends PickListProps {
  readonly sectionsOf: PickManyProps['sectionsOf']
  readonly isTyped: boolean
}

function PickFound({ sectionsOf, isTyped, ...list }: PickFoundProps) {
  if (sectionsOf === undefined || list.names.length === 0) return <PickList {...list} />
  const areFew = isTyped || list.names.length <= MOST_SHOWN
  return (
    <div className="pick-sections">
      {sectionsOf(list.names).map(({ title, names }, at) => (
        <PickFold key={title} title={title} count={names.length} opens={at === 0 || areFew}>
          <PickList {...list} names={names} />
        </PickFold>
      ))}
    </div>
  )
}

interface PickFoldProps {
  readonly title: string
  readonly count: number
  /** Whether it is open until somebody folds it. */
  readonly opens: boolean
  readonly children: ReactNode
}

/** What is folded is not in the page: there may be thousands of names. */
function PickFold({ title, count, opens, children }: PickFoldProps) {
  const [isOpen, open] = useState(opens)
  useEffect(() => open(opens), [opens])
  return (
    <details open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        {title} <CounterLabel>{count}</CounterLabel>
      </summary>
      {isOpen && children}
    </details>
  )
}

interface PickListProps {
  readonly names: readonly string[]
  readonly chosen: readonly string[]
  readonly onToggle: (name: string) => void
  readonly noteOf: PickManyProps['noteOf']
}

function PickList({ names, chosen, onToggle, noteOf }: PickListProps) {
  const { text } = useText()
  if (names.length === 0) return null
  const rest = names.length - MOST_SHOWN
  return (
    <div className="pick-list" data-noted={noteOf !== undefined}>
      {names.slice(0, MOST_SHOWN).map((name) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in it.
        <label key={name} className="pick-choice">
          <Checkbox checked={chosen.includes(name)} onChange={() => onToggle(name)} />
          <span title={name}>{name}</span>
          {noteOf !== undefined && <small>{noteOf(name)}</small>}
        </label>
      ))}
      {rest > 0 && <span className="muted">{text('ui.more_found', { count: rest })}</span>}
    </div>
  )
}

/** Names with commas or line breaks between them, each once. */
export function namesIn(typed: string): string[] {
  const names = typed.split(/[\n,，]/).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}
