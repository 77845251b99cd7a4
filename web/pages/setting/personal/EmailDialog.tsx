import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { useForm } from '../../../components/form/use-form'
import { useOwnerProof } from '../../../components/sign-in/OwnerProof'
import { BotCheck } from '../../account/BotCheck'
import { EmailCode } from '../../account/EmailCode'
import { useHumanProof } from '../../account/use-human-proof'

/** An address becomes the account's own by the code that is mailed to it. */
export function EmailDialog({ onClose }: { readonly onClose: () => void }) {
  const { text } = useText()
  const asOwner = useOwnerProof()
  const proof = useHumanProof()
  const form = useForm({ email: '', code: '' }, ({ email, code }) => ({
    ...(email.trim() === '' && { email: text('account.email_missing') }),
    ...(code.trim() === '' && { code: text('personal.email_code_missing') }),
  }))
  const { values, problems } = form
  return (
    <FormDrawer
      kind="dialog"
      title={text('personal.bind_name', { name: text('account.email') })}
      form={form}
      onSave={async ({ email, code }) => {
        const body = { email: email.trim(), code: code.trim() }
        await asOwner(() => call('account.email_bind_post', { body }))
        await refresh('user')
      }}
      success={text('personal.email_bound')}
      saveLabel={text('personal.bind')}
      onClose={onClose}
    >
      <EmailCode
        email={values.email}
        code={values.code}
        problems={problems}
        proof={proof}
        onEmail={(email) => form.set({ email })}
        onCode={(code) => form.set({ code })}
      />
      <BotCheck onToken={proof.onToken} uses={proof.uses} />
    </FormDrawer>
  )
}
