import { Button, Textarea } from '@primer/react'
import { useState } from 'react'
import { useText } from '../../../app/language'
import type { Message } from './chat'

interface MessageEditorProps {
  readonly message: Message
  readonly onSave: (content: string) => void
  readonly onCancel: () => void
}

export function MessageEditor({ message, onSave, onCancel }: MessageEditorProps) {
  const { text } = useText()
  const [typed, type] = useState(message.content)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(typed)
      }}
    >
      <Textarea
        block
        autoFocus
        rows={4}
        aria-label={text('ui.edit')}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <div className="form-inline">
        <Button variant="primary" size="small" type="submit" disabled={typed.trim() === ''}>
          {text(message.role === 'user' ? 'playground.ask_again' : 'ui.save')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {text('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}
