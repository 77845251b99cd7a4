/**
 * Side sheets for forms, and small dialogs for questions; full screen on a phone. What they are
 * made of is fetched when the first is opened.
 */
import type { DialogButtonProps } from '@primer/react'
import type { ReactNode } from 'react'
import { lazyPart } from '../lazy-part'
import { Late } from '../shell/Late'

export interface DrawerProps {
  readonly title: string
  readonly subtitle?: string | undefined
  /** `sheet` holds forms at the right edge, `question` a sentence, `dialog` something between. */
  readonly kind?: 'sheet' | 'question' | 'dialog'
  readonly onClose: () => void
  readonly buttons?: readonly DialogButtonProps[]
  readonly children?: ReactNode
}

export const loadDrawer = () => import('./DrawerDialog')
const DrawerDialog = lazyPart(loadDrawer)

export function Drawer(props: DrawerProps) {
  return (
    <Late onClose={props.onClose}>
      <DrawerDialog {...props} />
    </Late>
  )
}
