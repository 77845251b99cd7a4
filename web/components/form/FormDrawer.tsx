/** A sheet with a form: saves, shows errors, and confirms before changes are lost. */
import { type ReactNode, useId, useRef, useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { useConfirmation } from '../overlay/Confirm'
import { Drawer } from '../overlay/Drawer'
import { Note } from './Note'
import { useExclusive } from './use-exclusive'
import type { Form } from './use-form'

interface FormDrawerProps<Values> {
  readonly title: string
  readonly subtitle?: string
  readonly kind?: 'sheet' | 'dialog'
  readonly form: Form<Values>
  /** Saved after the rest, by `onSave`. */
  readonly limits?: { readonly isChanged: boolean; readonly hasProblem: boolean }
  /** Throws when the server refuses. */
  readonly onSave: (values: Values) => Promise<unknown>
  /** Told as a toast; absent where what follows shows it. */
  readonly success?: string | undefined
  readonly saveLabel?: string
  /** Saving cannot be taken back. */
  readonly isDanger?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function FormDrawer<Values extends object>(props: FormDrawerProps<Values>) {
  const { title, subtitle, kind, form, onSave, success, onClose, children } = props
  const { saveLabel, isDanger = false, limits } = props
  const isChanged = form.isChanged || limits?.isChanged === true
  const { text } = useText()
  const toast = useToast()
  const confirm = useConfirmation()
  const id = useId()
  const { isBusy, exclusive } = useExclusive()
  const [refusal, setRefusal] = useState<unknown>(undefined)
  /** The button stays while the drawer closes. */
  const isSaved = useRef(false)
  const save = async (values: Values): Promise<void> => {
    if (limits?.hasProblem === true) {
      toast.warn(text('limit.unfinished'))
      return
    }
    try {
      await exclusive(async () => {
        if (isSaved.current) return
        setRefusal(undefined)
        await onSave(values)
        isSaved.current = true
        if (success !== undefined) toast.success(success)
        onClose()
      })
    } catch (error) {
      setRefusal(error)
    }
  }
  const close = async (): Promise<void> => {
    const question = {
      title: text('ui.unsaved_title'),
      message: text('ui.unsaved_text'),
      agree: text('ui.discard'),
      danger: true,
    }
    if (!isChanged || (await confirm(question))) onClose()
  }
  return (
    <Drawer
      title={title}
      subtitle={subtitle}
      {...(kind && { kind })}
      onClose={() => void close()}
      buttons={[
        { content: text('ui.cancel'), onClick: () => void close() },
        {
          content: saveLabel ?? text('ui.save'),
          buttonType: isDanger ? 'danger' : 'primary',
          type: 'submit',
          form: id,
          loading: isBusy,
        },
      ]}
    >
      <form id={id} className="form" noValidate onSubmit={form.submit(save)}>
        {refusal !== undefined && (
          <div role="alert">
            <Note tone="critical">{failureText(refusal, text)}</Note>
          </div>
        )}
        {children}
      </form>
    </Drawer>
  )
}
