import { AlertFillIcon, CheckCircleFillIcon, InfoIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import type { ReactNode } from 'react'
import './note.css'

const ICONS = {
  critical: AlertFillIcon,
  warning: AlertFillIcon,
  info: InfoIcon,
  success: CheckCircleFillIcon,
} as const

interface NoteProps {
  readonly tone: keyof typeof ICONS
  readonly children: ReactNode
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
}

/** A line above what it is about. Every list has one, for which Primer's banner weighs too much. */
export function Note({ tone, children, action }: NoteProps) {
  const Icon = ICONS[tone]
  return (
    <div className="note" data-tone={tone}>
      <Icon />
      <div>{children}</div>
      {action && (
        <Button size="small" onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </div>
  )
}
