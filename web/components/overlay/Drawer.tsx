/**
 * Side sheets for forms, and small dialogs for questions; full screen on a phone. What they are
 * made of is fetched when the first is opened.
 */

import { Late } from '../late/Late'
import { lazyPart } from '../late/lazy-part'
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
