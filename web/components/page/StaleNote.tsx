import { failureText } from '../../../server/domain/api-calls/failure'
import { useText } from '../../app/language'
import { Note } from '../form/Note'

interface StaleNoteProps {
  readonly error: unknown
  readonly onRetry: () => unknown
}

/** Rows that could not be read again stay, but not in silence. */
export function StaleNote({ error, onRetry }: StaleNoteProps) {
  const { text } = useText()
  return (
    <div role="alert" className="table-stale">
      <Note tone="critical" action={{ label: text('ui.retry'), onPress: () => void onRetry() }}>
        {text('ui.stale', { message: failureText(error, text) })}
      </Note>
    </div>
  )
}
