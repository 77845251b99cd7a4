import { SearchIcon, XCircleFillIcon } from '@primer/octicons-react'
import { TextInput } from '@primer/react'
import { useId } from 'react'
import { useText } from '../../../app/language'
import type { Suggestion } from './query-suggestions'
import { NONE, type QueryLineProps, useQueryLine } from './use-query-line'
import './query-line.css'

/** One line that says which calls are meant; it is completed as it is typed. */
export function QueryLine(props: QueryLineProps) {
  const { text } = useText()
  const listId = useId()
  const query = useQueryLine(props)
  const { input, typed, at, choices, isListed, unclear } = query
  const clear = typed !== '' && (
    <TextInput.Action
      icon={XCircleFillIcon}
      aria-label={text('ui.clear_filters')}
      onClick={query.clear}
    />
  )
  return (
    <div className="query-line">
      <TextInput
        ref={input}
        block
        role="combobox"
        leadingVisual={SearchIcon}
        aria-label={text('log.query')}
        placeholder={text('log.query_hint')}
        aria-expanded={isListed}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(isListed && at !== NONE && { 'aria-activedescendant': `${listId}-${at}` })}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        {...(unclear !== undefined && { validationStatus: 'error' as const })}
        {...(clear && { trailingAction: clear })}
        onChange={({ target }) =>
          query.write(target.value, target.selectionStart ?? target.value.length)
        }
        onSelect={({ currentTarget }) => query.onCaret(currentTarget.selectionStart ?? 0)}
        onFocus={query.onFocus}
        onBlur={() => query.ask()}
        onKeyDown={query.onKey}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={text('log.query_choices')}
        className="query-choices"
        hidden={!isListed}
      >
        {choices.map((choice, index) => (
          <Choice
            key={choice.insert}
            id={`${listId}-${index}`}
            choice={choice}
            isChosen={index === at}
            onTake={() => query.take(choice)}
          />
        ))}
      </div>
      {unclear !== undefined && (
        <p role="alert" className="query-problem">
          {text('log.query_unclear', { part: unclear })}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly choice: Suggestion
  readonly isChosen: boolean
  readonly onTake: () => void
}

function Choice({ id, choice, isChosen, onTake }: ChoiceProps) {
  const { text } = useText()
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      // The line keeps the focus.
      onMouseDown={(event) => {
        event.preventDefault()
        onTake()
      }}
    >
      <code>{choice.value ?? `${choice.field}:`}</code>
      {choice.value === undefined && (
        <span className="muted">{text(`log.query_${choice.field}`)}</span>
      )}
    </div>
  )
}
