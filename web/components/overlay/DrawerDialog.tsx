import { XIcon } from '@primer/octicons-react'
import { Dialog, type DialogButtonProps, type DialogHeaderProps, IconButton } from '@primer/react'
import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { useText } from '../../app/language'
import './drawer.css'

export interface DrawerProps {
  readonly title: string
  readonly subtitle?: string | undefined
  /** `sheet` holds forms at the right edge, `question` a sentence, `dialog` something between. */
  readonly kind?: 'sheet' | 'question' | 'dialog'
  readonly onClose: () => void
  readonly buttons?: readonly DialogButtonProps[]
  readonly children?: ReactNode
}

const POSITIONS = {
  sheet: { narrow: 'fullscreen', regular: 'right' },
  dialog: { narrow: 'fullscreen', regular: 'center' },
  question: { narrow: 'center', regular: 'center' },
} as const

const WIDTHS = { sheet: '600px', dialog: '560px', question: '420px' } as const

export default function DrawerDialog(props: DrawerProps) {
  const { title, subtitle, kind = 'sheet', onClose, buttons = [], children } = props
  const body = useRef<HTMLDivElement>(null)
  const firstField = useFirstField(body)
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      position={POSITIONS[kind]}
      width={WIDTHS[kind]}
      onClose={onClose}
      renderHeader={DrawerHeader}
      {...(kind === 'question'
        ? { role: 'alertdialog' as const }
        : { initialFocusRef: firstField })}
      {...(buttons.length > 0 && { footerButtons: [...buttons] })}
    >
      <div ref={body} tabIndex={-1} className="drawer-body">
        {children}
      </div>
    </Dialog>
  )
}

/** Where a form begins; a dialog without one takes the focus itself. */
function useFirstField(body: RefObject<HTMLDivElement | null>): RefObject<HTMLElement | null> {
  return useMemo(
    () => ({
      get current() {
        const field = body.current?.querySelector<HTMLElement>('input, select, textarea')
        return field ?? body.current
      },
    }),
    [body],
  )
}

/** Primer's own header says "Close" in every language. */
function DrawerHeader(props: DialogHeaderProps) {
  const { text } = useText()
  const { title, subtitle, dialogLabelId, dialogDescriptionId, onClose } = props
  return (
    <div className="drawer-header">
      <div className="drawer-titles">
        <h2 id={dialogLabelId}>{title}</h2>
        {subtitle !== undefined && <p id={dialogDescriptionId}>{subtitle}</p>}
      </div>
      <IconButton
        icon={XIcon}
        variant="invisible"
        aria-label={text('ui.close')}
        onClick={() => onClose('close-button')}
      />
    </div>
  )
}
