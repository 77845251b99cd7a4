/** The editor itself. Tab moves on to the next field: nothing here takes it. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  HighlightStyle,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { repeatedKey } from '../../../server/domain/options/repeated-key'
import { useText } from '../../app/language'

interface JsonEditorViewProps {
  readonly labelId: string
  readonly noteId: string
  readonly isInvalid: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--codeMirror-syntax-fgColor-entity)' },
  { tag: tags.string, color: 'var(--codeMirror-syntax-fgColor-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--codeMirror-syntax-fgColor-constant)' },
])

export default function JsonEditorView(props: JsonEditorViewProps) {
  const { labelId, noteId, isInvalid, value, onChange } = props
  const { text } = useText()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<{ readonly view: EditorView; readonly described: Compartment }>(undefined)
  const latest = useRef({ value, onChange, text })
  latest.current = { value, onChange, text }
  useEffect(() => {
    if (host.current === null) return
    const described = new Compartment()
    const listener = EditorView.updateListener.of(({ docChanged, state }) => {
      const typed = state.doc.toString()
      if (docChanged && typed !== latest.current.value) latest.current.onChange(typed)
    })
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          ...LOOKS,
          linter(marksFor(() => latest.current.text)),
          listener,
          described.of([]),
        ],
      }),
    })
    editor.current = { view, described }
    return () => view.destroy()
  }, [])
  useEffect(() => {
    const attributes = {
      // Says for tools what browsers know by themselves: it can be scrolled with the keyboard.
      tabindex: '0',
      'aria-labelledby': labelId,
      'aria-describedby': noteId,
      'aria-invalid': String(isInvalid),
    }
    const { view, described } = editor.current ?? {}
    view?.dispatch({
      effects: described?.reconfigure(EditorView.contentAttributes.of(attributes)) ?? [],
    })
  }, [labelId, noteId, isInvalid])
  useEffect(() => {
    const { view } = editor.current ?? {}
    const shown = view?.state.doc.toString()
    if (view === undefined || shown === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])
  return <div ref={host} className="json-editor-box" />
}

const LOOKS: readonly Extension[] = [
  lineNumbers(),
  history(),
  drawSelection(),
  bracketMatching(),
  json(),
  syntaxHighlighting(COLORS),
  lintGutter(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
]

type Text = ReturnType<typeof useText>['text']

/** Where the text stops being JSON, or names something twice. */
function marksFor(textOf: () => Text) {
  return (view: EditorView): readonly Diagnostic[] => {
    const { doc } = view.state
    const source = doc.toString()
    if (source.trim() === '') return []
    const from = firstError(view)
    if (from !== undefined) {
      const { number } = doc.lineAt(from)
      const message = textOf()('ui.json_invalid', { line: number })
      return [{ from, to: Math.min(doc.length, from + 1), severity: 'error', message }]
    }
    const name = repeatedKey(source)
    if (name === undefined) return []
    const at = source.lastIndexOf(JSON.stringify(name))
    const message = textOf()('reason.repeated_key', { name })
    return [{ from: at, to: at + JSON.stringify(name).length, severity: 'error', message }]
  }
}

function firstError(view: EditorView): number | undefined {
  let found: number | undefined
  syntaxTree(view.state).iterate({
    enter: ({ type, from }) => {
      if (type.isError) found ??= from
    },
  })
  return found
}
