/**
 * Side sheets for forms, and small dialogs for questions; full screen on a phone. What they are
 * made of is fetched when the first is opened.
 */
import { lazyPart } from '../lazy-part'
import { Late } from '../shell/Late'
import type { DrawerProps } from './DrawerDialog'

export const loadDrawer = () => import('./DrawerDialog')
const DrawerDialog = lazyPart(loadDrawer)

export function Drawer(props: DrawerProps) {
  return (
    <Late onClose={props.onClose}>
      <DrawerDialog {...props} />
    </Late>
  )
}
