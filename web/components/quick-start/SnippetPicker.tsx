import { Select } from '@primer/react'
import { useState } from 'react'
import { useText } from '../../app/language'
import { CodeBlock } from '../text/CodeBlock'
import { SAMPLE_KEY } from './snippet'
import { modelFor, SNIPPETS } from './snippets'
import './snippet-picker.css'

interface SnippetPickerProps {
  readonly address: string
  /** With `sk-`; a sample without one. */
  readonly apiKey?: string
  /** What the reader can call. */
  readonly models: readonly string[]
}

/** The first call in the client that is chosen. */
export function SnippetPicker({ address, apiKey = SAMPLE_KEY, models }: SnippetPickerProps) {
  const { text } = useText()
  const [chosen, choose] = useState<string>(SNIPPETS[0].id)
  const snippet = SNIPPETS.find(({ id }) => id === chosen) ?? SNIPPETS[0]
  return (
    <div className="snippets">
      <Select
        aria-label={text('home.start_choice')}
        value={snippet.id}
        onChange={({ target }) => choose(target.value)}
      >
        {(['sdk', 'agent'] as const).map((kind) => (
          <Select.OptGroup key={kind} label={text(`home.start_${kind}`)}>
            {SNIPPETS.filter((one) => one.kind === kind).map(({ id, name }) => (
              <Select.Option key={id} value={id}>
                {name}
              </Select.Option>
            ))}
          </Select.OptGroup>
        ))}
      </Select>
      {snippet.place !== undefined && <p className="mono muted">{snippet.place}</p>}
      <CodeBlock
        code={snippet.text(address, apiKey, modelFor(snippet, models))}
        label={snippet.name}
      />
    </div>
  )
}
