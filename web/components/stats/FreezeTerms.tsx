import { TextInput } from '@primer/react'
import { useState } from 'react'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { secondsOf, TimeField, TimeShortcuts } from '../form/TimeField'

/** Why something is frozen, and until when. */
export interface Terms {
  readonly reason: string
  /** Epoch seconds; -1 for good. */
  readonly until: number
}

interface FreezeTermsProps {
  readonly message: string
  readonly onChange: (terms: Terms) => void
}

/** Within the question whether to freeze. */
export default function FreezeTerms({ message, onChange }: FreezeTermsProps) {
  const { text } = useText()
  const [typed, type] = useState({ reason: '', until: '' })
  const set = (change: Partial<typeof typed>): void => {
    const next = { ...typed, ...change }
    type(next)
    const until = secondsOf(next.until)
    onChange({ reason: next.reason.trim(), until: Number.isNaN(until) ? -1 : until })
  }
  return (
    <div className="form">
      <p>{message}</p>
      <Field label={text('freeze.reason')} caption={text('freeze.reason_hint')}>
        <TextInput
          block
          maxLength={200}
          value={typed.reason}
          onChange={(event) => set({ reason: event.target.value })}
        />
      </Field>
      <div className="quota-field">
        <TimeField
          label={text('freeze.until')}
          value={typed.until}
          onChange={(until) => set({ until })}
        />
        <TimeShortcuts onChange={(until) => set({ until })} />
      </div>
    </div>
  )
}
