import { AlertIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useText } from '../../app/language'
import './blank.css'

interface LoadFailureProps {
  readonly title?: string
  readonly message: string
  readonly onRetry: () => unknown
}

/** In place of what could not be read, with the way to try again. */
export function LoadFailure({ title, message, onRetry }: LoadFailureProps) {
  const { text } = useText()
  return (
    <div className="blank" role="alert">
      <span className="blank-icon blank-icon-failure">
        <AlertIcon size={24} />
      </span>
      <h2>{title ?? text('failure.load')}</h2>
      <p>{message}</p>
      <Button onClick={() => void onRetry()}>{text('ui.retry')}</Button>
    </div>
  )
}
