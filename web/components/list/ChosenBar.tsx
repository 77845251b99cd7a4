import { Button } from '@primer/react'
import type { ReactNode } from 'react'
import { useText } from '../../app/language'
import './chips.css'

interface ChosenBarProps {
  readonly count: number
  /** What can be done to them. */
  readonly children: ReactNode
  readonly onDone: () => void
}

/** Above a list while some of its rows are ticked. */
export function ChosenBar({ count, children, onDone }: ChosenBarProps) {
  const { text } = useText()
  const title = text('ui.selected', { count })
  return (
    <section className="chosen-bar" aria-label={title}>
      <span>{title}</span>
      {children}
      <Button size="small" variant="invisible" onClick={onDone}>
        {text('ui.cancel')}
      </Button>
    </section>
  )
}
