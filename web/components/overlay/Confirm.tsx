/** Questions before actions that cannot be taken back. */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useText } from '../../app/language'
import { Drawer } from './Drawer'

export interface Question {
  readonly title: string
  readonly message?: ReactNode
  /** What the button that agrees says. */
  readonly agree: string
  readonly danger?: boolean
}

type Ask = (question: Question) => Promise<boolean>

const Context = createContext<Ask | undefined>(undefined)

/** Resolves to whether the person agreed. */
export function useConfirmation(): Ask {
  const ask = useContext(Context)
  if (ask === undefined) throw new Error('no confirmation provider')
  return ask
}

interface Open extends Question {
  readonly answer: (agreed: boolean) => void
}

export function ConfirmationProvider({ children }: { readonly children: ReactNode }) {
  const { text } = useText()
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        const answer = (agreed: boolean): void => {
          setOpen(undefined)
          resolve(agreed)
        }
        setOpen({ ...question, answer })
      }),
    [],
  )
  return (
    <Context value={ask}>
      {children}
      {open && (
        <Drawer
          kind="question"
          title={open.title}
          onClose={() => open.answer(false)}
          buttons={[
            {
              content: text('ui.cancel'),
              onClick: () => open.answer(false),
              // A second Enter must not delete.
              autoFocus: open.danger === true,
            },
            {
              content: open.agree,
              buttonType: open.danger ? 'danger' : 'primary',
              onClick: () => open.answer(true),
              autoFocus: open.danger !== true,
            },
          ]}
        >
          {open.message}
        </Drawer>
      )}
    </Context>
  )
}
