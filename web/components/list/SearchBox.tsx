import { SearchIcon } from '@primer/octicons-react'
import { TextInput } from '@primer/react'
import { useEffect, useState } from 'react'
import { useText } from '../../app/language'

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isWide?: boolean
  /** Searches while it is typed: for lists that are already loaded completely. */
  readonly isLive?: boolean
}

/** A pause in typing: lists are drawn again for each new text. */
const PAUSE_MS = 400

/** Reports new text on Enter, by the button, or when the box loses the focus. */
export function SearchBox(props: SearchBoxProps) {
  const { label, value, onChange, isWide = false, isLive = false } = props
  const { text } = useText()
  const [typed, type] = useState(value)
  useEffect(() => type(value), [value])
  useEffect(() => {
    if (!isLive || typed === value) return
    const timer = setTimeout(() => onChange(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isLive, typed, value, onChange])
  const search = (): void => {
    if (typed !== value) onChange(typed)
  }
  return (
    <TextInput
      className={isWide ? 'toolbar-search toolbar-wide' : 'toolbar-search'}
      type="search"
      aria-label={label}
      placeholder={label}
      {...(isLive
        ? { leadingVisual: SearchIcon }
        : {
            trailingAction: (
              <TextInput.Action icon={SearchIcon} aria-label={text('ui.search')} onClick={search} />
            ),
          })}
      value={typed}
      onChange={({ target }) => {
        type(target.value)
        // Emptied, by its own button too: there is nothing more to type.
        if (target.value === '' && value !== '') onChange('')
      }}
      onBlur={search}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search()
      }}
    />
  )
}
