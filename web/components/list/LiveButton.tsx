import { DotFillIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useText } from '../../app/language'
import './toolbar.css'

interface LiveButtonProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Keeps a list current while it is pressed. */
export function LiveButton({ isOn, onChange }: LiveButtonProps) {
  const { text } = useText()
  return (
    <Button
      className="live-button"
      aria-pressed={isOn}
      leadingVisual={DotFillIcon}
      onClick={() => onChange(!isOn)}
    >
      {text('log.live')}
    </Button>
  )
}
