import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { partsOf } from '../../../../server/domain/logs/query/lex'
import { type KnownValues, type Suggestion, suggestionsAt } from './query-suggestions'

export interface QueryLineProps {
  readonly line: string
  readonly isForAll: boolean
  readonly known: KnownValues
  readonly onAsk: (line: string) => void
}

/** No suggestion is chosen. */
export const NONE = -1

/** What is typed, what it can go on with, and which keys do what. */
export function useQueryLine({ line, isForAll, known, onAsk }: QueryLineProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, type] = useState(line)
  const [caret, setCaret] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(NONE)
  useEffect(() => type(line), [line])
  const place = useCaret(input)
  const { start, choices } = suggestionsAt(typed, caret, { isForAll, known })
  const unknown = partsOf(typed).find((part) => part.kind === 'unknown')
  const write = (next: string, at: number): void => {
    type(next)
    setCaret(at)
    setAt(NONE)
    setOpen(true)
  }
  const ask = (next = typed): void => {
    setOpen(false)
    if (next.trim() !== line) onAsk(next.trim())
  }
  const take = ({ insert }: Suggestion): void => {
    const next = `${typed.slice(0, start)}${insert}${typed.slice(caret).trimStart()}`
    write(next, start + insert.length)
    place(start + insert.length)
    input.current?.focus()
    if (insert.endsWith(' ')) ask(next)
  }
  const isListed = isOpen && choices.length > 0
  const onKey = (event: KeyboardEvent): void => {
    const step = stepOf(event.key, { at, count: choices.length, isListed })
    const chosen = isListed ? choices[at] : undefined
    if (event.key === 'Escape') setOpen(false)
    else if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      setAt(step)
    } else if (chosen !== undefined && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      take(chosen)
    } else if (event.key === 'Enter') ask()
  }
  return {
    input,
    typed,
    at,
    choices,
    isListed,
    unclear: unknown?.kind === 'unknown' ? unknown.source : undefined,
    write,
    ask,
    take,
    onKey,
    onFocus: () => setOpen(true),
    onCaret: setCaret,
    clear: () => {
      write('', 0)
      ask('')
    },
  }
}

interface Listed {
  readonly at: number
  readonly count: number
  readonly isListed: boolean
}

/** The suggestion that an arrow leads to. */
function stepOf(key: string, { at, count, isListed }: Listed): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  return key === 'ArrowUp' && isListed ? (Math.max(at, 0) + count - 1) % count : undefined
}

/** A line that is written by us leaves the caret at its end, wherever it was. */
function useCaret(input: { readonly current: HTMLInputElement | null }) {
  const wanted = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    input.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = undefined
  })
  return (place: number): void => {
    wanted.current = place
  }
}
