/** JSON text with line numbers; what is wrong with it is shown while it is typed. */
import { useId, useRef } from 'react'
import { useText } from '../../app/language'
import './json-field.css'
import './pick-many.css'

interface JsonFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly caption?: string
  readonly problem?: string | undefined
  readonly placeholder?: string
  readonly rows?: number
}

/** `undefined` for blank text and for JSON. */
export function jsonProblem(source: string): { readonly line: number } | undefined {
  if (source.trim() === '') return undefined
  try {
    JSON.parse(source)
    return undefined
  } catch (error) {
    // Engines tell the place in words of their own; where they do not, it is the last line.
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const before = at === undefined ? source : source.slice(0, Number(at))
    return { line: before.split('\n').length }
  }
}

export function JsonField(props: JsonFieldProps) {
  const { label, value, onChange, caption, problem, placeholder, rows = 6 } = props
  const { text } = useText()
  const id = useId()
  const numbers = useRef<HTMLDivElement>(null)
  const wrong = jsonProblem(value)
  const shownProblem = wrong === undefined ? problem : text('ui.json_invalid', { line: wrong.line })
  const lines = Math.max(rows, value.split('\n').length)
  return (
    <div className="json-field">
      <label htmlFor={id}>{label}</label>
      <div className="json-box" data-invalid={shownProblem !== undefined}>
        <div className="json-lines" aria-hidden="true" ref={numbers}>
          {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
        </div>
        <textarea
          id={id}
          spellCheck={false}
          rows={rows}
          value={value}
          placeholder={placeholder}
          aria-invalid={shownProblem !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current !== null) numbers.current.scrollTop = currentTarget.scrollTop
          }}
        />
      </div>
      <p id={`${id}-note`} className={shownProblem === undefined ? 'pick-note' : 'pick-problem'}>
        {shownProblem ?? caption}
      </p>
    </div>
  )
}
