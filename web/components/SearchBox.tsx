import { SearchIcon } from '@primer/octicons-react'
import { TextInput } from '@primer/react'
import { useEffect, useState } from 'react'

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isWide?: boolean
}

/** A pause in typing; every letter would be a call, and calls are limited. */
const PAUSE_MS = 400

/** Tells of new text after a pause in typing, or at once with Enter. */
export function SearchBox({ label, value, onChange, isWide = false }: SearchBoxProps) {
  const [typed, type] = useState(value)
  useEffect(() => type(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <TextInput
      className={isWide ? 'toolbar-search toolbar-wide' : 'toolbar-search'}
      type="search"
      aria-label={label}
      placeholder={label}
      leadingVisual={SearchIcon}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(typed)
      }}
    />
  )
}
