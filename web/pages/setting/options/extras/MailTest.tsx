import { Button, TextInput } from '@primer/react'
import { call } from '../../../../api/client'
import { useText } from '../../../../app/language'
import { useViewer } from '../../../../app/session'
import { useToast } from '../../../../app/Toasts'
import { Field } from '../../../../components/form/Field'
import { Note } from '../../../../components/form/Note'
import { useForm } from '../../../../components/form/use-form'
import { useAction } from '../../../../components/page/use-action'
import type { ExtraProps } from './section-extra-props'

/** Whether mail leaves, tried with what is saved, and what links in it lack. */
export function MailTest({ form }: ExtraProps) {
  const { text } = useText()
  const toast = useToast()
  const viewer = useViewer()
  const { isBusy, run } = useAction()
  const test = useForm({ to: viewer?.email ?? '' }, ({ to }) => ({
    ...(to.trim() === '' && { to: text('account.email_missing') }),
  }))
  const begun = form.storedOf('SMTPServer') !== ''
  const send = async ({ to }: { readonly to: string }): Promise<void> => {
    await run(async () => {
      const { data } = await call('notice.test_mail', { body: { to: to.trim() } })
      toast.success(text('notices.tested', { answer: data.answer }))
    })
  }
  return (
    <div className="options-extra">
      {begun && form.storedOf('ServerAddress') === '' && (
        <div className="options-warning">
          <Note tone="warning">
            <strong>{text('notices.address_missing')}</strong>{' '}
            {text('notices.address_missing_text')}
          </Note>
        </div>
      )}
      <Field
        label={text('notices.test_mail_to')}
        caption={text('notices.test_mail_hint')}
        problem={test.problems.to}
      >
        <TextInput
          block
          type="email"
          value={test.values.to}
          onChange={(event) => test.set({ to: event.target.value })}
        />
      </Field>
      <div>
        <Button
          type="button"
          loading={isBusy}
          disabled={!begun}
          onClick={(event) => void test.submit(send)(event)}
        >
          {text('notices.test_mail')}
        </Button>
      </div>
    </div>
  )
}
