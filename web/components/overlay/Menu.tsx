/** A button that opens a list of choices; the list itself is fetched when one is first opened. */
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { Late } from '../late/Late'
import { lazyPart } from '../late/lazy-part'
import type { MenuContents } from './MenuList'

interface MenuProps extends MenuContents {
  /** A Button or an IconButton. */
  readonly anchor: ReactElement<AnchorProps>
}

interface AnchorProps {
  readonly id?: string
  readonly ref?: Ref<HTMLButtonElement>
  readonly 'aria-haspopup'?: 'true'
  readonly 'aria-expanded'?: boolean
  readonly onClick?: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

export const loadMenuList = () => import('./MenuList')
const MenuList = lazyPart(loadMenuList)

export function Menu({ anchor, ...list }: MenuProps) {
  const id = useId()
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, open] = useState(false)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open(true)
  }
  const close = (): void => open(false)
  return (
    <>
      {cloneElement(anchor, {
        id,
        ref,
        'aria-haspopup': 'true',
        'aria-expanded': isOpen,
        onClick: () => open(!isOpen),
        onKeyDown,
      })}
      {isOpen && (
        <Late onClose={close}>
          <MenuList {...list} anchorId={id} anchorRef={ref} onClose={close} />
        </Late>
      )}
    </>
  )
}
