/** JSON with line numbers and marks where it is wrong; its code is loaded when it is shown. */
import { SkeletonBox } from '@primer/react'
import { Suspense, useId } from 'react'
import { repeatedKey } from '../../../server/domain/options/repeated-key'
import { useText } from '../../app/language'
import { jsonProblem } from './JsonField'
import './json-editor.css'
import './pick-many.css'
import { lazyPart } from '../late/lazy-part'

const JsonEditorView = lazyPart(() => import('./JsonEditorView'))

interface JsonEditorProps {
  readonly label: string
  /** Where a heading says it already. */
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  readonly caption?: string | undefined
  readonly problem?: string | undefined
}

export function JsonEditor(props: JsonEditorProps) {
  const { label, isLabelHidden = false, value, onChange, caption, problem } = props
  const { text } = useText()
  const id = useId()
  const wrong = jsonProblem(value)
  const repeated = wrong === undefined ? repeatedKey(value) : undefined
  const shownProblem =
    (wrong && text('ui.json_invalid', { line: wrong.line })) ??
    (repeated === undefined ? problem : text('reason.repeated_key', { name: repeated }))
  return (
    <div className="json-editor" data-invalid={shownProblem !== undefined}>
      <span id={`${id}-label`} className={isLabelHidden ? 'visually-hidden' : 'json-editor-label'}>
        {label}
      </span>
      <Suspense fallback={<SkeletonBox height="140px" width="100%" />}>
        <JsonEditorView
          labelId={`${id}-label`}
          noteId={`${id}-note`}
          isInvalid={shownProblem !== undefined}
          value={value}
          onChange={onChange}
        />
      </Suspense>
      <p id={`${id}-note`} className={shownProblem === undefined ? 'pick-note' : 'pick-problem'}>
        {shownProblem ?? caption}
      </p>
    </div>
  )
}
