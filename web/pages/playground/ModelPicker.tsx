import { SearchIcon, TriangleDownIcon } from '@primer/octicons-react'
import { ActionList, AnchoredOverlay, Button, TextInput } from '@primer/react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useText } from '../../app/language'

interface ModelPickerProps {
  readonly model: string
  /** `undefined` until they are known. */
  readonly models: readonly string[] | undefined
  readonly onChange: (model: string) => void
}

/** More are found by typing; a longer list helps nobody. */
const MOST_SHOWN = 100

export function ModelPicker({ model, models, onChange }: ModelPickerProps) {
  const { text } = useText()
  const id = useId()
  const [isOpen, show] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = (name: string): void => {
    show(false)
    onChange(name)
  }
  return (
    <div className="model-picker">
      <span id={id}>{text('playground.model')}</span>
      <AnchoredOverlay
        open={isOpen}
        onOpen={() => show(true)}
        onClose={() => show(false)}
        width="medium"
        variant={{ regular: 'anchored', narrow: 'anchored' }}
        focusTrapSettings={{ initialFocusRef: input }}
        focusZoneSettings={{ disabled: true }}
        overlayProps={{ role: 'dialog', 'aria-labelledby': id }}
        renderAnchor={(anchor) => (
          <Button
            {...anchor}
            block
            alignContent="start"
            trailingAction={TriangleDownIcon}
            aria-label={`${text('playground.model')}: ${model}`}
          >
            <span className="model-picker-name">{model}</span>
          </Button>
        )}
      >
        <ModelSearch input={input} model={model} models={models ?? [model]} onChange={choose} />
      </AnchoredOverlay>
    </div>
  )
}

interface ModelSearchProps {
  readonly input: React.RefObject<HTMLInputElement | null>
  readonly model: string
  readonly models: readonly string[]
  readonly onChange: (model: string) => void
}

/** The keys stay in the field; the list shows which name Enter takes. */
function ModelSearch({ input, model, models, onChange }: ModelSearchProps) {
  const { text } = useText()
  const id = useId()
  const [typed, type] = useState('')
  const [at, move] = useState(() => Math.max(0, models.indexOf(model)))
  const wanted = typed.trim().toLowerCase()
  const found = models.filter((name) => name.toLowerCase().includes(wanted))
  const shown = found.slice(0, MOST_SHOWN)
  const marked = Math.min(at, shown.length - 1)
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = shown[marked]
    if (step !== undefined) move(Math.min(Math.max(marked + step, 0), shown.length - 1))
    else if (event.key === 'Enter' && chosen !== undefined) onChange(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div className="model-search">
      <TextInput
        ref={input}
        block
        role="combobox"
        leadingVisual={SearchIcon}
        aria-label={text('playground.find_model')}
        placeholder={text('playground.find_model')}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={`${id}-${marked}`}
        value={typed}
        onKeyDown={onKey}
        onChange={(event) => {
          type(event.target.value)
          move(0)
        }}
      />
      <ActionList
        id={`${id}-list`}
        role="listbox"
        selectionVariant="single"
        aria-label={text('playground.model')}
      >
        {shown.map((name, index) => (
          <ActionList.Item
            key={name}
            id={`${id}-${index}`}
            role="option"
            active={index === marked}
            selected={name === model}
            onSelect={() => onChange(name)}
          >
            {name}
          </ActionList.Item>
        ))}
      </ActionList>
      <ModelNote shown={shown.length} found={found.length} />
    </div>
  )
}

function ModelNote({ shown, found }: { readonly shown: number; readonly found: number }) {
  const { text } = useText()
  if (found > 0 && shown === found) return null
  const note = found === 0 ? text('ui.empty') : text('ui.more_found', { count: found - shown })
  return (
    <p className="model-note" role="status">
      {note}
    </p>
  )
}
